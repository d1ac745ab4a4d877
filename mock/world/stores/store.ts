/** What a store in memory gives at once and one behind a network gives later. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there, so that a request in memory waits for nothing. */
export const after = <T, U>(value: Awaitable<T>, goOn: (value: T) => Awaitable<U>): Awaitable<U> =>
  value instanceof Promise ? value.then(goOn) : goOn(value);

/** The store can't be reached, or does not answer in time. The message says which it is, without any credential. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

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
    `The mock and each session hold at most ${most} ${most === 1 ? 'record' : 'records'}. Delete some, reset, or start the mock with a higher --max-records.`,
  );

/** How a store is doing, as far as this process sees. */
export interface StoreStatus {
  /** `lost`: there is no connection; `slow`: it does not answer in time; `refusing`: it answers that it can't at present. */
  readonly state: 'ok' | 'lost' | 'slow' | 'refusing';
  /** Unix milliseconds. */
  readonly since: number;
  /** What is wrong, in a sentence; undefined where all is well. */
  readonly reason: string | undefined;
}

/** Where a mock remembers, and how that is doing. */
export interface StoreInUse {
  readonly kind: 'memory' | 'redis';
  /** As it may be shown to any client; undefined where it has no name. */
  readonly place: string | undefined;
  status(): StoreStatus;
  /** Calls back each time that it is in another state. */
  onStatus(hear: (status: StoreStatus) => void): void;
}

/** A process's own memory is always there. */
export const OWN_MEMORY: StoreInUse = {
  kind: 'memory',
  place: undefined,
  status: () => ({ state: 'ok', since: 0, reason: undefined }),
  onStatus() {},
};
