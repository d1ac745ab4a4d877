/** In which states of a record something is done to it, as a sentence says in which those are marked (`«paid»`). */
import type { Operation } from '../../../openapi/contract';
import { quoted, sentencesOf, statesIn } from '../marked';

interface Condition {
  readonly from?: readonly string[];
  readonly notFrom?: readonly string[];
}

/** What sentences say together: what is done in a state by one of them is not refused there by another. */
export function together(told: readonly Condition[]) {
  const from = [...new Set(told.flatMap((one) => one.from ?? []))];
  const notFrom = [...new Set(told.flatMap((one) => one.notFrom ?? []))].filter((one) => !from.includes(one));
  return { from: from.length === 0 ? undefined : from, notFrom };
}

/** In which states an action is done, as far as a sentence of its description says so. */
export function conditionIn(sentence: string, target: string | undefined): Condition {
  const whole = sentence.replace(OF_OTHERS_THEN, '').replaceAll(OF_VALUES, '');
  const [front = '', ...otherwise] = whole.replaceAll(DONE_TO, '').replace(OR_409, ' otherwise 409').split(OTHERWISE);
  if (otherwise.length === 0 || !REFUSES.test(otherwise.join())) return plainConditionIn(whole, target);
  const told = plainConditionIn(front, target);
  const states = besideTarget(front, target);
  // What is refused otherwise is done in the states that are named, whatever else the sentence says of them.
  const isPlain = states.length > 0 && !ALREADY.test(front) && !NOT.test(front) && !/\binstead\b/i.test(front);
  return isPlain && told.from === undefined && told.notFrom === undefined ? { from: states } : told;
}

/** The states that a text names, but for the one that is reached; where that is listed with another it is done in it, too: `a «paid» or «partly_refunded» one`. */
function besideTarget(text: string, target: string | undefined): readonly string[] {
  const named = statesIn(text);
  const isListed = [...text.matchAll(LISTED)].some(
    ([found]) => target !== undefined && statesIn(found).includes(target),
  );
  return isListed ? named : named.filter((one) => one !== target);
}

/** `a «paid» or «partly_refunded» payment`, `«paid» or «partly_refunded» payments` */
const LISTED = /(?:\ban? |\b(?:for|from) |^\W*)«[^»]*»(?:(?:,? or|,) «[^»]*»)+ \p{L}/giu;

function plainConditionIn(whole: string, target: string | undefined): Condition {
  const text = withoutStatus(whole).replaceAll(DONE_TO, '');
  const named = statesIn(text);
  const states = besideTarget(text, target);
  if (/\binstead\b/i.test(text) || isOfMore(text, target)) return {};
  if (ALREADY.test(text)) return REFUSES.test(text) ? { notFrom: named } : {};
  if (states.length === 0) return {};
  const moved = target === undefined ? undefined : movedFrom(text, target);
  if (moved !== undefined && !REFUSES.test(text)) return { from: moved };
  if (/\bunless\b/i.test(text) && !/\bunless\b.*«/i.test(text)) return {};
  // What is listed there may be the state that it leads to, too.
  const [, unless] = /\bunless\b(.*?)(?:,? \b(?:which|and (?:it|then)|then)\b.*)?$/i.exec(text) ?? [];
  const listed = statesIn(unless ?? '');
  if (unless !== undefined)
    return REFUSES.test(text) ? { from: listed.length > 1 ? listed : states } : { notFrom: states };
  if (NOT.test(text)) return REFUSES.test(text) ? { from: states } : ALLOWS.test(text) ? { notFrom: states } : {};
  if (/\b(?:before|until)\b(?: (?!can\b|may\b)[\p{L}]+){0,4} «/iu.test(text))
    return REFUSES.test(text) ? { from: states } : { notFrom: states };
  // `Once it is placed, only the reference can`: that is of members, and of no state.
  if (OF_MEMBERS.test(text)) return {};
  if (REFUSES.test(text)) return ONLY.test(text) ? {} : { notFrom: states };
  if (ONLY.test(text) && (ALLOWS.test(text) || OWES.test(text))) return { from: states };
  if (NEEDS.test(text) || SUCH_ONLY.test(text)) return { from: states };
  // It does something to a record that is in a state: to others it does not, as its 409 says.
  return OF_ONE.test(text) ? { from: states } : {};
}

