/** The measuring itself went wrong: a server did not start, refused a request or broke a connection off. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}
