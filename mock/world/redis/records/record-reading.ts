import type { Id, StoredRecord } from '../../stores/records';
import { listIn, textsIn } from '../connection/replies';
import { frequentScript } from '../connection/script';
import { memberOf, type RecordSearch, startOf } from './record-keys';
import { BELOW, READING, type RunOnRecords } from './record-steps';
import type { RecordTexts } from './record-texts';

/**
 * So many are read at once: Redis takes some milliseconds for them, in which it serves no other client. They are fewer where they
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

interface FoundRecord {
  readonly record: StoredRecord | undefined;
  /** Whether no record has this id or had it. */
  readonly isFree: boolean;
}

export interface RecordReading {
  find(collection: string, id: Id): Promise<FoundRecord>;
  /** The first records in the order of their ids; in one step, unless there are more than a piece. */
  first(collection: string, search: RecordSearch, limit: number): Promise<readonly StoredRecord[]>;
  /**
   * All in the order of their ids, a piece at a time: each as it is when its piece is read.
   *
   * @param after the key that they come after
   * @param size of the first piece, from which they grow: for where few are likely to be read
   */
  pieces(collection: string, search: RecordSearch, after?: string, size?: number): AsyncIterable<readonly Keyed[]>;
}

export function createRecordReading(run: RunOnRecords, texts: RecordTexts): RecordReading {
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
    async find(collection, id) {
      const [text, isRetired] = listIn(await run(FIND, [memberOf(collection, id)]));
      if (typeof text === 'string') return { record: texts.recordOf(text), isFree: false };
      return { record: undefined, isFree: isRetired === 0 };
    },
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

const FIND = frequentScript(
  `
local text = redis.call('HGET', at .. 'texts', ARGV[1])
if text then return {text} end
return {false, redis.call('SISMEMBER', at .. 'retired', ARGV[1])}
`,
  READING,
);

/**
 * `merged(count, most, more)` gives the least of several lists that are in order, as one. `more(list, after, size)` gives so many
 * of a list: the first ones, or those that come after one that it has given. No more is read than is likely to be needed, and
 * the heads of the lists are in a heap, since the server serves no other client meanwhile. `textsIn(members)` reads records.
 */
export const MERGING = `${BELOW}
local function merged(count, most, more)
  if count == 1 then return more(1, nil, most) end
  local size = math.min(most, math.ceil(2 * most / count) + 4)
  local keys, places, heap, length = {}, {}, {}, 0
  local function sink(place)
    local list = heap[place]
    local key = keys[list][places[list]]
    while 2 * place <= length do
      local child = 2 * place
      local other = heap[child]
      local least = keys[other][places[other]]
      if child < length then
        local right = heap[child + 1]
        local head = keys[right][places[right]]
        if isBelow(head, least) then child, other, least = child + 1, right, head end
      end
      if not isBelow(least, key) then break end
      heap[place] = other
      place = child
    end
    heap[place] = list
  end
  for list = 1, count do
    keys[list], places[list] = more(list, nil, size), 1
    if keys[list][1] then
      length = length + 1
      heap[length] = list
    end
  end
  for place = math.floor(length / 2), 1, -1 do sink(place) end
  local found = {}
  for nth = 1, most do
    if length == 0 then break end
    local list = heap[1]
    local key = keys[list][places[list]]
    found[nth] = key
    places[list] = places[list] + 1
    if places[list] > size then keys[list], places[list] = more(list, key, size), 1 end
    if not keys[list][places[list]] then
      heap[1] = heap[length]
      length = length - 1
    end
    if length > 0 then sink(1) end
  end
  return found
end

-- Divided by line feeds.
local function textsIn(members)
  if #members == 0 then return '' end
  return table.concat(redis.call('HMGET', at .. 'texts', unpack(members)), '\\n')
end
`;

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
