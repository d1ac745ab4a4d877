import type { Condition, Created, Id, IndexedBy, PageBegin, RecordPage, StoredRecord } from '../../stores/records';
import { listIn, textsIn } from '../connection/replies';
import { frequentScript, script } from '../connection/script';
import {
  BELOW,
  idOfOrderKey,
  memberOf,
  orderKeyOf,
  READING,
  type RecordSearch,
  type RecordTexts,
  type RunOnRecords,
  searchFor,
  startOf,
} from './record-layout';

/** How many records are read at once: Redis, which merges them from so many ranges, serves no other client meanwhile. */
const pieceOf = (ranges: number): number => Math.ceil(2000 / (1 + Math.log2(ranges)));

/** A record with the key that its id has in Redis. */
interface Keyed {
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
  list(collection: string, conditions: readonly Condition[], limit: number): Promise<readonly StoredRecord[]>;
  created(collection: string): Promise<readonly Created[]>;
  /** One step, unless the page is longer than a piece or every record has to be tried. */
  page(collection: string, conditions: readonly Condition[], begin: PageBegin, most: number): Promise<RecordPage>;
}

export function createRecordReading(run: RunOnRecords, texts: RecordTexts, indexedBy: IndexedBy): RecordReading {
  /**
   * All in the order of their ids, a piece at a time: each as it is when its piece is read.
   *
   * @param after the key that they come after; left out: all
   */
  async function* pieces(
    collection: string,
    { part, starts, tests }: RecordSearch,
    after?: string,
  ): AsyncIterable<readonly Keyed[]> {
    if (starts.length === 0) return;
    const size = pieceOf(starts.length);
    for (let begin = after === undefined ? ['skip', '0'] : ['after', after]; ; ) {
      const args = [part, startOf(collection), String(size), ...begin, 'keys', ...starts];
      const [joined = '', , , , , keyed] = listIn(await run(PAGE, args));
      const [keys, records] = [textsIn(keyed), texts.recordsOf(String(joined))];
      // There are as many keys as records.
      const found = records.map((record, place): Keyed => ({ key: keys[place] as string, record }));
      yield tests.length === 0 ? found : found.filter(({ record }) => tests.every((test) => test(record)));
      if (found.length < size) return;
      begin = ['after', keys.at(-1) ?? ''];
    }
  }

  const searched = async (
    collection: string,
    search: RecordSearch,
    begin: PageBegin,
    most: number,
  ): Promise<RecordPage> => {
    const { part, starts, tests } = search;
    if (starts.length === 0) return NO_PAGE;
    const piece = pieceOf(starts.length);
    if (tests.length > 0 || ('before' in begin && most > piece)) {
      return pageOf(pieces(collection, search), begin, most);
    }
    const size = String(Math.min(piece, Math.max(0, Math.floor(most))));
    const args = [part, startOf(collection), size, ...argumentsOf(begin), '', ...starts];
    const [joined = '', first = '', last = '', skipped = 0, total = 0] = listIn(await run(PAGE, args));
    const shown = texts.listOf(String(joined));
    const rest: Keyed[] = [];
    if (shown.length === piece && most > piece) {
      for await (const found of pieces(collection, search, String(last))) {
        rest.push(...found.slice(0, most - piece - rest.length));
        if (rest.length >= most - piece) break;
      }
    }
    const records = rest.length === 0 ? shown : [...shown, ...rest.map(({ record }) => record)];
    const lastKey = rest.at(-1)?.key ?? last;
    const [firstId, lastId] = [first, lastKey].map((key) => (key === '' ? undefined : idOfOrderKey(String(key))));
    return { records, firstId, lastId, skipped: Number(skipped), total: Number(total) };
  };

  const searchIn = (collection: string, conditions: readonly Condition[]): RecordSearch =>
    searchFor(collection, indexedBy(collection), conditions);
  return {
    page: async (collection, conditions, begin, most) =>
      searched(collection, searchIn(collection, conditions), begin, most),
    async find(collection, id) {
      const [text, isRetired] = listIn(await run(FIND, [memberOf(collection, id)]));
      if (typeof text === 'string') return { record: texts.recordOf(text), isFree: false };
      return { record: undefined, isFree: isRetired === 0 };
    },
    async created(collection) {
      const start = startOf(collection);
      const [[seconds = 0, microseconds = 0] = [], members] = listIn(await run(CREATED, [start])).map(textsIn);
      const now = Math.floor(Number(seconds) * 1000 + Number(microseconds) / 1000);
      return (members ?? []).map((member) => {
        const [number = '', until = ''] = member.slice(start.length).split(':', 2);
        const key = member.slice(start.length + number.length + until.length + 2);
        return { id: idOfOrderKey(key), hiddenUntil: Number(until), isHidden: now < Number(until) };
      });
    },
    async list(collection, conditions, limit) {
      const search = searchIn(collection, conditions);
      if (search.tests.length === 0) return (await searched(collection, search, { skip: 0 }, limit)).records;
      const found: StoredRecord[] = [];
      for await (const piece of pieces(collection, search)) {
        found.push(...piece.map(({ record }) => record));
        if (found.length >= limit) return found.slice(0, limit);
      }
      return found;
    },
  };
}

