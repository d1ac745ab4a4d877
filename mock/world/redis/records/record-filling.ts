import { createPauses } from '../../rules/pauses';
import type { Collections, Id, IndexedBy, RecordStore } from '../../stores/records';
import { tooManyRecords } from '../../stores/store';
import { type ScriptRunner, script } from '../connection/script';
import { GRACE_MS, STAGED_MS, type WorldKeys } from '../state/state';
import { CREATING, STORING } from './record-changes';
import {
  highestOf,
  indexMembersOf,
  memberOf,
  PARTS,
  type RecordTexts,
  type RunOnRecords,
  WRITING,
} from './record-layout';

/** Makes an empty store of this number, which goes by itself unless it becomes a present one. */
export async function makeRecords(
  connection: ScriptRunner,
  keys: Pick<WorldKeys, 'ofRecords'>,
  number: number,
): Promise<void> {
  await connection.run(MAKE, [keys.ofRecords(number, 'store')], []);
}

const MAKE = script(`
if redis.call('HSETNX', KEYS[1], 'generation', 0) == 1 then redis.call('PEXPIRE', KEYS[1], ${STAGED_MS}) end
return 1
`);

/** So many records, or texts of so many characters, are stored in one step, which takes Redis some milliseconds. */
const PIECE = { records: 1000, length: 2 ** 20 };

interface Filling {
  readonly run: RunOnRecords;
  readonly texts: RecordTexts;
  readonly indexedBy: IndexedBy;
  readonly maxRecords: number;
}

/**
 * Puts these records in place of all that there are: they are staged in pieces, and shown at once.
 *
 * @throws StoreFull
 */
export function createFilling({ run, texts, indexedBy, maxRecords }: Filling): RecordStore['restore'] {
  return async (collections, memories, before) => {
    let count = 0;
    for (const records of collections.values()) count += records.size;
    if (count > maxRecords) throw tooManyRecords(maxRecords);
    const pause = createPauses(16);
    const generation = String(await run(OPEN, []));
    for (const [name, records] of collections) {
      const { highest, everUsed = 0, retired = [] } = memories?.get(name) ?? {};
      const head = [generation, name, String(Math.max(everUsed, records.size)), highestKeyOf(records.keys(), highest)];
      const send = (stored: readonly string[], indexed: readonly string[], free: readonly string[]) =>
        run(FILL, [...head, `${stored.length}`, ...stored, `${indexed.length}`, ...indexed, ...free]);
      const combinations = indexedBy(name);
      let [stored, indexed, length]: [string[], string[], number] = [[], [], 0];
      for (const [id, record] of records) {
        const text = texts.textOf(record);
        stored.push(memberOf(name, id), text);
        indexed.push(...indexMembersOf(name, combinations, id, record));
        length += text.length;
        const waiting = pause();
        if (waiting !== undefined) await waiting;
        if (stored.length < 2 * PIECE.records && length < PIECE.length) continue;
        await send(stored, indexed, []);
        [stored, indexed, length] = [[], [], 0];
      }
      // The creation order is read meanwhile, so that it takes no round trip more.
      const [order = []] = await Promise.all([before?.created(name), send(stored, indexed, [])]);
      for (let from = 0; from < order.length; from += PIECE.records) {
        const places = order.slice(from, from + PIECE.records);
        const created = places.flatMap(({ id, hiddenUntil }) => [memberOf(name, id), String(hiddenUntil)]);
        await run(PLACE, [generation, name, ...created]);
      }
      for (let from = 0; from < retired.length; from += PIECE.records) {
        const members = retired.slice(from, from + PIECE.records).map((id) => memberOf(name, id));
        await send([], [], members);
      }
    }
    await run(SHOW, [generation]);
  };
}

/** The key of the highest of all numbers among the ids; empty where there is none. */
function highestKeyOf(ids: Iterable<Id>, known: number | bigint | undefined): string {
  let highest = known;
  for (const id of ids) if (typeof id !== 'string' && (highest === undefined || id > highest)) highest = id;
  return highest === undefined ? '' : highestOf(highest);
}

const OPEN = script(`${WRITING}return redis.call('HINCRBY', meta, 'made', 1)`);

/**
 * Arguments: the generation that is staged, the collection, how many ids came into use, the highest, how many texts follow, members
 * and texts in turn, how many members of the index, these, and the members that are free and not to be given.
 */
