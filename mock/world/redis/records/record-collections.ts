import { compareIds } from '../../rules/order';
import type { Batch, CollectionSnapshot, Id, IdMemory, RecordStore, StoredRecord } from '../../stores/records';
import { listIn, type Reply, textsIn } from '../connection/replies';
import { script } from '../connection/script';
import {
  idOfMember,
  idOfOrderKey,
  PARTS,
  READING,
  type RecordTexts,
  type RunOnRecords,
  startOf,
} from './record-layout';

/** So many records of a snapshot are read at once. */
const PIECE = 1000;
/** A snapshot goes by itself where it is not read on for so long, in milliseconds. */
const KEPT = 60_000;

/** What shows all collections. */
export function createRecordCollections(
  run: RunOnRecords,
  texts: RecordTexts,
): Pick<RecordStore, 'collections' | 'idMemories' | 'snapshot' | 'dump' | 'batches'> {
  /** The ids that are free and not to be given, by collections; read in pieces. */
  const retiredIds = async (): Promise<ReadonlyMap<string, readonly Id[]>> => {
    // A scan may tell of one more than once.
    const found = new Map<string, Set<string>>();
    let cursor = '0';
    do {
      const [next = '0', members = []] = listIn(await run(RETIRED, [cursor]));
      for (const member of textsIn(members)) {
        const end = member.indexOf('\0');
        const name = member.slice(0, end);
        const keys = found.get(name) ?? new Set();
        found.set(name, keys.add(member.slice(end + 1)));
      }
      cursor = String(next);
    } while (cursor !== '0');
    return new Map([...found].map(([name, keys]) => [name, [...keys].map(idOfOrderKey).sort(compareIds)]));
  };
  const collections = async () => listIn(await run(COLLECTIONS, [])).map(countIn);

  async function* batchesOf(number: string, name: string): AsyncIterable<Batch['records']> {
    let after = startOf(name);
    do {
      const [members, found, end = ''] = listIn(await run(READ, [number, startOf(name), after]));
      const recordTexts = textsIn(found);
      after = String(end);
      yield textsIn(members)
        .map((member, place) => ({ member, text: recordTexts[place] ?? '' }))
        .sort((one, other) => (one.member < other.member ? -1 : 1))
        .map(({ member, text }) => [idOfMember(name, member), texts.recordOf(text)] as const);
    } while (after !== '');
  }
  /** Nothing is copied: while a snapshot is read, a step that changes a record for the first time since then keeps its text. */
  const snapshot = async () => {
    const [opened = 0, ...replies] = listIn(await run(OPEN, []));
    const number = String(opened);
    return {
      collections: replies.map((reply): CollectionSnapshot => {
        const { name, count } = countIn(reply);
        return { name, count, batches: () => batchesOf(number, name) };
      }),
      close: () => void run(CLOSE, [number]).catch(() => {}),
    };
  };

  async function* batches(): AsyncIterable<Batch> {
    const { collections, close } = await snapshot();
    try {
      for (const { name, batches } of collections)
        for await (const records of batches()) yield { collection: name, records };
    } finally {
      close();
    }
  }

  return {
    collections,
    snapshot,
    batches,
    async dump() {
      const dumped = new Map<string, Map<Id, StoredRecord>>();
      for await (const { collection, records } of batches()) {
        const before = dumped.get(collection) ?? new Map<Id, StoredRecord>();
        for (const [id, record] of records) before.set(id, record);
        dumped.set(collection, before);
      }
      return dumped;
    },
    async idMemories() {
      const [replies, retired] = [listIn(await run(MEMORIES, [])), await retiredIds()];
      return new Map(
        replies.map((reply): [string, IdMemory] => {
          const [name = '', used, highest] = textsIn(reply);
          return [name, { highest: highestIn(highest), everUsed: Number(used), retired: retired.get(name) ?? [] }];
        }),
      );
    },
  };
}

function countIn(reply: Reply): { readonly name: string; readonly count: number } {
  const [name = '', count = 0] = listIn(reply);
  return { name: String(name), count: Number(count) };
}

function highestIn(key: string | undefined): number | bigint | undefined {
  const id = key === undefined || key === '' ? undefined : idOfOrderKey(key);
  return typeof id === 'string' ? undefined : id;
}

