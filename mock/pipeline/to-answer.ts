import {
  type Contract,
  type Header,
  isJson,
  latest,
  memoized,
  type Operation,
  type Reply,
  replyFor,
  stringifyJson,
} from '../../openapi/contract';
import { errorBody } from '../errors/envelope';
import type { Problem } from '../errors/problems';
import { type RawHeaders, valueIn } from '../http/headers';
import type { Answer, Outcome } from '../http/reply';
import { headerTextOf } from '../values/representation';
import type { Source } from '../values/source';

/**
 * Writes an outcome or a problem as an answer, with the headers of earlier steps.
 *
 * @param source the time of the request, and the random numbers for headers that have to be made up
 */
export function toAnswer(
  contract: Contract,
  source: Source,
  operation: Operation | undefined,
  result: Outcome | Problem,
  ...headers: readonly RawHeaders[]
): Answer {
  const { status } = result;
  const outcome: Pick<Outcome, 'body' | 'mediaType' | 'written'> =
    result instanceof Error ? errorBody(contract, operation, result, source) : result;
  const { body, mediaType, written } = outcome;
  // RFC 9110 §15.3.5, §15.4.5: these have no body.
  const isBare = body === undefined || status === 204 || status === 304;
  const type = concrete(mediaType);
  const bytes = isBare ? '' : (written?.() ?? (typeof body === 'string' && !isJson(type) ? body : stringifyJson(body)));

  const sent: string[] = ['Date', httpDate(Math.floor(source.now / 1000))];
  for (const some of headers) for (const text of some) sent.push(text);
  for (const name in result.headers) put(sent, name, result.headers[name] ?? '');
  if (!isBare) put(sent, 'Content-Type', type);
  // RFC 9110 §8.6: a 204 has no Content-Length, and a 304 at most that of the 200 in its place.
  if (status !== 204 && status !== 304) put(sent, 'Content-Length', String(Buffer.byteLength(bytes)));
  for (const header of missing(sent, operation, status)) sent.push(header.name, headerTextOf(header, source));
  return { status, bytes, headers: sent };
}

/** A Unix second in the format of RFC 9110 §5.6.7; all replies of a second share the text. */
const httpDate = latest((second: number) => new Date(second * 1000).toUTCString());

/** Replaces the header of this name, or adds it. */
function put(sent: string[], name: string, value: string): void {
  for (let place = 0; place < sent.length; place += 2) {
    if (sent[place] !== name) continue;
    sent[place + 1] = value;
    return;
  }
  sent.push(name, value);
}

/** A media type for a body whose contract may give a range such as `text/*`. */
function concrete(mediaType: string): string {
  if (!mediaType.includes('*')) return mediaType;
  return mediaType.replace(/^(\*|application)\/\*/, 'application/json').replace(/^text\/\*/, 'text/plain');
}

/** The headers that the contract requires and no step has set. */
function missing(sent: RawHeaders, operation: Operation | undefined, status: number): readonly Header[] {
  const reply = operation && replyFor(operation, status);
  if (reply === undefined) return NONE;
  const required = requiredOf(reply);
  if (required.every(({ name }) => valueIn(sent, name) !== undefined)) return NONE;
  const names = new Set(sent.filter((_, place) => place % 2 === 0).map((name) => name.toLowerCase()));
  return required.filter(({ name }) => !names.has(name.toLowerCase()));
}

const NONE: readonly Header[] = [];

const requiredOf = memoized((reply: Reply): readonly Header[] => reply.headers.filter(({ required }) => required));
