/**
 * Conditional requests (RFC 9110 §13), where the document names their headers: what is shown has an entity tag, which is made
 * from the stored record, and the date of its last change where the record says it, and a change is made only to the version that
 * its client has seen.
 */
import { hash } from 'node:crypto';
import {
  type Contract,
  fits,
  type Header,
  isObject,
  memoized,
  type Operation,
  own,
  type Parameter,
  plain,
  stringifyJson,
  successOf,
} from '../../openapi/contract';
import { preconditionFailed, preconditionRequired } from '../errors/problems';
import type { Outcome } from '../http/reply';
import { CHANGED, CREATED, timeOf } from '../resources/instants';
import type { Task } from './model';

/** What an operation has to do with versions. */
interface Versioned {
  /** The header of its replies that has the tag. */
  readonly header: Pick<Header, 'name' | 'schema'> | undefined;
  /** The same with the date. */
  readonly dated: Pick<Header, 'name' | 'schema'> | undefined;
  /** Whether it answers 304 to a client that has this version already. */
  readonly isCached: boolean;
  /** Whether it changes only the version that `If-Match` names, or that of a date, and whether it has to be told which. */
  readonly isGuarded: boolean;
  readonly isRequired: boolean;
}

const versionedIn = memoized((contract: Contract) =>
  memoized((operation: Operation): Versioned => {
    const { path, method } = operation;
    const isQuestion = method === 'GET' || method === 'HEAD';
    const isTagged = isQuestion && (takes(operation, 'if-none-match') || hasStatus(operation, 304));
    const isSince = isQuestion && takes(operation, 'if-modified-since');
    // Who is asked for a tag or a date gets it from the reply that shows the record.
    const isAsked = (header: string): boolean =>
      isQuestion && contract.operations.some((other) => other.path === path && takes(other, header));
    const documented = (header: string) =>
      successOf(operation)?.reply.headers.find(({ name }) => name.toLowerCase() === header);
    const isChange = CHANGES.has(method);
    const isGuarded = hasStatus(operation, 412) || GUARDS.some((header) => takes(operation, header));
    return {
      header: documented('etag') ?? (isTagged || isAsked('if-match') ? ETAG : undefined),
      dated: documented('last-modified') ?? (isSince || isAsked('if-unmodified-since') ? LAST_MODIFIED : undefined),
      isCached: isTagged || isSince,
      isGuarded: !isQuestion && isGuarded,
      isRequired: hasStatus(operation, 428) && (isChange || takes(operation, 'if-match')),
    };
  }),
);

const ETAG = { name: 'ETag', schema: {} };
const LAST_MODIFIED = { name: 'Last-Modified', schema: {} };
const GUARDS = ['if-match', 'if-unmodified-since'];

const CHANGES: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

const takes = ({ parameters }: Operation, header: string): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name.toLowerCase() === header);

/** Whether an operation documents a status by its number. */
export const hasStatus = ({ replies }: Operation, wanted: number): boolean =>
  replies.some(({ status }) => status === wanted);

/** The property of a record that is its tag, if any: bodies show it, and clients send it as they found it. */
export const tagPropertyIn = (names: Iterable<string>): string | undefined =>
  [...names].find((name) => plain(name) === 'etag');

/** The tag that a record has in a property once it is changed. */
export const nextTag = (before: unknown, fields: unknown): string =>
  typeof before === 'string' && /^\d+$/.test(before) ? String(BigInt(before) + 1n) : digestOf([before, fields]);

/** What a tag has between its quotes: the same for equal values, in each process. */
const opaqueOf = memoized((value: object): string => {
  const property = tagPropertyIn(Object.keys(value));
  const given = property !== undefined && isObject(value) ? own(value, property) : undefined;
  return (typeof given === 'string' && /^"?([\x21\x23-\x7e]+)"?$/.exec(given)?.[1]) || digestOf(value);
});

const digestOf = (value: unknown): string => hash('sha1', stringifyJson(value), 'base64url');

/** When a value was changed last, to the second, as it says itself. */
function changedAt(value: object): number | undefined {
  const members = Object.entries(value);
  const [, instant] = [CHANGED, CREATED].flatMap((names) => members.find(([name]) => names.test(plain(name))) ?? []);
  const time = timeOf(instant);
  return time === undefined ? undefined : Math.floor(time / 1000) * 1000;
}

/** An outcome with the tag and the date of the value that it shows, where the document has headers for them. */
export function withTag({ contract, operation }: Task, outcome: Outcome, value: object): Outcome {
  const { header, dated } = versionedIn(contract)(operation);
  if (outcome.status >= 300) return outcome;
  const opaque = header && opaqueOf(value);
  const time = dated && changedAt(value);
  const date = time === undefined ? [] : [new Date(time).toUTCString(), new Date(time).toISOString()];
  // RFC 9110 §8.8.3: a strong tag, unless the document has weak ones, or texts without quotes.
  const tag = opaque === undefined ? [] : [`"${opaque}"`, `W/"${opaque}"`, opaque];
  const headers = { ...outcome.headers };
  for (const [one, texts] of [[header, tag] as const, [dated, date] as const]) {
    const text = one && texts.find((written) => fits(one.schema, 'response', written));
    if (text !== undefined) headers[one?.name ?? ''] = text;
  }
  return { ...outcome, headers };
}

