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
 * (the highest number that a fault has had as its id), `chances` (where the generator of the faults stands), `born` (how many
 * records were noted in the order of creation), `met` (how many addresses have come), `swept` (how far the ledger was looked
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
  'births',
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
