/**
 * `worldTime(clock)`: Unix milliseconds by a world's clock, as `placeText` of `rare.ts` writes it in the world's hash: `f` and
 * the instant where it stands, or how far it is ahead of the time of Redis.
 */
export const TIME = `
local function worldTime(clock)
  local standing = string.match(clock or '0', '^f(.*)')
  if standing then return tonumber(standing) end
  local seconds, microseconds = unpack(redis.call('TIME'))
  return math.floor(seconds * 1000 + microseconds / 1000 + (clock or 0))
end
`;