function argumentsOf(begin: PageBegin): readonly [string, string] {
  if ('skip' in begin) return ['skip', String(Math.floor(Math.min(begin.skip, Number.MAX_SAFE_INTEGER)))];
  return 'after' in begin ? ['after', orderKeyOf(begin.after)] : ['before', orderKeyOf(begin.before)];
}

/** A page of what comes in pieces: no more than the page and a piece is kept. */
async function pageOf(pieces: AsyncIterable<readonly Keyed[]>, begin: PageBegin, most: number): Promise<RecordPage> {
  const [kind, border] = argumentsOf(begin);
  let shown: Keyed[] = [];
  let [total, skipped] = [0, 0];
  const keepLast = (): void => {
    if (shown.length <= most) return;
    skipped += shown.length - most;
    shown = shown.slice(shown.length - most);
  };
  for await (const piece of pieces) {
    for (const found of piece) {
      total += 1;
      if (kind === 'before') {
        if (found.key < border) shown.push(found);
      } else if (kind === 'skip' ? total <= Number(border) : found.key <= border) skipped += 1;
      else if (shown.length < most) shown.push(found);
    }
    if (kind === 'before') keepLast();
  }
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    records: shown.map(({ record }): StoredRecord => record),
    firstId: first && idOfOrderKey(first.key),
    lastId: last && idOfOrderKey(last.key),
    skipped,
    total,
  };
}

const NO_PAGE: RecordPage = { records: [], firstId: undefined, lastId: undefined, skipped: 0, total: 0 };

const FIND = frequentScript(
  `
local text = redis.call('HGET', at .. 'texts', ARGV[1])
if text then return {text} end
return {false, redis.call('SISMEMBER', at .. 'retired', ARGV[1])}
`,
  READING,
);

/** The time, and the creation order of a collection: digits come before the colon. */
const CREATED = script(`${READING}
return {redis.call('TIME'), redis.call('ZRANGEBYLEX', at .. 'created', '[' .. ARGV[1], '(' .. ARGV[1] .. ':')}
`);

/** How many arguments of `PAGE` there are before the ranges. */
const BEFORE_RANGES = 6;

/**
 * Arguments: the sorted set, what all members of the collection begin with, how many at most, how the page begins (`skip` and a
 * number, `after` or `before` and a key), whether all keys are asked for, and what the members begin with that are looked for:
 * each is a range. Answers the texts, divided by line feeds, the first and last key, how many come before, how many there are,
 * and the keys.
 *
 * Where the page begins in each of several ranges is found by halving the longest that is left. From there on their heads are
 * merged by a heap, and no more is read than is likely to be needed, since the server serves no other client meanwhile.
 */
