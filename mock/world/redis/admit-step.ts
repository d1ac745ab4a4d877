import { TIME } from './clock';
import { frequentScript } from './connection/script';
import { STRIKING } from './faults/striking';
import { KEEPING } from './ledger/ledger';
import { QUOTA } from './ledger/quota';

/**
 * All that a request does to a world before its operation. `KEYS` are the world, the counters, the ledger, the addresses and
 * the faults' counts. `ARGV` has the policy (see `policyArguments`), the version of the world and that of the fault rules as
 * they are known, the account, the number of its allowances (-1: they are not enforced), these, and the faults that match.
 *
 * It does nothing, and gives nothing where the version of the world is another one, 0 where that of the rules is. Else it
 * gives a list: time, turn and decision in one text, then what `lua/striking.ts` gives. Faults strike nothing that the
 * allowance refuses. A state of that version is the present one, so that nothing has to be known of its life.
 */
export const ADMIT = frequentScript(
  `
if version ~= ARGV[5] then return nil end
if rules ~= ARGV[6] then return 0 end

local name, number = ARGV[7], tonumber(ARGV[8])
local figures = string.format('%.0f %d', now, redis.call('HINCRBY', keys.counters, 'turn', 1))
local isServed = true

if number >= 0 then
  local second = math.floor(now / 1000)
  local text = redis.call('HGET', keys.ledger, name)
  local account = accountOf(text)
  local decision = consume(account, statesOf(account, 9, number, second), tonumber(ARGV[1]), tonumber(ARGV[2]), second)
  keep(keys, name, account, not text, second, tonumber(ARGV[3]), tonumber(ARGV[4]))
  figures = figures .. ' ' .. decision
  isServed = string.sub(decision, 1, 6) == 'served'
end

local first = 9 + 3 * math.max(0, number)
if not isServed or not ARGV[first] then return {figures} end
return {figures, unpack(strike(keys.counters, KEYS[5], first) or {})}
`,
  `${TIME}${QUOTA}${KEEPING}${STRIKING}
local version, clock = unpack(redis.call('HMGET', KEYS[1], 'version', 'clock'))
local rules = redis.call('HGET', KEYS[2], 'rules')
local keys = {counters = KEYS[2], ledger = KEYS[3], addresses = KEYS[4]}
local now = worldTime(clock)
`,
);
