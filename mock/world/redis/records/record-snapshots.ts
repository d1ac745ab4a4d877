import type { CollectionSnapshot, Snapshot } from '../../stores/records';
import { listIn, textsIn } from '../connection/replies';
import { script } from '../connection/script';
import { idOfMember, startOf } from './record-keys';
import type { RecordTexts } from './record-texts';
import { PARTS, READING } from './records-lua';
import type { RunOnRecords } from './records-run';

/** So many are read at once. */
const PIECE = 1000;
/** A snapshot goes by itself where nobody reads on for so long, in milliseconds. */
const KEPT = 60_000;

/**
 * Shows all records as they are at one moment. Nothing is copied: while somebody reads, whoever changes a record for the
 * first time since then keeps its text of before.
 */
export function createSnapshots(run: RunOnRecords, texts: RecordTexts): () => Promise<Snapshot> {
  return async () => {
    const [number = 0, ...replies] = listIn(await run(OPEN, []));
    const collections = replies.map((reply): CollectionSnapshot => {
      const [name = '', count = 0] = listIn(reply).map(String);
      return {
        name,
        count: Number(count),
        async *batches() {
          let after = startOf(name);
          for (;;) {
            const reply = listIn(await run(READ, [String(number), startOf(name), after]));
            const [kept = [], keptTexts = [], end = ''] = reply;
            const found = textsIn(kept).map((member, place) => ({ member, text: textsIn(keptTexts)[place] ?? '' }));
            after = String(end);
            yield found
              .sort((one, other) => (one.member < other.member ? -1 : 1))
              .map(({ member, text }) => [idOfMember(name, member), texts.recordOf(text)] as const);
            if (after === '') return;
          }
        },
      };
    });
    return { collections, close: () => void run(CLOSE, [String(number)]).catch(() => {}) };
  };
}

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
for _, name in ipairs(redis.call('ZRANGE', at .. 'names', 0, -1)) do
  found[#found + 1] = {name, redis.call('ZLEXCOUNT', at .. 'order', '[' .. name .. '\\0', '(' .. name .. '\\1')}
end
return found
`);

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

const CLOSE = script(`${READING}
local before, open = KEYS[1] .. ':snapshot:' .. ARGV[1], {}
for other in string.gmatch(redis.call('HGET', meta, 'snapshots') or '', '%d+') do
  if other ~= ARGV[1] then open[#open + 1] = other end
end
redis.call('UNLINK', before, before .. ':order')
if #open == 0 then redis.call('HDEL', meta, 'snapshots') else redis.call('HSET', meta, 'snapshots', table.concat(open, ' ')) end
return 1
`);
