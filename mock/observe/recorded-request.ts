/** One request of the journal as it is shown: no credential in it. In JSON, `RecordedRequest` of `openapi/control.yaml`. */
export interface RecordedRequest {
  /** Counts up from 1. */
  readonly id: number;
  /** ISO 8601, by the world's clock. */
  readonly at: string;
  /** By the real time. */
  readonly durationMs: number;
  readonly method: string;
  readonly path: string;
  /** What follows `?`. */
  readonly query: string;
  readonly operationId: string | null;
  /** The name of the key; null without a valid one. */
  readonly key: string | null;
  /** Null where no reply was sent. */
  readonly status: number | null;
  /** The id of the last fault that struck it. */
  readonly fault: string | null;
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
}

export interface RecordedMessage {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Null where there is none, or where it was not read. */
  readonly body: string | null;
  /** Whether the body goes on. */
  readonly truncated: boolean;
}
