/**
 * Loaded into the mock's process before its own code: answers each message with the bytes of the heap's objects, and of
 * what belongs to them outside of it.
 */
process.on('message', () => {
  // Needs --expose-gc. Garbage must not count as memory of the records.
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
