import { createRandom } from '../rules/random';
import type { Admit } from '../stores/admission';
import type { Random } from '../stores/clock';
import { StoreFull, StoreUnavailable } from '../stores/store';
import { TIME } from './clock';
import type { Connection } from './connection/connection';
import { listIn } from './connection/replies';
import { frequentScript } from './connection/script';
import { APPLYING, effectIn, type RedisFaults, triedBy } from './faults/faults';
import { KEEPING } from './ledger/ledger';
import { argumentsOf, decisionIn, type LedgerPolicy, policyArguments, QUOTA } from './ledger/quota';
import type { StateKeys } from './state/state';
import { StaleState, speculative } from './transact';

interface AdmitOptions {
  readonly connection: Connection;
  readonly keys: StateKeys;
  readonly policy: LedgerPolicy;
  /** Decides on the values that are made up for a request, with its turn. */
  readonly seed: number;
  readonly faults: RedisFaults;
  /** The version of the world's metadata, as they are known here. */
  readonly version: () => number;
  /** Reads that again. */
  readonly refresh: () => Promise<void>;
}

/**
 * Admits a request with one round trip.
 *
 * @throws StaleState where the state that was asked is not present any more, or is known here as it was before a change: by
 *   then the present one is known
 */
export function createRedisAdmit({ connection, keys, policy, seed, faults, version, refresh }: AdmitOptions): Admit {
  const all = [keys.world, keys.counters, keys.ledger, keys.addresses, keys['fault-counts']];
  const given = policyArguments(policy);
  return speculative(async ({ account, allowances, facts }) => {
    const { rules } = faults;
    const asked = [...given, String(version()), String(rules.version), account, String(allowances?.length ?? -1)];
    if (allowances !== undefined) asked.push(...argumentsOf(allowances));
    if (facts !== undefined) asked.push(...triedBy(rules, facts));
    const told = await connection.run(ADMIT, all, asked).catch(refuse);
    if (told === null || told === 0) {
      await (told === null ? refresh() : faults.refresh());
      // By now what is known here has been read again.
      throw new StaleState();
    }
    const [figures, ...effect] = listIn(told);
    const [now = '', turn = '', ...decision] = String(figures).split(' ');
    return {
      now: Number(now),
      decision: allowances && decisionIn(decision, allowances),
      effect: effect.length === 0 ? undefined : effectIn(rules, effect),
      random: randomOf(seed, Number(turn)),
    };
  });
}

/** A request that can't be counted is not served, whether it would have stored anything or not. */
function refuse(error: unknown): never {
  throw error instanceof StoreFull ? new StoreUnavailable(error.message, { cause: error }) : error;
}

/** Each turn has numbers of its own: an odd factor takes no two of 2^32 turns to the same place. */
function randomOf(seed: number, turn: number): Random {
  let random: Random | undefined;
  // Few requests draw anything.
  return () => {
    random ??= createRandom(seed ^ Math.imul(turn, 0x9e3779b1));
    return random();
  };
}

/**
 * All that a request does to a world before its operation. `KEYS` are the world, the counters, the ledger, the addresses and
 * the faults' counts. `ARGV` has the policy (see `policyArguments`), the version of the world and that of the fault rules as
 * they are known, the account, the number of its allowances (-1: they are not enforced), these, and the faults that match.
 *
 * It does nothing, and gives nothing where the version of the world is another one, 0 where that of the rules is. Else it
 * gives a list: time, turn and decision in one text, then what `apply` gives. Faults apply to nothing that the
 * allowance refuses. A state of that version is the present one, so that nothing has to be known of its life.
 */
const ADMIT = frequentScript(
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
return {figures, unpack(apply(keys.counters, KEYS[5], first) or {})}
`,
  `${TIME}${QUOTA}${KEEPING}${APPLYING}
local version, clock = unpack(redis.call('HMGET', KEYS[1], 'version', 'clock'))
local rules = redis.call('HGET', KEYS[2], 'rules')
local keys = {counters = KEYS[2], ledger = KEYS[3], addresses = KEYS[4]}
local now = worldTime(clock)
`,
);