/** Gives `found`, and in it each collection with how many records it has; oldest collection first. */
const COUNTED = `
for _, name in ipairs(redis.call('ZRANGE', at .. 'names', 0, -1)) do
  found[#found + 1] = {name, redis.call('ZLEXCOUNT', at .. 'order', '[' .. name .. '\\0', '(' .. name .. '\\1')}
end
return found
`;

const COLLECTIONS = script(`${READING}
local found = {}
${COUNTED}`);

const MEMORIES = script(`${READING}
local found = {}
for _, name in ipairs(redis.call('ZRANGE', at .. 'names', 0, -1)) do
  local memory = redis.call('HMGET', at .. 'ids', 'used:' .. name, 'highest:' .. name)
  found[#found + 1] = {name, memory[1] or '0', memory[2] or ''}
end
return found
`);

const RETIRED = script(`${READING}return redis.call('SSCAN', at .. 'retired', ARGV[1], 'COUNT', 2000)`);

const OPEN = script(`${READING}
local number = redis.call('HINCRBY', meta, 'lastSnapshot', 1)
local before = meta .. ':snapshot:' .. number
redis.call('HSET', before, 'generation', generation)
redis.call('PEXPIRE', before, ${KEPT})
local open = {}
for other in string.gmatch(redis.call('HGET', meta, 'snapshots') or '', '%d+') do
  if redis.call('EXISTS', meta .. ':snapshot:' .. other) == 1 then open[#open + 1] = other end
end
open[#open + 1] = number
redis.call('HSET', meta, 'snapshots', table.concat(open, ' '))
local found = {number}
${COUNTED}`);

/**
 * Arguments: the snapshot, what members of the collection begin with, the member that the piece comes after. Answers the
 * members, their texts, and the member that the next piece comes after; nothing where there is none.
 */
const READ = script(`
local before = KEYS[1] .. ':snapshot:' .. ARGV[1]
local generation = redis.call('HGET', before, 'generation')
if not generation then return redis.error_reply('GONE snapshot') end
local at = KEYS[1] .. ':' .. generation .. ':'
if redis.call('EXISTS', at .. 'names') == 0 then return redis.error_reply('GONE snapshot') end
redis.call('PEXPIRE', before, ${KEPT})
redis.call('PEXPIRE', before .. ':order', ${KEPT})
for _, part in ipairs(${PARTS}) do
  if redis.call('PTTL', at .. part) >= 0 then redis.call('PEXPIRE', at .. part, ${KEPT}) end
end
local last = '(' .. string.sub(ARGV[2], 1, -2) .. '\\1'
local members = redis.call('ZRANGEBYLEX', at .. 'order', '(' .. ARGV[3], last, 'LIMIT', 0, ${PIECE})
local isLast = #members < ${PIECE}
local stop = isLast and last or '[' .. members[#members]
-- Those that are gone by now, which may be more than a piece, and those that have changed.
local changed = redis.call('ZRANGEBYLEX', before .. ':order', '(' .. ARGV[3], stop, 'LIMIT', 0, ${PIECE})
local found, texts, isSeen = {}, {}, {}
if #changed == ${PIECE} then
  stop, isLast = '[' .. changed[#changed], false
  members = redis.call('ZRANGEBYLEX', at .. 'order', '(' .. ARGV[3], stop, 'LIMIT', 0, ${PIECE})
end
for _, member in ipairs(changed) do
  isSeen[member] = true
  found[#found + 1] = member
  texts[#texts + 1] = redis.call('HGET', before, ':' .. member)
end
for _, member in ipairs(members) do
  if not isSeen[member] then
    local text = redis.call('HGET', before, ':' .. member)
    -- An empty text stands for a record that was not there.
    if not text then text = redis.call('HGET', at .. 'texts', member) end
    if text ~= '' then
      found[#found + 1] = member
      texts[#texts + 1] = text
    end
  end
end
return {found, texts, isLast and '' or string.sub(stop, 2)}
`);

/** Also where the store is gone by now. */
const CLOSE = script(`
local meta, open = KEYS[1], {}
local before = meta .. ':snapshot:' .. ARGV[1]
redis.call('UNLINK', before, before .. ':order')
for other in string.gmatch(redis.call('HGET', meta, 'snapshots') or '', '%d+') do
  if other ~= ARGV[1] then open[#open + 1] = other end
end
if #open == 0 then redis.call('HDEL', meta, 'snapshots') else redis.call('HSET', meta, 'snapshots', table.concat(open, ' ')) end
`);