const FILL = script(`${WRITING}
local staged, collection = meta .. ':' .. ARGV[1] .. ':', ARGV[2]
redis.call('ZADD', staged .. 'names', 'NX', redis.call('ZCARD', staged .. 'names'), collection)
redis.call('HSET', staged .. 'ids', 'used:' .. collection, ARGV[3])
if ARGV[4] ~= '' then redis.call('HSET', staged .. 'ids', 'highest:' .. collection, ARGV[4]) end
local lastText = 5 + tonumber(ARGV[5])
for place = 6, lastText, 2 do
  redis.call('HSET', staged .. 'texts', ARGV[place], ARGV[place + 1])
  redis.call('ZADD', staged .. 'order', 0, ARGV[place])
end
local lastIndexed = lastText + 1 + tonumber(ARGV[lastText + 1])
for place = lastText + 2, lastIndexed do redis.call('ZADD', staged .. 'index', 0, ARGV[place]) end
for place = lastIndexed + 1, #ARGV do redis.call('SADD', staged .. 'retired', ARGV[place]) end
for _, part in ipairs(${PARTS}) do redis.call('PEXPIRE', staged .. part, ${STAGED_MS}) end
return 1
`);

/** Arguments: the generation that is staged, the collection, and by turns members and until when lists do not show each. */
const PLACE = script(`${WRITING}${CREATING}
local staged = meta .. ':' .. ARGV[1] .. ':'
for place = 3, #ARGV, 2 do create(staged, ARGV[2], ARGV[place], ARGV[place + 1]) end
for _, part in ipairs(${PARTS}) do redis.call('PEXPIRE', staged .. part, ${STAGED_MS}) end
return 1
`);

/** Argument: the generation. */
const SHOW = script(`${WRITING}
local staged, left = meta .. ':' .. ARGV[1] .. ':', redis.call('PTTL', meta)
for _, part in ipairs(${PARTS}) do
  redis.call('PEXPIRE', at .. part, ${GRACE_MS})
  if left < 0 then redis.call('PERSIST', staged .. part) else redis.call('PEXPIRE', staged .. part, left) end
end
redis.call('HSET', meta, 'generation', ARGV[1])
return 1
`);

/** Stores the records that a collection begins with, for the process that asks first. */
export function createBeginning({ run, texts, indexedBy, maxRecords }: Filling): RecordStore['beginWith'] {
  const sentOf = (collections: Collections): readonly string[] =>
    [...collections].flatMap(([name, records]) =>
      [...records].flatMap(([id, record]) => {
        const indexed = indexMembersOf(name, indexedBy(name), id, record);
        const head = [name, memberOf(name, id), texts.textOf(record), highestOf(id)];
        return [...head, String(indexed.length), ...indexed];
      }),
    );
  return async (mark, collections) => {
    await run(BEGIN_WITH, [mark, String(maxRecords), ...sentOf(collections)]);
  };
}

/** Arguments: the mark, the most records, then of each: collection, member, text, highest, how many members of the index, these. */
const BEGIN_WITH = script(`${WRITING}${STORING}
if redis.call('HEXISTS', meta, 'isComplete') == 1 then return 0 end
if redis.call('HSETNX', meta, 'mark:' .. ARGV[1], 1) == 0 then return 0 end
local place = 3
while place <= #ARGV do
  local collection, member, text, highest = ARGV[place], ARGV[place + 1], ARGV[place + 2], ARGV[place + 3]
  local last = place + 4 + tonumber(ARGV[place + 4])
  if redis.call('HEXISTS', texts, member) == 0 then
    store(tonumber(ARGV[2]), collection, member, text, highest, place + 5, last)
  end
  place = last + 1
end
return done(1)
`);

/** From now on nothing begins. */
export const COMPLETE = script(`${WRITING}redis.call('HSET', meta, 'isComplete', 1) return 1`);

/** Where there are more records, Redis would serve no other client while it frees what they take: a million take it a second. */
const MANY = 10_000;
/** So long before the end of many records they are freed, in milliseconds, which Redis then does beside other work. */
const BEFORE_END = 1000;

/** Gives a store that is in no world any more an end: what began before can still read and write until then. */
export async function leaveRecords(run: RunOnRecords): Promise<void> {
  const count = Number(await run(LEAVE, []));
  if (count < MANY) return;
  // Where it fails, their end comes all the same.
  const free = (): void => void freeEnding(run).catch(() => {});
  setTimeout(free, GRACE_MS - BEFORE_END).unref();
}

/** Frees what ends soon. */
export async function freeEnding(run: RunOnRecords): Promise<void> {
  await run(FREE, []);
}

const LEAVE = script(`
local generation = redis.call('HGET', KEYS[1], 'generation')
if not generation then return 0 end
local at = KEYS[1] .. ':' .. generation .. ':'
redis.call('PEXPIRE', KEYS[1], ${GRACE_MS})
for _, part in ipairs(${PARTS}) do redis.call('PEXPIRE', at .. part, ${GRACE_MS}) end
return redis.call('HLEN', at .. 'texts')
`);

const FREE = script(`
local generation = redis.call('HGET', KEYS[1], 'generation')
if not generation then return 0 end
for _, part in ipairs(${PARTS}) do
  local key = KEYS[1] .. ':' .. generation .. ':' .. part
  local left = redis.call('PTTL', key)
  if left >= 0 and left <= ${2 * BEFORE_END} then redis.call('UNLINK', key) end
end
return 1
`);
