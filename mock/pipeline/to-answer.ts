import {
  type Contract,
  type Header,
  isJson,
  isObject,
  latest,
  memoized,
  type Operation,
  type Reply,
  replyFor,
  stringifyJson,
} from '../../openapi/contract';
import { errorBody } from '../errors/envelope';
import type { Problem } from '../errors/problems';
import type { Answer } from '../http/answer';
import type { Outcome } from '../http/outcome';
import { type RawHeaders, valueIn } from '../http/raw-headers';
import { sample } from '../values/sample';
import type { Source } from '../values/source';

/**
 * An outcome or a problem as it leaves, with the headers of the steps before.
 *
 * @param source where values that nothing gives are made up, at the time of the request
 */
export function toAnswer(
  contract: Contract,
  source: Source,
  operation: Operation | undefined,
  result: Outcome | Problem,
  ...headers: readonly RawHeaders[]
): Answer {
  const { status } = result;
  const outcome: Pick<Outcome, 'body' | 'mediaType' | 'json'> =
    result instanceof Error ? errorBody(contract, operation, result, source) : result;
  const { body, mediaType, json } = outcome;
  // RFC 9110 §15.3.5, §15.4.5: these end with the headers.
  const isBare = body === undefined || status === 204 || status === 304;
  const type = concrete(mediaType);
  const bytes = isBare ? '' : (json ?? (typeof body === 'string' && !isJson(type) ? body : stringifyJson(body)));

  const sent: string[] = ['Date', httpDate(Math.floor(source.now / 1000))];
  for (const some of headers) for (const text of some) sent.push(text);
  for (const name in result.headers) put(sent, name, result.headers[name] ?? '');
  if (!isBare) put(sent, 'Content-Type', type);
  // RFC 9110 §8.6: a 204 has no Content-Length.
  if (status !== 204) put(sent, 'Content-Length', String(Buffer.byteLength(bytes)));
  for (const header of missing(sent, operation, status)) sent.push(header.name, textOf(header, source));
  return { status, bytes, headers: sent };
}

/** A Unix second as RFC 9110 §5.6.7 writes it; all replies of a second share the text. */
const httpDate = latest((second: number) => new Date(second * 1000).toUTCString());

/** In place of a header of the same name, else as another. */
function put(sent: string[], name: string, value: string): void {
  for (let place = 0; place < sent.length; place += 2) {
    if (sent[place] !== name) continue;
    sent[place + 1] = value;
    return;
  }
  sent.push(name, value);
}

/** A media type that a body can have, of a range that the contract may give instead. */
function concrete(mediaType: string): string {
  if (!mediaType.includes('*')) return mediaType;
  return mediaType.replace(/^(\*|application)\/\*/, 'application/json').replace(/^text\/\*/, 'text/plain');
}

/** The headers that the contract requires of the reply and that mean nothing here. */
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

const textOf = ({ schema, examples }: Header, source: Source): string =>
  headerText(examples[0]?.value ?? sample(schema, source));

/** A value in the form of a header (OpenAPI's style `simple`), without what HTTP does not let through (RFC 9110 §5.5). */
function headerText(value: unknown): string {
  const text = isObject(value) ? Object.entries(value).join() : String(value);
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');
}
