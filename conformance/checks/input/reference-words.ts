/** What words say of a record that a body names: that it has to be there, that it has to be one of another, and how it is refused. */
import { formsOf, plain, type Resource, sentencesAround, templateNames, wordsOf } from '../../../openapi/contract';
import { statusesIn } from '../../exchange/refusals';
import type { Subject } from '../../exchange/subject';
import { SAYS_NO_SUCH, SAYS_REFERRED, SAYS_THERE } from '../../records/lists/list-words';
import { ownSentences, sentencesOf, withNoun } from '../../records/marked';
import type { referencesBelow } from '../../requests/bodies/references';

/**
 * By words that name the record: of the operation that it has to be there, or of a refusal that it is not; by words of the member
 * itself, and of a refusal that speaks of whatever a body refers to. A create's 404 at a path that names nothing speaks of the body.
 */
export function isSaid(
  { operation, purpose }: Subject,
  described: string,
  { name, resource }: { readonly name: string; readonly resource: Resource },
): boolean {
  const { path, summary, description: whole, replies } = operation;
  const forms = [...formsOf(resource.name), plain(name).replace(/ids?$/, '')];
  const isAbout = (text: string): boolean => wordsOf(text).some((word) => forms.includes(word));
  const refusals = replies.filter(({ status }) => typeof status === 'number' && status >= 400 && status < 500);
  // What is not there may be what the path names.
  const isInPath = resource.itemPath !== undefined && path.startsWith(resource.itemPath);
  // `unknown_customer` says what it is a code for.
  const partsOf = (text: string): readonly string[] =>
    text.replaceAll(/(?<=\p{L})_(?=\p{L})/gu, ' ').split(/[.;:\n]+(?:\s|$)/);
  return (
    SAYS_THERE.test(described) ||
    OF_EXISTING.test(described) ||
    sentencesOf(described).some(
      (text) => ELSE_REFUSED.test(text) || (NOT_THERE.test(text) && SAYS_REFUSED.test(text)),
    ) ||
    ownSentences(operation).some((text) => statusOfNone(text, forms).length > 0) ||
    [summary, whole]
      .flatMap(partsOf)
      .some(
        (text) => isAbout(text) && (SAYS_THERE.test(text) || (SAYS_NO_SUCH.test(text) && SAYS_REFUSED.test(text))),
      ) ||
    refusals
      .filter(({ status }) => !isInPath || status !== 404)
      .flatMap(({ description }) => partsOf(description))
      .some(
        (sentence) =>
          SAYS_NO_SUCH.test(sentence) &&
          !SAYS_ACCESS.test(sentence) &&
          (isAbout(sentence) || SAYS_REFERRED.test(sentence)),
      ) ||
    sentencesAround(operation).some(
      (text) =>
        LOOKED_UP.test(text) &&
        replies.some(({ status }) => OF_BODIES.includes(Number(status)) && text.includes(String(status))),
    ) ||
    (purpose?.role === 'create' &&
      templateNames(path).length === 0 &&
      refusals.some(({ status, description }) => status === 404 && !SAYS_ACCESS.test(description)))
  );
}

/** Where checks are told in their order: `then references to other records (422)`. */
const LOOKED_UP =
  /\breferences? to (?:other |existing |related )?(?:records?|resources?|objects?|entities)\b[^.;]{0,30}\b4(?:00|09|22)\b/i;
const OF_BODIES: readonly number[] = [400, 409, 422];

/** `An existing customer`, of what a member names. */
const OF_EXISTING = /^\W*(?:the )?(?:(?:id|identifier|number|key) of )?(?:an?|any|one) (?:[a-z]+ )?existing [a-z]/i;