/** The reply to a question, or 304 where the client has what it shows (RFC 9110 §13.1.2, §13.1.3). */
export function unlessKnown(task: Task, outcome: Outcome): Outcome {
  const { contract, operation, call } = task;
  const { header, dated, isCached } = versionedIn(contract)(operation);
  if (outcome.status >= 300) return outcome;
  const isTagged = header === undefined || Object.hasOwn(outcome.headers, header.name) || outcome.body === undefined;
  const tagged = isTagged ? outcome : withTag(task, outcome, { shown: outcome.body });
  const [tag, date] = [header, dated].map((one) => tagged.headers[one?.name ?? '']);
  const { 'if-none-match': known, 'if-modified-since': since } = call.request.headers;
  const isKnown = known === undefined ? isSince(date, since) : tag !== undefined && names(known, tag, isWeaklyEqual);
  if (!isCached || !isKnown) return tagged;
  const headers = Object.entries(tagged.headers).filter(([name]) => name === header?.name || name === dated?.name);
  return { status: 304, headers: Object.fromEntries(headers), body: undefined, mediaType: '' };
}

/** Whether what was changed at one date was not changed after another; false where one is none. */
const isSince = (changed: string | undefined, date: string | undefined): boolean =>
  Date.parse(changed ?? '') <= Date.parse(date ?? '');

/** Whether a client that has what an operation shows may be told so, by 304. */
export const mayBeKnown = (operation: Operation): boolean =>
  takes(operation, 'if-none-match') || takes(operation, 'if-modified-since');

/** Whether an operation has anything to do with versions. */
export const isVersioned = memoized((contract: Contract) =>
  memoized((operation: Operation): boolean =>
    Object.values(versionedIn(contract)(operation)).some((one) => one !== undefined && one !== false),
  ),
);

/** Whether a parameter that is missing is refused here, and not as others are. */
export const isVersionAsked = (operation: Operation, { in: place, name }: Parameter): boolean =>
  place === 'header' && name.toLowerCase() === 'if-match' && hasStatus(operation, 428);

/** @throws Problem where the request does not say which version it changes, and has to (RFC 6585 §3) */
export function requirePrecondition({ contract, operation, call: { request } }: Task): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = request.headers;
  if (wanted === undefined && unwanted === undefined && versionedIn(contract)(operation).isRequired)
    throw preconditionRequired();
}

/**
 * To be called in the step of the store that changes a value.
 *
 * @param before what there is; undefined where there is nothing
 * @throws Problem where the request is for another version (RFC 9110 §13.1.1, §13.1.2)
 */
export function checkVersion({ contract, operation, call: { request } }: Task, before: object | undefined): void {
  if (!versionedIn(contract)(operation).isGuarded) return;
  const { 'if-match': wanted, 'if-none-match': unwanted } = request.headers;
  const tag = before && `"${opaqueOf(before)}"`;
  if (wanted !== undefined && !names(wanted, tag, isStronglyEqual))
    throw preconditionFailed('If-Match', wanted, tag, operation);
  if (unwanted !== undefined && names(unwanted, tag, isWeaklyEqual))
    throw preconditionFailed('If-None-Match', unwanted, tag, operation);
  const since = request.headers['if-unmodified-since'];
  const changed = before && changedAt(before);
  // RFC 9110 §13.1.4: who names the version by its tag does not mean a date, and what is no date means nothing.
  if (wanted === undefined && since !== undefined && changed !== undefined && changed > Date.parse(since))
    throw preconditionFailed('If-Unmodified-Since', since, new Date(changed).toUTCString(), operation);
}

/** Whether a list of tags has this one; `*` has any. */
function names(list: string, tag: string | undefined, isEqual: (one: string, other: string) => boolean): boolean {
  if (tag === undefined) return false;
  return list.trim() === '*' || (list.match(TAG) ?? []).some((one) => isEqual(one, tag));
}

/** Some clients leave the quotes out, as do bodies that show a tag. */
const TAG = /(?:W\/)?"[^"]*"|[^\s,"]+/g;

const withoutQuotes = (tag: string): string => tag.replaceAll('"', '');
/** RFC 9110 §8.8.3.2. */
const isStronglyEqual = (one: string, other: string): boolean => withoutQuotes(one) === withoutQuotes(other);
const isWeaklyEqual = (one: string, other: string): boolean =>
  isStronglyEqual(one.replace(/^W\//, ''), other.replace(/^W\//, ''));
