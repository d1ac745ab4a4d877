/** What words beside a figure of a record say that it counts or adds up of the records that belong to it. */
import { own, propertiesOf, type Resource, schemaAt, sentencesAround, wordsOf } from '../../../openapi/contract';
import { isFigure, numberIn } from '../../exchange/decimals';
import { innerOf, isPartOfRecord, memberOf, valueIn } from '../inner';
import { quoted, sentencesOf, statesIn, withNoun } from '../marked';
import type { JsonRecord } from '../records';
import { statesOf } from '../states/states';
import { type Meant, meantBy, phrased } from './child-words';

/** A number of a record that follows those that belong to it. */
export interface Total {
  readonly name: string;
  /** What one of them counts; undefined where it does not show that. */
  readonly countOf: (record: JsonRecord) => number | undefined;
  readonly isCounted: Meant;
  /** Where it goes down by what is given back: by which member of theirs, and whether another tells how much of each counts before. */
  readonly net?: { readonly back: string; readonly isTold: boolean };
}

/** The figures of a record that words call the number, or the sum, of what belongs to it. */
export function totalsOf(owner: Resource, child: Resource, settable: ReadonlySet<string>): readonly Total[] {
  const members = [...propertiesOf(owner.schema).values()].flatMap((one) =>
    isPartOfRecord(one.schema) ? [one, ...innerOf(one)] : [one],
  );
  return members.flatMap(({ name, schema, writeOnly }): readonly Total[] => {
    const text = countSaid(name, String(schema.description ?? ''));
    if (writeOnly || settable.has(memberOf(name)) || !isFigure(schema)) return [];
    const net = netOf(text === '' ? saidAround(owner, name) : (sentencesOf(text)[0] ?? ''), child, owner);
    if (net !== undefined) return [{ name, isCounted: () => true, ...net }];
    const ownPhrase = (whole: string, noun: string): string => (withNoun(noun, owner, '⟨⟩') === '⟨⟩' ? 'its ' : whole);
    const total = totalSaid((sentencesOf(text)[0] ?? '').replaceAll(OWNERS, ownPhrase), child);
    return total === undefined || BEYOND.test(text) ? [] : [{ name, ...total }];
  });
}

/** What a text says that a figure counts or adds up of the records of a resource: the number of those that it means, or the sum of a member of theirs. */
export function totalSaid(text: string, child: Resource): Pick<Total, 'countOf' | 'isCounted'> | undefined {
  const said = phrased(text.replaceAll(OF_ANY, '').replace(OF_OWNER, '').replace(SOME_OF, '$1 '), child);
  // Which of them are over yet is not known of each.
  if (said.includes('~')) return undefined;
  const counted = meantBy(said.match(COUNTS)?.groups?.which, child);
  if (counted !== undefined) return { countOf: () => 1, isCounted: counted };
  const added = meantBy(
    ADDS.exec(said.replaceAll(/`[\w.]+`/g, (path) => path.replaceAll('.', '_')))?.groups?.which,
    child,
  );
  const countOf = added && partIn(said, child);
  return countOf === undefined ? undefined : { countOf, isCounted: added ?? (() => undefined) };
}

/** Of what is called a count the words may only say of what: `order_count`: `Orders in state placed`. */
const countSaid = (name: string, text: string): string =>
  /^(?:count|number|num)$/i.test(wordsOf(name).at(-1) ?? '') &&
  /^\W*(?:\p{L}+ )?\p{L}+s\b/u.test(text) &&
  !SAYS_NUMBER.test(text)
    ? `Number of ${text}`
    : text;
const SAYS_NUMBER = /\b(?:number|count\w*|how (?:many|often)|sum|total|times)\b/i;

/** What sentences around a record's operations say that a member of it is: `paid` is … */
const saidAround = ({ operations: { read } }: Resource, name: string): string =>
  (read === undefined ? [] : sentencesAround(read)).flatMap(
    (text) => new RegExp(`^\\W*\`${name}\` (?:=|is|equals) (.*)$`).exec(text)?.[1] ?? [],
  )[0] ?? '';

/**
 * `The captured payments less what was refunded of them`: what counts of one of them, by the member that tells how much came back. Of one
 * in a state of which it is not known whether it counts by then that is open.
 */
