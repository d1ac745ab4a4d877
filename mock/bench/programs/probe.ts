/** Loaded into the mock before anything of its own: tells what lives on its heap, when it is asked by a message. */
export interface HeapSize {
  /** Bytes of objects, and outside the heap of what belongs to them. */
  readonly heap: number;
}

process.on('message', () => {
  // Only with --expose-gc: what is garbage is no memory that a record takes.
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const size: HeapSize = { heap: heapUsed + external };
  process.send?.(size);
});
