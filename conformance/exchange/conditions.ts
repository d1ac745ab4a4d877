/** Entity tags, and the conditions of requests that name them (RFC 9110 §8.8.3, §13.1). */
import { documents, type Operation, type Reply, replyFor, successOf } from '../../openapi/contract';
import { isSafe } from './exchange';

interface EntityTag {
  readonly opaque: string;
  readonly isWeak: boolean;
}

const TAGS = /(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;
const TAG = /^(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/;

/** Undefined for a text that is none. */
export function entityTag(text: string): EntityTag | undefined {
  const [, weak, opaque] = TAG.exec(text.trim()) ?? [];
  return opaque === undefined ? undefined : { opaque, isWeak: weak !== undefined };
}

/** Whether a condition's list has a tag, by the weak comparison (§8.8.3.2), or is `*`. */
export function listsTag(list: string, tag: string): boolean {
  if (list.trim() === '*') return true;
  const wanted = entityTag(tag)?.opaque;
  return [...list.matchAll(TAGS)].some(([, , opaque]) => opaque === wanted);
}

export const takesHeader = ({ parameters }: Operation, header: string): boolean =>
  parameters.some(({ in: place, name }) => place === 'header' && name.toLowerCase() === header);

/** Whether the document says that a reply carries an entity tag. */
export const hasTag = (reply: Reply | undefined): boolean =>
  reply?.headers.some(({ name }) => name.toLowerCase() === 'etag') === true;

/** Whether the document says that an operation answers who has its representation already with 304. */
export const isConditionalRead = (operation: Operation): boolean =>
  operation.method === 'GET' && (documents(operation, 304) || takesHeader(operation, 'if-none-match'));

/** Whether the document says that an operation is carried out only on the state that the client knows. */
export const isConditionalWrite = (operation: Operation): boolean =>
  !isSafe(operation) && (documents(operation, 412) || takesHeader(operation, 'if-match'));

/** Words beside `If-Match` by which it has to be there. */
const REQUIRED = /\b(?:required|mandatory|must be (?:sent|given|present|set)|has to be (?:sent|given|there))\b/i;

/**
 * Whether an operation asks for the tag of what it changes: by a header that has to be there, as it is marked or in words, or by 428
 * (RFC 6585 §3).
 */
export const asksForTag = (operation: Operation): boolean =>
  !isSafe(operation) &&
  (documents(operation, 428) ||
    operation.parameters.some(
      ({ in: place, name, required, description }) =>
        place === 'header' && name.toLowerCase() === 'if-match' && (required || REQUIRED.test(description)),
    ));

/** Whether the document says that a reply of this status carries an entity tag, or that the operation's success does. */
export const isTagged = (operation: Operation, status: number): boolean =>
  hasTag(replyFor(operation, status)) || hasTag(successOf(operation)?.reply);
