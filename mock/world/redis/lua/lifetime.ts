/**
 * `lifeOf(counters)` tells how long a state lives yet, in milliseconds; -1 for one that is present. One that was replaced
 * lives on for a while, so that requests that began before end as they would have, and leave nothing: `liveFor(life, ...)`
 * gives keys that were written no longer than that. What is written to a state that is gone fails by `GONE`.
 */
export const LIFETIME = `
local function lifeOf(counters)
  local life = redis.call('PTTL', counters)
  if life == -2 then error({err = 'GONE'}) end
  return life
end

local function liveFor(life, ...)
  if life == -1 then return end
  for _, key in ipairs({...}) do redis.call('PEXPIRE', key, life) end
end
`;
