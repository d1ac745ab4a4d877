/** Whether a mock is ready for requests: from its start until it begins to shut down. */
export interface Readiness {
  readonly isReady: boolean;
  /** The mock is shutting down: what is on its way is still answered. */
  end(): void;
  /**
   * Calls the listener when the mock begins to shut down.
   *
   * @returns a function that removes the listener
   */
  onEnd(listener: () => void): () => void;
}

export function createReadiness(): Readiness {
  let isReady = true;
  const listeners = new Set<() => void>();
  return {
    get isReady() {
      return isReady;
    },
    end() {
      isReady = false;
      for (const listener of [...listeners]) listener();
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
