/** Conditions on what can be put in an order: numbers, days and times. */

import {
  ENDS_OF_MOMENTS,
  isSpokenOf,
  keywordOf,
  type Parameter,
  type Property,
  plain,
  propertiesOf,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { compareFigures, isDecimal } from '../../exchange/decimals';
import { ownName } from '../inner';
import { type Condition, mentionedIn, only, type Properties } from './condition';
import {
  GREATEST,
  LEAST,
  SAYS_BOUNDS,
  SAYS_EXCLUSIVE,
  SAYS_GREATEST,
  SAYS_INCLUSIVE,
  SAYS_LACKING_OUT,
  SAYS_LEAST,
  SAYS_LEAVES_OUT_LESS,
  SAYS_LEAVES_OUT_MORE,
  SAYS_ON_DAY,
  SAYS_UTC,
} from './list-words';

/** The bounds that the members of a parameter's object stand for (`deepObject`): `created[gte]`, `price[max]`. */
export function boundsBy(parameter: Parameter, properties: Properties): readonly Condition[] | undefined {
  const bounds = [...propertiesOf(parameter.schema).values()].flatMap(({ name, schema }): readonly Condition[] => {
    const own = String(schema.description ?? '');
    const isWhole = SAYS_LEAST.test(own) || SAYS_GREATEST.test(own);
    const description = isWhole ? own : boundSaid(plain(name), parameter.description, own);
    const bound = rangeBy({ ...parameter, name: `${parameter.name}_${name}`, schema, description }, properties);
    return bound === undefined ? [] : [{ ...bound, parameter, within: name }];
  });
  return bounds.length === 0 ? undefined : bounds;
}

/** What words beside the object say of a member without words of its own: operators such as `lte` say themselves whether they have the bound. */
function boundSaid(name: string, ofObject: string, own: string): string {
  if (!SAYS_BOUNDS.test(ofObject)) return '';
  const said = own === '' ? ofObject : own;
  const [isExclusive, isInclusive] = [SAYS_EXCLUSIVE.test(said), SAYS_INCLUSIVE.test(said)];
  const isOperator = /^[gl]te?$/.test(name);
  const side = isOperator || isExclusive === isInclusive ? '' : isExclusive ? ', exclusive' : ', inclusive';
  return LEAST.has(name) ? `above${side}` : GREATEST.has(name) ? `below${side}` : '';
}

/**
 * What sentences around say of the bounds of ranges by how their parameters are named: `bounds named _from include the value itself, upper
 * bounds named _before do not`; as words that stand beside a parameter would say it. An operator of a member's name says it itself.
 */
export function boundSaidAround({ name }: Parameter, sentences: readonly string[], { single }: Properties): string {
  const words = wordsOf(name);
  const word = words.at(-1) ?? '';
  const side = LEAST.has(word) ? 'above' : GREATEST.has(word) ? 'below' : undefined;
  if (side === undefined || words.length < 2) return '';
  const said = new Set<string>();
  for (const sentence of sentences.filter((text) => OF_BOUNDS.test(text))) {
    let sense: 'inclusive' | 'exclusive' | undefined;
    let isListed = false;
    for (const clause of sentence.split(CLAUSES)) {
      // `As do upper bounds`: what says nothing of its own goes on with what was said before, or `_min`, `_max` and `_from` with what follows.
      sense = senseOf(clause) ?? sense;
      const isNamed = namesEndOf(words, clause);
      if (sense !== undefined && (isNamed || (isListed && clause.includes('`')))) said.add(sense);
      isListed = sense === undefined && (isNamed || (isListed && clause.includes('`')));
    }
  }
  const [one, ...others] = said;
  if (one !== undefined && others.length === 0) return `${side}, ${one}`;
  const isOperator =
    /^[gl]te?$/.test(word) && single.some((member) => plain(member.name) === plain(words.slice(0, -1).join('')));
  return isOperator ? side : '';
}

const CLAUSES =
  /[,;:](?=\s)|\s(?:and|but|while|whereas)\s(?=[^`]{1,40}`[^`]+`[^`]*(?:\b(?:do|does|is|are|exclu|inclu)|$))/;

function senseOf(clause: string): 'inclusive' | 'exclusive' | undefined {
  if (
    SAYS_EXCLUSIVE.test(clause) ||
    /\bexclud\w+/i.test(clause) ||
    /\b(?:do|does|is|are)(?: not|n['’]t)\b/.test(clause)
  )
    return 'exclusive';
  return SAYS_INCLUDES.test(clause) ? 'inclusive' : undefined;
}

/** Whether a text has the last words of a name as code: `_from` of `created_from`. */
const namesEndOf = (words: readonly string[], text: string): boolean =>
  [...text.matchAll(/`[*….]*([\w[\]-]+)`/g)].some(([, token = '']) => {
    const ends = wordsOf(token);
    return ends.length > 0 && ends.join() === words.slice(-ends.length).join();
  });

const OF_BOUNDS =
  /\bitself\b|(?:in|ex)clusive|\bbounds?\b|\bend ?points?\b|\b(?:in|ex)clud\w+ (?:the|that|this|its) (?:value|instant|moment|day|date|time|bound)/i;
const SAYS_INCLUDES =
  /\binclu(?:de|sive|ding|ded)|\bitself\b|\bcounts?\b|\bbelongs?\b|\bpart of\b|\b(?:is|are|lies?) (?:with)?in the (?:range|interval)\b/i;

export function rangeBy(parameter: Parameter, { single, inner }: Properties): Condition | undefined {
  const { name, description } = parameter;
  const kind = kindOf(parameter.schema);
  if (kind === undefined) return undefined;
  const words = wordsOf(name).filter(
    (word, index, all) => !['than', 'or', 'equal'].includes(word) && !(word === 'up' && all[index + 1] === 'to'),
  );
  const at = words.findIndex((word, index) => isEnd(words, index) && (LEAST.has(word) || GREATEST.has(word)));
  const word = words[at] ?? '';
  const isLeast = LEAST.has(word);
  const isLeftOut = (isLeast ? SAYS_LEAVES_OUT_LESS : SAYS_LEAVES_OUT_MORE).test(description);
  if (word === '' || !(isLeftOut || (isLeast ? SAYS_LEAST : SAYS_GREATEST).test(description))) return undefined;
  const others = words.filter((_, index) => index !== at);
  const isAlike = ({ schema }: Property): boolean => isComparable(kind, kindOf(schema));
  const property = propertyNamed(others, single.filter(isAlike), inner.filter(isAlike), description);
  if (property === undefined) return undefined;
  const isInclusive = isLeftOut || inclusiveBy(word, description);
  const isLackingOut = SAYS_LACKING_OUT.test(description);
  const ofProperty = kindOf(property.schema);
  return {
    parameter,
    property: property.name,
    kind: isLeast ? 'least' : 'greatest',
    isInclusive,
    keeps: (value, wanted) => {
      if ((value ?? null) === null && isLackingOut) return false;
      const order = kind === ofProperty ? orderOf(kind, value, wanted) : orderByDays(value, wanted);
      return isWithin(order, isLeast ? 'least' : 'greatest', isInclusive);
    },
  };
}

/** Whether a value is on the right side of a bound. */
function isWithin(
  order: number | undefined,
  kind: 'least' | 'greatest',
  isInclusive: boolean | undefined,
): boolean | undefined {
  if (order === undefined || (order === 0 && isInclusive === undefined)) return undefined;
  return order === 0 ? isInclusive : kind === 'least' ? order > 0 : order < 0;
}

const isEnd = (words: readonly string[], index: number): boolean => index === 0 || index === words.length - 1;

type Kind = 'number' | 'date' | 'date-time';

function kindOf(schema: Parameter['schema']): Kind | undefined {
  const types = typesOf(schema).filter((type) => type !== 'null');
  if (types.length > 0 && types.every((type) => type === 'integer' || type === 'number')) return 'number';
  if (isDecimal(schema)) return 'number';
  const format = types.join() === 'string' ? keywordOf(schema, 'format') : undefined;
  return format === 'date' || format === 'date-time' ? format : undefined;
}

const isComparable = (one: Kind, other: Kind | undefined): boolean =>
  other !== undefined && (one === 'number') === (other === 'number');

/** The only property that the words of a name mean; without such the only one that the description names, or speaks of. */
function propertyNamed(
  words: readonly string[],
  properties: readonly Property[],
  inner: readonly Property[],
  description: string,
): Property | undefined {
  const rest = words.filter((word) => !['date', 'time', 'at'].includes(word)).join('');
  const named =
    rest === '' ? [] : properties.filter(({ name }) => ENDS_OF_MOMENTS.some((end) => plain(name) === rest + end));
  if (named.length > 0) return only(named);
  const parts = words.length === 0 ? [] : properties.filter(({ name }) => hasWords(name, words));
  const mentioned = mentionedIn([...properties, ...inner], description);
  // An amount with its currency is asked for by the name of both: `price` rather than `cost_price`.
  const within = rest === '' ? [] : inner.filter(({ name }) => plain(name.slice(0, name.indexOf('.'))) === rest);
  if (within.length > 0 && mentioned.length === 0) return only(within);
  if (parts.length > 0 && !mentioned.some((one) => inner.includes(one)))
    return only(parts.length > 1 ? parts.filter((one) => mentioned.includes(one)) : parts);
  const spoken = rest === '' ? properties.filter(({ name }) => isSpokenOf(name, description)) : [];
  // `total_min` of `{amounts: {total}}`.
  const called = rest === '' ? [] : inner.filter(({ name }) => plain(ownName(name)) === rest);
  // `The earliest event date` of `{event: {date}}`.
  const phrase = plain(description);
  const spelled = inner.filter(({ name }) => phrase.includes(plain(name)) && name.startsWith(`${words[0]}.`));
  return only(mentioned) ?? only(spoken) ?? only(within) ?? only(called) ?? only(spelled);
}

/** Whether a name ends with these words, or begins with them: `cents` of `amount_cents`. */
function hasWords(name: string, words: readonly string[]): boolean {
  const text = ` ${wordsOf(name).join(' ')} `;
  return text.endsWith(` ${words.join(' ')} `) || text.startsWith(` ${words.join(' ')} `);
}

/** What the words say goes before what the name does. */
function inclusiveBy(word: string, description: string): boolean | undefined {
  if (SAYS_EXCLUSIVE.test(description)) return SAYS_OR_EQUAL.test(description) ? undefined : false;
  if (SAYS_INCLUSIVE.test(description)) return true;
  return /^[gl]te?$/.test(word) ? word.endsWith('e') : /^[gl]e$/.test(word) ? true : undefined;
}

/** "More than or equal to", "inclusive of …, exclusive of …": both are said. */
const SAYS_OR_EQUAL = /\bor equal\b|(?<!non-|not |non)\binclusive\b/i;

/** How two values of a kind compare; undefined where one of them is none. */
export function orderOf(kind: Kind, value: unknown, other: unknown): number | undefined {
  if (kind === 'number') return compareFigures(value, other);
  const [one, two] = [instantOf(value), instantOf(other)];
  if (one === undefined || two === undefined) return undefined;
  // A `Date` has three digits of a second: of two with more it does not tell which is later.
  return one === two && (isFine(value) || isFine(other)) ? undefined : Math.sign(one - two);
}

function instantOf(value: unknown): number | undefined {
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value.toUpperCase()) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

const isFine = (value: unknown): boolean => /\.\d{4}/.test(String(value));

/** A day and an instant compare where no time zone changes that, nor whether the day is meant whole. */
function orderByDays(value: unknown, other: unknown): number | undefined {
  const [one, two] = [instantOf(value), instantOf(other)];
  return one === undefined || two === undefined || Math.abs(one - two) < 2 * 86_400_000
    ? undefined
    : Math.sign(one - two);
}

/**
 * A day, or a moment, on which something has to be, which begins and ends with two properties of the record, or which has one of its own:
 * then it is a range of both.
 */
export function dayBy(parameter: Parameter, properties: readonly Property[]): readonly Condition[] | undefined {
  const { description, schema, name } = parameter;
  const kind = kindOf(schema);
  if (kind === undefined || kind === 'number' || !SAYS_ON_DAY.test(description)) return undefined;
  const times = properties.filter((one) => isComparable(kind, kindOf(one.schema)));
  const mentioned = mentionedIn(times, description);
  const both = bothEnds(mentioned) ?? bothEnds(times.filter((one) => hasFirstWord(one.name, name)));
  if (both !== undefined) {
    const [first, last] = sidesOf(description);
    return [boundBy(parameter, both[0], 'greatest', first), boundBy(parameter, both[1], 'least', last)];
  }
  const property = only(mentioned) ?? only(times.filter((one) => isSpokenOf(one.name, description)));
  if (property === undefined || kind !== 'date') return undefined;
  return [boundBy(parameter, property, 'least', true), boundBy(parameter, property, 'greatest', true)];
}

/** A range up to a day, or from it on. */
function boundBy(
  parameter: Parameter,
  { name, schema }: Property,
  kind: 'least' | 'greatest',
  isInclusive: boolean | undefined,
): Condition {
  const [asked, held] = [kindOf(parameter.schema), kindOf(schema)];
  const isUtc = SAYS_UTC.test(parameter.description);
  const orderFor = (value: unknown, wanted: unknown): number | undefined => {
    if (asked !== undefined && asked === held) return orderOf(asked, value, wanted);
    const at = held === 'date-time' && isUtc ? instantOf(value) : undefined;
    return at === undefined
      ? orderByDays(value, wanted)
      : orderOf('date', new Date(at).toISOString().slice(0, 10), wanted);
  };
  return {
    parameter,
    property: name,
    kind,
    isInclusive,
    keeps: (value, wanted) => isWithin(orderFor(value, wanted), kind, isInclusive),
  };
}

/** The one in which something begins and the one in which it ends, where these are two. */
function bothEnds(properties: readonly Property[]): readonly [Property, Property] | undefined {
  const first = only(properties.filter(({ name }) => wordsOf(name).some((word) => BEGINS.test(word))));
  const last = only(properties.filter(({ name }) => wordsOf(name).some((word) => ENDS.test(word))));
  return first !== undefined && last !== undefined && first !== last && properties.length === 2
    ? [first, last]
    : undefined;
}

const BEGINS = /^(?:from|since|starts?|begins?|opens?|first)$/;
const ENDS = /^(?:to|until|till|through|ends?|closes?|expires?|last)$/;

const hasFirstWord = (property: string, name: string): boolean =>
  wordsOf(property).length > 1 && wordsOf(property)[0] === wordsOf(name)[0];

/** Whether the first and the last day count, as words say: "`from` ≤ day < `to`", "both inclusive". */
function sidesOf(description: string): readonly [boolean | undefined, boolean | undefined] {
  const [, first, last] = SAYS_BETWEEN.exec(description) ?? [];
  if (first !== undefined && last !== undefined) return [first !== '<', last !== '<'];
  const isSaid = SAYS_INCLUSIVE.test(description) && !SAYS_EXCLUSIVE.test(description);
  return isSaid ? [true, true] : [undefined, undefined];
}

const SAYS_BETWEEN = /(<=|≤|<)[^<≤>≥]{1,40}(<=|≤|<)/;
