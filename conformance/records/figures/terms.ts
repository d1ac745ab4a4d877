/** The terms of which words work a figure out: members, products, shares, and sums over a list. */
import {
  isObject,
  itemsOf,
  keywordOf,
  own,
  type Property,
  propertiesOf,
  type Schema,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { type Exact, exactIn, unitsAt } from '../../exchange/decimals';
import type { JsonRecord } from '../records';

/** Works a figure out of a record; undefined where the record lacks some of what it is made of. */
export type WorkOut = (record: JsonRecord) => Exact | undefined;

/** The members beside a figure, and what is said of each: its description, else what words around the operation say that it is. */
export interface Beside {
  readonly properties: ReadonlyMap<string, Property>;
  readonly saidOf: (name: string) => string;
  /** By their names the figures of an item that are worked out of its others. */
  readonly workedOutIn: (items: Schema) => ReadonlyMap<string, unknown>;
}

/** Whether a member may be part of a formula: also a text of which no schema says that it is a number. */
export const mayBeFigure = (schema: Schema): boolean =>
  typesOf(schema).some((type) => type === 'integer' || type === 'number') ||
  (typesOf(schema).includes('string') && keywordOf(schema, 'enum') === undefined);

/** Terms that are added up and taken off. */
export function sumIn(text: string, beside: Beside): WorkOut | undefined {
  const { properties } = beside;
  if (text.endsWith(')') || OF_DIFFERENCE.test(text)) return shareIn(text, beside);
  const [first = '', ...rest] = text.split(/,?\s+(plus|and|minus|less|reduced by|[+−–-])\s+(?:the )?/iu);
  const terms: Term[] = [];
  const all = ['plus', ...[first, ...rest]];
  // One alone says no more than which other figure it is like.
  const isAlone =
    all.length < 4 &&
    !/\b(?:sum|total|number|count) of\b|\b(?:times|multiplied by|twice|doubled)\b|\s[×x*]\s|\btogether\b/iu.test(text);
  const alone = isAlone ? shareIn(text, beside) : undefined;
  if (isAlone) return alone;
  for (let nth = 0; nth < all.length; nth += 2) {
    const [sign = '', term = ''] = all.slice(nth, nth + 2);
    const isLast = nth + 2 >= all.length;
    // Of a share of one less another it is open what it is a share of.
    const before = [...terms];
    const workOut =
      productIn(term, properties) ??
      totalIn(term, beside) ??
      (isLast ? (shareIn(term, beside) ?? shareOfAll(term, properties, (record) => total(before, record))) : undefined);
    if (workOut === undefined) return undefined;
    terms.push({ sign: /^(?:plus|and|\+)$/i.test(sign) ? 1 : -1, workOut });
  }
  // `Sum of net and tax` adds as `net plus tax` does; `net and tax` alone says nothing.
  if (/\sand\s/i.test(text) && !/^(?:the )?(?:sum|total) of\b/i.test(text)) return undefined;
  return (record) => total(terms, record);
}

/** `Tax percent of subtotal − discount`: of what the sign leaves, since a share less a figure of the same kind as its whole is nothing. */
const OF_DIFFERENCE = /^(?:the )?(?!(?:sum|total|number|count|product)\b)[\w-]+ (?:of|on) [\w.]+ [−–-] [\w.]+$/i;

/** The same the other way: a share of one figure, less another one. */
export function shareLess(text: string, beside: Beside): WorkOut | undefined {
  const [, share = '', less = ''] = OF_DIFFERENCE.test(text) ? (/^(.*) [−–-] ([\w.]+)$/.exec(text) ?? []) : [];
  const [first, second] = [shareIn(share, beside), productIn(less, beside.properties)];
  return first && second && ((record) => addUp([first(record), times(-1, second(record))]));
}

interface Term {
  readonly sign: 1 | -1;
  readonly workOut: WorkOut;
}

const total = (terms: readonly Term[], record: JsonRecord): Exact | undefined =>
  addUp(terms.map(({ sign, workOut }) => times(sign, workOut(record))));

/** `less the discount`, where the discount is only known as so many of a hundred: of all that stands before it. */
function shareOfAll(term: string, properties: ReadonlyMap<string, Property>, all: WorkOut): WorkOut | undefined {
  const rate = ['percent', 'percentage', 'rate'].map((unit) => rateIn(`${term} ${unit}`, properties)).find(Boolean);
  return rate && ((record) => multiply([rate(record), all(record)]));
}

const times = (factor: 1 | -1, value: Exact | undefined): Exact | undefined =>
  value && { ...value, units: BigInt(factor) * value.units };

const addUp = (values: readonly (Exact | undefined)[]): Exact | undefined =>
  values.reduce<Exact | undefined>(
    (sum, one) => {
      if (sum === undefined || one === undefined) return undefined;
      const places = Math.max(sum.places, one.places);
      return { units: unitsAt(sum, places) + unitsAt(one, places), places };
    },
    { units: 0n, places: 0 },
  );

const multiply = (values: readonly (Exact | undefined)[]): Exact | undefined =>
  values.reduce<Exact | undefined>(
    (product, one) => product && one && { units: product.units * one.units, places: product.places + one.places },
    { units: 1n, places: 0 },
  );

/** A share of another figure: `discountPercent of the subtotal`, `20 % of net`, `tax percent on what remains of the subtotal after the discount`. */
function shareIn(text: string, beside: Beside): WorkOut | undefined {
  const [, share = '', whole = ''] =
    text
      .replace(NOT_IN_IT, '')
      .match(
        /^(?:the )?([\w -]+?|\d+(?:\.\d+)? ?%) (?:of|on) ((?:the |its )?[\w -]+|\([^()]+\)|[\w.]+ [−–-] [\w.]+)$/i,
      ) ?? [];
  const [rate, base] = [rateIn(share, beside.properties), baseIn(whole, beside)];
  return rate && base && ((record) => multiply([rate(record), base(record)]));
}

/** `…, shipping not included`: of what is no part of it. */
const NOT_IN_IT =
  /, (?:[\w -]+ (?:is |are )?(?:not included|excluded|left out)|(?:excluding|without|not including|not counting) [\w -]+)$/i;

/** So many of a hundred, as a number in the text or as a member that is said to be that. */
function rateIn(text: string, properties: ReadonlyMap<string, Property>): WorkOut | undefined {
  const [, number] = text.match(/^(\d+(?:\.\d+)?) ?(?:%|per ?cent)$/i) ?? [];
  const hundredth = (one: Exact | undefined, places = 2): Exact | undefined =>
    one && { ...one, places: one.places + places };
  if (number !== undefined) return () => hundredth(exactIn(number));
  // `discountPercent per cent of` says it twice.
  const isTwice = / (?:%|per ?cent)$/i.test(text);
  const name =
    nameIn(text, properties, mayBeFigure) ?? nameIn(text.replace(/ (?:%|per ?cent)$/i, ''), properties, mayBeFigure);
  if (name === undefined) return undefined;
  const places = isTwice || wordsOf(name).some((word) => OF_HUNDRED.test(word)) ? 2 : placesSaid(properties.get(name));
  return places === undefined ? undefined : (record) => hundredth(exactIn(own(record, name)), places);
}

const OF_HUNDRED = /^(?:percent|percentage|pct)$/i;

/** By how many places a member is off from a part of one: `in per cent`, `in basis points`, `1900 is 19 %`, `0.19 is 19 %`. */
function placesSaid(property: Property | undefined): number | undefined {
  const said = String(keywordOf(property?.schema ?? {}, 'description') ?? '');
  if (/\bbasis points?\b|\b(?:hundredths?|1\/100) of an? (?:per ?cent|%)/i.test(said)) return 4;
  const [, shown, percent] =
    said.match(/\b(\d+(?:\.\d+)?)\b\W{0,3} (?:is|means|stands for|=|for) (\d+(?:\.\d+)?) ?(?:%|per ?cent)/i) ?? [];
  if (shown !== undefined && Number(percent) > 0) {
    const places = Math.log10(Number(shown) / Number(percent)) + 2;
    return Number.isInteger(places) && places >= 0 ? places : undefined;
  }
  return /\bper ?cent\b|%|\bpercentage\b/i.test(said) ? 2 : undefined;
}

/** What a share is of: a member, or what another one leaves of it. */
function baseIn(text: string, beside: Beside): WorkOut | undefined {
  if (text.startsWith('(')) return sumIn(text.slice(1, -1), beside);
  if (/ [−–-] /.test(text)) return sumIn(text, beside);
  const { properties, saidOf } = beside;
  const figureOf =
    (one: string): WorkOut =>
    (record) =>
      exactIn(own(record, one));
  const named = (one: string): string | undefined => nameIn(one, properties, mayBeFigure);
  const name = named(text);
  if (name !== undefined) return figureOf(name);
  const { whole, less = '' } = (LEFT.exec(text) ?? AFTER.exec(text))?.groups ?? {};
  const off = named(less) ?? named(`${less} total`) ?? named(`${less} amount`);
  // What remains after a discount remains of what the discount is taken of.
  const from =
    off &&
    named(
      whole ??
        saidOf(off)
          .replaceAll(/[`'"]/g, '')
          .match(/ (?:of|on) ((?:the |its )?[\w-]+)/i)?.[1] ??
        '',
    );
  return off === undefined || from === undefined
    ? undefined
    : (record) => addUp([figureOf(from)(record), times(-1, figureOf(off)(record))]);
}

const AFTER =
  /^(?:the )?(?<whole>[\w -]+?) (?:after) (?:deducting |subtracting |taking off )?(?:the |its )?(?<less>[\w -]+)$/i;
const LEFT =
  /^what(?:ever)? (?:is left|remains)(?: of (?:the |its )?(?<whole>[\w -]+?))? (?:after|when) (?:deducting |subtracting |taking off )?(?:the |its )?(?<less>[\w -]+?)(?: is (?:taken off|deducted|subtracted))?$/i;

/** Members that are multiplied, with numbers or without; one alone, too. */
export function productIn(text: string, properties: ReadonlyMap<string, Property>): WorkOut | undefined {
  const [, twice, once = ''] = /^(twice (?:the )?)?(.*)$/i.exec(text) ?? [];
  const factors = once
    .replace(/^(?:the )?(?:sum|total) of (?:the )?/i, '')
    .split(/\s+(?:times|multiplied by|[×x*])\s+/iu)
    .flatMap(partsOf)
    .map((one) => ({ name: nameIn(one, properties, mayBeFigure), number: exactIn(one) }));
  if (factors.some(({ name, number }) => name === undefined && number === undefined)) return undefined;
  if (factors.every(({ name }) => name === undefined)) return undefined;
  const doubled: Exact = { units: twice === undefined ? 1n : 2n, places: 0 };
  return (record) =>
    multiply([
      doubled,
      ...factors.map(({ name, number }) => (name === undefined ? number : exactIn(own(record, name)))),
    ]);
}

/** A factor; of one that is divided by a power of ten that and its share of one. */
function partsOf(factor: string): readonly string[] {
  const [, whole = factor, zeros] = factor.match(/^(.+?) ?(?:[/÷]|divided by) ?1((?:[ ,\u00a0\u202f]?0)+)$/i) ?? [];
  return zeros === undefined ? [whole] : [whole, `0.${zeros.replaceAll(/[^0]/g, '').slice(1)}1`];
}

/** The member that words name, of those that are meant: `unitPrice`, `the unit price`, `unit prices`. */
const nameIn = (
  text: string,
  properties: ReadonlyMap<string, Property>,
  isMeant: (schema: Schema) => boolean,
): string | undefined =>
  [...properties.values()].find(
    ({ name, schema }) =>
      isMeant(schema) &&
      new RegExp(`^(?:the |its |their |each )*${spelled(name).replace(/y$/, '(?:y|ie)')}s?$`, 'iu').test(text.trim()),
  )?.name;

/** What comes together of a list beside it: `sum of price times quantity over all lines`, `total of the line totals`, `all lines together`. */
function totalIn(text: string, { properties, workedOutIn }: Beside): WorkOut | undefined {
  const counted = text.match(/^(?:the )?(?:number|count) of (?:all |the |its |each )*(.+)$/i)?.[1];
  const whole = counted && nameIn(counted, properties, isWholeList);
  if (whole) return lengthOf(whole);
  const said = text.match(/^(?:the )?(?:sum|total) of (?:all |the |its |each )*(.+)$/i)?.[1];
  const added = said === undefined ? undefined : (ofOthers(said, properties) ?? ofObject(said, properties));
  if (added !== undefined) return added;
  const together = text.match(/^(?:all |the |its )*(.+?) (?:taken |added |summed )?together$/i)?.[1];
  for (const { name, schema } of properties.values()) {
    const items = itemsOf(schema);
    if (items === undefined) continue;
    const all = `${spelled(name).replace(/s$/, 's?')}`;
    const list = `(?:all |the |its |each |every )*(?:of )?(?:all |the |its )*${all}`;
    const inner = (said?.match(new RegExp(`^(.+?) (?:over|of|across|for|in) ${list}$`, 'iu')) ??
      said?.match(new RegExp(`^${list}(?:['’]s?)? (.+)$`, 'iu')))?.[1];
    const isWhole = [said, together].some((one) => one !== undefined && new RegExp(`^${all}$`, 'iu').test(one));
    const each =
      inner === undefined
        ? isWhole
          ? workedOutOf(items, workedOutIn)
          : undefined
        : (productIn(inner, propertiesOf(items)) ?? productIn(said ?? '', propertiesOf(items)));
    if (each !== undefined) return overAll(name, each);
  }
  // `Sum of the quantities`: only items have such.
  const [only, ...others] = [...properties.values()].flatMap(({ name, schema }) => {
    const members = propertiesOf(itemsOf(schema) ?? {});
    const each = said?.endsWith('s') === true ? nameIn(said, members, mayBeFigure) : undefined;
    return each === undefined ? [] : [overAll(name, (record) => exactIn(own(record, each)))];
  });
  return others.length === 0 ? only : undefined;
}

/** `Sum of the four`, `of the others`: of all whole numbers beside it, where they are so many. */
function ofOthers(said: string, properties: ReadonlyMap<string, Property>): WorkOut | undefined {
  const [, count] =
    /^(?:(two|three|four|five|six|seven|eight)|others?|rest)(?: (?:others|above|counts|figures|numbers))?$/i.exec(
      said,
    ) ?? [''];
  const all = [...properties.values()].filter(
    ({ name, schema }) => !name.includes('.') && typesOf(schema).includes('integer'),
  );
  const isAll =
    count === undefined ? /^(?:others?|rest)\b/i.test(said) : NUMBERS.indexOf(count.toLowerCase()) + 2 === all.length;
  return isAll && all.length > 1 ? addedUp(all) : undefined;
}

const NUMBERS = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

/** `Sum of counts`: of all that an object beside it has. */
function ofObject(said: string, properties: ReadonlyMap<string, Property>): WorkOut | undefined {
  const name = nameIn(said, properties, (schema) => propertiesOf(schema).size > 1);
  const members = name === undefined ? [] : [...propertiesOf(properties.get(name)?.schema ?? {}).values()];
  if (name === undefined || !members.every(({ schema }) => typesOf(schema).includes('integer'))) return undefined;
  const added = addedUp(members);
  return (record) => {
    const object = own(record, name);
    return isObject(object) ? added(object) : undefined;
  };
}

const addedUp =
  (members: readonly Property[]): WorkOut =>
  (record) =>
    addUp(members.map(({ name }) => exactIn(own(record, name))));

const lengthOf =
  (list: string): WorkOut =>
  (record) => {
    const all = own(record, list);
    return Array.isArray(all) ? { units: BigInt(all.length), places: 0 } : undefined;
  };

/** Not one that may hold a part of what is counted. */
const isWholeList = (schema: Schema): boolean =>
  itemsOf(schema) !== undefined && !OF_SOME.test(String(schema.description ?? ''));
const OF_SOME = /\b(?:first|last|latest|newest|oldest|most|up to|some|sample|preview|excerpt|only (?:with|when|if))\b/i;

const overAll =
  (list: string, each: WorkOut): WorkOut =>
  (record) => {
    const all = own(record, list);
    return Array.isArray(all) ? addUp(all.map((one) => (isObject(one) ? each(one) : undefined))) : undefined;
  };

/** The one figure of an item that is worked out of the others itself: what the item comes to. */
function workedOutOf(items: Schema, workedOutIn: Beside['workedOutIn']): WorkOut | undefined {
  const [name, other] = workedOutIn(items).keys();
  return name === undefined || other !== undefined ? undefined : (record) => exactIn(own(record, name));
}

export const spelled = (name: string): string => wordsOf(name).join('[ ._-]?');
