import { meets } from '../../rules/order';
import {
  type Condition,
  type HiddenFor,
  type Id,
  type IdPolicy,
  type IndexedBy,
  MOST_CREATED,
  type RecordStore,
  type StoredRecord,
} from '../../stores/records';
import { StoreUnavailable, tooManyRecords } from '../../stores/store';
import { listIn, type Reply } from '../connection/replies';
import { frequentScript } from '../connection/script';
import type { RecordIds, ReservedId } from './record-ids';
import {
  BELOW,
  highestOf,
  indexMembersOf,
  memberOf,
  type RecordTexts,
  type RunOnRecords,
  WRITING,
} from './record-layout';

/** How records come, change and go: by one step each where nothing changes meanwhile. */
export interface RecordChanges extends Pick<RecordStore, 'add' | 'put'> {
  /** Stores a record under an id that no record has had; gives the one that has the id from then on. */
  addFirst(collection: string, id: Id, record: StoredRecord): Promise<StoredRecord | undefined>;
  /** `build` may be called again, with another id, where a client has chosen the first one meanwhile. */
  insert(
    collection: string,
    ids: IdPolicy,
    build: (id: Id) => StoredRecord,
    reserved: ReservedId,
    hiddenFor?: HiddenFor,
  ): Promise<StoredRecord>;
  /** Goes on from the record as it was found. */
  updateFound(
    collection: string,
    id: Id,
    found: StoredRecord | undefined,
    change: (before: StoredRecord) => StoredRecord,
    conditions: readonly Condition[],
  ): Promise<StoredRecord | undefined>;
  /** Goes on from the record as it was found. */
  deleteFound(
    collection: string,
    id: Id,
    found: StoredRecord | undefined,
    conditions: readonly Condition[],
    check?: (before: StoredRecord) => void,
  ): Promise<StoredRecord | undefined>;
}

interface ChangeTerms {
  readonly run: RunOnRecords;
  readonly ids: RecordIds;
  readonly texts: RecordTexts;
  readonly indexedBy: IndexedBy;
  readonly maxRecords: number;
}

/** What the id of a record to be stored must be: of no record; and never have been of one; or be kept for it. */
type FreeAs = 'free' | 'new' | 'kept';

interface Stored {
  readonly isStored: boolean;
  /** That which has the id from now on. */
  readonly record: StoredRecord | undefined;
}

/** So often another request may change a record between a reading and a change of ours, before we give up. */
const MOST_CONFLICTS = 1000;

export function createRecordChanges({ run, ids, texts, indexedBy, maxRecords }: ChangeTerms): RecordChanges {
  const most = String(Math.min(maxRecords, Number.MAX_SAFE_INTEGER));
  const indexedAs = (collection: string, id: Id, record: StoredRecord): readonly string[] =>
    indexMembersOf(collection, indexedBy(collection), id, record);
  const recordIn = (text: Reply | undefined): StoredRecord | undefined =>
    typeof text === 'string' ? texts.recordOf(text) : undefined;

  /** @throws StoreFull */
  const store = async (
    collection: string,
    id: Id,
    record: StoredRecord,
    free: FreeAs,
    hiddenFor?: HiddenFor,
  ): Promise<Stored> => {
    const text = texts.textOf(record);
    const args = [collection, memberOf(collection, id), text, highestOf(id), most, free, String(hiddenFor?.(id) ?? '')];
    const [outcome, found] = listIn(await run(STORE, [...args, ...indexedAs(collection, id, record)]));
    if (outcome === 0) throw tooManyRecords(maxRecords);
    return outcome === 1 ? { isStored: true, record } : { isStored: false, record: recordIn(found) };
  };

  const swap = (collection: string, id: Id, before: StoredRecord, record: StoredRecord): Promise<Reply> => {
    const [was, is] = [indexedAs(collection, id, before), indexedAs(collection, id, record)];
    const [gone, come] = [was.filter((one) => !is.includes(one)), is.filter((one) => !was.includes(one))];
    const args = [memberOf(collection, id), texts.textOf(before), texts.textOf(record), String(gone.length)];
    return run(SWAP, [...args, ...gone, ...come]);
  };

  /**
   * Takes a step on a record as it is; again, where it has become another meanwhile.
   *
   * @param step gives a record, and what the script has answered: 1, or the text that the record has by now, if any
   * @returns what the step has made; undefined where there is no record, or none that meets the conditions
   */
  const onRecord = async (
    found: StoredRecord | undefined,
    conditions: readonly Condition[],
    step: (before: StoredRecord) => Promise<{ readonly made: StoredRecord; readonly answer: Reply }>,
  ): Promise<StoredRecord | undefined> => {
    let before = found;
    for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts += 1) {
      if (before === undefined || !meets(before, conditions)) return undefined;
      const { made, answer } = await step(before);
      if (answer === 1) return made;
      before = recordIn(answer);
    }
    throw changedAllTheTime();
  };

  return {
    addFirst: async (collection, id, record) => (await store(collection, id, record, 'new')).record,
    async insert(collection, policy, build, given, hiddenFor) {
      let reserved = given;
      for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts += 1) {
        try {
          const free = reserved.isTried ? 'kept' : 'new';
          const record = build(reserved.id);
          if ((await store(collection, reserved.id, record, free, hiddenFor)).isStored) return record;
        } catch (error) {
          if (!(error instanceof StoreUnavailable)) await reserved.release();
          throw error;
        }
        reserved = await ids.reserve(collection, policy);
      }
      await reserved.release();
      throw changedAllTheTime();
    },
    add: async (collection, id, record, hiddenFor) => (await store(collection, id, record, 'free', hiddenFor)).isStored,
    updateFound: (collection, id, found, change, conditions) =>
      onRecord(found, conditions, async (before) => {
        const made = change(before);
        return { made, answer: await swap(collection, id, before, made) };
      }),
    async put(collection, id, record) {
      for (let conflicts = 0; conflicts < MOST_CONFLICTS; conflicts += 1) {
        const { isStored, record: other } = await store(collection, id, record, 'free');
        if (isStored) return;
        const done = await onRecord(other, [], async (before) => ({
          made: record,
          answer: await swap(collection, id, before, record),
        }));
        // Else the other one has gone meanwhile.
        if (done !== undefined) return;
      }
      throw changedAllTheTime();
    },
    deleteFound: (collection, id, found, conditions, check) =>
      onRecord(found, conditions, async (before) => {
        check?.(before);
        const args = [memberOf(collection, id), texts.textOf(before), ...indexedAs(collection, id, before)];
        return { made: before, answer: await run(REMOVE, args) };
      }),
  };
}

