/** How long a client may take to send the head of a request, and all of it, in milliseconds. */
export interface Timeouts {
  readonly headers: number;
  readonly request: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = { headers: 10_000, request: 30_000 };
/** Fewer where the system lets a process open fewer files. */
export const DEFAULT_MAX_CONNECTIONS = 10_000;
