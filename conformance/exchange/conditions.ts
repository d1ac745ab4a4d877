/** Entity tags, and the conditions of requests that name them (RFC 9110 §8.8.3, §13.1). */
import {
  documents,
  jsonMediaType,
  memoized,
  type Operation,
  paragraphsAround,
  propertiesOf,
  type Reply,
  replyFor,
  sentencesAround,
  successOf,
} from '../../openapi/contract';
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

/** What words beside `ETag`, or around all operations, say of entity tags. */
interface SaidOfTags {
  readonly areStrong: boolean;
  /** That a weak one never fits `If-Match`. */
  readonly isWeakRefused: boolean;
  /** That clients send one back in the very form in which it came. */
  readonly areVerbatim: boolean;
  /** Whether each reply that documents one has it; the query parameters with which none has. */
  readonly isOnEach: boolean;
  readonly exceptWith: readonly string[];
  /** The members that may change without it: `the tag covers what PATCH can set, although orders_count follows`. */
  readonly leavesOut: readonly string[];
}

export const saidOfTags = memoized((operation: Operation): SaidOfTags => {
  const beside = operation.replies.flatMap(({ headers }) =>
    headers.filter((one) => isTagHeader(one.name)).map((one) => one.description),
  );
  const around = sentencesAround(operation);
  const ofTags = [...beside, ...around.filter((text) => OF_TAGS.test(text))];
  const ofMatch = [
    ...operation.parameters.flatMap((one) =>
      one.in === 'header' && one.name.toLowerCase() === 'if-match' ? one.description : [],
    ),
    ...around.filter((text) => /\bif-match\b/i.test(text)),
  ];
  const onEach = ofTags.filter((text) => ON_EACH.test(text));
  const [said = ''] = onEach;
  const [, exception = ''] = /\b(?:except|unless|but not|other than)\b(.*)/i.exec(said) ?? [];
  const names = namesIn(exception);
  return {
    areStrong: ofTags.some((text) => STRONG.test(text) && !/\bweak\b|\bor strong\b/i.test(text)),
    isWeakRefused: ofMatch.some((text) => /\bstrong/i.test(text) || WEAK_REFUSED.test(text)),
    areVerbatim:
      ofTags.some((text) => VERBATIM.test(text)) ||
      around.some(
        (text, nth) => VERBATIM.test(text) && around.slice(Math.max(0, nth - 4), nth).some((one) => OF_TAGS.test(one)),
      ),
    isOnEach: onEach.length > 0 && (!PERHAPS.test(said) || names.length > 0),
    exceptWith: names,
    leavesOut: [...beside, ...around.filter((text) => /\be?tags?\b/i.test(text)), ...membersSaidOf(operation)]
      .filter((text) => LEAVES_OUT.test(text))
      .flatMap(namesIn),
  };
});

/** What the members of an operation's success have beside them that is about tags. */
const membersSaidOf = (operation: Operation): readonly string[] =>
  [...propertiesOf(jsonMediaType(successOf(operation)?.reply.content ?? [])?.schema ?? {}).values()]
    .filter(({ schema }) => OF_TAGS.test(String(schema.description ?? '')))
    .map(({ name, schema }) => `\`${name}\`: ${schema.description}`);

const namesIn = (text: string): readonly string[] => [...text.matchAll(/`([\w.[\]-]+)`/g)].map(([, name = '']) => name);

const OF_TAGS = /\b(?:etags?|entity tags?)\b/i;
const LEAVES_OUT =
  /\btags? (?:only )?(?:covers?|is (?:made|computed|derived) (?:from|of)|stands for)\b|(?:\bnot|n['’]t|\bnever|\bwithout) (?:count|chang|alter|affect|influenc|touch|mov|part of|cover)\w*\b|\bleaves? (?:it|the (?:entity )?tag|the etag)\b[^.;]{0,20}\b(?:alone|as it (?:is|was)|unchanged)\b|\bregardless of\b/i;

const isTagHeader = (name: string): boolean => name.toLowerCase() === 'etag';

const STRONG =
  /\bstrong (?:[`"']?etags?\b|entity tags?\b|validators?\b|tags?\b)|\b(?:etags?|entity tags?|tags)[`"']? (?:is|are) (?:always )?strong\b/i;
/** `Treat it as opaque and send it back exactly as received` */
const VERBATIM =
  /\b(?:sen[dt]|pass|return|echo|repeat)\w*\b[^.;]{0,40}\b(?:(?:exactly|just|precisely) as (?:it (?:is|was|came)|you (?:got|received)|received|we|given)|verbatim|unchanged|unmodified|as[ -]is)\b/i;
const WEAK_REFUSED =
  /\bweak (?:\w+ )?(?:tags?|etags?|ones?|validators?)\b[^.;]{0,30}\b(?:never|not|n['’]t|no)\b[^.;]{0,20}\b(?:fit|match|accept|taken|count|equal|satisf)|\bweak (?:\w+ )?(?:tags?|etags?|ones?|validators?)\b[^.;]{0,20}\b(?:refused|rejected|412)\b/i;
/** "Sent with every reply that shows one", "every response with a single record carries an `ETag`". */
const ON_EACH =
  /\b(?:sent|given|returned|included|present|there) (?:with|in|on|by) (?:every|each|all)\b[^.;]{0,20}\b(?:repl(?:y|ies)|responses?|answers?)\b|\b(?:every|each|all) (?:repl(?:y|ies)|responses?|answers?)\b[^.;]{0,60}\b(?:carr(?:y|ies)|ha(?:s|ve)|includes?|contains?|comes? with|bears?) (?:an? |its |the )?(?:strong )?[`"']?(?:etag|entity tag)/i;
const PERHAPS = /\b(?:except|unless|but not|other than|if|when|where|may|might|can|most)\b/i;

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

/** Whether words say that a tag is the same whatever a parameter asks for: `It does not depend on expand`, `the same with and without expand`. */
export const isTagAlike = (operation: Operation, name: string): boolean => {
  const said = new RegExp(
    `\\b(?:independent of|(?:does|do)(?: not|n['’]t) (?:depend on|change with)|regardless of|same (?:with (?:and|or) without|whatever the value of)) [\`'"]?${name.replaceAll(/\W/g, '.')}\\b`,
    'i',
  );
  return paragraphsAround(operation, 'ETag').some((text) => said.test(text));
};
