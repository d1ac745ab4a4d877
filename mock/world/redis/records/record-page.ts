import type { PageBegin, RecordPage, StoredRecord } from '../../stores/records';
import { listIn } from '../connection/replies';
import { frequentScript } from '../connection/script';
import { idOfOrderKey, orderKeyOf, type RecordSearch, startOf } from './record-keys';
import { BEFORE_RANGES, costOfReading, type Keyed, MERGING, pieceOf, type RecordReading } from './record-reading';
import { READING, type RunOnRecords } from './record-steps';
import type { RecordTexts } from './record-texts';

/** Reads a page of the records that are found; in one step, unless it is longer than a piece or every record has to be tried. */
export type ReadPage = (
  collection: string,
  search: RecordSearch,
  begin: PageBegin,
  most: number,
) => Promise<RecordPage>;

export function createPageReading(run: RunOnRecords, texts: RecordTexts, { pieces }: RecordReading): ReadPage {
  return async (collection, search, begin, most) => {
    const { part, starts, tests } = search;
    if (starts.length === 0) return NO_PAGE;
    const piece = pieceOf(starts.length);
    const isInPieces = tests.length > 0 || ('before' in begin && most > piece);
    if (isInPieces) return pageOf(pieces(collection, search), begin, most, piece);
    const [kind, from] = argumentsOf(begin);
    const size = String(Math.min(piece, Math.max(0, Math.floor(most))));
    const reply = await run(PAGE, [part, startOf(collection), size, kind, from, ...starts]);
    const [joined = '', first = '', last = '', skipped = 0, total = 0] = listIn(reply);
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
}

function argumentsOf(begin: PageBegin): readonly [string, string] {
  if ('skip' in begin) return ['skip', String(Math.floor(Math.min(begin.skip, Number.MAX_SAFE_INTEGER)))];
  return 'after' in begin ? ['after', orderKeyOf(begin.after)] : ['before', orderKeyOf(begin.before)];
}

/**
 * A page of what comes in pieces: no more than the page is kept.
 *
 * @param size of a piece
 */
async function pageOf(
  pieces: AsyncIterable<readonly Keyed[]>,
  begin: PageBegin,
  most: number,
  size: number,
): Promise<RecordPage> {
  const [kind, border] = argumentsOf(begin);
  let shown: Keyed[] = [];
  let [total, skipped] = [0, 0];
  for await (const piece of pieces) {
    for (const found of piece) {
      total += 1;
      if (kind === 'before') {
        if (found.key >= border) continue;
        shown.push(found);
        // In few large steps.
        if (shown.length > 2 * most + size) {
          skipped += shown.length - most;
          shown = shown.slice(shown.length - most);
        }
      } else if (kind === 'skip' ? total <= Number(border) : found.key <= border) skipped += 1;
      else if (shown.length < most) shown.push(found);
    }
  }
  if (kind === 'before' && shown.length > most) {
    skipped += shown.length - most;
    shown = shown.slice(shown.length - most);
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

const SEARCH_COST = 50;

/**
 * Arguments: as of a list, but for how the page begins: `skip` and a number, `after` or `before` and a key. Of several ranges
 * that place is found where as many members of all together come before it, by halving the longest range that is left.
 */
const PAGE = frequentScript(
  `
local set, collection, most, kind, border = at .. ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local ranges, total = {}, 0
for place = 6, #ARGV do
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
if kind == 'skip' then from = math.min(tonumber(border), total)
else for _, range in ipairs(ranges) do from = from + upTo(range, border, kind == 'after' and '[' or '(') end end
if kind == 'before' then
  local to = from
  from = math.max(0, to - most)
  most = to - from
end
if #ranges == 1 then ranges[1].low = from
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
local keys = merged(#ranges, most, function(list, _, size)
  local range = ranges[list]
  local begin, last = range.first + range.low, range.first + math.min(range.size, range.low + size) - 1
  local found = last < begin and {} or redis.call('ZRANGE', set, begin, last)
  for nth = 1, #found do found[nth] = string.sub(found[nth], #range.start + 1) end
  range.low = range.low + #found
  return found
end)
local members = {}
for nth = 1, #keys do members[nth] = collection .. keys[nth] end
return {textsIn(members), keys[1] or '', keys[#keys] or '', from, total}
`,
  READING + MERGING,
  (args) => {
    const ranges = args.length - BEFORE_RANGES;
    // To find the place of a page among several ranges takes a count in each, again and again.
    return costOfReading(ranges, Number(args[2])) + (ranges === 1 ? 0 : SEARCH_COST * ranges);
  },
);
