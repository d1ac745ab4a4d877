/** Until when a store may keep a request waiting. A store that answers at once sets none. */
export interface Deadline {
  /** @throws StoreUnavailable once the request was answered without its store: nothing more is begun for it */
  throwIfOver(): void;
  /** Waits for something besides the store, such as the client: that time does not count. */
  excluded<T>(wait: Promise<T>): Promise<T>;
}

export const NO_DEADLINE: Deadline = { throwIfOver() {}, excluded: (wait) => wait };
