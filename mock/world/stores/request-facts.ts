/** What can be told of a request: what patterns look at. */
export interface RequestFacts {
  readonly method: string;
  /** As it was sent, percent-encoded, without the query. */
  readonly path: string;
  /** What follows `?`; empty where nothing does. */
  readonly query: string;
  readonly operationId: string | undefined;
  /** Undefined without a valid key. */
  readonly keyName: string | undefined;
  /** As Node has them in `rawHeaders`: name, value, name, value. */
  readonly requestHeaders: readonly string[];
  /** As it was read, decoded; undefined where there was none or nobody read it. */
  readonly requestBody: Buffer | undefined;
}
