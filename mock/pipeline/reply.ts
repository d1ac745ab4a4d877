import {
  type Contract,
  type Deprecation,
  type Header,
  isJson,
  latest,
  memoized,
  type Operation,
  type Reply,
  replyFor,
  stringifyJson,
} from '../../openapi/contract';
import { holdBack } from '../behaviours/limits';
import type { Given } from '../behaviours/model';
import { replyUnder } from '../behaviours/reply';
import { errorBody } from '../errors/envelope';
import { Problem } from '../errors/problems';
import { headerOf, pairsOf, type RawHeaders, valueIn } from '../http/headers';
import type { Answer, Outcome } from '../http/reply';
import { DOCUMENT_PATH } from '../pages/pages';
import { headerTextOf } from '../values/representation';
import type { Source } from '../values/source';
import type { FaultReply } from '../world/stores/faults';
import type { Call, Caller, Context, Engine, FaultAnswer } from './model';

/**
 * Writes an outcome or a problem as an answer, with the headers of earlier stages.
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

/** The headers that the contract requires, or gives a value, and no stage has set. */
function missing(sent: RawHeaders, operation: Operation | undefined, status: number): readonly Header[] {
  const reply = operation && replyFor(operation, status);
  if (reply === undefined) return [];
  // Most are spelled as the contract spells them.
  return givenBy(reply).filter(
    ({ name }) => valueIn(sent, name) === undefined && headerOf({ headers: sent }, name) === undefined,
  );
}

const givenBy = memoized((reply: Reply): readonly Header[] =>
  reply.headers.filter((header) => header.required || (hasValue(header) && !OF_THE_REPLY.test(header.name))),
);

/** Whether the document says which value a header has: by an example, a default, or the only one that it may have. */
const hasValue = ({ examples, schema }: Header): boolean =>
  examples.length > 0 || schema.default !== undefined || schema.const !== undefined || schema.enum?.length === 1;

/** What tells of the very reply: the document's value would be untrue of it. */
const OF_THE_REPLY =
  /^(?:link|location|date|age|allow|vary|via|connection|keep-alive|trailer|upgrade|transfer-|retry-|etag|last-modified|access-control-|content-(?!disposition|language))|total|count|next|prev|cursor|page|offset/i;

/**
 * An answer with the headers that every reply has, as the behaviours of its request have it.
 *
 * @param byFault what a fault answers: its headers go before all others of their names
 */
export function withCommonHeaders(
  { contract, cors }: Pick<Engine, 'contract' | 'cors'>,
  { request, path }: Pick<Call, 'path'> & { readonly request: Pick<Call['request'], 'method' | 'headers'> },
  { source, behaviours }: Pick<Caller, 'source' | 'behaviours'>,
  operation: Operation | undefined,
  result: Outcome | Problem,
  quota: RawHeaders,
  byFault?: FaultAnswer | undefined,
): Answer {
  const allowance = byFault?.allowance ?? quota;
  const deprecation = deprecationHeaders(contract, operation);
  const write = (said: Outcome | Problem): Answer =>
    toAnswer(contract, source, operation, said, cors.headersFor(request), allowance, deprecation);
  const under = (): Answer => {
    const { turn, seed } = behaviours;
    const about = { contract, request, path, operation, source, given: byFault && givenByFault(byFault), turn, seed };
    return replyUnder(behaviours, about, result, write);
  };
  const reply = behaviours.changes.size === 0 ? write(result) : under();
  return byFault === undefined ? reply : withOwnHeaders(reply, byFault.own);
}

/** Holds the reply back, where a behaviour does. */
export function takeTime({ engine: { readiness }, call, caller: { behaviours } }: Context): Promise<void> | undefined {
  const { request, deadline } = call;
  const latency = behaviours.latency(0, behaviours);
  if (latency === 0 || request.isAbandoned || !readiness.isReady) return undefined;
  return deadline.excluded(holdBack(latency, [(left) => request.onAbandoned(left), readiness.onEnd]));
}

const givenByFault = ({ result, own }: FaultAnswer): Given => ({
  hasBody: !(result instanceof Problem),
  headers: new Set(Object.keys(own).map((name) => name.toLowerCase())),
});

type OwnHeaders = NonNullable<FaultReply['headers']>;

/** The header lines that are sent: one for each value. */
export const linesOf = (headers: OwnHeaders): readonly (readonly [name: string, value: string])[] =>
  Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => [name, String(value)] as const));

/** An answer with these headers in place of those of their names, in any case (RFC 9110 §5.1). Pages of other origins may read them. */
function withOwnHeaders(answer: Answer, own: OwnHeaders): Answer {
  const names = Object.keys(own);
  if (names.length === 0) return answer;
  const replaced = new Set(names.map((name) => name.toLowerCase()));
  const others = pairsOf(answer.headers).filter(([name]) => !replaced.has(name.toLowerCase()));
  const exposing = others.map(([name, value]) => [
    name,
    name.toLowerCase() === EXPOSED ? withNames(value, names) : value,
  ]);
  return { ...answer, headers: [...exposing, ...linesOf(own)].flat() };
}

const EXPOSED = 'access-control-expose-headers';

function withNames(exposed: string, names: readonly string[]): string {
  const known = new Set(exposed.toLowerCase().split(', '));
  return [exposed, ...names.filter((name) => !known.has(name.toLowerCase()))].join(', ');
}

/**
 * The headers of a deprecated operation's replies: `Deprecation` (RFC 9745 §2), `Sunset` (RFC 8594 §3), and links to the
 * documentation (RFC 9745 §3, RFC 8594 §6) and to the successor (RFC 5829 §3.3).
 */
export const deprecationHeaders = (contract: Contract, operation: Operation | undefined): RawHeaders =>
  operation?.deprecation === undefined ? NO_HEADERS : headersIn(contract)(operation.deprecation);

const NO_HEADERS: RawHeaders = [];

const headersIn = memoized((contract: Contract) =>
  memoized((deprecation: Deprecation) => headersOf(contract, deprecation)),
);

function headersOf({ prefix, operations }: Contract, deprecation: Deprecation): RawHeaders {
  const { since, removal, replacement, documentation = DOCUMENT_PATH } = deprecation;
  const successor = operations.find(({ id }) => id === replacement);
  const links = [
    `<${documentation}>; rel="deprecation"`,
    ...(removal === undefined ? [] : [`<${documentation}>; rel="sunset"`]),
    ...(successor === undefined ? [] : [`<${prefix}${successor.path}>; rel="successor-version"`]),
  ];
  return [
    // A date is required. If the contract gives none, the epoch only says that it is past.
    ...['Deprecation', `@${since ?? 0}`],
    ...(removal === undefined ? [] : ['Sunset', new Date(removal * 1000).toUTCString()]),
    ...['Link', links.join(', ')],
  ];
}