/** That it is done to a part none the less, to these as well as to others, or that another state is reached: `cannot go back to «draft»`. */
function isOfMore(text: string, target: string | undefined): boolean {
  if (!REFUSES.test(text)) return /(?:,? too|\bas well)\W*$/i.test(text);
  const [, to] =
    /\b(?:changed|moved|put|set|turned|brought|go|back) (?:back )?(?:in)?to (?:state |status )?«([^»]*)»\W*$/i.exec(
      text,
    ) ?? [];
  return (to !== undefined && to !== target) || SAVE_FOR.test(text);
}

/** What is refused from then on is something else: `Stops an active customer from ordering: new orders are refused with 409`. */
const OF_OTHERS_THEN =
  /(?<=^[^:«]*«[^»]*»[^:«]*):\s(?!(?:(?:all|any|every|the) )?others?\b|(?:an? |the )?«|it\b|they\b|otherwise\b)(?:[\p{L}-]+ ){1,5}(?:is|are) (?:refused|rejected)\b[^«]*$/iu;

/** `The amount may not exceed that of its authorised payments (422)`: a value is refused, whatever the state. */
const OF_VALUES =
  /(?:^\W*|[:;]\s+)(?:the |its |an? )?(?:`\w+`|(?:\p{L}+ )?(?:amount|sum|quantity|value|currency|price|total))(?![\p{L}\p{N}_])[^:;]*\(`?4(?:00|22)\b[^()]*\)/giu;

const SAVE_FOR =
  /\b(?:apart from|except(?: for)?|save for|other than|beyond) (?:its|their|the|an?) (?!«|state|status)/i;

/** The states before an arrow, or between `from` and `to`, that leads to the one of the action. */
function movedFrom(text: string, target: string): readonly string[] | undefined {
  const [, before = '', to] = MOVES.exec(text) ?? [];
  const from = statesIn(before);
  return to === target && from.length > 0 && !from.includes(target) ? from : undefined;
}

const MOVES = /((?:«[^»]*»(?:,? (?:or|and) |, |\/)?)+)\s*(?:→|⇒|[-=]+>|(?:in)?to)\s*(?:state |status )?«([^»]*)»/i;

/** Without the status of a refusal in brackets, `(409 not_a_draft)`, where a sentence says by words that it refuses, or what alone it does. */
export function withoutStatus(text: string): string {
  const alone = text
    .replaceAll(/\s*\((?:(?:else |with |or )?`?4\d\d\b[^()]*|`[a-z]+(?:[_-][a-z]+)+`)\)/gi, '')
    .replace(ENDS_WITH_STATUS, '');
  return [REFUSES, ONLY, NEEDS, OWED].some((form) => form.test(alone)) ? alone : text;
}

/** `Drafts only: 409 order_locked` */
const ENDS_WITH_STATUS = /\s*[:,–—-]\s*(?:else |otherwise |or )?`?409`?(?:,? ?`?[a-z]+(?:[_-][a-z]+)*`?)?\W*$/i;

/** `(409 otherwise)`, `(409, order_not_draft, for other orders)` */
const OR_409 =
  /[\s(,;:–—-]*`?\b409\b(?:`?,? ?`[\w.-]+`)?[^.;),]{0,30},? ?\b(?:otherwise|else|(?:in|with|at) (?:an|(?:every|any|all) )?other (?:stat(?:e|us(?:e)?)s?|stages?|phases?|cases?)(?! than\b)|for (?:(?:all|any|every|the) )?(?:others|other (?:ones?|\p{L}+))(?=\)|\W*$))(?!\p{L})\)?/iu;
