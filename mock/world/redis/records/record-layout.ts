import { hash } from 'node:crypto';
import { exactInteger, memoizedLately, own, parseJson, stringifyJson } from '../../../../openapi/contract';
import { createConditionTest, keyOf } from '../../rules/order';
import type { Condition, Id, StoredRecord, Value } from '../../stores/records';
import type { Reply } from '../connection/replies';
import type { Argument, Script, ScriptRunner } from '../connection/script';
import { unlessGone } from '../state/state';

/** Runs a script on the keys of one record store. */
export type RunOnRecords = (script: Script, args: readonly Argument[]) => Promise<Reply>;

/**
 * @param key what the names of all keys of the store begin with
 * @returns what throws StoreUnavailable where the store is gone
 */
export const runOnRecords =
  (connection: ScriptRunner, key: string): RunOnRecords =>
  (script, args) =>
    unlessGone(
      connection.run(script, [key], args),
      'The records were replaced, by a reset for example, before this was done. Ask again.',
    );

/** What the names of a generation's keys end with, as a table of Lua. */
export const PARTS = `{'texts', 'order', 'index', 'ids', 'retired', 'names', 'created'}`;

/**
 * What the scripts that read a record store begin with. `KEYS[1]` is a hash with the number of the present `generation` of the
 * store's records and of the `snapshots` that are being read; it is there for as long as the store. The names of the others
 * begin with it: `texts`, `order` and `index` (see `memberOf`), `names` (a sorted set of the collections, by when they
 * began), `ids` (a hash: by collection the `highest` id there was, how many came into use and how many have a place in the
 * creation order), `retired` (a set of the members that are free and not to be given), `created` (the creation order).
 */
export const READING = `
local meta = KEYS[1]
local generation = redis.call('HGET', meta, 'generation')
if not generation then return redis.error_reply('GONE records') end
local at = meta .. ':' .. generation .. ':'
`;

/**
 * What those that write begin with: `note` is to be called before a record changes, for the snapshots that are being read, and
 * `done` with the reply. A store that is in no world any more has an end: nothing that is still written to it outlives it.
 */
export const WRITING = `
local meta = KEYS[1]
local head = redis.call('HMGET', meta, 'generation', 'snapshots')
if not head[1] then return redis.error_reply('GONE records') end
local at = meta .. ':' .. head[1] .. ':'
local texts, order, index, ids, retired = at .. 'texts', at .. 'order', at .. 'index', at .. 'ids', at .. 'retired'
local left = redis.call('PTTL', meta)
local function done(reply)
  if left >= 0 then
    for _, part in ipairs(${PARTS}) do redis.call('PEXPIRE', at .. part, left) end
  end
  return reply
end
local function note(member)
  for snapshot in string.gmatch(head[2] or '', '%d+') do
    local before = meta .. ':snapshot:' .. snapshot
    if redis.call('HGET', before, 'generation') == head[1] then
      local text = redis.call('HGET', texts, member)
      if redis.call('HSETNX', before, ':' .. member, text or '') == 1 and text then
        redis.call('ZADD', before .. ':order', 0, member)
        redis.call('PEXPIRE', before .. ':order', redis.call('PTTL', before))
      end
    end
  end
end
`;

/** Lua's own order of texts depends on the server's locale. */
export const BELOW = `
local function isBelow(one, other)
  if one == other then return false end
  for place = 1, math.min(#one, #other) do
    local a, b = string.byte(one, place), string.byte(other, place)
    if a ~= b then return a < b end
  end
  return #one < #other
end
`;

const MIB = 2 ** 20;
/** The most characters of records, and of lists, whose values are remembered. */
const RECORDS = 16 * MIB;
const LISTS = 8 * MIB;

/**
 * Records, and their texts in Redis. What was read lately is given again as the same object, so that what others remember of
 * it holds on, such as its text in a reply.
 */
export interface RecordTexts {
  recordOf(text: string): StoredRecord;
  /** @param texts divided by line feeds, which no text of a record has; empty where there is none */
  recordsOf(texts: string): readonly StoredRecord[];
  /** The same, and the same list again for the same texts. */
  listOf(texts: string): readonly StoredRecord[];
  /** The text of a record. Of one that came from Redis the one that it has there. */
  textOf(record: StoredRecord): string;
}

export function createRecordTexts(): RecordTexts {
  const texts = new WeakMap<StoredRecord, string>();
  const recordOf = memoizedLately(RECORDS, (text): StoredRecord => {
    // Nothing but texts of records is stored.
    const record = parseJson(text) as StoredRecord;
    texts.set(record, text);
    return record;
  });
  const recordsOf = (all: string): readonly StoredRecord[] => (all === '' ? [] : all.split('\n').map(recordOf));
  return {
    recordOf,
    recordsOf,
    listOf: memoizedLately(LISTS, recordsOf),
    textOf: (record) => texts.get(record) ?? stringifyJson(record),
  };
}

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
const indexStart = (collection: string, place: number, values: readonly Value[]): string =>
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