const changedAllTheTime = (): StoreUnavailable =>
  new StoreUnavailable('Others change the same record all the time. Ask again.');

/**
 * `store(most, collection, member, text, highest, from, to)` stores a record where there is none, and gives whether it did: there
 * may be too many. The arguments from `from` to `to` are its members of the index.
 */
export const STORING = `${BELOW}
local function store(most, collection, member, text, highest, from, to)
  if redis.call('HLEN', texts) >= most then return false end
  note(member)
  redis.call('HSET', texts, member, text)
  redis.call('ZADD', order, 0, member)
  for place = from, to do redis.call('ZADD', index, 0, ARGV[place]) end
  if redis.call('HINCRBY', ids, 'used:' .. collection, 1) == 1 then
    redis.call('ZADD', at .. 'names', 'NX', redis.call('ZCARD', at .. 'names'), collection)
  end
  if highest ~= '' then
    local before = redis.call('HGET', ids, 'highest:' .. collection)
    if not before or isBelow(before, highest) then redis.call('HSET', ids, 'highest:' .. collection, highest) end
  end
  return true
end
`;

/**
 * `create(at, collection, member, hiddenUntil)` gives a record the next place in a generation's creation order. That of all
 * collections is one sorted set whose scores are 0: `collection NUL number : instant : id`. The number counts up, so that Redis
 * sorts by it; until the instant, in milliseconds by the time of Redis, lists do not show the record.
 */
export const CREATING = `
local function create(at, collection, member, hiddenUntil)
  local created, start = at .. 'created', collection .. '\\0'
  local number = redis.call('HINCRBY', at .. 'ids', 'created:' .. collection, 1)
  local place = string.format('%016.0f:%.0f:', number, hiddenUntil)
  redis.call('ZADD', created, 0, start .. place .. string.sub(member, #start + 1))
  if number > ${MOST_CREATED} then
    redis.call('ZREM', created, redis.call('ZRANGEBYLEX', created, '[' .. start, '+', 'LIMIT', 0, 1)[1])
  end
end
`;

/**
 * Arguments: collection, member, text, highest, the most records, how the id must be free, for how many milliseconds lists do not
 * show it (nothing: it gets no place in the creation order), members of the index.
 */
const STORE = frequentScript(
  `
local collection, member, free = ARGV[1], ARGV[2], ARGV[6]
local found = redis.call('HGET', texts, member)
if found then return {2, found} end
if free == 'new' and redis.call('SISMEMBER', retired, member) == 1 then return {2} end
if not store(tonumber(ARGV[5]), collection, member, ARGV[3], ARGV[4], 8, #ARGV) then return {0} end
if free == 'kept' then redis.call('SREM', retired, member) end
if ARGV[7] ~= '' then
  local seconds, microseconds = unpack(redis.call('TIME'))
  create(at, collection, member, math.floor(seconds * 1000 + microseconds / 1000) + ARGV[7])
end
return done({1})
`,
  WRITING + STORING + CREATING,
);

/** Arguments: member, text before, text from now on, how many members of the index go, these, and those that come. */
const SWAP = frequentScript(
  `
local member, gone = ARGV[1], tonumber(ARGV[4])
local found = redis.call('HGET', texts, member)
if found ~= ARGV[2] then return found end
note(member)
redis.call('HSET', texts, member, ARGV[3])
for place = 5, 4 + gone do redis.call('ZREM', index, ARGV[place]) end
for place = 5 + gone, #ARGV do redis.call('ZADD', index, 0, ARGV[place]) end
return done(1)
`,
  WRITING,
);

/** Arguments: member, text before, members of the index. */
const REMOVE = frequentScript(
  `
local member = ARGV[1]
local found = redis.call('HGET', texts, member)
if found ~= ARGV[2] then return found end
note(member)
redis.call('HDEL', texts, member)
redis.call('ZREM', order, member)
for place = 3, #ARGV do redis.call('ZREM', index, ARGV[place]) end
redis.call('SADD', retired, member)
return done(1)
`,
  WRITING,
);
