/** Loaded into the mock's process before its own code: answers each message with the size of the heap. */
export interface HeapSize {
  /** Bytes of objects, and outside the heap of what belongs to them. */
  readonly heap: number;
}

process.on('message', () => {
  // Needs --expose-gc. Garbage must not count as memory of the records.
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  const size: HeapSize = { heap: heapUsed + external };
  process.send?.(size);
});
