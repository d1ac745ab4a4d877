import { compareIds } from '../../rules/id-order';
import type { Batch, Id, IdMemories, IdMemory, RecordStore } from '../../stores/records';
import { listIn, textsIn } from '../connection/replies';
import { script } from '../connection/script';
import { idOfOrderKey } from './id-order-key';
import { startOf } from './record-keys';
import type { Keyed, RecordList } from './record-list';
import { READING } from './records-lua';
import type { RunOnRecords } from './records-run';

/** What tells of all collections. */
type RecordOverview = Required<Pick<RecordStore, 'collections' | 'idMemories'>> & {
  /** Each piece as it is when it is read. */
  batches(): AsyncIterable<Batch>;
};

export function createRecordOverview(run: RunOnRecords, list: RecordList): RecordOverview {
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

  const collections = async () => {
    const replies = listIn(await run(COLLECTIONS, []));
    return replies.map((reply) => {
      const [name = '', count = 0] = listIn(reply);
      return { name: String(name), count: Number(count) };
    });
  };

  return {
    collections,
    async idMemories(): Promise<IdMemories> {
      const [replies, retired] = [listIn(await run(MEMORIES, [])), await retiredIds()];
      return new Map(
        replies.map((reply): [string, IdMemory] => {
          const [name = '', used, highest] = textsIn(reply);
          return [name, { highest: highestIn(highest), everUsed: Number(used), retired: retired.get(name) ?? [] }];
        }),
      );
    },
    async *batches() {
      for (const { name } of await collections()) {
        const search = { part: 'order' as const, starts: [startOf(name)], tests: [] };
        for await (const piece of list.pieces(name, search)) yield { collection: name, records: piece.map(withId) };
      }
    },
  };
}

export const withId = ({ key, record }: Keyed): Batch['records'][number] => [idOfOrderKey(key), record];

function highestIn(key: string | undefined): number | bigint | undefined {
  const id = key === undefined || key === '' ? undefined : idOfOrderKey(key);
  return typeof id === 'string' ? undefined : id;
}

const COLLECTIONS = script(`${READING}
local found = {}
for _, name in ipairs(redis.call('ZRANGE', at .. 'names', 0, -1)) do
  found[#found + 1] = {name, redis.call('ZLEXCOUNT', at .. 'order', '[' .. name .. '\\0', '(' .. name .. '\\1')}
end
return found
`);

const MEMORIES = script(`${READING}
local found = {}
for _, name in ipairs(redis.call('ZRANGE', at .. 'names', 0, -1)) do
  local memory = redis.call('HMGET', at .. 'ids', 'used:' .. name, 'highest:' .. name)
  found[#found + 1] = {name, memory[1] or '0', memory[2] or ''}
end
return found
`);

const RETIRED = script(`${READING}return redis.call('SSCAN', at .. 'retired', ARGV[1], 'COUNT', 2000)`);
