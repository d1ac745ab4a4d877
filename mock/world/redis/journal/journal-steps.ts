import { script } from '../connection/script';
import { LIFETIME } from '../state/life';

/** How long it is known that somebody listens, in milliseconds: who goes on says so again. */
export const HEARD_MS = 30_000;
/** While somebody listens, so many entries are there, if they may take as many bytes: listeners may be that late. */
const HEARD_LATE = 10_000;
/** What an entry takes in Redis beside its text, in bytes, about. */
const BESIDE = 64;

/** The number in a field of the counters, 0 where it has none. */
const COUNTED = `
local function counted(...)
  local told = redis.call('HMGET', KEYS[1], ...)
  for place, text in ipairs(told) do told[place] = tonumber(text or '0') end
  return unpack(told)
end
`;

/**
 * Adds entries, the ids of which go on from the last one, and forgets the oldest. `KEYS` are the counters, the journal (a
 * stream), a list of what each entry in the stream takes, and what is there while somebody listens; `ARGV` has how many
 * entries the journal keeps, how many bytes they take at most, and the texts of the new ones. Those that it has forgotten
 * stay in the stream for listeners, who hear on the channel of the journal's name that there are others.
 */
export const ADD = script(`
${LIFETIME}
${COUNTED}
local life = lifeOf(KEYS[1])
local capacity, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local entry, forgotten, removed, bytes = counted('entry', 'forgotten', 'removed', 'bytes')
if capacity == 0 and redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('DEL', KEYS[3])
  removed, bytes = entry, 0
end
local sizes = {}
for place = 3, #ARGV do
  entry = entry + 1
  redis.call('XADD', KEYS[2], entry .. '-0', 'e', ARGV[place])
  sizes[#sizes + 1] = #ARGV[place] + ${BESIDE}
  bytes = bytes + sizes[#sizes]
end
redis.call('RPUSH', KEYS[3], unpack(sizes))
local function remove(count)
  removed = removed + count
  for _, size in ipairs(redis.call('LPOP', KEYS[3], count)) do bytes = bytes - tonumber(size) end
end
local isHeard = redis.call('EXISTS', KEYS[4]) == 1
local over = entry - removed - (isHeard and math.max(capacity, ${HEARD_LATE}) or capacity)
if over > 0 then remove(over) end
while bytes > most do remove(1) end
redis.call('XTRIM', KEYS[2], 'MINID', '=', (removed + 1) .. '-0')
forgotten = math.max(forgotten, removed, entry - capacity)
redis.call('HSET', KEYS[1], 'entry', entry, 'forgotten', forgotten, 'removed', removed, 'bytes', bytes)
if isHeard then redis.call('PUBLISH', KEYS[2], entry) end
-- A journal that keeps nothing has nothing for long.
if isHeard and capacity == 0 then
  for place = 2, 3 do redis.call('PEXPIRE', KEYS[place], ${HEARD_MS}) end
end
liveFor(life, KEYS[2], KEYS[3])
`);

/** Forgets all entries; keys as above. */
export const CLEAR = script(`
local entry = redis.call('HGET', KEYS[1], 'entry') or 0
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSET', KEYS[1], 'cleared', entry, 'forgotten', entry, 'removed', entry, 'bytes', 0)
redis.call('DEL', KEYS[2], KEYS[3])
`);

/**
 * Some of what is kept: `ARGV` has `after` or `before`, an id ('' for none), and how many at most. Gives how many were
 * forgotten since the journal was cleared, and the entries: after an id the oldest first, of all where it was not given yet,
 * and before one the newest first.
 */
export const READ = script(`
${COUNTED}
local entry, forgotten, cleared = counted('entry', 'forgotten', 'cleared')
local id = tonumber(ARGV[2])
local first, last = forgotten + 1, entry
if ARGV[1] == 'after' then
  if id <= entry then first = math.max(first, id + 1) end
elseif id then
  last = math.min(last, id - 1)
end
if first > last then return {forgotten - cleared, {}} end
local from, to, command = first .. '-0', last .. '-0', 'XRANGE'
if ARGV[1] == 'before' then from, to, command = to, from, 'XREVRANGE' end
return {forgotten - cleared, redis.call(command, KEYS[2], from, to, 'COUNT', ARGV[3])}
`);
