import { LIFETIME } from './lua/lifetime';
import { script } from './script';

/** How long it is known that somebody listens, in milliseconds: who goes on says so again. */
export const HEARD_MS = 30_000;
/** While somebody listens, so many entries are there at least, also those that the journal has forgotten. */
const HEARD_LATE = 100;
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
 * stream), and a list of what each of the entries that it keeps takes; `ARGV` has how many it keeps, how many bytes these
 * take at most, and the texts of the new ones. While somebody listens, a fourth key is there; the journal's name is also that of the channel on which listeners hear that
 * there are others.
 */
export const ADD = script(`
${LIFETIME}
${COUNTED}
local life = lifeOf(KEYS[1])
local capacity, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local entry, forgotten, bytes = counted('entry', 'forgotten', 'bytes')
local sizes = {}
for place = 3, #ARGV do
  entry = entry + 1
  redis.call('XADD', KEYS[2], entry .. '-0', 'e', ARGV[place])
  sizes[#sizes + 1] = #ARGV[place] + ${BESIDE}
  bytes = bytes + sizes[#sizes]
end
redis.call('RPUSH', KEYS[3], unpack(sizes))
local function forget(count)
  forgotten = forgotten + count
  for _, size in ipairs(redis.call('LPOP', KEYS[3], count)) do bytes = bytes - tonumber(size) end
end
if entry - forgotten > capacity then forget(entry - forgotten - capacity) end
while bytes > most do forget(1) end
redis.call('HSET', KEYS[1], 'entry', entry, 'forgotten', forgotten, 'bytes', bytes)
local first = forgotten + 1
local isHeard = redis.call('EXISTS', KEYS[4]) == 1
if isHeard then first = math.min(first, entry - ${HEARD_LATE} + 1) end
redis.call('XTRIM', KEYS[2], 'MINID', '=', math.max(first, 0) .. '-0')
if isHeard then redis.call('PUBLISH', KEYS[2], entry) end
-- What is there for listeners alone is not there for long.
if isHeard and capacity == 0 then redis.call('PEXPIRE', KEYS[2], ${HEARD_MS}) end
liveFor(life, KEYS[2], KEYS[3])
`);

/** Forgets all entries; keys as above. */
export const CLEAR = script(`
local entry = redis.call('HGET', KEYS[1], 'entry') or 0
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSET', KEYS[1], 'cleared', entry, 'forgotten', entry, 'bytes', 0)
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