const PAGE = frequentScript(
  `
local set, collection, most, kind, border = at .. ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local ranges, total = {}, 0
for place = 7, #ARGV do
  local start = ARGV[place]
  local first = redis.call('ZLEXCOUNT', set, '-', '(' .. start)
  local size = redis.call('ZLEXCOUNT', set, '[' .. start, '(' .. string.sub(start, 1, -2) .. '\\1')
  ranges[#ranges + 1] = {start = start, first = first, size = size, low = 0, high = size}
  total = total + size
end
local function upTo(range, key, bound)
  return redis.call('ZLEXCOUNT', set, '[' .. range.start, bound .. range.start .. key)
end
local from = 0
if kind == 'skip' then
  from = math.min(tonumber(border), total)
else
  for _, range in ipairs(ranges) do
    range.high = upTo(range, border, kind == 'after' and '[' or '(')
    if kind == 'after' then range.low = range.high end
    from = from + range.high
  end
end
if kind == 'before' then
  local to = from
  from = math.max(0, to - most)
  most = to - from
end
if #ranges == 1 then
  ranges[1].low = from
elseif from > 0 then
  while true do
    local longest = ranges[1]
    for _, range in ipairs(ranges) do
      if range.high - range.low > longest.high - longest.low then longest = range end
    end
    if longest.high == longest.low then break end
    local middle = math.floor((longest.low + longest.high) / 2)
    local pivot = redis.call('ZRANGE', set, longest.first + middle, longest.first + middle)[1]
    local key, before = string.sub(pivot, #longest.start + 1), 0
    for _, range in ipairs(ranges) do
      range.count = upTo(range, key, '(')
      before = before + range.count
    end
    for _, range in ipairs(ranges) do
      if before < from then range.low = math.max(range.low, range.count)
      else range.high = math.min(range.high, range.count) end
    end
    if before < from then longest.low = middle + 1 end
  end
end
local keys, members = {}, {}
local piece = #ranges == 1 and most or math.min(most, math.ceil(2 * most / #ranges) + 4)
-- The next keys of a range.
local function readOn(range)
  local begin = range.first + range.low
  local last = range.first + math.min(range.size, range.low + piece) - 1
  range.keys, range.place = last < begin and {} or redis.call('ZRANGE', set, begin, last), 1
  for nth, member in ipairs(range.keys) do range.keys[nth] = string.sub(member, #range.start + 1) end
  range.low = range.low + #range.keys
end
local function isBefore(one, other) return isBelow(one.keys[one.place], other.keys[other.place]) end
local heap = {}
local function sink(place)
  local range = heap[place]
  while 2 * place <= #heap do
    local child = 2 * place
    if child < #heap and isBefore(heap[child + 1], heap[child]) then child = child + 1 end
    if not isBefore(heap[child], range) then break end
    heap[place] = heap[child]
    place = child
  end
  heap[place] = range
end
for _, range in ipairs(ranges) do
  readOn(range)
  if range.keys[1] then heap[#heap + 1] = range end
end
if #ranges == 1 then
  keys = ranges[1].keys
else
  for place = math.floor(#heap / 2), 1, -1 do sink(place) end
  while heap[1] and #keys < most do
    local range = heap[1]
    keys[#keys + 1] = range.keys[range.place]
    range.place = range.place + 1
    if range.place > #range.keys then readOn(range) end
    if not range.keys[1] then
      local last = table.remove(heap)
      if heap[1] then heap[1] = last end
    end
    if heap[1] then sink(1) end
  end
end
for nth, key in ipairs(keys) do members[nth] = collection .. key end
local texts = members[1] and table.concat(redis.call('HMGET', at .. 'texts', unpack(members)), '\\n') or ''
return {texts, keys[1] or '', keys[#keys] or '', from, total, ARGV[6] ~= '' and keys}
`,
  READING + BELOW,
  (args) => {
    const [ranges, most] = [args.length - BEFORE_RANGES, Number(args[2])];
    // To find the place of a page among several ranges takes a count in each, again and again.
    const searching = ranges === 1 ? 0 : SEARCH_COST * ranges;
    return 30 + 5 * ranges + most * (1 + 2 * Math.log2(Math.max(1, ranges))) + searching;
  },
);

const SEARCH_COST = 50;
