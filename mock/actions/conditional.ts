/**
 * Conditional requests (RFC 9110 §13), where the document names their headers: what is shown has an entity tag, which is made
 * from the stored record, and a change is made only to the version that its client has seen.
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
import type { Task } from './model';

/** What an operation has to do with versions. */
interface Versioned {
  /** The header of its replies that has the tag. */
  readonly header: Pick<Header, 'name' | 'schema'> | undefined;
  /** Whether it answers 304 to a client that has this version already. */
  readonly isCached: boolean;
  /** Whether it changes only the version that `If-Match` names, and whether it has to be told which. */
  readonly isGuarded: boolean;
  readonly isRequired: boolean;
}

const versionedIn = memoized((contract: Contract) =>
  memoized((operation: Operation): Versioned => {
    const { path, method } = operation;
    const isQuestion = method === 'GET' || method === 'HEAD';
    const isCached = isQuestion && (takes(operation, 'if-none-match') || hasStatus(operation, 304));
    // Who is asked for a tag gets it from the reply that shows the record.
    const isAsked = contract.operations.some((other) => other.path === path && takes(other, 'if-match'));
    const documented = successOf(operation)?.reply.headers.find(({ name }) => name.toLowerCase() === 'etag');
    const isChange = CHANGES.has(method);
    return {
      header: documented ?? (isCached || (isQuestion && isAsked) ? ETAG : undefined),
      isCached,
      isGuarded: !isQuestion && (takes(operation, 'if-match') || hasStatus(operation, 412)),
      isRequired: hasStatus(operation, 428) && (isChange || takes(operation, 'if-match')),
    };
  }),
);

const ETAG = { name: 'ETag', schema: {} };

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

/** An outcome with the tag of the value that it shows, where the document has a header for it. */
export function withTag({ contract, operation }: Task, outcome: Outcome, value: object): Outcome {
  const { header } = versionedIn(contract)(operation);
  if (header === undefined || outcome.status >= 300) return outcome;
  const opaque = opaqueOf(value);
  // RFC 9110 §8.8.3: a strong tag, unless the document has weak ones, or texts without quotes.
  const text = [`"${opaque}"`, `W/"${opaque}"`, opaque].find((one) => fits(header.schema, 'response', one));
  return text === undefined ? outcome : { ...outcome, headers: { ...outcome.headers, [header.name]: text } };
}

/** The reply to a question, or 304 where the client has what it shows (RFC 9110 §13.1.2). */
export function unlessKnown(task: Task, outcome: Outcome): Outcome {
  const { contract, operation, call } = task;
  const { header, isCached } = versionedIn(contract)(operation);
  if (header === undefined || outcome.status >= 300) return outcome;
  const isTagged = Object.hasOwn(outcome.headers, header.name) || outcome.body === undefined;
  const tagged = isTagged ? outcome : withTag(task, outcome, { shown: outcome.body });
  const known = call.request.headers['if-none-match'];
  const tag = tagged.headers[header.name];
  if (!isCached || known === undefined || tag === undefined || !names(known, tag, isWeaklyEqual)) return tagged;
  return { status: 304, headers: { [header.name]: tag }, body: undefined, mediaType: '' };
}

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
