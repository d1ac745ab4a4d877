import { LONGEST_WINDOW } from '../../rules/account';
import { accountOfKey } from '../../rules/account-names';

/**
 * `keep(keys, name, text, isNew, now)` stores an account. Addresses are whatever clients have: their order is that in which
 * they came, so that the one that is known longest is forgotten where there are too many; and where there are many accounts,
 * each that comes has a few others looked at, and forgotten where their windows have all closed. `keys` are those of the
 * counters, the ledger and the addresses; how many there may be, and from how many on others are looked at, are
 * `mostAddresses` and `sweepAt`.
 */
export const KEEPING = `
local KEY_ACCOUNT = '${accountOfKey('')}'

local function isOver(text, now)
  local account = cjson.decode(text)
  if account.bannedUntil and now < account.bannedUntil then return false end
  for _, window in ipairs(account.windows) do
    if now < window.openedAt + ${LONGEST_WINDOW} then return false end
  end
  return true
end

local function sweep(keys, now)
  local cursor = redis.call('HGET', keys.counters, 'swept') or '0'
  local found = redis.call('HSCAN', keys.ledger, cursor, 'COUNT', 10)
  redis.call('HSET', keys.counters, 'swept', found[1])
  for at = 1, #found[2], 2 do
    if isOver(found[2][at + 1], now) then
      redis.call('HDEL', keys.ledger, found[2][at])
      redis.call('ZREM', keys.addresses, found[2][at])
    end
  end
end

local function meet(keys, name, mostAddresses)
  if string.sub(name, 1, #KEY_ACCOUNT) == KEY_ACCOUNT then return end
  redis.call('ZADD', keys.addresses, redis.call('HINCRBY', keys.counters, 'met', 1), name)
  if redis.call('ZCARD', keys.addresses) <= mostAddresses then return end
  redis.call('HDEL', keys.ledger, redis.call('ZPOPMIN', keys.addresses)[1])
end

local function keep(keys, name, account, isNew, now, mostAddresses, sweepAt)
  if isNew and redis.call('HLEN', keys.ledger) >= sweepAt then sweep(keys, now) end
  redis.call('HSET', keys.ledger, name, textOf(account))
  if isNew then meet(keys, name, mostAddresses) end
end
`;
