import { RANDOM } from './random';

/**
 * What `rules/striking.ts` does, for scripts, with the faults that match a request. They stand in `ARGV` from `first` on, in
 * their order, as id, after, times (-1: no limit), probability, delay from, delay to, 1 where it ends the request.
 * `strike(counters, counts, first)` gives nothing where none strikes; else the delay, whether it ended, the ids of those that
 * struck, and of those that are used up.
 */
export const STRIKING = `
${RANDOM}
local function strike(counters, counts, first)
  local place
  local function chance()
    local number
    place, number = draw(place or tonumber(redis.call('HGET', counters, 'chances')))
    return number
  end

  local ids, usedUp, delay, ends = {}, {}, 0, 0
  for at = first, #ARGV, 7 do
    local id, times, probability = ARGV[at], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
    local struck, passed = unpack(redis.call('HMGET', counts, 'struck ' .. id, 'passed ' .. id))
    if times >= 0 and tonumber(struck or 0) >= times then
      table.insert(usedUp, id)
    elseif tonumber(passed or 0) < tonumber(ARGV[at + 1]) then
      redis.call('HINCRBY', counts, 'passed ' .. id, 1)
    elseif probability >= 1 or (probability > 0 and chance() < probability) then
      redis.call('HINCRBY', counts, 'struck ' .. id, 1)
      table.insert(ids, id)
      local from, to = tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5])
      delay = delay + (from == to and from or from + math.floor(chance() * (to - from + 1)))
      if ARGV[at + 6] == '1' then
        ends = 1
        break
      end
    end
  end
  if place then redis.call('HSET', counters, 'chances', string.format('%.0f', place)) end
  if #ids == 0 and #usedUp == 0 then return nil end
  return {string.format('%.17g', delay), ends, ids, usedUp}
end
`;
