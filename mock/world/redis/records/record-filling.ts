import { createPauses } from '../../rules/pauses';
import type { Collections, Id, IndexedBy, RecordStore } from '../../stores/records';
import { tooManyRecords } from '../../stores/store';
import { type ScriptRunner, script } from '../connection/script';
import { GRACE_MS, STAGED_MS, type WorldKeys } from '../state/state';
import { STORING } from './record-changes';
import { highestOf, indexMembersOf, memberOf } from './record-keys';
import type { RecordTexts } from './record-steps';
import { BELOW, PARTS, type RunOnRecords, WRITING } from './record-steps';

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
  return async (collections, memories) => {
    let count = 0;
    for (const records of collections.values()) count += records.size;
    if (count > maxRecords) throw tooManyRecords(maxRecords);
    const pause = createPauses(16);
    const generation = String(await run(OPEN, []));
    for (const [name, records] of collections) {
      const { highest, everUsed = 0, retired = [] } = memories?.get(name) ?? {};
      const used = String(Math.max(everUsed, records.size));
      await run(BEGIN, [generation, name, used, highest === undefined ? '' : highestOf(highest)]);
      const combinations = indexedBy(name);
      let piece = emptyPiece();
      const send = async (): Promise<void> => {
        const { stored, indexed, highest: most } = piece;
        const above = most === undefined ? '' : highestOf(most);
        await run(FILL, [generation, name, above, String(stored.length / 2), ...stored, ...indexed]);
        piece = emptyPiece();
      };
      for (const [id, record] of records) {
        addTo(piece, id, [memberOf(name, id), texts.textOf(record)], indexMembersOf(name, combinations, id, record));
        const waiting = isFull(piece) ? send() : pause();
        if (waiting !== undefined) await waiting;
      }
      await send();
      for (let from = 0; from < retired.length; from += PIECE.records) {
        const members = retired.slice(from, from + PIECE.records).map((id) => memberOf(name, id));
        await run(RETIRE, [generation, ...members]);
      }
    }
    await run(SHOW, [generation]);
  };
}

interface Piece {
  /** Members and texts in turn. */
  readonly stored: string[];
  readonly indexed: string[];
  length: number;
  highest: number | bigint | undefined;
}

const emptyPiece = (): Piece => ({ stored: [], indexed: [], length: 0, highest: undefined });

const isFull = ({ stored, length }: Piece): boolean => stored.length >= 2 * PIECE.records || length >= PIECE.length;

function addTo(piece: Piece, id: Id, stored: readonly [string, string], indexed: readonly string[]): void {
  piece.stored.push(...stored);
  piece.indexed.push(...indexed);
  piece.length += stored[1].length;
  if (typeof id !== 'string' && (piece.highest === undefined || id > piece.highest)) piece.highest = id;
}

const OPEN = script(`${WRITING}return redis.call('HINCRBY', meta, 'made', 1)`);

/** The first argument is the generation that is staged. */
const STAGING = `${WRITING}${BELOW}
local staged = meta .. ':' .. ARGV[1] .. ':'
local function keep(milliseconds)
  for _, part in ipairs(${PARTS}) do redis.call('PEXPIRE', staged .. part, milliseconds) end
  return 1
end
local function raise(collection, highest)
  local field = 'highest:' .. collection
  local before = redis.call('HGET', staged .. 'ids', field)
  if highest ~= '' and (not before or isBelow(before, highest)) then redis.call('HSET', staged .. 'ids', field, highest) end
end
`;

/** Arguments: generation, collection, how many ids came into use, the highest. */
const BEGIN = script(`${STAGING}
redis.call('ZADD', staged .. 'names', redis.call('ZCARD', staged .. 'names'), ARGV[2])
redis.call('HSET', staged .. 'ids', 'used:' .. ARGV[2], ARGV[3])
raise(ARGV[2], ARGV[4])
return keep(${STAGED_MS})
`);

/** Arguments: generation, collection, highest, how many records, the member and text of each, members of the index. */
const FILL = script(`${STAGING}
raise(ARGV[2], ARGV[3])
local last = 4 + 2 * tonumber(ARGV[4])
for place = 5, last, 2 do
  redis.call('HSET', staged .. 'texts', ARGV[place], ARGV[place + 1])
  redis.call('ZADD', staged .. 'order', 0, ARGV[place])
end
for place = last + 1, #ARGV do redis.call('ZADD', staged .. 'index', 0, ARGV[place]) end
return keep(${STAGED_MS})
`);

/** Arguments: generation, members. */
const RETIRE = script(`${STAGING}
for place = 2, #ARGV do redis.call('SADD', staged .. 'retired', ARGV[place]) end
return keep(${STAGED_MS})
`);

const SHOW = script(`${STAGING}
local left = redis.call('PTTL', meta)
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
