/**
 * The types of WHATWG fetch in a program that uses the mock: those of the DOM or of Node. Where it has neither, the least
 * that a test asks of them, so that the package's types need no others.
 */
type Global<Name extends string, Otherwise> = typeof globalThis extends {
  readonly [Key in Name]: { readonly prototype: infer Known };
}
  ? Known
  : Otherwise;

type Body = {
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  json(): Promise<unknown>;
};

export type WebRequest = Global<'Request', Body & { readonly url: string; readonly method: string }>;

export type WebResponse = Global<'Response', Body & { readonly status: number; readonly ok: boolean }>;

export type WebUrl = Global<'URL', { readonly href: string }>;

export type WebRequestInit = typeof globalThis extends {
  // The types of both take a string there.
  readonly Request: new (
    url: string,
    init?: infer Known,
  ) => unknown;
}
  ? Known
  : { readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };
