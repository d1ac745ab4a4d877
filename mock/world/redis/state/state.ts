import { StoreUnavailable } from '../../stores/store';
import type { Connection } from '../connection/connection';
import type { Reply } from '../connection/replies';
import { type Argument, type Script, script } from '../connection/script';

/**
 * The names of all keys: each world's share a hash tag, so that a cluster keeps them on one shard and a script may use any
 * of them (Redis cluster specification, "Hash tags").
 */
export interface WorldKeys {
  /** What is there for as long as the world: a hash, its metadata. */
  readonly world: string;
  /** A key of what a state holds, by the state's number. */
  ofState(state: number, part: StatePart): string;
  /** A key of what a record store holds, by its number; `more` is what else tells it apart. */
  ofRecords(records: number, part: string, ...more: readonly string[]): string;
  /** The channel on which changes of this world are announced. */
  readonly channel: string;
}

/**
 * All that a state consists of besides its records. `counters` is a hash that is there for as long as the state. Its fields:
 * `turn` (of the last request), `rules` (the version of the fault rules, raised by one for each that comes or goes), `fault`
 * (the highest number that a fault has had as its id), `chances` (where the generator of the faults stands), `met` (how many addresses have come), `swept` (how far the ledger was looked
 * through); and of the journal `entry` (the id of the last entry), `forgotten` (of the last one that is no longer kept),
 * `removed` (of the last one that is no longer there), `cleared` (of the last one when it was cleared), `bytes` (what those
 * that are there take).
 */
export const STATE_PARTS = [
  'counters',
  'ledger',
  'addresses',
  'faults',
  'fault-counts',
  'journal',
  'journal-sizes',
  'journal-heard',
] as const;

type StatePart = (typeof STATE_PARTS)[number];

/** The keys of a state, and that of its world. */
export type StateKeys = Readonly<Record<StatePart | 'world', string>>;

/** @param state its number */
export const stateKeys = (keys: WorldKeys, state: number): StateKeys => ({
  world: keys.world,
  // Each part is among them.
  ...(Object.fromEntries(STATE_PARTS.map((part) => [part, keys.ofState(state, part)])) as Record<StatePart, string>),
});

/** @param prefix what all keys of one mock begin with */
export function worldKeys(prefix: string, worldId: string): WorldKeys {
  const tag = `${prefix}{${prefix}:${worldId}}`;
  return {
    world: tag,
    ofState: (state, part) => `${tag}:s${state}:${part}`,
    ofRecords: (records, part, ...more) => [`${tag}:r${records}`, part, ...more].join(':'),
    channel: `${tag}:changes`,
  };
}

/** The keys that belong to no world alone. */
export interface SharedKeys {
  /** A hash: what the mocks were started with that have stored what is there. */
  readonly terms: string;
  /** A hash: what those that run at present were started with. */
  readonly running: string;
  /** A sorted set of their ids, by when each of them counts no longer unless it says so again. */
  readonly replicas: string;
  /** A hash: which of them removes what is stored, until it has started. */
  readonly resetting: string;
  /** A sorted set of the ids of the sessions that are open, by when they were opened. */
  readonly sessions: string;
  /** A hash of the API keys' digests. */
  readonly keyring: string;
  readonly channel: string;
}

export function sharedKeys(prefix: string): SharedKeys {
  const tag = `${prefix}{${prefix}}`;
  const named = (name: string): string => `${tag}:${name}`;
  return {
    terms: named('terms'),
    running: named('running'),
    replicas: named('replicas'),
    resetting: named('resetting'),
    sessions: named('sessions'),
    keyring: named('keyring'),
    channel: named('changes'),
  };
}

/** Once another state is present, requests that still use the old one have so many milliseconds to end: then its keys are gone. */
export const GRACE_MS = 10_000;

/** What is staged goes by itself where no process has worked on it for so many milliseconds: the one that did is no more. */
export const STAGED_MS = 60_000;

/**
 * Stages a state, unless it is there or was there: its counters say that it lives.
 *
 * @param chances where those of its faults begin, an integer from 0 to 2^32-1
 */
export async function beginState(
  connection: Connection,
  { world, counters }: StateKeys,
  number: number,
  chances: number,
): Promise<void> {
  await connection.run(BEGIN, [world, counters], [String(number), String(chances), String(STAGED_MS)]);
}

/** A state was replaced where that of a higher number is present. */
const BEGIN = script(`
  if redis.call('EXISTS', KEYS[2]) == 1 then return end
  local present = tonumber(redis.call('HGET', KEYS[1], 'state') or 0)
  if present > tonumber(ARGV[1]) then return end
  redis.call('HSET', KEYS[2], 'turn', 0, 'rules', 0, 'chances', ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
`);

/** Lets what a state consists of end soon: requests that began before it was replaced go on with it. */
export async function leaveState(connection: Connection, state: StateKeys): Promise<void> {
  const { world: _, ...keys } = state;
  await connection.run(LEAVE, Object.values(keys), [String(GRACE_MS)]);
}

const LEAVE = script(`
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[1], 'LT') end
`);

/**
 * `lifeOf(counters)` gives how long a state lives yet, in milliseconds; -1 for one that is present. One that was replaced
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

/** Whether a script failed since what it was to change is gone. */
export const isGone = (error: unknown): boolean => error instanceof Error && error.message.startsWith('GONE');

/** @throws StoreUnavailable with this message where what a script was to change is gone */
export async function unlessGone(running: Promise<Reply>, message: string): Promise<Reply> {
  try {
    return await running;
  } catch (error) {
    throw isGone(error) ? new StoreUnavailable(message, { cause: error }) : error;
  }
}

/** @throws StoreUnavailable where the state is gone */
export const runInState = (
  connection: Connection,
  script: Script,
  keys: readonly string[],
  args: readonly Argument[],
): Promise<Reply> => unlessGone(connection.run(script, keys, args), 'The state was reset meanwhile.');