function netOf(said: string, child: Resource, owner: Resource): Pick<Total, 'countOf' | 'net'> | undefined {
  const { base } = NET.exec(said)?.groups ?? {};
  if (base === undefined) return undefined;
  const states = statesOf(child);
  const text = withNoun(withNoun(quoted(base, states?.values ?? []), child), owner, '⟨⟩');
  const numbers = [...propertiesOf(child.schema).values()].filter(({ schema }) => isFigure(schema));
  const [back, other] = numbers.filter(({ name }) => /refunded/i.test(name));
  const others = numbers.filter(({ name }) => !/refund/i.test(name));
  const amounts = others.filter(({ name }) => AMOUNT.test(name));
  // `What has been captured` is the captured amount, where that is told beside the amount.
  const spoken = base.toLowerCase();
  const called = others.filter(({ name }) => {
    const words = wordsOf(name).map((word) => word.toLowerCase());
    return !NO_SUM.test(words.at(-1) ?? '') && words.some((word) => CAME.test(word) && spoken.includes(word));
  });
  const plain = amounts.filter(({ name }) => wordsOf(name).every((word) => AMOUNT.test(word)));
  const [amount, second] = [called, plain, amounts].find((some) => some.length === 1) ?? amounts;
  if (
    !brought().test(text) ||
    back === undefined ||
    other !== undefined ||
    amount === undefined ||
    second !== undefined
  )
    return undefined;
  const named = statesIn(text);
  const counts = (state: string): boolean | undefined => {
    if (named.includes(state) || /refund/i.test(state)) return true;
    if (NOT_THERE.test(state)) return false;
    return named.length === 0 && THERE.test(state) ? true : undefined;
  };
  const countOf = (record: JsonRecord): number | undefined => {
    const state = states === undefined ? undefined : String(own(record, states.property));
    const isThere = state === undefined ? true : counts(state);
    const [whole, less] = [numberIn(own(record, amount.name)), numberIn(own(record, back.name))];
    if (isThere === undefined || whole === undefined || less === undefined) return undefined;
    return isThere ? whole - less : 0;
  };
  return { countOf, net: { back: back.name, isTold: called.includes(amount) } };
}

/** What money is called by that has come, and the last word of a number that is no sum: an instant, an id. */
const CAME = /^(?:captured|paid|received|taken|collected|settled)$/;
const NO_SUM = /^(?:at|on|time|date|ids?|no|number|counts?|version|days?)$/;
const NET =
  /^(?<base>[^.;]*?),? (?:less|minus|net of|reduced by|after deduct\w+|after subtract\w+) (?:(?:what(?:ever)?|the (?:amounts?|sums?|part)|all|everything)(?: that)? (?:has|have|had|was|were|is|are) (?:been )?(?:refunded|paid back|given back|returned|reimbursed|credited back)|(?:(?:the|any|all|its|their) )?refunds?|(?:the |all )?refunded (?:amounts?|sums?|money))(?:,? (?:of|from|on|to|over|across) (?:it|them|these|those|(?:(?:all|the|its|their) )+\p{L}+(?: (?:of|for) (?:the |this )?\p{L}+)?))?(?: again| so far)?[\s.;]*$/iu;
const OF_OWNER_OR_CHILD =
  "(?: (?:for|on|towards|from|of|by|with) (?:it|(?:(?:all|the|its|this) )*(?:⟨⟩|(?:⟨⟩['’]s )?‹›(?: (?:of|on|for) (?:it|(?:the |this )?⟨⟩))?)))?";
const OF_PARTS =
  '(?:«[^»]*» )?‹›(?: (?:of|on|for) (?:it|(?:the |this )?⟨⟩))?(?: (?:that|which) (?:was|were|are|have been|has been) «[^»]*»)?';
const WHAT_CAME =
  '(?:(?:what(?:ever)?|(?:the |all )?money|the amount|all|everything)(?: that| which)?(?: (?:has|have|had|was|were|is))?(?: been)? (?:paid|received|taken|collected|settled|«[^»]*»)|«[^»]*»(?: (?:amounts?|money))?)';
/** All of it: `what has been paid by card`, `the last payment`, `the total less payments` are other figures. */
const brought = (): RegExp =>
  new RegExp(
    `^\\W*(?:the )?(?:(?:sum|total) of )?(?:(?:all|any|the|its) )*(?:${OF_PARTS}|${WHAT_CAME}${OF_OWNER_OR_CHILD})(?: (?:so far|in all|altogether))?\\W*$`,
    'iu',
  );
/** Of states that are not named: in which money is there, and in which it is not, or no more. */
const THERE = /paid|taken|received|settled|captured|collected|complete|succe|done/i;
const NOT_THERE = /author|pend|void|cancel|fail|declin|reject|expire|requires/i;

