/** The store can't be reached, or does not answer in time. The message says which it is, without any credential. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
