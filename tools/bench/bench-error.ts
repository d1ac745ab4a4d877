/** The measurement failed: a server did not start, refused a request or closed a connection. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}