const COUNTS =
  /\b(?:(?:number|count) of|how many) ‹(?<which>[^›]*)›(?: \([^()]*\))?(?: (?:it|the \p{L}+|(?:this|an?) \p{L}+) (?:has|contains|holds|owns)| (?:in|of|on|for|with|belonging to|(?:that |which )?(?:name|belong to|refer to|are of)) (?:it|(?:the|this) \p{L}+)| below it)?(?: (?:at present|at the moment|right now|now|today|so far|currently))?\W*$/iu;
/** `The orders of this customer in status draft` are those in status draft. */
const OF_OWNER =
  / (?:of|for|on|with) (?:this|the) \p{L}+(?= (?:in (?:the )?(?:state|status|stage|phase)|that|which|is|are)\b)/iu;
/** `The customer's orders` are its orders. */
export const OWNERS = /\b(?:the|this|an?|each) (\p{L}+(?:[ -]\p{L}+)?)['’]s? (?:own )?/giu;
/** `How many of its orders are paid` says how many orders are. */
const SOME_OF = /\b(how many) of (?=(?:all |all of )?(?:its|the|their|these)\b)/iu;
/** `Of any status`: all of them are meant. */
const OF_ANY = /[ ,]*\(?\b(?:of|in|with) (?:any|whatever|every|each) (?:states?|status(?:es)?|stage|phase)\b\)?,?/gi;
const ADDS =
  /\b(?:sum|total)\b[^.;]*‹(?<which>[^›]*)›(?: (?:of|in|on|for) (?:it|(?:the|this) \p{L}+)| together|['’]s? [^.;‹]*| (?:amount|total|price|value|cost)s?)?\W*$/iu;
/** What makes a figure another one than that of its parts alone. */
export const BEYOND =
  /\b(?:tax(?:es)?|vat|fees?|discounts?|shipping|tip|round\w*|net|gross|minus|less|without|except|excluding|plus|including|converted|unless|once|until|after|before|when|may|cached|approximate\w*|eventual\w*|last|latest|distinct|different|unique|average|mean|max\w*|min\w*)\b/i;

/** What of a child a sum adds up: the one number that its words name, or two that they multiply; else its only amount. */
function partIn(said: string, child: Resource): Total['countOf'] | undefined {
  const [, path] =
    /\b(?:sum|total) of (?:(?:the|all|its|their) )*`([\w.]+)` (?:of|on|over|across|for|in) /i.exec(said) ?? [];
  if (path !== undefined) return figureAt(path, child);
  const numbers = [...propertiesOf(child.schema).values()].filter(({ schema }) => isFigure(schema));
  const [, what = 'amount'] = WHAT_OF.exec(said) ?? [];
  // `The sum of the refunds of all payments` adds up what was refunded of each.
  const isOfOther = !AMOUNT.test(what);
  const stem = what.toLowerCase().replace(/(?:ies|es|s|ed|y)$/, '');
  const spoken = numbers.filter(({ name }) => wordsOf(name).some((word) => word.startsWith(stem)));
  if (isOfOther && spoken.length !== 1) return undefined;
  const named = isOfOther
    ? spoken
    : numbers.filter(({ name }) =>
        new RegExp(`(?<![\\p{L}\\p{N}_])${wordsOf(name).join('[ _-]?')}s?(?![\\p{L}\\p{N}_])`, 'iu').test(said),
      );
  const [one, other, ...more] = named.length > 0 ? named : numbers.filter(({ name }) => AMOUNT.test(name));
  if (one === undefined || more.length > 0) return undefined;
  if (other !== undefined && (named.length === 0 || !TIMES.test(said))) return undefined;
  const factors = [one, ...(other === undefined ? [] : [other])].map(({ name }) => name);
  return (record) => {
    const values = factors.map((name) => numberIn(own(record, name)));
    return values.reduce<number | undefined>(
      (product, value) => (product === undefined || value === undefined ? undefined : product * value),
      1,
    );
  };
}

/** The figure of a record that a path leads to: `amounts.total`. */
export function figureAt(path: string, { schema }: Pick<Resource, 'schema'>): Total['countOf'] | undefined {
  const inner = schemaAt(schema, path.split('.'));
  return inner !== undefined && isFigure(inner) ? (record) => numberIn(valueIn(record, path)) : undefined;
}

const WHAT_OF = /\b(?:sum|total) of (?:all |the |its |their )*(\p{L}+) (?:of|on|over|across) [^‹.;]*‹/iu;
const AMOUNT = /amount|total|cents|price|cost|value|sum/i;
const TIMES = /\btimes\b|\bmultipl|[×*]|\bx\b|\bby its\b/i;
