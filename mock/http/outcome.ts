/** The result of a request before it is written: the values of a reply, not yet its bytes. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a text of another media type; undefined for no body. */
  readonly body: unknown;
  readonly mediaType: string;
  /** The body as it is sent, where somebody remembers that. */
  readonly written?: (() => string | Buffer) | undefined;
}

/** An outcome with headers alone. */
export const noContent = (headers: Outcome['headers']): Outcome => ({
  status: 204,
  headers,
  body: undefined,
  mediaType: '',
});
