/** The measurements and their results: plain data, as `--json` writes it. */

export const PARTS = [
  'list',
  'get',
  'post',
  'start',
  'memory',
  'suite',
  'overload',
  'proxy',
  'redis',
  'redis-memory',
] as const;
export type Part = (typeof PARTS)[number];

export type ScenarioId = Extract<Part, 'list' | 'get' | 'post'>;

export const SCENARIO_TITLES: Readonly<Record<ScenarioId, string>> = { list: 'GET list', get: 'GET one', post: 'POST' };

export type ServerId = 'mock' | 'node' | 'express' | 'prism' | 'silent-prism';

export const SERVER_TITLES: Readonly<Record<ServerId, string>> = {
  mock: 'this mock',
  node: 'bare node:http',
  express: 'bare Express 5',
  prism: 'Prism 5 mock',
  'silent-prism': 'Prism 5 mock, silenced',
};

/** A request that is sent repeatedly; its path is without the server's prefix. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What one server did in one turn. */
export interface Turn {
  readonly round: number;
  readonly requests: number;
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds, as the client saw them. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server for each request, in microseconds; undefined if the system does not report it. */
  readonly cpu: number | undefined;
  /** That of the store that the server shares with others. */
  readonly store?: number;
}

/** The turns of every server for one kind of request. */
export interface Traffic {
  readonly scenario: ScenarioId;
  readonly servers: readonly { readonly server: ServerId; readonly turns: readonly Turn[] }[];
}

/** Milliseconds from the start of the process to its first answer, for each start. */
export interface Starts {
  readonly server: ServerId;
  readonly times: readonly number[];
}

/** The mock with a number of records. */
export interface Size {
  readonly records: number;
  /** Milliseconds from the start of the process to its first answer. */
  readonly start: number;
  /** The most memory that its process ever used, in bytes; undefined if the system does not report it. */
  readonly peak: number | undefined;
  /** Its heap, and the memory outside of it that its objects use, after a garbage collection. */
  readonly heap: number;
  readonly list: readonly Turn[];
  readonly get: readonly Turn[];
}

export interface SuiteRun {
  /** From the start of its process to the end, in milliseconds. */
  readonly time: number;
  readonly requests: number;
}

/** The mock while it is offered more than it can serve. */
export interface Overload {
  /** Requests a second that it can serve. */
  readonly capacity: number;
  /** Requests that fell due during the flood; those that were sent, as a connection was free; those without a reply, also in the pipeline. */
  readonly offered: number;
  readonly sent: number;
  readonly lost: number;
  /** How many replies of each status came. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The latency of another client, in milliseconds: also beside streams that are not read and a long pipeline. */
  readonly p99: { readonly before: number; readonly during: number; readonly crowded: number };
  /** Milliseconds from the end of the flood until that latency is as before. */
  readonly backAfter: number;
  /** The most memory that its process ever used, in bytes; undefined if the system does not report it. */
  readonly peak: number | undefined;
  /** The most that it says it may use, in bytes. */
  readonly bound: number | undefined;
}

/** Bare `node:http`, and the same behind the suite's proxy. */
export interface Proxied {
  readonly connections: number;
  readonly direct: readonly Turn[];
  readonly proxied: readonly Turn[];
}

export const REPLICATED_TITLES = {
  memory: 'one replica in memory',
  ping: 'bare node:http, as many PINGs',
  bare: 'bare node:http, the same commands',
  bareFour: 'four of these, which share nothing else',
  one: 'one replica on Redis',
  two: 'two replicas on Redis',
  four: 'four replicas on Redis',
} as const;
export type ReplicatedId = keyof typeof REPLICATED_TITLES;

/** Replicas on one Redis, and what they are compared with. */
export interface Replicated {
  readonly scenario: ScenarioId;
  /** How many round trips to Redis follow each other before the reply. */
  readonly trips: number;
  readonly servers: readonly { readonly server: ReplicatedId; readonly turns: readonly Turn[] }[];
}

/** One replica on a Redis with a number of records. */
export interface SizeInRedis {
  readonly records: number;
  /** Milliseconds from the start of the first replica, which stores them, to its first answer. */
  readonly start: number;
  /** What they take in Redis, in bytes. */
  readonly bytes: number;
  readonly list: readonly Turn[];
  readonly get: readonly Turn[];
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memory: number;
  readonly node: string;
  readonly system: string;
}

/** The results of a run; a part that was left out has no entries. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  /** The versions of the packages that the servers use. */
  readonly versions: Readonly<Record<string, string>>;
  /** Whether everything was measured once and briefly, so that the figures mean nothing. */
  readonly smoke: boolean;
  /** How long the run took. */
  readonly seconds: number;
  readonly traffic: readonly Traffic[];
  readonly starts: readonly Starts[];
  readonly sizes: readonly Size[];
  readonly suite: readonly SuiteRun[];
  readonly overload: readonly Overload[];
  readonly proxy: readonly Proxied[];
  readonly redis: readonly Replicated[];
  readonly sizesInRedis: readonly SizeInRedis[];
}
