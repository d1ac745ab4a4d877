import {
  itemsOf,
  memoized,
  type Operation,
  type Property,
  propertiesOf,
  type Resource,
  type Schema,
  successOf,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { isFigure, numberIn } from '../../exchange/decimals';
import { statusesIn } from '../../exchange/refusals';
import { bodyMembers } from '../../exchange/subject';
import { innerOf, isPartOfRecord, ownName, valueIn } from '../inner';
import { ownSentences, quoted, sentencesOf, withoutFigures } from '../marked';
import type { JsonRecord } from '../records';
import type { States } from '../states/states';

/** What creates below a record, or actions on it, add up to: payments to the total of an order, refunds to the amount of a payment. */
export interface Sum {
  /** The member of what is made that counts. */
  readonly part: string;
  readonly isWhole: boolean;
  /** The member of the record above that tells the total, or what is left of it: also one of an object, `amounts.due`. */
  readonly total: string;
  readonly isRest: boolean;
  /** The member of which words say that it comes off that: `due less what is authorised`. */
  readonly less: string | undefined;
  /** The member of the record above that tells how much has come together; undefined where none does. */
  readonly sofar: string | undefined;
  /** The state into which the record comes when the total is reached, and that of one which is short of it. */
  readonly reached: string | undefined;
  readonly short: string | undefined;
  /** Whether words refuse what goes beyond the total. */
  readonly isBound: boolean;
  /** Whether what is made has to be the whole total at once. */
  readonly isExact: boolean;
}

/** The sum of which words speak beside a create, or beside the state of the record above; undefined where none do. */
export function sumOf(owner: Resource, create: Operation, states: States, isAction = false): Sum | undefined {
  const members = [...bodyMembers(create).values()];
  const figures = members.filter(({ schema, readOnly }) => !readOnly && isNumber(schema));
  const needed = figures.filter(({ required }) => required);
  const numbers = needed.length > 0 ? needed : figures.filter(({ name }) => AMOUNT.test(name));
  const [part, other] = numbers.length < 2 ? numbers : numbers.filter(({ name }) => AMOUNT.test(name));
  const record = figuresOf(owner);
  const others = record.filter(({ name }) => name !== part?.name);
  const called = isAction ? [] : others.filter(({ name }) => SOFAR.test(ownName(name)));
  // What was captured is what refunds come out of, where another one tells what was refunded.
  const ofDeed = others.filter(({ name }) => isOfDeed(name, create));
  const told = ofDeed.length > 0 ? ofDeed : called;
  const isSofar = (one: (typeof record)[number]): boolean => told.includes(one);
  if (part === undefined || other !== undefined) return undefined;
  const texts = [
    ...[create.summary, create.description, successOf(create)?.reply.description],
    ...create.replies.filter(({ status }) => REFUSING.includes(Number(status))).map((one) => one.description),
    ...[owner.schema.description, propertiesOf(owner.schema).get(states.property)?.schema.description],
    ...members.map(({ schema }) => schema.description),
  ].filter((text) => typeof text === 'string');
  const isOfFigure = (text: string): boolean =>
    (BEYOND.test(text) || BOUND.test(text)) &&
    (OF_DEEDS.test(text) ||
      others.some(({ name }) => isNamedIn(text, name)) ||
      // What is done is bounded by the member of the same name: `above amount_cents`.
      (isAction &&
        new RegExp(`\\b(?:above|beyond|than|exceeds?) (?:its |the )?[\`'"]?${part.name}(?!\\w)`).test(text)));
  // What is said of the part goes on from sentence to sentence: `Left out, all that is left. Not more than that.`
  const ofPart = sentencesOf(String(part.schema.description ?? ''));
  const sentences = [
    ...texts.flatMap(sentencesOf).filter((text) => TOTAL.test(text) || isOfFigure(text)),
    ...(ofPart.some((text) => TOTAL.test(text)) ? ofPart.filter((text) => !TOTAL.test(text)) : []),
  ];
  // Of a payment that was captured in part no more than that is given back.
  const captured = ofDeed.length > 0 ? record.find((one) => CAPTURED.test(one.name) && !isSofar(one)) : undefined;
  const total =
    captured ??
    firstNamed(
      sentences,
      record.filter((one) => !isSofar(one)),
    ) ??
    record.find(({ name }) => REST.test(ownName(name))) ??
    (PIECES.test(part.name) ? undefined : record.find((one) => /total/i.test(ownName(one.name)) && !isSofar(one))) ??
    (record.some((one) => isSofar(one)) || isAction ? record.find(({ name }) => name === part.name) : undefined);
  if (total === undefined || sentences.length === 0) return undefined;
  const said = sentences.map((text) => withoutFigures(quoted(text, states.values)));
  const stateIn = (form: RegExp, not?: RegExp): string | undefined => {
    const found = new Set(
      said
        .filter((text) => form.test(text) && not?.test(text) !== true && !/\bnot «/i.test(text))
        .flatMap((text) => [...text.matchAll(INTO)].at(-1)?.[1] ?? []),
    );
    return found.size === 1 ? [...found][0] : undefined;
  };
  const isReached = (text: string): boolean => REACHED.test(text) || /\ball\b/i.test(text);
  const [either] = said.flatMap((text) => {
    const [, short, reached, rest = ''] = ONE_OR_OTHER.exec(text) ?? [];
    const [, last, when = '', behind, first = behind] = OTHERWISE.exec(text) ?? [];
    return [
      ...(isReached(rest) ? [{ short, reached }] : []),
      ...(isReached(when) ? [{ short: first, reached: last }] : []),
    ];
  });
  const ofState = quoted(
    String(propertiesOf(owner.schema).get(states.property)?.schema.description ?? ''),
    states.values,
  );
  const isOfDeeds = ofState.split(/[^\p{L}]+/u).some((word) => isOfDeed(word, create));
  const clauseState = (forms: readonly RegExp[]): string | undefined =>
    isOfDeeds ? forms.map((form) => ofState.match(form)?.[1]).find((one) => one !== undefined) : undefined;
  const whole = clauseState(WHEN_ALL);
  // Of what one action does words may tell beside what another one does: `refunded once everything captured has gone back`.
  const isOther = isAction && whole !== undefined && !isOfDeed(whole, create);
  const isExact = said.some((text) => EXACT.test(marked(text, part.name, total.name)));
  return {
    part: part.name,
    isWhole: typesOf(part.schema).includes('integer'),
    total: total.name,
    isRest: REST.test(ownName(total.name)),
    less: others.find((one) => one !== total && !isSofar(one) && sentences.some((text) => takes(text, total, one)))
      ?.name,
    sofar: told[0]?.name,
    reached: either?.reached ?? stateIn(REACHED, SHORT) ?? (isOther ? undefined : whole),
    short: either?.short ?? stateIn(SHORT) ?? (isOther ? undefined : clauseState(WHEN_SOME)),
    isExact,
    isBound: sentences.some(
      (text) => BOUND.test(text) || (BEYOND.test(text) && (REFUSED.test(text) || isOfRefusal(create, text))),
    ),
  };
}

/** The figures of a record, those included of objects that clients do not send and that are no other record. */
const figuresOf = memoized(({ schema, operations: { create } }: Resource): readonly Property[] => {
  const sent = create && bodyMembers(create);
  return [...propertiesOf(schema).values()].flatMap((one) => {
    if (isNumber(one.schema)) return [one];
    const isShown = isPartOfRecord(one.schema) && sent?.has(one.name) !== true;
    return isShown ? innerOf(one).filter((inner) => isNumber(inner.schema)) : [];
  });
});

/** A member of a record, or of an object of it. */
export const figureAt = (owner: Resource, name: string): Property | undefined =>
  figuresOf(owner).find((one) => one.name === name);

/** The figure that sentences name first, the longest name of those that begin in one place. */
function firstNamed(sentences: readonly string[], figures: readonly Property[]): Property | undefined {
  for (const text of sentences) {
    const found = figures
      .map((one) => ({ one, at: text.indexOf(one.name) }))
      .filter(({ at }) => at >= 0)
      .toSorted((a, b) => a.at - b.at || b.one.name.length - a.one.name.length);
    if (found[0] !== undefined) return found[0].one;
  }
  return undefined;
}

/** As code; one that is no word of the language without marks as well. */
const isNamedIn = (text: string, name: string): boolean =>
  text.includes(`\`${name}\``) || (/[a-z][A-Z]|_/.test(name) && text.split(/[^\w.]+/).includes(name));

/** `due less its authorised`, `due minus authorised`. */
function takes(text: string, { name: total }: Property, { name }: Property): boolean {
  const at = text.indexOf(total);
  const rest = at < 0 ? '' : text.slice(at + total.length);
  return (
    /^\W*(?:of (?:the|its) \p{L}+ )?(?:less|minus|−|-|–)\s+(?:(?:its|the|the \p{L}+['’]s?)\s+)?[`'"]?([\p{L}\p{N}_.]+)/iu
      .exec(rest)?.[1]
      ?.replace(/\.$/, '') === name
  );
}

/** The statuses by which words refuse what goes beyond a total, of those that are documented; none where they name none. */
export function beyondStatuses(
  { summary, description, replies }: Operation,
  { part, total }: Pick<Sum, 'part' | 'total'>,
): readonly number[] {
  const said = ownSentences({ summary, description }).filter(
    (text) => (BEYOND.test(text) || BOUND.test(text)) && (TOTAL.test(text) || marked(text, part, total) !== text),
  );
  const named = said.flatMap(statusesIn);
  return replies.flatMap(({ status, description: beside }) => {
    const isBeside = sentencesOf(beside).some((text) => BEYOND.test(text));
    return REFUSING.includes(Number(status)) && (named.includes(Number(status)) || isBeside) ? [Number(status)] : [];
  });
}

/** Whether words beside an operation bound what it makes or does: `never more than was captured`. */
export const isBounded = ({ summary, description, replies }: Operation): boolean =>
  [summary, description, ...replies.map((reply) => (REFUSING.includes(Number(reply.status)) ? reply.description : ''))]
    .flatMap(sentencesOf)
    .some((text) => BEYOND.test(text) || BOUND.test(text));

/** The part as `‹part›`, the total as `‹total›`. */
const marked = (text: string, part: string, total: string): string =>
  [part, total].reduce(
    (rest, name, nth) =>
      rest.replaceAll(
        new RegExp(`[\`'"]?(?<![\\p{L}\\p{N}_])${wordsOf(name).join('[ _-]?')}(?![\\p{L}\\p{N}_])[\`'"]?`, 'giu'),
        nth === 0 ? '‹part›' : '‹total›',
      ),
    text,
  );

/** `The amount has to be the total of the order`, `must equal its total`. */
const EXACT =
  /‹part›[^.;‹]{0,20}\b(?:has to|have to|must|needs? to|should|shall) (?:be(?: exactly| equal to| the same as)?|equal|match)(?: exactly)?(?: (?!at\b|most\b|least\b|more\b|less\b|no\b|not\b|than\b|up\b|under\b|over\b|above\b|below\b|half\b|part\b)\p{L}+(?:['’]s?)?){0,4} ‹total›(?![^.;]*\b(?:or less|or more|at (?:the )?most|at least)\b)/iu;

const CAPTURED = /captured/i;

/** `It becomes «part_refunded», or «refunded» once nothing is left`, `…, and «refunded» once everything is back` */
const ONE_OR_OTHER =
  /«([^»]*)»,? (?:or|and|then|and then) (?:(?:in)?to )?«([^»]*)»,? (?:once|when|as soon as|if|after) ([^.;]*)/i;

/** `«refunded» when everything captured has been given back, «partially_refunded» otherwise`, `…, otherwise «partially_refunded»` */
const OTHERWISE =
  /«([^»]*)»,? (?:once|when|as soon as|if|after) ([^.;]*?)[,;] (?:and )?(?:«([^»]*)» (?:otherwise|else|until then|before that)|(?:otherwise|else|until then|before that),? (?:it (?:is|becomes|stays) )?«([^»]*)»)/i;

/** Of what words speak that bound a sum without naming a member: `what was captured`, `the authorised amount`, `the amount of the payment`. */
const OF_DEEDS =
  /\bthan (?:(?:is|was|has been) )?(?:authori[sz]ed|captured|paid|received)\b|\bwhat (?:is|was|has been|had been) \p{L}+|\b(?:authori[sz]ed|captured|paid|original|whole) (?:amount|sum)\b|\b(?:amount|sum) of the \p{L}+/iu;

/** `Refunded when all is`, and `in between partially_refunded`. */
const WHEN_ALL: readonly RegExp[] = [
  /«([^»]*)»,? (?:only )?(?:when|once|if|as soon as|after) (?:all|everything|(?:the |its )?(?:whole|full|entire)|it is (?:fully|completely))\b/i,
  // `Everything captured has …` tells what all is.
  /\b(?:when|once|if|as soon as|after) (?:all|everything)\b[^.;,«]{0,30}(?: it is)? «([^»]*)»(?! (?:has|have|had|is|was|were|are)\b)/i,
];
const WHEN_SOME: readonly RegExp[] = [
  /\b(?:in between|in part|partly|partially|until then)\b[^.;,«]{0,20}«([^»]*)»/i,
  /«([^»]*)» (?:when|once|if|while|as long as|after) (?:only )?(?:an? )?(?:part|some|less)\b/i,
  /«([^»]*)» (?:in between|until then)\b/i,
  /\b(?:un)?till? then (?:it |this )?(?:stays|remains|is) «([^»]*)»/i,
];

/** Whether a member tells of what an action has done by now: `refunded_cents` of `refund`. */
export function isOfDeed(name: string, { path }: Operation): boolean {
  const [deed = ''] = wordsOf(path.slice(path.lastIndexOf('/'))).slice(-1);
  const stem = deed.replace(/(?:s|e)$/, '');
  return (
    stem.length > 3 && wordsOf(name).some((word) => word.startsWith(stem) && word !== deed && !word.endsWith('able'))
  );
}

const isNumber = (schema: Schema): boolean => itemsOf(schema) === undefined && isFigure(schema);

/** The sentence stands beside a refusal. */
const isOfRefusal = ({ replies }: Operation, text: string): boolean =>
  replies.some((one) => REFUSING.includes(Number(one.status)) && sentencesOf(one.description).includes(text));

const REFUSING: readonly number[] = [400, 409, 422];
const AMOUNT = /amount|sum|value|quantity/i;
/** What is counted adds up to no amount. */
const PIECES = /quantit|qty|count|pieces|units/i;
const TOTAL =
  /\b(?:totals?|total_\w+|\w+_total|sums?|(?:outstanding|balance|remaining|due|owed|left)(?:_\w+)?|remain(?:s|der)?|rest|full|fully|partial(?:ly)?|in part|(?:al)?together (?:with|not?|can(?:not)?|must|may|shall|never)|everything|entire|whole amount|open amount|\w+_(?:outstanding|balance|remaining|due|owed|left))\b|\w[tT]otal\b|\btotal[A-Z]/i;
const REST = /outstanding|balance|remaining|left|due|owed|^open/i;
const SOFAR = /paid|received|settled|captured|collected/i;
const REACHED =
  /\b(?:reach(?:es|ed)?|equals?|covers?|covered|adds? up to|sums? (?:up )?to|amounts? to|meets?|match(?:es)?|in full|fully|whole|everything|all of it|entire(?:ly)?|complete(?:ly)?|nothing (?:is|remains))\b/i;
const SHORT =
  /\b(?:below|less than|smaller than|lower than|under|short of|part(?:ly|ial|ially)?|some of|until then|not yet|falls? short)\b/i;
const BEYOND =
  /\b(?:exceed(?:s|ing|ed)?|more is|(?:more|greater|larger|higher|bigger) than|overpa(?:y|id|yment|ys|ying)\w*|beyond|above)\b/i;
/** `Together not more than the total`. */
const BOUND =
  /\b(?:not?|never) (?:more|greater|larger|higher|bigger) than\b|\bat (?:the )?most\b|\bup to (?:the|what)\b/i;
const REFUSED =
  /\b(?:must|may|can|shall|should)(?: ?not|n't)\b|\bcannot\b|\bnever\b|\b(?:refused|rejected|declined|conflict|not (?:accepted|allowed|possible)|fails?|4\d\d)\b/i;
const INTO =
  /\b(?:becomes?|is|are|turns?|moves?|goes|makes?|leaves?|marked|marks|changes?|set|sets|transitions?|switch(?:es)?|flips?|puts?|brings?|status|state)\b[^«»]*(?:«[^»]*»[^«»]*\b(?:in)?to [^«»]*)?«([^»]*)»/gi;

/** What is left of the total of a record. */
export function restOf({ total, isRest, sofar, less }: Sum, record: JsonRecord, sent: number): number | undefined {
  const whole = numberIn(valueIn(record, total));
  if (whole === undefined) return undefined;
  const before = sofar === undefined ? sent : numberIn(valueIn(record, sofar));
  const kept = less === undefined ? 0 : (numberIn(valueIn(record, less)) ?? 0);
  return inHundredths(whole - kept - (isRest ? 0 : (before ?? sent)));
}

/** What is left of fractions is one of so many digits itself. */
const inHundredths = (figure: number): number => Math.round(figure * 100) / 100;

/** A number that is some of what is left of a sum, all of it, or more; undefined where there is none. */
export function partOf({ isWhole }: Sum, rest: number, part: 'some' | 'all' | 'more'): number | undefined {
  if (rest <= 0) return undefined;
  if (part === 'more') return rest + 1;
  if (part === 'all') return rest;
  const third = isWhole ? Math.floor(rest / 3) : inHundredths(rest / 3);
  return third > 0 && third < rest ? third : undefined;
}
