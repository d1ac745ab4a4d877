import {
  type Contract,
  createMatcher,
  type ErrorEnvelope,
  envelopeOf,
  essence,
  type Header,
  isObject,
  JsonError,
  jsonMediaType,
  type Match,
  type Operation,
  parseJson,
  replyFor,
  validatorOf,
} from '../../../openapi/contract';
import type { Attempt, Received, Reply, Target } from '../model';
import { hasMark, inAnyDecoding, secretsIn, secretsOf } from '../target/secrets';
import type { LawId } from './finding';

/** A reply with all that it is judged by. */
interface Exchange {
  readonly attempt: Attempt;
  readonly reply: Reply;
  readonly target: Target;
  /** The contract that the reply has to keep. */
  readonly contract: Contract;
  /** What the request means; undefined where it is not one request that can be read. */
  readonly operation: Operation | undefined;
  /** Whether the request is for the control plane. */
  readonly isControl: boolean;
}

/** What is wrong, in a few words that are the same for the same fault; undefined where nothing is. */
type Judge = (exchange: Exchange) => string | undefined;

/** A 5xx is a finding, unless the request asked for it, or a stated bound is told in it. */
const no5xx: Judge = ({ reply }) =>
  reply.status < 500 || isAsked(reply) || isAtBound(reply)
    ? undefined
    : `a ${reply.status}: ${reply.body.toString('utf8', 0, 120)}`;

/** RFC 7240 §3: the reply says that it honours a preference. */
const isAsked = ({ headers }: Reply): boolean => headers.has('preference-applied');

/** 503 Service Unavailable and 507 Insufficient Storage, with which the mock tells that a bound is reached. */
const isAtBound = ({ status, headers }: Reply): boolean =>
  status === 507 || (status === 503 && headers.has('retry-after'));

/** Every error is in the envelope that the document describes for it, and repeats its status there. */
const envelope: Judge = ({ attempt, reply: { status, headers, body }, contract, operation }) => {
  if (status < 400 || attempt.request?.method === 'HEAD') return undefined;
  const expected = envelopeFor(contract, operation, status);
  if (expected === undefined) return undefined;
  const type = headers.get('content-type') ?? '';
  if (essence(type) !== essence(expected.mediaType)) return `a ${status} of the type ${JSON.stringify(type)}`;
  const value = read(body);
  if (value === undefined) return `a ${status} whose body is no JSON`;
  const violation = validatorOf(expected.schema, 'response')(value);
  if (violation !== undefined) return `a ${status}: ${violation.pointer || 'the body'} does not fit the envelope`;
  const told = valueAt(value, expected.roles.status);
  return told === undefined || Number(told) === status ? undefined : `a ${status} that says ${String(told)}`;
};

/** The operation's own shape for the status, else that of all errors; undefined where the document has none. */
function envelopeFor(contract: Contract, operation: Operation | undefined, status: number): ErrorEnvelope | undefined {
  const content = (operation && replyFor(operation, status)?.content) ?? [];
  const media = jsonMediaType(content);
  if (media?.schema !== undefined) return envelopeOf(media.schema, media.type, media.pointer);
  return content.length > 0 ? undefined : contract.envelope;
}

