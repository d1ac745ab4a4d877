import type { StoredRecord } from '../../stores/records';
import { listIn, textsIn } from '../connection/replies';
import { frequentScript } from '../connection/script';
import { startOf } from './record-keys';
import type { RecordSearch } from './record-search';
import type { RecordTexts } from './record-texts';
import { MERGING, READING } from './records-lua';
import type { RunOnRecords } from './records-run';

/**
 * So many are read at once: Redis takes some milliseconds for them, in which it serves nobody else. They are fewer where they
 * are put in order from several ranges of the index.
 *
 * @param ranges how many
 */
export const pieceOf = (ranges: number): number => Math.ceil(2000 / (1 + Math.log2(ranges)));

/** The least that are read where each has to be tried. */
const FIRST = 100;

/** A record with the key that its id has in Redis. */
export interface Keyed {
  readonly key: string;
  readonly record: StoredRecord;
}

export interface RecordList {
  /** The first records in the order of their ids; in one step, unless there are more than a piece. */
  first(collection: string, search: RecordSearch, limit: number): Promise<readonly StoredRecord[]>;
  /**
   * All in the order of their ids, a piece at a time: each as it is when its piece is read.
   *
   * @param after the key that they come after
   * @param size of the first piece, from which they grow: for those of whom few are likely to be read
   */
  pieces(collection: string, search: RecordSearch, after?: string, size?: number): AsyncIterable<readonly Keyed[]>;
}

export function createRecordList(run: RunOnRecords, texts: RecordTexts): RecordList {
  async function* pieces(
    collection: string,
    { part, starts, tests }: RecordSearch,
    after = '',
    size = Number.POSITIVE_INFINITY,
  ): AsyncIterable<readonly Keyed[]> {
    if (starts.length === 0) return;
    let from = after;
    const piece = pieceOf(starts.length);
    for (let most = Math.min(size, piece); ; most = Math.min(4 * most, piece)) {
      const reply = await run(LIST, [part, startOf(collection), String(most), from, 'keys', ...starts]);
      const [joined = '', keyed = []] = listIn(reply);
      const [keys, records] = [textsIn(keyed), texts.recordsOf(String(joined))];
      // There are as many keys as records.
      const found = records.map((record, place): Keyed => ({ key: keys[place] as string, record }));
      yield tests.length === 0 ? found : found.filter(({ record }) => tests.every((test) => test(record)));
      if (found.length < most) return;
      from = keys.at(-1) ?? '';
    }
  }

  return {
    pieces,
    async first(collection, search, limit) {
      const { part, starts, tests } = search;
      if (starts.length === 0 || limit < 1) return [];
      const piece = pieceOf(starts.length);
      if (tests.length === 0) {
        const most = Math.floor(Math.min(limit, piece));
        const reply = await run(LIST, [part, startOf(collection), String(most), '', '', ...starts]);
        const found = texts.listOf(String(reply));
        if (limit <= piece || found.length < piece) return found;
      }
      const found: StoredRecord[] = [];
      const size = tests.length === 0 ? piece : Math.ceil(Math.max(FIRST, 2 * limit));
      for await (const piece of pieces(collection, search, '', size)) {
        for (const { record } of piece) if (found.length < limit) found.push(record);
        if (found.length >= limit) break;
      }
      return found;
    },
  };
}

/** About how long Redis takes to put these in order and to read them, in microseconds. */
export const costOfReading = (ranges: number, most: number): number =>
  30 + 5 * ranges + most * (1 + 2 * Math.log2(Math.max(1, ranges)));

/** How many arguments there are before the ranges. */
export const BEFORE_RANGES = 5;

/**
 * Arguments: the sorted set, what all members of the collection begin with, how many at most, the key that they come after
 * or nothing, whether their keys are asked for, and what the members begin with that are looked for.
 */
const LIST = frequentScript(
  `
local set, collection, most, after = at .. ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local function textsIn(members)
  if #members == 0 then return '' end
  return table.concat(redis.call('HMGET', at .. 'texts', unpack(members)), '\\n')
end
-- The members of the order of all records are those of their texts.
if ARGV[6] == collection and after == '' and ARGV[5] == '' then
  local last = '(' .. string.sub(collection, 1, -2) .. '\\1'
  return textsIn(redis.call('ZRANGEBYLEX', set, '[' .. collection, last, 'LIMIT', 0, most))
end
local keys = merged(#ARGV - 5, most, function(list, last, size)
  local start = ARGV[5 + list]
  local from = '[' .. start
  if last or after ~= '' then from = '(' .. start .. (last or after) end
  local found = redis.call('ZRANGEBYLEX', set, from, '(' .. string.sub(start, 1, -2) .. '\\1', 'LIMIT', 0, size)
  for nth = 1, #found do found[nth] = string.sub(found[nth], #start + 1) end
  return found
end)
local members = {}
for nth = 1, #keys do members[nth] = collection .. keys[nth] end
local joined = textsIn(members)
if ARGV[5] == '' then return joined end
return {joined, keys}
`,
  READING + MERGING,
  (args) => costOfReading(args.length - BEFORE_RANGES, Number(args[2])),
);
