/** Tells those who look at a world that something was changed in it otherwise than by a request to the API. */
export interface Notices {
  announce(): void;
  /**
   * Calls back at each change.
   *
   * @returns how to stop
   */
  listen(hear: () => void): () => void;
}
