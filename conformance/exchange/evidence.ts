import { memoized, partAt, pointerTokens, stringifyJson } from '../../openapi/contract';
import type { Exchange, Response } from './exchange';
import { startsOf } from './place';

/** The most characters of a text that are kept: reports show less, and look for secrets in it before they cut it. */
const MOST_CHARACTERS = 10_000;
/** The most characters that the headers of one reply may come to. */
const MOST_OF_HEADERS = 32_000;
/** The most headers of one reply: each takes a hundred bytes besides its text. */
const MOST_HEADERS = 250;

/**
 * An exchange as far as a report shows it, to be kept after it was judged: without the value of the reply's body, and of
 * long texts the beginning. So what a run remembers does not grow with what a server sends.
 */
export const evidenceOf: (exchange: Exchange) => Exchange = memoized((exchange: Exchange) => {
  const { response } = exchange;
  return response === undefined ? exchange : { ...exchange, response: beginningOf(response) };
});

/** Reports show so many characters before the place that a finding is about. */
const MOST_BEFORE = 100;

/**
 * The same, of the body what stands around a place in its value. It begins with a whole member or item, and ends as the body
 * or a record does: part of a secret would not be found any more.
 */
export function evidenceAround(exchange: Exchange, pointer: string): Exchange {
  const { response } = exchange;
  const { text, isCut, json } = response?.body ?? {};
  if (response === undefined || text === undefined) return evidenceOf(exchange);
  const [starts, steps] = [startsOf(text, pointer), pointerTokens(pointer)];
  const place = starts.at(-1) ?? 0;
  const from = starts.find((start) => place - start <= MOST_BEFORE) ?? 0;
  const isNear = from <= MOST_BEFORE;
  if (isCut !== true)
    return isNear ? evidenceOf(exchange) : { ...exchange, response: beginningOf(response, text.slice(from)) };
  const record = json !== undefined && 'value' in json ? partAt(json.value, steps.slice(0, -1)) : undefined;
  if (record === undefined || steps.length < 2 || (isNear && starts.length >= steps.length - 1))
    return evidenceOf(exchange);
  return { ...exchange, response: beginningOf(response, stringifyJson(record)) };
}

/** @param part of the body, where it is not to be its beginning */
function beginningOf({ status, headers, body }: Response, part?: string): Response {
  const all = part === undefined ? body.text : copied(`… ${part}`);
  const text = all === undefined ? undefined : shortened(all);
  return {
    status,
    headers: shortenedHeaders(headers),
    body: { bytes: body.bytes, text, isCut: (part === undefined && body.isCut) || text !== all, json: undefined },
  };
}

function shortenedHeaders(headers: Response['headers']): Response['headers'] {
  let left = MOST_OF_HEADERS;
  const kept = new Map<string, string>();
  for (const [name, value] of headers) {
    left -= name.length + Math.min(value.length, MOST_CHARACTERS);
    if (left < 0 || kept.size === MOST_HEADERS) break;
    kept.set(name, shortened(value));
  }
  return kept;
}

/** A text with nothing else in memory behind it; of a long one the beginning. */
export const shortened = (text: string, most = MOST_CHARACTERS): string =>
  text.length <= most ? text : copied(text.slice(0, most));

/** Whether a text may be the beginning of a longer one. */
export const isShortened = (text: string): boolean => text.length === MOST_CHARACTERS;

/** V8 makes a part of a text without copying it, and keeps all of the text as long as the part. */
export const copied = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

/** About how many bytes a JSON value takes in memory, counted no further than to `most` and the next value. */
export function weightOf(value: unknown, most: number): number {
  if (typeof value === 'string') return OF_A_VALUE + value.length;
  let weight = OF_A_VALUE;
  if (typeof value !== 'object' || value === null) return weight;
  for (const [name, inner] of Object.entries(value)) {
    if (weight > most) break;
    weight += name.length + weightOf(inner, most - weight);
  }
  return weight;
}

const OF_A_VALUE = 24;

/** What stands in the place of a secret. */
export const HIDDEN = '***';

const PERSONAL: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'authentication-info']);
const TELLING = /token|secret|passw|session|(?:api|access|auth|private)[-_]?key|signature|jwt/;

/** Whether a header carries a credential, whatever the contract says of it. Cookies have names of their own, and are no such header. */
export const isSecretHeader = (name: string): boolean =>
  PERSONAL.has(name.toLowerCase()) || TELLING.test(name.toLowerCase());

/** The same of a parameter of a query, as it is written there. */
const isSecretParameter = (name: string): boolean =>
  TELLING.test(name.toLowerCase()) || /auth|credential|pwd|^(?:key|sig|code)$/i.test(name);

/** A query, without its `?`, that shows no value of such a parameter but of those that are documented. */
export const withoutSecrets = (query: string, isDocumented: (name: string) => boolean = () => false): string =>
  query
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      const read = [...new URLSearchParams(name).keys()][0] ?? name;
      return isSecretParameter(read) && !isDocumented(read) && name !== pair ? `${name}=${HIDDEN}` : pair;
    })
    .join('&');