function read(body: Buffer): unknown {
  try {
    return parseJson(body.toString());
  } catch (error) {
    if (error instanceof JsonError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const valueAt = (value: unknown, path: readonly string[] | undefined): unknown =>
  path?.reduce<unknown>(
    (whole, token) => (Array.isArray(whole) ? whole[Number(token)] : isObject(whole) ? whole[token] : undefined),
    value,
  );

/** A reply has the rate limit headers that the document requires in it. */
const rateHeaders: Judge = ({ reply: { status, headers }, contract, operation, isControl }) => {
  if (isControl) return undefined;
  const documented = operation && replyFor(operation, status);
  const missing = (documented?.headers ?? (status < 400 ? [] : headersOfErrors(contract)))
    .filter(({ required, allowance }) => required && allowance !== undefined)
    .map(({ name }) => name)
    .filter((name) => !headers.has(name.toLowerCase()));
  return missing.length === 0 ? undefined : `a ${status} without ${missing.join(', ')}`;
};

/** What no error of the document goes without, which holds for paths that it does not have, too. */
function headersOfErrors({ operations }: Contract): readonly Header[] {
  const [first, ...others] = operations.flatMap(({ replies }) =>
    replies.filter(({ status }) => status === 'default' || Number(status) >= 400),
  );
  return (first?.headers ?? []).filter(({ name }) =>
    others.every(({ headers }) => headers.some((header) => header.name === name && header.required)),
  );
}

/** A reply has no key in it that its request did not have. */
const noForeignKey: Judge = ({ attempt, reply, target }) => {
  if (!hasMark(reply.head) && !hasMark(reply.body)) return undefined;
  const sent = inAnyDecoding(attempt.parts.map((part) => part.toString('latin1')).join(''));
  const foreign = secretsIn(`${reply.head}\n${reply.body}`, secretsOf(target)).filter(
    (secret) => secret !== target.keys.buried && !sent.some((text) => text.includes(secret)),
  );
  return foreign.length === 0 ? undefined : `a ${reply.status} that shows a key of another client`;
};

/**
 * What every reply is judged by.
 *
 * To add a law: its id and sentence in `finding.ts`, a line here, and a server that breaks it in `fuzz.test.ts`.
 */
const REPLY_LAWS: readonly (readonly [LawId, Judge])[] = [
  ['no-5xx', no5xx],
  ['envelope', envelope],
  ['rate-headers', rateHeaders],
  ['keys', noForeignKey],
];

interface Breach {
  readonly law: LawId;
  readonly what: string;
}

/** Judges what came back for an attempt; the same words stand for the same fault. */
export function createJudge(target: Target) {
  const { contract, control } = target;
  const api = { contract, matcher: createMatcher(contract), isControl: false };
  const plane = { contract: control, matcher: createMatcher(control), isControl: true };
  /** Who it is for; both, where bytes that can not be read for sure have the prefix of the control plane in them. */
  const recipientsOf = ({ request, parts }: Attempt): readonly (typeof api)[] => {
    if (request === undefined) return Buffer.concat(parts).includes(control.prefix) ? [api, plane] : [api];
    const path = pathOf(request.target).toLowerCase();
    return [path === control.prefix || path.startsWith(`${control.prefix}/`) ? plane : api];
  };
  return (attempt: Attempt, { malformed, replies, ended }: Received): readonly Breach[] => {
    // A fault may break anything.
    if (attempt.isUnderFaults) return [];
    const { request } = attempt;
    const breaches: Breach[] = [];
    if (malformed !== undefined) breaches.push({ law: 'well-formed', what: malformed });
    else if (request !== undefined && replies.length === 0) {
      breaches.push({ law: 'answered', what: `no reply: ${ended}` });
    }
    const recipients = recipientsOf(attempt).map(({ matcher, ...recipient }) => ({
      ...recipient,
      operation: request && operationOf(matcher(request.method, pathOf(request.target))),
    }));
    for (const reply of replies) {
      for (const [law, judge] of REPLY_LAWS) {
        const found = recipients.map((recipient) => judge({ attempt, reply, target, ...recipient }));
        const [what] = found;
        if (what !== undefined && !found.includes(undefined)) breaches.push({ law, what });
      }
    }
    return breaches;
  };
}

const operationOf = (match: Match): Operation | undefined => (match.kind === 'operation' ? match.operation : undefined);

/** The path of a target in origin or absolute form (RFC 9112 §3.2). */
const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/, 1)[0] || '/';

/** What is counted of the attempts, each with its heading. */
export const COUNTS = {
  tried: 'tried',
  replies: 'replies',
  refused: 'refused (4xx)',
  /** Those that a preference or a fault asked for. */
  asked5xx: '5xx asked for',
  /** 503 and 507 in the envelope: a stated bound was reached. */
  atBound: 'at a bound',
  other5xx: 'other 5xx',
  /** Connections that ended without any reply. */
  withoutReply: 'no reply',
} as const;

export type Tally = Readonly<Record<keyof typeof COUNTS, number>>;

const tallyBy = (countOf: (name: keyof Tally) => number): Tally =>
  // True: it has a count by each of the names.
  Object.fromEntries(Object.keys(COUNTS).map((name) => [name, countOf(name as keyof Tally)])) as Tally;

/** The sum of what was counted. */
export const sumOf = (tallies: readonly Tally[]): Tally =>
  tallyBy((name) => tallies.reduce((sum, tally) => sum + tally[name], 0));

/** Adds what one attempt counts. */
export function count(tallies: Record<string, Tally>, attack: string, one: Tally): void {
  tallies[attack] = sumOf([...(tallies[attack] === undefined ? [] : [tallies[attack]]), one]);
}

/** What one attempt counts. */
export function tallyOf({ isUnderFaults }: Attempt, { replies }: Received): Tally {
  const failed = replies.filter(({ status }) => status >= 500);
  const asked = failed.filter((reply) => isUnderFaults === true || isAsked(reply));
  const unasked = failed.filter((reply) => !asked.includes(reply));
  const atBound = unasked.filter(isAtBound).length;
  return {
    tried: 1,
    replies: replies.length,
    refused: replies.filter(({ status }) => status >= 400 && status < 500).length,
    asked5xx: asked.length,
    atBound,
    other5xx: unasked.length - atBound,
    withoutReply: replies.length === 0 ? 1 : 0,
  };
}
