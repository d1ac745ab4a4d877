import { type KeptEntry, requestBodyOf } from '../world/rules/kept-bodies';
import type { Secrets } from './secrets';

/** The texts of so many headers are remembered: a client sends most of its own with each request. */
const REMEMBERED = 1000;

/**
 * Makes a function that takes the credentials out of a request that is stored where others than the mock may read it: those
 * that it carries in its path, query and headers, and those in the bodies of an operation that gives tokens. Other bodies stay
 * as they are, as the records do that are made of them; they are masked once they are shown.
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
