import { script } from '../connection/script';
import { KEEPING } from '../lua/keeping';
import { LIFETIME } from '../lua/lifetime';
import { SPENDING } from '../lua/spending';

/**
 * What steps on one account begin with. `KEYS` are the counters, the ledger and the addresses; `ARGV` has the policy (see
 * `policyArguments`), the name of the account, the time in Unix seconds, the number of allowances, and these.
 */
const BEGIN = `
${LIFETIME}
${SPENDING}
${KEEPING}
local keys = {counters = KEYS[1], ledger = KEYS[2], addresses = KEYS[3]}
local life = lifeOf(keys.counters)
local name, now, number = ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7])
local text = redis.call('HGET', keys.ledger, name)
local account = accountOf(text)
`;

const END = `
keep(keys, name, account, not text, now, tonumber(ARGV[3]), tonumber(ARGV[4]))
liveFor(life, keys.ledger, keys.addresses)
`;

/** Takes a request from an account, and gives the text of a decision. */
export const SPEND = script(`
${BEGIN}
local decision = spend(account, statesOf(account, 8, number, now), tonumber(ARGV[1]), tonumber(ARGV[2]), now)
${END}
return decision
`);

/** `withUsage` of `rules/usage.ts`. After the allowances: what is used of each, and for how long it is banned; '' is no change. */
export const SET = script(`
${BEGIN}
settle(account, now)
for place, state in ipairs(statesOf(account, 8, number, now)) do
  local used = tonumber(ARGV[7 + 3 * number + place])
  if used then setUsed(account, state, used, now) end
end
local banSeconds = tonumber(ARGV[8 + 4 * number])
if banSeconds then ban(account, banSeconds, now) end
${END}
`);

/** Gives one request back to each window that still counts it, and gives the account's text; the time is when it was taken. */
export const GIVE_BACK = script(`
${BEGIN}
if not text then return textOf(account) end
giveBack(account, 8, number, now)
redis.call('HSET', keys.ledger, name, textOf(account))
liveFor(life, keys.ledger, keys.addresses)
return textOf(account)
`);

/** Puts other accounts in place of all: keys as above, then those under which the others lie, with their addresses. */
export const REPLACE = script(`
${LIFETIME}
local life = lifeOf(KEYS[1])
redis.call('DEL', KEYS[2], KEYS[3])
for place = 2, 3 do
  local made = KEYS[place + 2]
  if redis.call('EXISTS', made) == 1 then
    redis.call('PERSIST', made)
    redis.call('RENAME', made, KEYS[place])
  end
end
redis.call('HSET', KEYS[1], 'met', ARGV[1])
liveFor(life, KEYS[2], KEYS[3])
`);

/** All accounts, and the names of the addresses in the order in which they came. */
export const READ = script(`
return {redis.call('HGETALL', KEYS[1]), redis.call('ZRANGE', KEYS[2], 0, -1)}
`);
