import { isUtf8 } from 'node:buffer';
import type { KeptEntry } from '../../rules/kept-bodies';
import type { Entry } from '../../stores/journal';

/**
 * What stands before the bodies: JSON, which has no line break, and null for what is undefined. Bodies stand after it as
 * they are: most of them are JSON, in which each quote would take two characters.
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
  requestHeaders: readonly string[],
  responseHeaders: readonly string[],
  requestTruncated: 0 | 1,
  responseTruncated: 0 | 1,
  /** How the body of the request is written, and in how many characters; 0 and 0 for none. */
  requestEncoding: 'utf8' | 'base64' | 0,
  requestLength: number,
  /** The body of the response where it has half a character, which UTF-8 can't write; else 0. */
  responseInJson: string | 0,
];

/** An entry as one text, from which `unpackEntry` makes it again exactly. */
export function packEntry(entry: KeptEntry): string {
  const { method, path, query, requestHeaders, responseHeaders, responseBody } = entry;
  const [encoding, body] = textOf(entry.requestBody);
  const isBroken = HALF_CHARACTER.test(responseBody);
  const head: Head = [
    ...([entry.at, entry.milliseconds, method, path, query] as const),
    ...([entry.operationId ?? null, entry.keyName ?? null, entry.status ?? null, entry.faultId ?? null] as const),
    ...([requestHeaders, responseHeaders] as const),
    ...([entry.requestTruncated === true ? 1 : 0, entry.responseTruncated === true ? 1 : 0] as const),
    ...([encoding, body.length, isBroken ? responseBody : 0] as const),
  ];
  return `${JSON.stringify(head)}\n${body}${isBroken ? '' : responseBody}`;
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
  const headEnd = text.indexOf('\n');
  // Nothing else is written by any mock that shares this store: another version is refused at its start.
  const head = JSON.parse(text.slice(0, headEnd)) as Head;
  const [at, milliseconds, method, path, query, operationId, keyName, status, faultId, ...rest] = head;
  const [requestHeaders, responseHeaders, requestTruncated, responseTruncated, encoding, length, inJson] = rest;
  const bodyEnd = headEnd + 1 + length;
  return {
    ...{ id, at, milliseconds, method, path, query },
    ...{ operationId: operationId ?? undefined, keyName: keyName ?? undefined },
    ...{ status: status ?? undefined, faultId: faultId ?? undefined },
    ...{ requestHeaders, responseHeaders },
    requestBody: encoding === 0 ? undefined : Buffer.from(text.slice(headEnd + 1, bodyEnd), encoding),
    responseBody: inJson === 0 ? text.slice(bodyEnd) : inJson,
    ...{ requestTruncated: requestTruncated === 1, responseTruncated: responseTruncated === 1 },
  };
}
