/** How to reach the control plane of a mock in another process. */
export interface Link {
  /** The URL that the mock is at, without the contract's prefix and without a slash at its end. */
  readonly root: string;
  readonly adminToken: string | undefined;
  /** How long it may take to answer. */
  readonly timeoutMs: number;
}
