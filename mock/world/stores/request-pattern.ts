/** A text, or a value that stands for the text that it is written as. */
export type Plain = string | number | bigint | boolean;

/** What a request must have to match; whatever is left out may be anything. */
export interface RequestPattern {
  readonly operationId?: string | undefined;
  /** In any case. `HEAD` is not `GET`. */
  readonly method?: string | undefined;
  /**
   * With or without the contract's prefix, and without the query. `*` stands for a segment or a part of one, as does the
   * name of a parameter in braces; `**` stands for one or more segments. A literal `*` is written `%2A`.
   */
  readonly path?: string | undefined;
  /** Values by name, decoded. Of a name that was sent more than once, one value has to match. `*` is any value. */
  readonly query?: Readonly<Record<string, Plain>> | undefined;
  /** Values by name; the name in any case. Of a header that was sent more than once, one has to match. `*` is any value. */
  readonly headers?: Readonly<Record<string, Plain>> | undefined;
  /** The key's name. */
  readonly key?: string | undefined;
  /**
   * A JSON value as `parseJson` gives it. Of an object, the body may have more members than these; arrays match item by
   * item. A text also matches a body that is not JSON and reads the same.
   */
  readonly body?: unknown;
}
