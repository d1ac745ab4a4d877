/** The state that was asked is not the present one, and nothing has been done: whoever asked begins anew with that. */
export class Outdated extends Error {
  override readonly name = 'Outdated';
}

/** The store can't be reached, or does not answer in time. The message says which it is, without any credential. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}
