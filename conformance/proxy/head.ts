/** What the relay has to know of the head of a message of HTTP/1.1; all else of it is passed on as it is. */

/** How a body ends (RFC 9112 §6.3); `tunnel`: what follows is no HTTP any more. */
export type Framing =
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' }
  | { readonly kind: 'tunnel' };

const NOTHING: Framing = { kind: 'length', length: 0 };
const TUNNEL: Framing = { kind: 'tunnel' };

/** What the head of a request says; undefined where it is none of HTTP/1. */
export interface RequestHead {
  readonly method: string;
  readonly framing: Framing;
}

export interface ResponseHead {
  readonly status: number;
  readonly framing: Framing;
  /** Whether its body is a stream of events, which has no end to judge. */
  readonly isStream: boolean;
}

/** @param text the head as Latin-1, with the empty line behind it */
export function readRequestHead(text: string): RequestHead | undefined {
  const [, method] = /^[\r\n]*([\w!#$%&'*+.^`|~-]+) \S.* HTTP\/1\.[01]\r?\n/.exec(text) ?? [];
  if (method === undefined) return undefined;
  if (method === 'CONNECT') return { method, framing: TUNNEL };
  return { method, framing: framingOf(text) ?? NOTHING };
}

/** @param method of the request; undefined where nobody has asked */
export function readResponseHead(text: string, method: string | undefined): ResponseHead | undefined {
  const [, digits] = /^HTTP\/1\.[01] (\d{3})(?: |\r?\n)/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const status = Number(digits);
  const isStream = /\ncontent-type:[ \t]*text\/event-stream/i.test(text);
  return { status, isStream, framing: responseFraming(text, status, method) };
}

function responseFraming(text: string, status: number, method: string | undefined): Framing {
  if (status === 101 || (method === 'CONNECT' && status >= 200 && status < 300)) return TUNNEL;
  if (status < 200 || status === 204 || status === 304 || method === 'HEAD') return NOTHING;
  return framingOf(text) ?? { kind: 'close' };
}

/** Undefined where the head has no word on it. */
function framingOf(text: string): Framing | undefined {
  if (/\ntransfer-encoding:[^\n]*chunked[ \t]*\r?\n/i.test(text)) return { kind: 'chunked' };
  const [, length] = /\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r?\n/i.exec(text) ?? [];
  return length === undefined ? undefined : { kind: 'length', length: Number(length) };
}

/** The same head for another host: servers of many names look at it (RFC 9110 §7.2). All other bytes stay. */
export const withHost = (text: string, host: string): string =>
  text.replaceAll(/(\nhost:[ \t]*)[^\r\n]*/gi, (_, name: string) => name + host);

/** A head with one more header behind the others. */
export const withHeader = (text: string, line: string): string =>
  text.replace(/\r?\n\r?\n$/, (end) => `\r\n${line}${end}`);
