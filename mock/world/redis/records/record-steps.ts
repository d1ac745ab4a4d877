import { memoizedLately, parseJson, stringifyJson } from '../../../../openapi/contract';
import type { StoredRecord } from '../../stores/records';
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
 * begin with it: `texts`, `order` and `index` (see `record-keys.ts`), `names` (a sorted set of the collections, by when they
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
