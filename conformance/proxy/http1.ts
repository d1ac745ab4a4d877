/** What the relay has to know of the head of a message of HTTP/1.1; all else of it is passed on as it is. */

/** How a body ends (RFC 9112 §6.3); `tunnel`: what follows is no HTTP any more. */
export type Framing =
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' }
  | { readonly kind: 'tunnel' };

const NOTHING: Framing = { kind: 'length', length: 0 };
const TUNNEL: Framing = { kind: 'tunnel' };

/**
 * The method of a request, and how its body ends; undefined where it is none of HTTP/1.
 *
 * @param text the head as Latin-1, with the empty line behind it
 */
export function readRequestHead(text: string): { readonly method: string; readonly framing: Framing } | undefined {
  const [, method] = /^[\r\n]*([\w!#$%&'*+.^`|~-]+) \S.* HTTP\/1\.[01]\r?\n/.exec(text) ?? [];
  if (method === undefined) return undefined;
  if (method === 'CONNECT') return { method, framing: TUNNEL };
  return { method, framing: framingOf(text) ?? NOTHING };
}

/**
 * The same of a response. Where its body is a stream of events, that has no end to judge.
 *
 * @param method of the request; undefined where there was none
 */
export function readResponseHead(
  text: string,
  method: string | undefined,
): { readonly status: number; readonly isStream: boolean; readonly framing: Framing } | undefined {
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

/** The most bytes of a head: what is longer is passed on and not read. */
const MOST_OF_HEAD = 256 * 1024;

const LF = 10;
const CR = 13;
const NO_BYTES: Buffer = Buffer.from('');

/** Takes the parts of a message. */
interface MessageParts {
  /**
   * @param head with the empty line behind it
   * @returns how the body ends; undefined where it is no head at all
   */
  head(head: Buffer): Framing | undefined;
  /** Some of the body, without what frames it. */
  body(bytes: Buffer): void;
  end(): void;
  /** The bytes as they stand in the stream, whatever they are. */
  raw(bytes: Buffer): void;
}

type State = 'head' | 'length' | 'chunk size' | 'chunk end' | 'trailers' | 'close' | 'tunnel';

/**
 * Reads messages of HTTP/1.1 out of the bytes of one direction of a connection, as they come.
 *
 * @param parts gets every byte by `raw`, but for those of heads, in their order
 */
export function createMessageReader(parts: MessageParts) {
  let state: State = 'head';
  /** Bytes of the body, or of the chunk, that are still to come. */
  let left = 0;
  let isChunked = false;
  /** What has come of a head, or of a line. */
  let begun = NO_BYTES;

  const finish = (): void => {
    state = 'head';
    parts.end();
  };

  const begin = (framing: Framing | undefined): void => {
    isChunked = framing?.kind === 'chunked';
    if (framing === undefined || framing.kind === 'tunnel') state = 'tunnel';
    else if (framing.kind === 'chunked') state = 'chunk size';
    else if (framing.kind === 'close') state = 'close';
    else if (framing.length === 0) finish();
    else {
      state = 'length';
      left = framing.length;
    }
  };

  const readHead = (chunk: Buffer): Buffer => {
    const bytes = begun.length === 0 ? chunk : Buffer.concat([begun, chunk]);
    const end = endOfHead(bytes, Math.max(0, begun.length - 3));
    begun = NO_BYTES;
    if (end < 0 && bytes.length <= MOST_OF_HEAD) {
      begun = bytes;
      return NO_BYTES;
    }
    if (end < 0) {
      state = 'tunnel';
      return bytes;
    }
    begin(parts.head(bytes.subarray(0, end)));
    return bytes.subarray(end);
  };

  /** Some of a body, or of a chunk, whose length is known. */
  const readData = (chunk: Buffer): Buffer => {
    const data = chunk.subarray(0, left);
    left -= data.length;
    parts.raw(data);
    parts.body(data);
    if (left === 0 && isChunked) state = 'chunk end';
    else if (left === 0) finish();
    return chunk.subarray(data.length);
  };

  /** A line of what frames the chunks (RFC 9112 §7.1). */
  const readLine = (chunk: Buffer): Buffer => {
    const end = chunk.indexOf(LF) + 1;
    const part = end === 0 ? chunk : chunk.subarray(0, end);
    parts.raw(part);
    begun = begun.length === 0 ? part : Buffer.concat([begun, part]);
    if (begun.length > MOST_OF_HEAD) state = 'tunnel';
    if (end === 0) return NO_BYTES;
    const line = begun.toString('latin1').trim();
    begun = NO_BYTES;
    if (state === 'chunk end') state = 'chunk size';
    else if (state === 'chunk size') beginChunk(line);
    else if (line === '') finish();
    return chunk.subarray(end);
  };

  const beginChunk = (line: string): void => {
    const [digits] = /^[\da-f]{1,12}(?=$|[ \t;])/i.exec(line) ?? [];
    left = digits === undefined ? 0 : Number.parseInt(digits, 16);
    if (digits === undefined) state = 'tunnel';
    else state = left === 0 ? 'trailers' : 'length';
  };

  const readRest = (chunk: Buffer): Buffer => {
    parts.raw(chunk);
    if (state === 'close') parts.body(chunk);
    return NO_BYTES;
  };

  /** What is left of a head is given as raw bytes. */
  const letGo = (): void => {
    if (state === 'head' && begun.length > 0) parts.raw(begun);
    begun = NO_BYTES;
  };

  const READ: Readonly<Record<State, (chunk: Buffer) => Buffer>> = {
    head: readHead,
    length: readData,
    'chunk size': readLine,
    'chunk end': readLine,
    trailers: readLine,
    close: readRest,
    tunnel: readRest,
  };

  return {
    push(chunk: Buffer): void {
      let rest = chunk;
      while (rest.length > 0) rest = READ[state](rest);
    },
    /** The connection has ended: with it a body that lasts until then. */
    close(): void {
      if (state === 'close') finish();
      else letGo();
    },
    /** What comes from now on is no HTTP any more, or none that can be read: it is passed on raw. */
    giveUp(): void {
      letGo();
      state = 'tunnel';
    },
    /** Whether a part of a head has come. */
    hasBegun: () => state === 'head' && begun.length > 0,
  };
}

/** Where a head ends, behind its empty line; -1 where it does not yet. */
function endOfHead(bytes: Buffer, from: number): number {
  // Empty lines before a head are no part of it (RFC 9112 §2.2).
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    const isEmpty = bytes[at + 1] === LF ? 2 : bytes[at + 1] === CR && bytes[at + 2] === LF ? 3 : 0;
    if (isEmpty > 0 && hasText(bytes, at)) return at + isEmpty;
  }
  return -1;
}

function hasText(bytes: Buffer, end: number): boolean {
  for (let at = 0; at < end; at += 1) if (bytes[at] !== LF && bytes[at] !== CR) return true;
  return false;
}
