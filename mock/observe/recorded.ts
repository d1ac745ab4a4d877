import { StringDecoder } from 'node:string_decoder';
import type { RecordedRequest } from '../../openapi/types/control';
import { pairsOf } from '../http/headers';
import { type KeptEntry, requestBodyOf } from '../world/rules/journal-entry';
import type { Entry } from '../world/stores/journal';
import { instantText } from './instant';
import type { Secrets } from './secrets';

/** Makes a function that shows entries of the journal with their secrets masked. */
export function createPresenter(secrets: Secrets): (entry: Entry) => RecordedRequest {
  const hidden = ({ operationId }: Entry, body: string | null) => body && secrets.inBody(operationId, body);
  const shown = (name: string, value: string) => ({
    name: secrets.inText(name),
    value: secrets.inHeader(name, value),
  });
  return (entry) => ({
    id: entry.id,
    at: instantText(entry.at),
    durationMs: Math.round(entry.milliseconds * 1000) / 1000,
    method: secrets.inText(entry.method),
    path: secrets.inText(entry.path),
    query: secrets.inQuery(entry.query),
    operationId: entry.operationId ?? null,
    key: entry.keyName ?? null,
    status: entry.status ?? null,
    fault: entry.faultId ?? null,
    request: {
      headers: pairsOf(entry.requestHeaders).map(([name, value]) => shown(name, value)),
      body: hidden(entry, textOf(entry)),
      truncated: entry.requestTruncated,
    },
    response: {
      headers: pairsOf(entry.responseHeaders).map(([name, value]) => shown(name, value)),
      body: hidden(entry, entry.responseBody === '' ? null : entry.responseBody),
      truncated: entry.responseTruncated,
    },
  });
}

/** As UTF-8, with U+FFFD for invalid bytes; a character that the journal has cut in two is left out. */
function textOf({ requestBody, requestTruncated }: Entry): string | null {
  if (requestBody === undefined || requestBody.length === 0) return null;
  return requestTruncated ? new StringDecoder('utf8').write(requestBody) : requestBody.toString('utf8');
}

/** The texts of so many headers are remembered: a client sends most of its own with each request. */
const REMEMBERED = 1000;

/**
 * Makes a function that masks the credentials of an entry before it is stored where others may read it: in path, query and
 * headers, and in the bodies of an operation that gives tokens. Other bodies are masked once they are shown: to look for
 * known values in every body takes as long as all the rest of a request.
 */
export function createStoredEntry(secrets: Secrets): (entry: KeptEntry) => KeptEntry {
  const inHeader = remembering(secrets.inHeader);
  const inHeaders = (headers: readonly string[]): readonly string[] =>
    headers.map((text, place) => (place % 2 === 0 ? text : inHeader(headers[place - 1] ?? '', text)));
  const masked = (entry: KeptEntry): KeptEntry => ({
    ...entry,
    path: secrets.inText(entry.path),
    query: secrets.inQuery(entry.query),
    requestHeaders: inHeaders(entry.requestHeaders),
    // The mock makes the others itself.
    responseHeaders: entry.responseHeaders.some(isSetCookie) ? inHeaders(entry.responseHeaders) : entry.responseHeaders,
  });
  return (entry) => {
    const { operationId, responseBody } = entry;
    if (!secrets.isOfTokens(operationId)) return masked(entry);
    const asked = requestBodyOf(entry)?.toString();
    return {
      ...masked(entry),
      requestBody: asked === undefined ? undefined : Buffer.from(secrets.inBody(operationId, asked)),
      responseBody: secrets.inBody(operationId, responseBody),
    };
  };
}

const isSetCookie = (text: string, place: number): boolean => place % 2 === 0 && SET_COOKIE.test(text);

const SET_COOKIE = /^set-cookie$/i;

/** @param mask always gives the same for the same */
function remembering(mask: Secrets['inHeader']): Secrets['inHeader'] {
  const masked = new Map<string, Map<string, string>>();
  let count = 0;
  const remember = (name: string, value: string): string => {
    if (count === REMEMBERED) {
      masked.clear();
      count = 0;
    }
    count += 1;
    const shown = mask(name, value);
    const ofName = masked.get(name) ?? new Map<string, string>();
    masked.set(name, ofName.set(value, shown));
    return shown;
  };
  return (name, value) => masked.get(name)?.get(value) ?? remember(name, value);
}
