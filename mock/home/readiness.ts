/** Whether a mock is ready for requests: from its start until it begins to shut down. */
export interface Readiness {
  readonly isReady: boolean;
  /** The mock is shutting down: what is on its way is still answered. */
  end(): void;
}

export function createReadiness(): Readiness {
  let isReady = true;
  return {
    get isReady() {
      return isReady;
    },
    end() {
      isReady = false;
    },
  };
}
