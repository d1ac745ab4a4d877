import { isUtf8 } from 'node:buffer';
import type { KeptEntry } from '../../rules/journal-entry';
import type { Entry } from '../../stores/journal';

/** What stands before the bodies, as a list in JSON: names would take a third of most entries. */
const FIELDS = [
  ...(['at', 'milliseconds', 'method', 'path', 'query', 'operationId', 'keyName', 'status', 'faultId'] as const),
  ...(['requestHeaders', 'responseHeaders', 'requestTruncated', 'responseTruncated'] as const),
];

/** How the body of the request is written, in how many characters, and the response's body where it does not stand behind that. */
type Bodies = readonly ['utf8' | 'base64' | null, number, string | null];

/** An entry as one text, from which `unpackEntry` makes it again exactly. Bodies stand in it as they are, which takes less time than JSON. */
export function packEntry(entry: KeptEntry): string {
  const { responseBody } = entry;
  const [encoding, body] = textOf(entry.requestBody);
  // UTF-8 can't write half a character.
  const isBroken = /\p{Surrogate}/u.test(responseBody);
  const bodies: Bodies = [encoding, body.length, isBroken ? responseBody : null];
  const head = JSON.stringify([...bodies, ...FIELDS.map((field) => entry[field])]);
  return `${head}\n${body}${isBroken ? '' : responseBody}`;
}

function textOf(body: KeptEntry['requestBody']): readonly [Bodies[0], string] {
  if (body === undefined) return [null, ''];
  // One of a character for each byte, see `requestBodyOf`, is its own text where all of them are ASCII.
  if (typeof body === 'string' && Buffer.byteLength(body) === body.length) return ['utf8', body];
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  return isUtf8(bytes) ? ['utf8', bytes.toString()] : ['base64', bytes.toString('base64')];
}

/** @param text of `packEntry` */
export function unpackEntry(id: number, text: string): Entry {
  const begin = text.indexOf('\n') + 1;
  // Nothing else is written by any mock that shares this store: another version is refused at its start.
  const [encoding, length, broken, ...values] = JSON.parse(text.slice(0, begin)) as [...Bodies, ...unknown[]];
  const end = begin + length;
  const known = Object.fromEntries(FIELDS.map((field, place) => [field, values[place] ?? undefined]));
  const { requestTruncated = false, responseTruncated = false, ...others } = known as unknown as KeptEntry;
  return {
    ...{ id, ...others, requestTruncated, responseTruncated },
    requestBody: encoding === null ? undefined : Buffer.from(text.slice(begin, end), encoding),
    responseBody: broken ?? text.slice(end),
  };
}
