/** The siege could not be laid: the mock did not start, or a helper of ours failed. Its message is for the user. */
export class SiegeError extends Error {
  override readonly name = 'SiegeError';
}
