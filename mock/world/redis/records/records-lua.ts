import { GRACE_MS, STAGED_MS } from '../state/keys';

/** What the names of a generation's keys end with, as a table of Lua. */
export const PARTS = `{'texts', 'order', 'index', 'ids', 'retired', 'names'}`;

/**
 * What the scripts of record stores begin with. `KEYS[1]` is a hash with the number of the present `generation` of the
 * store's records and of the `snapshots` that are being read; it is there for as long as the store. The names of the others
 * begin with it: `texts`, `order` and `index` (see `record-keys.ts`), `names` (a sorted set of the collections, by when they
 * began), `ids` (a hash: by collection the `highest` id there was and how many came into use), `retired` (a set of the
 * members that are free and not to be given).
 */
export const READING = `
local meta = KEYS[1]
local generation = redis.call('HGET', meta, 'generation')
if not generation then return redis.error_reply('GONE records') end
local at = meta .. ':' .. generation .. ':'
`;

/**
 * `note` is to be called before a record changes, for those who read a snapshot, and `done` with the reply. A store that is
 * in no world any more has an end: nothing that is still written to it outlives it.
 */
export const WRITING = `
local meta = KEYS[1]
local head = redis.call('HMGET', meta, 'generation', 'snapshots')
if not head[1] then return redis.error_reply('GONE records') end
local at = meta .. ':' .. head[1] .. ':'
local texts, order, index, ids, retired = at .. 'texts', at .. 'order', at .. 'index', at .. 'ids', at .. 'retired'
local left = redis.call('PTTL', meta)
local function done(reply)
  if left >= 0 then
    for _, part in ipairs(${PARTS}) do redis.call('PEXPIRE', at .. part, left) end
  end
  return reply
end
local function note(member)
  for snapshot in string.gmatch(head[2] or '', '%d+') do
    local before = meta .. ':snapshot:' .. snapshot
    if redis.call('HGET', before, 'generation') == head[1] then
      local text = redis.call('HGET', texts, member)
      if redis.call('HSETNX', before, ':' .. member, text or '') == 1 and text then
        redis.call('ZADD', before .. ':order', 0, member)
        redis.call('PEXPIRE', before .. ':order', redis.call('PTTL', before))
      end
    end
  end
end
`;

/** Lua's own order of texts depends on the server's locale. */
export const BELOW = `
local function isBelow(one, other)
  if one == other then return false end
  for place = 1, math.min(#one, #other) do
    local a, b = string.byte(one, place), string.byte(other, place)
    if a ~= b then return a < b end
  end
  return #one < #other
end
`;

/** Stores a record where there is none: whether it did, or there are too many. Arguments from `from` on are its members of the index. */
export const STORING = `${BELOW}
local function store(most, collection, member, text, highest, from, to)
  if redis.call('HLEN', texts) >= most then return false end
  note(member)
  redis.call('HSET', texts, member, text)
  redis.call('ZADD', order, 0, member)
  for place = from, to do redis.call('ZADD', index, 0, ARGV[place]) end
  if redis.call('HINCRBY', ids, 'used:' .. collection, 1) == 1 then
    redis.call('ZADD', at .. 'names', 'NX', redis.call('ZCARD', at .. 'names'), collection)
  end
  if highest ~= '' then
    local before = redis.call('HGET', ids, 'highest:' .. collection)
    if not before or isBelow(before, highest) then redis.call('HSET', ids, 'highest:' .. collection, highest) end
  end
  return true
end
`;

/**
 * `merged(count, most, more)` gives the least of several lists that are in order, as one. `more(list, after, size)` gives so many
 * of a list: the first ones, or those that come after one that it has given. No more is read than is likely to be needed, and
 * the heads of the lists are in a heap, since the server serves nobody else meanwhile.
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
`;

/** Makes an empty store, which goes by itself unless somebody says that it stays. */
export const MAKE = `
local function makeRecords(meta)
  if redis.call('HSETNX', meta, 'generation', 0) == 1 then redis.call('PEXPIRE', meta, ${STAGED_MS}) end
end
`;

/**
 * Gives a store that is in no world any more an end: what began before can still read and write for so long. Tells how many
 * records it has.
 */
export const LEAVE = `
local function leaveRecords(meta)
  local generation = redis.call('HGET', meta, 'generation')
  if not generation then return 0 end
  local at = meta .. ':' .. generation .. ':'
  redis.call('PEXPIRE', meta, ${GRACE_MS})
  for _, part in ipairs(${PARTS}) do redis.call('PEXPIRE', at .. part, ${GRACE_MS}) end
  return redis.call('HLEN', at .. 'texts')
end
`;
