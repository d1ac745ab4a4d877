/** What is to be stored is more than may be kept. Nothing has changed. The message says which bound it is, and what to do. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';

  constructor(
    message: string,
    /** What there would be too much of. */
    readonly of: 'items' | 'bytes' = 'items',
  ) {
    super(message);
  }
}
