import { isUtf8 } from 'node:buffer';
import type { KeptEntry } from '../../rules/journal-entry';
import type { Entry } from '../../stores/journal';

/**
 * What stands before all else: JSON, which has no line break, and null for what is undefined. Headers and bodies stand after it
 * as they are, since JSON takes long to write their texts, and two characters for each quote of a body.
 */
type Head = readonly [
  at: number,
  milliseconds: number,
  method: string,
  path: string,
  query: string,
  operationId: string | null,
  keyName: string | null,
  status: number | null,
  faultId: string | null,
  requestHeaders: InLines,
  responseHeaders: InLines,
  requestTruncated: 0 | 1,
  responseTruncated: 0 | 1,
  /** How the body of the request is written, and in how many characters; 0 and 0 for none. */
  requestEncoding: 'utf8' | 'base64' | 0,
  requestLength: number,
  /** The body of the response where it has half a character, which UTF-8 can't write; else 0. */
  responseInJson: string | 0,
];

/** How many lines the texts take, each one; the texts themselves where they can't stand in lines. */
type InLines = number | readonly string[];

/** An entry as one text, from which `unpackEntry` makes it again exactly. */
export function packEntry(entry: KeptEntry): string {
  const { responseBody } = entry;
  const [encoding, body] = textOf(entry.requestBody);
  const [requestHeaders, requestLines] = inLines(entry.requestHeaders);
  const [responseHeaders, responseLines] = inLines(entry.responseHeaders);
  const isBroken = HALF_CHARACTER.test(responseBody);
  // Written out: to put it together of parts takes as long as all the rest.
  const head: Head = [
    entry.at,
    entry.milliseconds,
    entry.method,
    entry.path,
    entry.query,
    entry.operationId ?? null,
    entry.keyName ?? null,
    entry.status ?? null,
    entry.faultId ?? null,
    requestHeaders,
    responseHeaders,
    entry.requestTruncated === true ? 1 : 0,
    entry.responseTruncated === true ? 1 : 0,
    encoding,
    body.length,
    isBroken ? responseBody : 0,
  ];
  return `${JSON.stringify(head)}\n${requestLines}${responseLines}${body}${isBroken ? '' : responseBody}`;
}

/** What the head says of some texts, and the lines themselves. */
function inLines(texts: readonly string[]): readonly [InLines, string] {
  if (texts.length === 0) return [0, ''];
  const lines = texts.join('\n');
  const isBroken = HALF_CHARACTER.test(lines) || texts.some((text) => text.includes('\n'));
  return isBroken ? [texts, ''] : [texts.length, `${lines}\n`];
}

const HALF_CHARACTER = /\p{Surrogate}/u;

function textOf(body: KeptEntry['requestBody']): readonly [Head['13'], string] {
  if (body === undefined) return [0, ''];
  // One of a character for each byte, see `requestBodyOf`, is its own text where all of them are ASCII.
  if (typeof body === 'string' && Buffer.byteLength(body) === body.length) return ['utf8', body];
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  return isUtf8(bytes) ? ['utf8', bytes.toString()] : ['base64', bytes.toString('base64')];
}

/** @param text of `packEntry` */
export function unpackEntry(id: number, text: string): Entry {
  let from = 0;
  const line = (): string => {
    const begin = from;
    from = text.indexOf('\n', begin) + 1;
    return text.slice(begin, from - 1);
  };
  const lines = (some: InLines): readonly string[] =>
    typeof some === 'number' ? Array.from({ length: some }, line) : some;
  // Nothing else is written by any mock that shares this store: another version is refused at its start.
  const head = JSON.parse(line()) as Head;
  const [at, milliseconds, method, path, query, operationId, keyName, status, faultId, ...rest] = head;
  const [requestHeaders, responseHeaders, requestTruncated, responseTruncated, encoding, length, inJson] = rest;
  const headers = { requestHeaders: lines(requestHeaders), responseHeaders: lines(responseHeaders) };
  const bodyEnd = from + length;
  return {
    ...{ id, at, milliseconds, method, path, query },
    ...{ operationId: operationId ?? undefined, keyName: keyName ?? undefined },
    ...{ status: status ?? undefined, faultId: faultId ?? undefined },
    ...headers,
    requestBody: encoding === 0 ? undefined : Buffer.from(text.slice(from, bodyEnd), encoding),
    responseBody: inJson === 0 ? text.slice(bodyEnd) : inJson,
    ...{ requestTruncated: requestTruncated === 1, responseTruncated: responseTruncated === 1 },
  };
}
