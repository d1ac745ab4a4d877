/** One request of the journal, without credentials; its JSON is `RecordedRequest` of `openapi/control.yaml`. */
export interface RecordedRequest {
  /** Counts up from 1. */
  readonly id: number;
  /** ISO 8601, by the world's clock. */
  readonly at: string;
  /** In real time. */
  readonly durationMs: number;
  readonly method: string;
  readonly path: string;
  /** What follows `?`. */
  readonly query: string;
  readonly operationId: string | null;
  /** The name of the key; null without a valid key. */
  readonly key: string | null;
  /** Null if no reply was sent. */
  readonly status: number | null;
  /** The id of the last fault that struck it. */
  readonly fault: string | null;
  readonly request: RecordedMessage;
  readonly response: RecordedMessage;
}

export interface RecordedMessage {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Null if there is none, or if it was not read. */
  readonly body: string | null;
  /** Whether the body is longer than what is kept. */
  readonly truncated: boolean;
}
