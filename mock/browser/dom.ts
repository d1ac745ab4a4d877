/** What of a browser's own types stands here: the rest of the mock is compiled with those of Node, and its users may have others. */

import type { CookieStore } from './cookies';

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
export interface Surroundings extends WithKeys {
  fetch: Fetch;
  /** A service worker has none. */
  XMLHttpRequest?: XhrClass;
  readonly ProgressEvent: new (
    type: string,
    init?: { readonly lengthComputable: boolean; readonly loaded: number; readonly total: number },
  ) => Event;
  /** `null` for what is in a sandbox, or has none. */
  readonly origin?: string;
  readonly location?: { readonly href: string; readonly pathname: string };
  /** A worker has none. */
  readonly document?: Keyboard & { readonly baseURI: string; cookie: string };
  readonly DOMParser?: new () => { parseFromString(text: string, type: string): unknown };
  readonly XMLSerializer?: new () => { serializeToString(node: object): string };
}

/** An address as the page means it; undefined for what is none. */
export function absolute({ document, location }: Surroundings, address: string): string | undefined {
  const base = document?.baseURI ?? location?.href;
  return URL.canParse(address, base) ? new URL(address, base).href : undefined;
}

/** The origin of a page that has one. */
export const originOfPage = ({ origin }: Surroundings): string | undefined => (origin === 'null' ? undefined : origin);

/** What the end of a message channel is. */
export interface Port {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/** An event of a service worker that may take its time. */
interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends Lasting {
  readonly request: Request;
  /** Of the page that asks; empty for one that is yet to be opened. */
  readonly clientId: string;
  respondWith(response: Promise<Response>): void;
}

export interface WorkerMessage extends Lasting {
  readonly data: unknown;
  readonly ports: readonly Port[];
}

/** The global object of a service worker. */
export interface WorkerScope {
  readonly registration: { readonly scope: string; addEventListener(type: 'updatefound', listener: () => void): void };
  readonly origin: string;
  /** Not every browser has it in a worker. */
  readonly cookieStore?: CookieStore;
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<{ readonly url: string } | undefined>;
  };
  fetch(input: string | Request): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: WorkerMessage) => void): void;
}

/** A worker as pages see it. */
export interface Worker {
  readonly state: string;
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  addEventListener(type: 'statechange', listener: () => void): void;
}

export interface Registration {
  readonly scope: string;
  readonly installing: Worker | null;
  readonly waiting: Worker | null;
  readonly active: Worker | null;
  update(): Promise<unknown>;
  unregister(): Promise<boolean>;
}

/** `navigator.serviceWorker`, and what else of a page its connection to a worker needs. */
export interface PageWithWorkers extends WithKeys {
  readonly navigator: {
    readonly serviceWorker?: {
      readonly controller: Worker | null;
      register(file: string, options: object): Promise<Registration>;
      addEventListener(type: 'controllerchange', listener: () => void, options: { readonly once: true }): void;
    };
  };
  readonly MessageChannel: new () => { readonly port1: Port; readonly port2: Port };
  open(url: string, name: string): unknown;
}

interface Keyboard {
  addEventListener(type: 'keydown', listener: (event: PressedKey) => void): void;
  removeEventListener(type: 'keydown', listener: (event: PressedKey) => void): void;
}

/** A page whose keys are heard; a worker has none. */
export interface WithKeys {
  readonly document?: Keyboard;
  readonly reportError?: (error: unknown) => void;
}

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly metaKey: boolean;
  preventDefault(): void;
}
