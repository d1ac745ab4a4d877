/** What of a browser's own types stands here: the rest of the mock is compiled with those of Node, and its users may have others. */

export interface Xhr extends EventTarget {
  readonly readyState: number;
  readonly status: number;
  readonly statusText: string;
  readonly responseURL: string;
  readonly response: unknown;
  readonly responseText: string;
  readonly responseXML: unknown;
  readonly upload: EventTarget;
  responseType: string;
  timeout: number;
  withCredentials: boolean;
  open(method: string, url: string | URL, ...rest: readonly unknown[]): void;
  setRequestHeader(name: string, value: string): void;
  send(body?: unknown): void;
  abort(): void;
  getResponseHeader(name: string): string | null;
  getAllResponseHeaders(): string;
  overrideMimeType(mime: string): void;
}

export type XhrClass = new () => Xhr;

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** The global object of a page or a worker. */
export interface Surroundings {
  fetch: Fetch;
  /** A service worker has none. */
  XMLHttpRequest?: XhrClass;
  readonly ProgressEvent: new (
    type: string,
    init?: { readonly lengthComputable: boolean; readonly loaded: number; readonly total: number },
  ) => Event;
  readonly location?: { readonly href: string; readonly origin: string };
  /** A worker has none. */
  readonly document?: { readonly baseURI: string };
  readonly DOMParser?: new () => { parseFromString(text: string, type: string): unknown };
  readonly XMLSerializer?: new () => { serializeToString(node: object): string };
}

/** An address as the page means it; undefined for what is none. */
export function absolute({ document, location }: Surroundings, address: string): string | undefined {
  const base = document?.baseURI ?? location?.href;
  return URL.canParse(address, base) ? new URL(address, base).href : undefined;
}
