import {
  type Example,
  envelopeOf,
  isObject,
  jsonMediaType,
  type MediaType,
  type Operation,
  type Reply,
  replyFor,
  successOf,
} from '../../openapi/contract';
import { exampleOf, isWrittenAsJson, represented } from '../actions/success';
import { excerpt, invalidPreference, type Problem } from '../errors/problems';
import type { Outcome } from '../http/reply';
import { createRandom } from '../world/rules/random';
import type { Call, Caller, Context, Engine } from './model';
import { problemOfStatus } from './problem-of-status';
import { receiveIfSmall } from './receive';

/**
 * The documented reply that a request prefers, by `Prefer: code=404` or `example=NAME`, or by `__code` and `__example` in its
 * query; undefined without a preference. The request is then neither validated nor carried out.
 *
 * @throws Problem the preferred error, or 400 if the contract has no such reply
 */
export function prefer(context: Context, operation: Operation): Promise<Outcome> | undefined {
  const preferred = preferredBy(context.call, operation);
  return preferred && documentedReply(context, operation, preferred);
}

async function documentedReply(
  { engine, caller, call, quota }: Context,
  operation: Operation,
  preferred: Preferred,
): Promise<Outcome> {
  // The request is not refused, so its body gets the time that any body gets.
  await receiveIfSmall(call, BODY_TIMEOUT_MS);
  const chosen = chooseReply(operation, preferred);
  const applied = { 'Preference-Applied': appliedOf(preferred) };
  const { status } = chosen;
  if (status < 400) return outcomeOf(chosen, applied, successBody(chosen, caller, engine));
  const problem = problemOfStatus(engine, caller, call, quota, status);
  const headers = { ...problem.headers, ...applied };
  const documented = errorExample(chosen);
  if (documented === undefined && chosen.media !== undefined) throw problem.with({ headers });
  return outcomeOf(chosen, headers, documented?.value);
}

/** Whether a request may prefer a documented reply, and so need none of the records. */
export const mayPrefer = ({ request, query }: Call): boolean =>
  request.headers.prefer !== undefined || query.includes('__');

function preferredBy(call: Call, operation: Operation): Preferred | undefined {
  if (!mayPrefer(call)) return undefined;
  const { request, query } = call;
  // Node has joined repeated headers into one text.
  const byHeader = parsePrefer(String(request.headers.prefer ?? ''));
  const byQuery = new URLSearchParams(query);
  const wanted = (name: string) => {
    const queryName = `__${name}`;
    const isParameter = operation.parameters.some((one) => one.in === 'query' && one.name === queryName);
    return byHeader.get(name) || (isParameter ? undefined : byQuery.get(queryName)) || undefined;
  };
  const [code, example] = [wanted('code'), wanted('example')];
  if (code !== undefined) return { code, example };
  return example === undefined ? undefined : { code, example };
}

function outcomeOf({ status, media }: Chosen, headers: Outcome['headers'], body: unknown): Outcome {
  if (media !== undefined && !isWrittenAsJson(media)) return { ...represented(status, media, body), headers };
  return { status, headers, body, mediaType: media?.type ?? '' };
}

/** Generated from a fixed seed, so that preferences leave the world's sequence of random numbers alone. */
function successBody({ media, example }: Chosen, { source }: Caller, { makeUp }: Engine): unknown {
  if (example !== undefined) return example.value;
  return media && exampleOf(media, { random: createRandom(0), now: source.now, makeUp });
}

/** The named example, else the first that does not contradict the status. */
function errorExample({ status, media, example }: Chosen): Example | undefined {
  if (example !== undefined || media === undefined) return example;
  return media.examples.find(({ value }) => Number(statusIn(media, value) ?? status) === status);
}

const BODY_TIMEOUT_MS = 30_000;

const appliedOf = (preferred: Preferred): string =>
  (['code', 'example'] as const)
    .flatMap((name) => (preferred[name] === undefined ? [] : [writePreference(name, preferred[name])]))
    .join(', ');

/** A preference for one of an operation's documented replies: by status, by the name of an example, or by both. */
type Preferred =
  | { readonly code: string; readonly example: string | undefined }
  | { readonly code: undefined; readonly example: string };

/** What is sent of a documented reply, and with which status. */
interface Chosen {
  readonly status: number;
  readonly media: MediaType | undefined;
  /** The example that was named, if one was. */
  readonly example: Example | undefined;
}

/** @throws Problem 400 if the operation does not document it, with a list of those that it does */
function chooseReply(operation: Operation, preferred: Preferred): Chosen {
  if (preferred.code === undefined) {
    const named = exampleNamed(operation, preferred.example);
    return { ...named, status: statusFor(operation, named) };
  }
  const coded = replyOf(operation, preferred.code);
  const { status, reply } = coded;
  if (preferred.example === undefined) return { status, media: mediaOf(reply), example: undefined };
  return { ...exampleNamed(operation, preferred.example, coded), status };
}

interface Coded {
  readonly status: number;
  readonly reply: Reply;
}

/** The example of this name: of the given reply, else the first of all. */
function exampleNamed(operation: Operation, name: string, coded?: Coded): Named {
  const all = namedExamples(operation);
  const found = all.find(({ reply, example }) => example.name === name && reply === (coded?.reply ?? reply));
  if (found !== undefined) return found;
  const names = all.map(({ reply, example }) => `${JSON.stringify(example.name)} (${reply.status})`);
  const beside = coded === undefined ? '' : ` with code=${coded.status}`;
  const known = names.length === 0 ? 'no example that has a name' : `the examples ${listed(names)}`;
  throw unmet(operation, `example=${JSON.stringify(excerpt(name))}${beside}`, known);
}

