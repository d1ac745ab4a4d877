/** What a store in memory gives at once and one behind a network gives later. */
export type Awaitable<T> = T | Promise<T>;
