import { hash } from 'node:crypto';
import { exactInteger, own } from '../../../../openapi/contract';
import { createConditionTest, keyOf } from '../../rules/order';
import type { Condition, Id, StoredRecord, Value } from '../../stores/records';

/**
 * How records are called in Redis. All of a store are in one hash of their texts and in two sorted sets, in which all scores
 * are 0, so that Redis sorts by bytes: one of all records (`collection NUL id`), and one by what lists ask for
 * (`collection NUL combination NUL values NUL id`).
 */
export const memberOf = (collection: string, id: Id): string => startOf(collection) + orderKeyOf(id);

/** What all members of a collection begin with. */
export const startOf = (collection: string): string => `${collection}\0`;

/** The id of a member of a collection. */
export const idOfMember = (collection: string, member: string): Id => idOfOrderKey(member.slice(collection.length + 1));

/** What the members begin with that have these values of a combination of properties, which is called by its place. */
export const indexStart = (collection: string, place: number, values: readonly Value[]): string =>
  `${collection}\0${place}\0${shortened(keyOf(values))}\0`;

/** A record's members of the index. The order of all records serves for the combination of no properties. */
export function indexMembersOf(
  collection: string,
  combinations: readonly (readonly string[])[],
  id: Id,
  record: StoredRecord,
): readonly string[] {
  const key = orderKeyOf(id);
  return combinations.flatMap((properties, place) => {
    if (properties.length === 0) return [];
    const values = properties.map((property) => own(record, property));
    return [indexStart(collection, place, values) + key];
  });
}

/** The key of the highest number that this id makes the highest there was; empty where it is a text. */
export function highestOf(id: Id): string {
  if (typeof id === 'string') return '';
  return orderKeyOf(typeof id === 'bigint' ? id : Math.floor(id));
}

/** Values are only ever compared as a whole. */
const LONGEST = 40;
const shortened = (key: string): string => (key.length <= LONGEST ? key : `#${hash('sha1', key, 'base64url')}`);

/**
 * A text for each id, whose order by bytes of UTF-8 is that of the ids (`compareIds`), as are JavaScript's and Redis' own of
 * such texts. It can be turned back. A whole number up to 2^53 - 1 has at most two characters more than digits.
 *
 * What is negative comes first, then other numbers, then texts. A number has its count of digits before the point as one
 * character, its digits, and those after the point. Of what is negative both are complemented, and an end follows that is
 * above all digits, since -5.5 is below -5.
 */
export function orderKeyOf(id: Id): string {
  if (typeof id === 'string') return TEXT + spread(id);
  const [whole, fraction] = digitsOf(id);
  const isNegative = id < 0;
  if (!isNegative) return NUMBER + String.fromCharCode(FEWEST + whole.length) + whole + fraction;
  return NEGATIVE + String.fromCharCode(MOST - whole.length) + complement(whole + fraction) + END;
}

/** The id that a key was made of. */
export function idOfOrderKey(key: string): Id {
  if (key.startsWith(TEXT)) return gathered(key.slice(1));
  const isNegative = key.startsWith(NEGATIVE);
  const length = isNegative ? MOST - key.charCodeAt(1) : key.charCodeAt(1) - FEWEST;
  const digits = isNegative ? complement(key.slice(2, -1)) : key.slice(2);
  const sign = isNegative ? '-' : '';
  const [whole, fraction] = [digits.slice(0, length), digits.slice(length)];
  if (fraction !== '') return Number(`${sign}${whole}.${fraction}`);
  // As `parseJson` reads them: a double is what has more digits than it takes for an exact number.
  return length > MOST_EXACT ? Number(sign + whole) : exactInteger(BigInt(sign + whole));
}

const NEGATIVE = 'n';
const NUMBER = 'p';
const TEXT = 't';
/** Above every digit. */
const END = '~';
/** What a count of digits is added to: a number of up to 19 digits has one that takes a byte. */
export const FEWEST = 0x40;
/** What it is taken from: no number has more than 309. */
const MOST = 0x240;
const MOST_EXACT = 100;

/** The digits of a number before and after its point. Those of a double are the fewest that tell it from others. */
function digitsOf(id: number | bigint): readonly [string, string] {
  if (typeof id === 'bigint' || Number.isInteger(id)) return [String(BigInt(id)).replace('-', ''), ''];
  const [mantissa = '', exponent = '0'] = String(Math.abs(id)).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  // A fraction is written with an exponent only where that is negative.
  return exponent === '0' ? [whole, fraction] : ['0', '0'.repeat(-Number(exponent) - 1) + whole + fraction];
}

const complement = (digits: string): string => digits.replace(/\d/g, (digit) => String(9 - Number(digit)));

/** From here on units of UTF-16 are in another order than the bytes of UTF-8: halves of pairs come before the last ones. */
const SURROGATES = 0xd800;
const BEYOND = 0x1_0000;

/** Each late unit as a character of its own, above all others. */
const spread = (text: string): string =>
  LATE.test(text)
    ? text.replace(LATE_UNITS, (unit) => String.fromCodePoint(BEYOND + unit.charCodeAt(0) - SURROGATES))
    : text;

const gathered = (text: string): string =>
  LATE.test(text)
    ? text.replace(SPREAD, (late) => String.fromCharCode((late.codePointAt(0) ?? 0) - BEYOND + SURROGATES))
    : text;

const LATE = /[\ud800-\uffff]/;
const LATE_UNITS = /[\ud800-\uffff]/g;
const SPREAD = /[\u{10000}-\u{1ffff}]/gu;

/** Where in Redis the records are looked for that meet some conditions. */
export interface RecordSearch {
  /** The sorted set. */
  readonly part: 'order' | 'index';
  /** What its members begin with; they go on with the id. No record has members of two of these. */
  readonly starts: readonly string[];
  /** What is tried on each record that is found there. */
  readonly tests: readonly ((record: StoredRecord) => boolean)[];
}

/** More are not merged on the server, where all wait for it. */
const MOST_STARTS = 100;

/** By the index that answers the most of these conditions; the others are tried on each record. */
export function searchFor(
  collection: string,
  combinations: readonly (readonly string[])[],
  conditions: readonly Condition[],
): RecordSearch {
  if (conditions.length === 0) return { part: 'order', starts: [startOf(collection)], tests: [] };
  if (conditions.some(({ anyOf }) => anyOf.length === 0)) return { part: 'order', starts: [], tests: [] };
  let best: { readonly place: number; readonly lookedUp: readonly Condition[] } | undefined;
  for (const [place, properties] of combinations.entries()) {
    const lookedUp = properties.flatMap((name) => conditions.find(({ property }) => property === name) ?? []);
    if (lookedUp.length < properties.length || lookedUp.length <= (best?.lookedUp.length ?? 0)) continue;
    if (lookedUp.reduce((product, { anyOf }) => product * anyOf.length, 1) > MOST_STARTS) continue;
    best = { place, lookedUp };
  }
  const { place, lookedUp } = best ?? { place: 0, lookedUp: [] };
  const tests = conditions.filter((condition) => !lookedUp.includes(condition)).map(createConditionTest);
  if (lookedUp.length === 0) return { part: 'order', starts: [startOf(collection)], tests };
  const starts = new Set(combined(lookedUp).map((values) => indexStart(collection, place, values)));
  return { part: 'index', starts: [...starts], tests };
}

/** Every combination of one value from each condition. */
const combined = (conditions: readonly Condition[]): readonly (readonly Value[])[] =>
  conditions.reduce<readonly (readonly Value[])[]>(
    (heads, { anyOf }) => heads.flatMap((head) => anyOf.map((value) => [...head, value])),
    [[]],
  );
