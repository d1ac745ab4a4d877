/** What a request comes to before it is written: the values of a reply, and not yet its bytes. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a text of another media type; undefined for no body. */
  readonly body: unknown;
  readonly mediaType: string;
  /** The body as JSON, where that is known already. */
  readonly json?: string | undefined;
}

/** An outcome that consists of its headers. */
export const noContent = (headers: Outcome['headers']): Outcome => ({
  status: 204,
  headers,
  body: undefined,
  mediaType: '',
});