function replyOf(operation: Operation, code: string): Coded {
  const status = /^[2-5]\d\d$/.test(code) ? Number(code) : undefined;
  const reply = status && replyFor(operation, status);
  if (status && reply && (reply.status !== 'default' || status >= leastOfDefault(operation))) return { status, reply };
  const shown = /^\d{1,9}$/.test(code) ? code : JSON.stringify(excerpt(code));
  throw unmet(operation, `code=${shown}`, listed(statusesOf(operation)));
}

/** `default` is for errors, unless it is the only reply. */
const leastOfDefault = ({ replies }: Operation): number => (replies.length > 1 ? 400 : 200);

const unmet = ({ id }: Operation, preference: string, known: string): Problem =>
  invalidPreference(`The preference ${preference} can't be met: ${id} has ${known}.`);

/** The statuses that a preference may name, in words. */
function statusesOf(operation: Operation): readonly string[] {
  const statuses = operation.replies.filter(isFinal).map(({ status }) => status);
  const any = statuses.length > 1 ? 'any other' : 'any';
  const ranges = statuses.filter((status) => typeof status !== 'number' && status !== 'default').map(String);
  return [
    ...statuses.filter((status) => typeof status === 'number').map(String),
    ...ranges.map(([digit]) => `${any} from ${digit}00 to ${digit}99`),
    ...(statuses.includes('default') ? [`${any} from ${leastOfDefault(operation)} to 599`] : []),
  ];
}

/** The formatter is made on use, since making it takes 5 % of the start. */
const listed = (words: readonly string[]): string =>
  words.length === 0 ? 'none' : new Intl.ListFormat('en').format(words);

/** An example that has a name, and the reply that it belongs to. */
interface Named {
  readonly reply: Reply;
  readonly media: MediaType;
  readonly example: Example;
}

/** The named examples of an operation: those of success first, and of each reply JSON first. */
function namedExamples(operation: Operation): readonly Named[] {
  const success = successOf(operation)?.reply;
  const replies = [...(success === undefined ? [] : [success]), ...operation.replies.filter((one) => one !== success)];
  return replies.filter(isFinal).flatMap((reply) => {
    const first = mediaOf(reply);
    const content = first === undefined ? [] : [first, ...reply.content.filter((media) => media !== first)];
    return content.flatMap((media) =>
      media.examples.filter(({ name }) => name !== '').map((example) => ({ reply, media, example })),
    );
  });
}

/** Whether a reply is final: a 1xx is not (RFC 9110 §15.2). */
const isFinal = ({ status }: Reply): boolean => status !== '1XX' && !(typeof status === 'number' && status < 200);

/** A reply's JSON media type, else its first. */
const mediaOf = ({ content }: Reply): MediaType | undefined => jsonMediaType(content) ?? content[0];

/** The status for an example: the one in its value if the reply covers it, else the first that the reply covers. */
function statusFor(operation: Operation, { reply, media, example }: Named): number {
  if (typeof reply.status === 'number') return reply.status;
  const least = reply.status === 'default' ? 400 : Number(reply.status[0]) * 100;
  const most = reply.status === 'default' ? 599 : least + 99;
  const each = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  const own = Number(statusIn(media, example.value));
  // For an error without a status of its own, 500 is the most general.
  const wanted = [...(each.includes(own) ? [own] : []), ...(reply.status === 'default' ? [500] : []), ...each];
  return wanted.find((status) => replyFor(operation, status) === reply) ?? least;
}

/** The HTTP status that an example's value holds, in the envelope's place for it; undefined without one. */
function statusIn({ schema, type, pointer }: MediaType, value: unknown): unknown {
  const path = schema && envelopeOf(schema, type, pointer).roles.status;
  return path?.reduce<unknown>((whole, token) => {
    if (Array.isArray(whole)) return whole[Number(token)];
    return isObject(whole) ? whole[token] : undefined;
  }, value);
}

/** The headers `Prefer` and `Preference-Applied` (RFC 7240). */

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
/** A member of the list. A quoted text may hold commas; without a closing quote it reaches to the end. */
const MEMBERS = /(?:[^,"]|"(?:[^"\\]|\\.?)*(?:"|$))+/gs;
const MEMBER = /^[\t ]*([!#$%&'*+.^_`|~\w-]+)[\t ]*(?:=(.*)|;.*)?$/s;
const QUOTED = /^[\t ]*"((?:[^"\\]|\\.)*)"[\t ]*(?:;|$)/s;

/**
 * The preferences of a `Prefer` header (RFC 7240 §2) by name in lower case, the first of each; empty without a value.
 * Parameters are left out. A value that is neither a token nor quoted stays as it is, for the error message.
 */
export function parsePrefer(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const [member] of header.matchAll(MEMBERS)) {
    const [, name, word = ''] = MEMBER.exec(member) ?? [];
    if (name === undefined || preferences.has(name.toLowerCase())) continue;
    preferences.set(name.toLowerCase(), readWord(word));
  }
  return preferences;
}

function readWord(word: string): string {
  const quoted = QUOTED.exec(word)?.[1];
  return quoted === undefined ? word.replace(/;.*/s, '').trim() : quoted.replaceAll(/\\(.)/gs, '$1');
}

/**
 * One preference as `Preference-Applied` repeats it (RFC 7240 §3): `name=value`, quoted unless the value is a token. A
 * value that a header can't hold is left out, as the RFC allows.
 */
export function writePreference(name: string, value: string): string {
  if (TOKEN.test(value)) return `${name}=${value}`;
  return /^[\t\x20-\x7e]+$/.test(value) ? `${name}="${value.replaceAll(/["\\]/g, '\\$&')}"` : name;
}