/** Of a record; a member that is missing is something else. */
const NOT_THERE =
  /\b(?:no such|not found|do(?:es)?(?: not|n['’]t) exist|unknown(?! (?:members?|fields?|propert))|there is no|non-?existent|cannot be found)\b/i;

/** `An order that you can see; else 422`, `One of the addresses of the client, otherwise 422` */
const ELSE_REFUSED =
  /^\W*(?:an?|one of|any of) [^.]*[,;:(–—]\s*(?:or )?(?:otherwise|else|anything else|if not)\b[^.;]{0,20}\b4(?:00|09|22)\b/i;

/** By a status: 404 may be that of the path. */
const SAYS_REFUSED = /\b4(?:00|09|22)\b|\b(?:refus|reject)\w*/i;

/** Where a refusal is about rights, too, what it says of records that are not there is no promise by itself. */
const SAYS_ACCESS = /\b(?:access|permission|permitted|authori[sz]ed)/i;

/** By words of the member, or by those of the operation that name both: that it has to be one of the other that the body names. */
export function saysSame(
  { operation }: Subject,
  { name, described, resource, parent }: ReturnType<typeof referencesBelow>[number],
): boolean {
  const marked = (text: string): string => withNoun(withNoun(text, resource), parent.resource, '⟨⟩');
  const isOwedHere = (text: string): boolean =>
    OWED.test(text) && SAME_HERE.test(marked(text.split(`\`${name}\``)[1] ?? ''));
  const refusals = operation.replies.filter(({ status }) => [400, 404, 409, 422].includes(Number(status)));
  return (
    SAME.test(described) ||
    ownSentences(operation).some(
      (text) =>
        SAME_PARENT.test(marked(text)) ||
        isOwedHere(text) ||
        (SAYS_REFUSED.test(text) && OF_OTHER_PARENT.test(marked(text))),
    ) ||
    refusals.flatMap((one) => sentencesOf(one.description)).some((text) => OTHER_PARENT.test(marked(text)))
  );
}

/** `The address has to be one of that customer`. */
const SAME_PARENT =
  /‹›[^.;‹]{0,20}\b(?:has to|have to|must|needs? to|only)\b[^.;‹]{0,20}\b(?:be|belong|come)\b[^.;‹⟨]{0,20}\b(?:of|to|from|below)\b (?:the |that |this |its |the same |the order['’]s )?(?:same )?⟨⟩|\bonly\b[^.;‹]{0,30}‹›[^.;‹⟨]{0,20}\bof (?:the|that|this|its)(?: same)? ⟨⟩/iu;
/** "`customer_id` must name a customer and `address_id` an address of that very customer": behind the name of the member. */
const SAME_HERE = /^[^.;`]{0,40}\b(?:of|to|below) (?:the|that|this) (?:very |same )*⟨⟩/u;
const OWED = /\b(?:must|ha(?:s|ve) to|needs? to)\b/i;
/** `The address belongs to another customer`, `is not one of the customer`. */
const OTHER_PARENT =
  /‹›[^.;‹]{0,20}\b(?:is|are|does|do|belongs?)\b[^.;‹⟨]{0,30}\b(?:another|a different|other|not[^.;‹⟨]{0,20}\b(?:of|to) (?:the|that|this|its)) ⟨⟩/iu;
/** `422 unknown_address (also for an address of another customer)` */
const OF_OTHER_PARENT = /\b(?:an?|any|the) ‹› (?:of|from|belonging to) (?:another|a different|any other) ⟨⟩/iu;

/** `An address of the same customer`. */
const SAME =
  /\b(?:of|to|by|for|from) (?:the|this|that) (?:very )?(?:same|very) \p{L}+|\b(?:has|have|must|needs?) to belong|\bmust belong\b/iu;

/** `The record is checked by the same rules as a new one`, `Limits are those of the create`, `References are examined as at creation`. */
export const SAME_RULES =
  /\b(?:same|all the|those)\b[^.;]{0,40}\b(?:rules|checks|limits|constraints|conditions|validations?)\b[^.;]{0,40}\b(?:new|create|creating|creation|post)|\b(?:rules|checks|limits|constraints|conditions|validations?)\b[^.;]{0,30}\b(?:same as|those of|as for|as in)\b[^.;]{0,40}\b(?:new|\w*create\w*|creating|creation|post)|\b(?:rules|checks|limits|constraints|conditions|validations?) (?:for|of|at|on) (?:creation|creating|an? new)\b[^.;]{0,60}\b(?:bind|apply|applies|hold|count)s?\b|\b(?:is|are) (?:examined|checked|validated|verified|looked up) (?:just |exactly )?(?:as|like) (?:at|on|for|in|upon|when|with)\b[^.;]{0,20}\b(?:new|creat\w+|post)\b/i;

/**
 * The status that words beside an operation name for a record that is not there, of those that it documents: `It has to exist (422)`;
 * else the only one of whose refusal words say that the body names or refers to something that does not exist.
 */
export function statusSaid({ operation }: Subject, { name }: Resource, described: string): number | undefined {
  const forms = formsOf(name);
  const own = ownSentences(operation);
  const found = [
    ...own
      .filter((text) => SAYS_THERE.test(text) && wordsOf(text).some((word) => forms.includes(word)))
      .flatMap((text) => text.slice(text.search(SAYS_THERE)).match(/\b4\d\d\b/) ?? [])
      .map(Number),
    ...own.flatMap((text) => statusOfNone(text, forms)),
  ];
  const beside = sentencesOf(described).flatMap(statusesIn);
  const around = sentencesAround(operation).flatMap(statusOfUnknown);
  const told = [beside, around].map((all) => [...new Set(all)]).find(({ length }) => length === 1) ?? [];
  const ofWhatIsNamed = operation.replies.flatMap(({ status, description }) =>
    typeof status === 'number' &&
    status >= 400 &&
    description
      .split(/[.;:,]\s/)
      .some((text) => SAYS_NO_SUCH.test(text) && SAYS_REFERRED.test(text) && !SAYS_ACCESS.test(text))
      ? status
      : [],
  );
  const [only, ...others] = ofWhatIsNamed;
  return (
    [...found, ...told].find((status) => operation.replies.some((one) => one.status === status)) ??
    (others.length === 0 ? only : undefined)
  );
}

/** The same where words tie it to the very record: then a 404 is not the path's. */
export function statusTold({ operation }: Subject, { name }: Resource, described: string): number | undefined {
  const beside = sentencesOf(described)
    .filter((text) => ELSE_REFUSED.test(text) || NOT_THERE.test(text))
    .flatMap(statusesIn);
  const told = [...ownSentences(operation).flatMap((text) => statusOfNone(text, formsOf(name))), ...beside];
  return new Set(told).size === 1 ? told[0] : undefined;
}

/**
 * The status by which a sentence refuses what is not there, of things in these forms: `Addresses that do not exist: 422`, or by a code that says
 * it, "422 `unknown_customer`, `unknown_address`".
 */
export function statusOfNone(text: string, forms: readonly string[]): readonly number[] {
  const parts = [...text.matchAll(/\b(4(?:00|09|22))\b|\bunknown_([a-z]+)\b/g)];
  const byCode = parts.flatMap(([, , noun = ''], nth) => {
    const status = parts.slice(0, nth).findLast(([, one]) => one !== undefined)?.[1];
    return forms.includes(noun) && status !== undefined ? [Number(status)] : [];
  });
  const [, things = '', status] = NONE_SUCH.exec(text) ?? [];
  const isNamed = wordsOf(things).some((word) => forms.includes(word));
  return byCode.length > 0 || status === undefined || !isNamed ? byCode : [Number(status)];
}

/** `Accounts, addresses and instruments that do not exist: 422`, `An account we do not know is a 422`, `a costume that does not exist gives 422` */
const NONE_SUCH =
  /^\W*([^.;:]{1,60}?),? (?:that |which )?(?:do(?:es)?(?: not|n['’]t) exist|(?:is|are) (?:not there|unknown)|(?:that )?we (?:do(?: not|n['’]t) know|cannot find))(?:[:,–—-]| (?:gives?|gets?|is|are|means?|answers?|results? in|leads? to|(?:is|are) refused with))+ (?:an? )?`?(4(?:00|09|22))\b/iu;

/** The statuses by which a sentence says that a body is refused which names what is not there. */
export const statusOfUnknown = (sentence: string): readonly number[] =>
  sentence
    .split(/;\s/)
    .filter((text) => IN_BODIES.test(text) && OF_RECORDS.test(text) && !OF_MEMBERS.test(text))
    .filter((text) => SAYS_NO_SUCH.test(text))
    .flatMap(statusesIn);

/** `Naming it in a body gives the same 422 as an unknown id`, `Ids in bodies that are unknown are refused with 422`. */
const IN_BODIES =
  /\b(?:in|within|inside|by) (?:an?|the|your)? ?(?:request )?(?:body|bodies|payloads?)\b|\b(?:body|payload) (?:that|which) (?:names?|refers? to)\b/i;
const OF_RECORDS = /\b(?:ids?|identifiers?|records?|resources?|references?|nam(?:es?|ing)|refers?|referring|exist)\b/i;
/** Of what a body is made of, of what else is unknown, and of what is no such status. */
const OF_MEMBERS =
  /\b(?:members?|fields?|propert(?:y|ies)|attributes?|values?|enums?|paths?|keys?|headers?|query|types?|may|might|not (?:an? )?`?4\d\d)\b/i;
