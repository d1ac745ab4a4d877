import { script } from '../connection/script';
import { LIFETIME } from '../lua/lifetime';
import { STRIKING } from '../lua/striking';

/** `KEYS` are the counters, the faults (by id: the version that one came with, and its rule) and their counts. */
const BEGIN = `
${LIFETIME}
local counters, faults, counts = unpack(KEYS)
local life = lifeOf(counters)
`;

const END = `
liveFor(life, faults, counts)
`;

/** The version of the rules, where chances stand, faults, counts. */
export const READ = script(`
${BEGIN}
local version, chances = unpack(redis.call('HMGET', counters, 'rules', 'chances'))
return {version, chances, redis.call('HGETALL', faults), redis.call('HGETALL', counts)}
`);

/** Adds the rule `ARGV[1]`, unless there are `ARGV[2]`: then it gives nothing, else version and id. */
export const ADD = script(`
${BEGIN}
if redis.call('HLEN', faults) >= tonumber(ARGV[2]) then return nil end
local version = redis.call('HINCRBY', counters, 'rules', 1)
local id = redis.call('HINCRBY', counters, 'fault', 1)
redis.call('HSET', faults, id, version .. ' ' .. ARGV[1])
${END}
return {version, id}
`);

/** Removes the fault `ARGV[1]`, and gives the version; nothing where there is none. */
export const REMOVE = script(`
${BEGIN}
if redis.call('HDEL', faults, ARGV[1]) == 0 then return nil end
redis.call('HDEL', counts, 'struck ' .. ARGV[1], 'passed ' .. ARGV[1])
return redis.call('HINCRBY', counters, 'rules', 1)
`);

/** Removes all, and gives the version. */
export const CLEAR = script(`
${BEGIN}
redis.call('DEL', faults, counts)
return redis.call('HINCRBY', counters, 'rules', 1)
`);

/**
 * Puts faults in place of all where `ARGV[1]` is 1: `ARGV[3]` is the highest number among their ids, and after that stand id,
 * rule, struck, passed of each; it gives the version. Chances go to `ARGV[2]`, unless that is empty.
 */
export const RESTORE = script(`
${BEGIN}
if ARGV[2] ~= '' then redis.call('HSET', counters, 'chances', ARGV[2]) end
if ARGV[1] == '0' then return nil end
redis.call('DEL', faults, counts)
local number = (#ARGV - 3) / 4
local version = redis.call('HINCRBY', counters, 'rules', math.max(1, number))
for place = 1, number do
  local id, rule, struck, passed = unpack(ARGV, 4 * place, 4 * place + 3)
  redis.call('HSET', faults, id, string.format('%.0f', version - number + place) .. ' ' .. rule)
  redis.call('HSET', counts, 'struck ' .. id, struck, 'passed ' .. id, passed)
end
local last = tonumber(redis.call('HGET', counters, 'fault') or 0)
redis.call('HSET', counters, 'fault', string.format('%.0f', math.max(last, tonumber(ARGV[3]))))
${END}
return version
`);

/** Tries the faults from `ARGV[2]` on; gives 0 where the rules are of another version than `ARGV[1]`. */
export const STRIKE = script(`
${BEGIN}
${STRIKING}
if redis.call('HGET', counters, 'rules') ~= ARGV[1] then return 0 end
local struck = strike(counters, counts, 2)
${END}
return struck
`);
