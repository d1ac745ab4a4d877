import { randomUUID } from 'node:crypto';
import { own } from '../../../../openapi/contract';
import {
  accountOfKey,
  assertNamed,
  keyOfAccount,
  LONGEST_WINDOW,
  peek,
  UNUSED,
  usageOf,
  withBanLength,
} from '../../rules/account';
import type { AccountState, Accounts, Ledger, RunningAllowance } from '../../stores/ledger';
import type { Connection } from '../connection/connection';
import { hashIn, listIn, textsIn } from '../connection/replies';
import { script } from '../connection/script';
import { isGone, LIFETIME, leaveState, runInState, STAGED_MS, type StateKeys } from '../state/state';
import { argumentsOf, type LedgerPolicy, policyArguments, QUOTA } from './quota';

/** A ledger in Redis: a hash of the accounts' states in JSON, and the addresses in the order in which they came. */
export function createRedisLedger(connection: Connection, state: StateKeys, policy: LedgerPolicy): Ledger {
  const { counters, ledger, addresses } = state;
  const keys = [counters, ledger, addresses];
  const given = policyArguments(policy);

  const accountOf = async (name: string): Promise<AccountState> =>
    accountIn(await connection.send(ledger, ['HGET', ledger, name]));

  const argumentsFor = (name: string, allowances: readonly RunningAllowance[], now: number): readonly string[] => [
    ...[...given, name, String(now), String(allowances.length)],
    ...argumentsOf(allowances),
  ];

  /** Keys by their names, then addresses in the order in which they came: `restore` goes on with that. */
  const texts = async (): Promise<ReadonlyMap<string, string>> => {
    const [found, ordered] = listIn(await connection.run(READ, [ledger, addresses], []));
    const all = hashIn(found);
    const ofKeys = [...all.keys()].filter((name) => keyOfAccount(name) !== undefined).sort();
    return new Map([...ofKeys, ...textsIn(ordered)].map((name) => [name, all.get(name) ?? '']));
  };

  return {
    async giveBack(name, allowances, takenAt) {
      const now = seconds(takenAt);
      try {
        const text = await connection.run(GIVE_BACK, keys, argumentsFor(name, allowances, now));
        return peek(accountIn(text), allowances, now);
      } catch (error) {
        if (isGone(error)) return undefined;
        throw error;
      }
    },
    peek: async (name, allowances, nowMs) => peek(await accountOf(name), allowances, seconds(nowMs)),
    usage: async (name, allowances, nowMs) => usageOf(await accountOf(name), allowances, seconds(nowMs)),
    async set(name, allowances, { used = {}, bannedSeconds = '' }, nowMs) {
      assertNamed(used, allowances);
      const args = argumentsFor(name, allowances, seconds(nowMs));
      const wanted = allowances.map(({ window }) => String(own(used, window) ?? ''));
      await runInState(connection, SET, keys, [...args, ...wanted, String(bannedSeconds)]);
    },
    accounts: async () => [...(await texts()).keys()],
    dump: async () => new Map([...(await texts())].map(([name, text]) => [name, accountIn(text)])),
    restore: (accounts, nowMs) => restoreLedger(connection, state, policy, accounts, seconds(nowMs)),
    leave: () => leaveState(connection, state),
  };
}

/**
 * Puts these accounts in place of all. They are staged in pieces, so that Redis serves other requests meanwhile, and take their
 * place in one step.
 *
 * @param now Unix seconds
 */
async function restoreLedger(
  connection: Connection,
  { counters, ledger, addresses }: StateKeys,
  { knownAddresses }: LedgerPolicy,
  accounts: Accounts,
  now: number,
): Promise<void> {
  const staged = randomUUID();
  const [stagedLedger, stagedAddresses] = [`${ledger}:${staged}`, `${addresses}:${staged}`];
  const put = async (key: string, command: string, pieces: readonly string[]): Promise<void> => {
    if (pieces.length === 0) return;
    await Promise.all([
      connection.send(key, [command, key, ...pieces]),
      // Nothing is left of it where this process ends before all is there.
      connection.send(key, ['PEXPIRE', key, String(STAGED_MS)]),
    ]);
  };
  const ofKeys = [...accounts].filter(([name]) => isOfKey(name));
  const known = [...accounts].filter(([name]) => !isOfKey(name)).slice(-knownAddresses);
  const wanted = [...ofKeys, ...known];
  for (let from = 0; from < wanted.length; from += PIECE) {
    const piece = wanted.slice(from, from + PIECE);
    const texts = piece.flatMap(([name, account]) => [name, JSON.stringify(withBanLength(account, now))]);
    const places = piece.flatMap(([name], place) => (isOfKey(name) ? [] : [String(from + place), name]));
    await Promise.all([put(stagedLedger, 'HSET', texts), put(stagedAddresses, 'ZADD', places)]);
  }
  const keys = [counters, ledger, addresses, stagedLedger, stagedAddresses];
  await runInState(connection, REPLACE, keys, [String(wanted.length)]);
}

const accountIn = (text: unknown): AccountState =>
  // `textOf` in `quota.ts` writes nothing else, and leaves out what is undefined.
  typeof text === 'string' ? { ...UNUSED, ...(JSON.parse(text) as Partial<AccountState>) } : UNUSED;

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const isOfKey = (name: string): boolean => keyOfAccount(name) !== undefined;

/** So many accounts are sent at once. */
const PIECE = 1000;

/**
 * `keep(keys, name, account, isNew, now, mostAddresses, sweepAt)` stores an account, and bounds how many there are. Addresses are
 * in the order in which they came: where there are more than `mostAddresses`, the oldest is forgotten. From `sweepAt` accounts on,
 * each new one has a few others looked at, and forgotten where their windows have all closed. `keys` are those of the counters,
 * the ledger and the addresses.
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

/**
 * What steps on one account begin with. `KEYS` are the counters, the ledger and the addresses; `ARGV` has the policy (see
 * `policyArguments`), the name of the account, the time in Unix seconds, the number of allowances, and these.
 */
const BEGIN = `
${LIFETIME}
${QUOTA}
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

/** `withUsage` of `rules/account.ts`. After the allowances: what is used of each, and for how long it is banned; '' is no change. */
const SET = script(`
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
const GIVE_BACK = script(`
${BEGIN}
if not text then return textOf(account) end
giveBack(account, 8, number, now)
redis.call('HSET', keys.ledger, name, textOf(account))
liveFor(life, keys.ledger, keys.addresses)
return textOf(account)
`);

/** Puts other accounts in place of all: keys as above, then those under which the others are staged, with their addresses. */
const REPLACE = script(`
${LIFETIME}
local life = lifeOf(KEYS[1])
redis.call('DEL', KEYS[2], KEYS[3])
for place = 2, 3 do
  local staged = KEYS[place + 2]
  if redis.call('EXISTS', staged) == 1 then
    redis.call('PERSIST', staged)
    redis.call('RENAME', staged, KEYS[place])
  end
end
redis.call('HSET', KEYS[1], 'met', ARGV[1])
liveFor(life, KEYS[2], KEYS[3])
`);

/** All accounts, and the names of the addresses in the order in which they came. */
const READ = script(`
return {redis.call('HGETALL', KEYS[1]), redis.call('ZRANGE', KEYS[2], 0, -1)}
`);
