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

/** @param most how many records a world holds */
export const tooManyRecords = (most: number): StoreFull =>
  new StoreFull(
    `A world holds at most ${most} ${most === 1 ? 'record' : 'records'}. Delete some, reset it, or start the mock with a higher --max-records.`,
  );
