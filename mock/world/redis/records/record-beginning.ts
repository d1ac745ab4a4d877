import type { Collections, IndexedBy, RecordStore } from '../../stores/records';
import { script } from '../connection/script';
import { highestOf, indexMembersOf, memberOf } from './record-keys';
import type { RecordTexts } from './record-texts';
import { STORING, WRITING } from './records-lua';
import type { RunOnRecords } from './records-run';

interface Beginning {
  readonly run: RunOnRecords;
  readonly texts: RecordTexts;
  readonly indexedBy: IndexedBy;
  readonly maxRecords: number;
}

/** Stores the records that a collection begins with, whichever process asks for them first. */
export function createBeginning({ run, texts, indexedBy, maxRecords }: Beginning): RecordStore['beginWith'] {
  const sentOf = (collections: Collections): readonly string[] =>
    [...collections].flatMap(([name, records]) =>
      [...records].flatMap(([id, record]) => {
        const indexed = indexMembersOf(name, indexedBy(name), id, record);
        const head = [name, memberOf(name, id), texts.textOf(record), highestOf(id)];
        return [...head, String(indexed.length), ...indexed];
      }),
    );
  return async (mark, collections) => {
    await run(BEGIN, [mark, String(maxRecords), ...sentOf(collections)]);
  };
}

/** Arguments: the mark, the most records, then of each: collection, member, text, highest, how many members of the index, these. */
const BEGIN = script(`${WRITING}${STORING}
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