/** `Otherwise`, `orders in another status are refused`, `(others: 409)` */
const OTHERWISE =
  /[\s(,;:–—-]*\b(?:otherwise|or else|else|(?:(?:for |to |of )?(?:the |all |those |any )?\p{L}+ )?in (?:an|(?:every|any|all) )?other (?:stat(?:e|us(?:e)?)s?|stages?|phases?|cases?)(?! than\b)|(?:the |all |any )?others(?=\s*(?:[:=→]|(?:are|is|gets?|gives?|answers?)\b|(?=`?409))[^.;]{0,20}\b409\b)|(?:later|afterwards|after that|from then on)(?=,? (?:(?:it|that|this|they) (?:is|are|gives?|gets?) (?:an? )?)?`?409\b)|(?:(?:all|any|every) )?other (?:stat(?:e|us(?:e)?)s?|stages?|phases?)(?=\s*(?:[:=→]|(?:are|is|gets?|gives?|answers?)\b)))(?!\p{L})/iu;

const UNLESS = /^(.*?)\bunless (?:(?:it|the \p{L}+) is )?((?:«[^»]*»(?:,? or |, )?)+)(?=\W*$|[;.])/iu;

/** The same of a sentence about a 409: the record is not in one state, or it is in another. */
export function refusedFor(whole: string, target: string | undefined): Condition {
  const text = whole.replaceAll(DONE_TO, '');
  const states = statesIn(text);
  const others = states.filter((one) => one !== target);
  if (states.length === 0 || OF_MEMBERS.test(text)) return {};
  // `wrong_state unless authorised`
  const [, front = '', named = ''] = UNLESS.exec(text) ?? [];
  const unless = front.includes('«') ? [] : statesIn(named);
  if (unless.length > 0) return { from: unless };
  // What else it hangs on is not read.
  if (/\bunless\b/i.test(text)) return {};
  if (NOT.test(text) || ONLY.test(text)) return { from: others };
  if (/\b(?:do|does|can|may|must|is|are)(?: ?not|n't)\b|\bno longer\b/i.test(text)) return { notFrom: states };
  if (OF_SUCH.test(text)) return { notFrom: states };
  return ALREADY.test(text) || /(?:\b(?:is|are|was|been|either|on|in (?:the )?(?:state|status)) |^)«/i.test(text)
    ? { notFrom: states }
    : {};
}

/** Whether a sentence says that something is refused. */
export const refuses = (sentence: string): boolean => REFUSES.test(sentence);

/** Whether it says of all other states what is so in them: `Drafting is allowed for closed accounts` says nothing of open ones. */
export const tellsAll = (sentence: string): boolean =>
  [ONLY, OWES, REFUSES].some((form) => form.test(sentence)) || (NEEDS.test(sentence) && !ALLOWED.test(sentence));

/** Whether the words of a refusal name a state in each of its reasons: it may as well be for something else that they name. */
export const isForStatesAlone = (text: string, values: readonly string[]): boolean =>
  quoted(text, values)
    .split(/[.,;:]\s+(?:(?:or|and)\s+)?|\s(?:or|and)\s+/)
    .every((reason) => reason === '' || /«|\b(?:state|status|stage|phase)s?\b/i.test(reason));

/** The same of the words of an operation: they ask for nothing beside a state, as `placed and paid in full` does. */
export const asksForStatesAlone = ({ description }: Operation, values: readonly string[]): boolean =>
  sentencesOf(description)
    .filter((text) => REFUSES.test(text) || OWES.test(text))
    .every((text) =>
      isForStatesAlone(text.replace(OTHERWISE, '. status ').replaceAll(/\bothers?\b/gi, 'status'), values),
    );

/** `Unknown or archived article`: that such a one was named. */
const OF_SUCH = /(?<!\b(?:no|without|without an?|needs? an?|requires? an?|only an?) )«[^»]*» record\b/i;
const ALREADY = /\balready «|»(?: already\b| (?:before|earlier)\W*$)/i;
const ONLY = /\bonly\b|\b(?:must|has to|have to|needs? to) be\b/i;
const OF_MEMBERS =
  /\bbut (?:the |all |every ?)?(?:rest|others?|thing else|else|remaining \p{L}+)\b[^.;]{0,30}\b(?:can|may|could|changes?)\b|»[^.;«]*\bonly (?:(?:its|the|their|these) \p{L}|`[^`«]+`)|\b(?:only|nothing but) (?:(?:its|the|their|these) )?`[^`«]+`(?:(?:,|,? and|,? or) `[^`«]+`)* (?:can|may|is|are)\b|\bonly (?:its|the|their) (?!«)\p{L}[^.;«]{0,60} (?:can|may)\b|\b(?:can|may) only have (?:(?:its|the|their) \p{L}|`)/iu;
const OWES = /\b(?:must|has to|have to|needs? to) be\b/i;
const OWED = /\b(?:must|has to|have to|needs? to)\b/i;
/** `Paid orders only.` */
const SUCH_ONLY = /^(?:for |from |in )?(?:«[^»]*»(?:,? (?:or|and) |, |\/)?)+(?: \p{L}+){0,2} only\W*$/iu;
const ALLOWS =
  /\b(?:can|may|while|when|if|from|in|for|with|whose|against|possible|allowed|permitted|accepted|valid|works|as long as)\b/i;
/** What stands in front of the states that it takes: `Requires status`, `Allowed while the order is`, `Precondition: it is`. */
const NEEDS =
  /^(?:requires?|needs?|pre-?conditions?|pre-?requisites?)\b(?=.*\b(?:status|state|stage|phase|be|is|are)\b)|(?:^|\bis |\bare )(?:allowed|possible|permitted|valid|accepted|works?|avail\w+|downloadable|ready)\b(?: \p{L}+){0,2} (?:while|when|if|as long as|once|after|as soon as|in|for|from|on|against)\b/iu;
const ALLOWED = /\b(?:allowed|possible|permitted|valid|accepted|works?)\b/i;
/** A state's name as the verb of what is done, which is no condition: `can no longer be «cancelled»`, `may be put «on hold»`. */
const DONE_TO =
  /(?<=\b(?:can|may|cannot|can't|could)(?: (?:not|no longer|only|then|also|still|never|already))* be (?:(?:put|moved|set|brought|marked|turned)(?: as| (?:in)?to| in| back)* )?)«[^»]*»(?! or)/giu;
const NOT =
  /\b(?:not|neither|(?:is|are|was) no|n't|no longer|other (?:(?:state|status|stage|phase|one)s? )?than|anything but|past|beyond|(?:has|have) left)(?! (?:just|merely|simply)\b[^.;]*\bbut\b)(?: (?:in|on|yet|an?|the|any|state|status|of|currently|one of|merely|just|simply|still|\((?:or|and|yet) [^()«]*\)))* «/i;
const REFUSES =
  /\b409\b|\b(?:refused|rejected|fails|conflict|impossible)\b|\b(?:can|may|must)(?: ?not|'t|not)\b(?! (?:only|yet))|\bcan no longer\b|\bcan never be \w+(?:ed|en|de)\b|\bdo(?:es)?(?: not|n't) (?:accept|allow|take|permit)\b|\b(?:is|are) (?:not|no longer) (?:possible|allowed|accepted|permitted)\b/i;
/** `Ships a paid order`, `Drops a ticket that is open or assigned`, `Adds a line to a draft`. */
const OF_ONE =
  /^(?:adds?|posts?|appends?|attach(?:es)?|puts?|inserts?|removes?|takes?|drops?|deletes?) (?:an?|the|one|its) (?:\p{L}+ ){1,2}(?:to|from|of|on) an? «[^»]*»\W*$|^(?!(?:requires?|needs?|an?|the|all|any|every|each|one|some|no|this|that|these|its|when|if|once|while|after|before|until|unless|for|of|in|note) )\p{L}+ (?:(?:\p{L}+ ){1,5}(?:to|from|of|on|in|against|for) )?(?:(?:an?|any|one) (?:«[^»]*»(?:,? or |, |\/)?)+ \p{L}+|(?:the )?(?:«[^»]*»(?:,? or |, |\/)?)+ (?!(?:and|or|of|is|are|in|as|to|when|once|if|at|from|by|for|with|but|then|after|before)\b)\p{L}+)|^\p{L}+ (?:an? |the |any )?\p{L}+ that (?:is|are) (?:still |in |on |either )*«|^(?:deletes?|discards?|removes?|edits?|changes?|updates?|amends?) an? «[^»]*»\W*$/iu;
