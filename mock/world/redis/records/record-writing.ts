import { listIn } from '../connection/replies';
import { frequentScript } from '../connection/script';
import { STORING, WRITING } from './records-lua';
import type { RunOnRecords } from './records-run';

/** A record as it is sent. */
export interface SentRecord {
  readonly collection: string;
  readonly member: string;
  readonly text: string;
  /** The key of the highest number that its id makes the highest there was; empty where that is a text. */
  readonly highest: string;
  /** Its members of the index. */
  readonly indexed: readonly string[];
}

/** What the id of a record to be stored must be: of no record; and never have been of one; or be kept for it. */
export type FreeAs = 'free' | 'new' | 'kept';

/** Steps that change one record. Each is undone by nothing and does all or nothing. */
export interface RecordWriting {
  /** @returns `full` where the store may hold no more; and where the id is not as it is asked to be, the record that has it, if any */
  store(record: SentRecord, free: FreeAs): Promise<'stored' | 'full' | { readonly found: string | undefined }>;
  /** Puts a text in place of the one before. @returns undefined, or what was found in place of that one */
  swap(record: SentRecord, before: Before): Promise<Conflict | undefined>;
  remove(record: Pick<SentRecord, 'member' | 'indexed'>, before: string): Promise<Conflict | undefined>;
}

interface Before {
  readonly text: string;
  /** Its members of the index. */
  readonly indexed: readonly string[];
}

/** The record was changed by another. */
interface Conflict {
  /** Its text now; undefined where it is not there any more. */
  readonly found: string | undefined;
}

export function createRecordWriting(run: RunOnRecords, maxRecords: number): RecordWriting {
  const most = String(maxRecords === Number.POSITIVE_INFINITY ? Number.MAX_SAFE_INTEGER : maxRecords);
  return {
    async store({ collection, member, text, highest, indexed }, free) {
      const [is, found] = listIn(await run(STORE, [collection, member, text, highest, most, free, ...indexed]));
      if (is === 1) return 'stored';
      return is === 0 ? 'full' : { found: typeof found === 'string' ? found : undefined };
    },
    async swap({ member, text, indexed }, before) {
      const gone = before.indexed.filter((one) => !indexed.includes(one));
      const come = indexed.filter((one) => !before.indexed.includes(one));
      return conflictIn(await run(SWAP, [member, before.text, text, String(gone.length), ...gone, ...come]));
    },
    async remove({ member, indexed }, before) {
      return conflictIn(await run(REMOVE, [member, before, ...indexed]));
    },
  };
}

function conflictIn(reply: unknown): Conflict | undefined {
  if (reply === 1) return undefined;
  return { found: typeof reply === 'string' ? reply : undefined };
}

/** Arguments: collection, member, text, highest, the most records, how the id must be free, members of the index. */
const STORE = frequentScript(
  `
local collection, member, free = ARGV[1], ARGV[2], ARGV[6]
local found = redis.call('HGET', texts, member)
if found then return {2, found} end
if free == 'new' and redis.call('SISMEMBER', retired, member) == 1 then return {2} end
if not store(tonumber(ARGV[5]), collection, member, ARGV[3], ARGV[4], 7, #ARGV) then return {0} end
if free == 'kept' then redis.call('SREM', retired, member) end
return done({1})
`,
  WRITING + STORING,
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
