/** The measurements and their results: plain data, as `--json` writes it. */

/** The measurement failed: a server did not start, refused a request or closed a connection. */
export class BenchError extends Error {
  override readonly name = 'BenchError';
}

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
  'page',
] as const;
export type Part = (typeof PARTS)[number];

export const SCENARIO_TITLES = { list: 'GET list', get: 'GET one', post: 'POST' } as const;
export type ScenarioId = keyof typeof SCENARIO_TITLES;

export const SERVER_TITLES = {
  mock: 'this mock',
  node: 'bare node:http',
  express: 'bare Express 5',
  prism: 'Prism 5 mock',
  'silent-prism': 'Prism 5 mock, silenced',
  proxy: 'bare node:http, through the proxy of the suite',
  ping: 'bare node:http, as many PINGs',
  bare: 'bare node:http, the same commands',
  'four-bare': 'four of these, which share nothing else',
  one: 'one replica on Redis',
  two: 'two replicas on Redis',
  four: 'four replicas on Redis',
  page: 'in a page',
  worker: 'in a service worker',
} as const;
export type ServerId = keyof typeof SERVER_TITLES;

/** A request that is sent repeatedly; its path is without the server's prefix. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Figures of one round: times in milliseconds, memory in bytes. One that the system does not report is left out. */
export interface Figures {
  readonly round: number;
  readonly requests?: number;
  /** Requests a second, and the latency that the client saw. */
  readonly rate?: number;
  readonly p50?: number;
  readonly p99?: number;
  /** Processor time for each request, in microseconds: of the server, and of the store that it shares with others. */
  readonly cpu?: number | undefined;
  readonly store?: number | undefined;
  /** From the start of a process to its first answer; of a run of the suite, to its end. */
  readonly time?: number;
  /** The most memory that a process ever used. */
  readonly peak?: number | undefined;
  /** What its records take: of its heap with what belongs to it, after a garbage collection, or of Redis. */
  readonly kept?: number;
  /** How many round trips to Redis follow each other before the reply. */
  readonly trips?: number;

  // Of the mock in a page.

  /** What is loaded, as servers send it. */
  readonly bytes?: number;
  /** To the first reply where the browser has the files, and where another mock, or another run of the worker, was there before. */
  readonly warm?: number;
  readonly again?: number;

  // Of the mock that is offered more than it can serve.

  /** Requests a second that it can serve. */
  readonly capacity?: number;
  /** Requests that fell due during the flood, and those that were sent, as a connection was free. */
  readonly offered?: number;
  readonly sent?: number;
  /** How many replies of each status came. */
  readonly [answered: `answered ${string}`]: number;
  /** Requests without a reply, also in the pipeline. */
  readonly lost?: number;
  /** The latency of another client (p99): before, during the flood, and beside streams that are not read and a long pipeline. */
  readonly before?: number;
  readonly during?: number;
  readonly crowded?: number;
  /** From the end of the flood until that latency is as before. */
  readonly backAfter?: number;
  /** The most memory that it says it may use. */
  readonly bound?: number | undefined;
}

/** The rounds of one server in one part. */
export interface Measured {
  readonly part: Part;
  readonly server: ServerId;
  /** What was sent; undefined if that is not what was measured. */
  readonly scenario?: ScenarioId;
  /** How many records the server had, or connections, where that is varied. */
  readonly size?: number;
  readonly rounds: readonly Figures[];
}

/** The results of a run; a part that was left out has no entries. */
export interface Results {
  readonly date: string;
  readonly machine: Machine;
  /** The versions of this package and of those that the servers use. */
  readonly versions: Readonly<Record<string, string>>;
  /** Whether everything was measured once and briefly, so that the figures mean nothing. */
  readonly smoke: boolean;
  /** How long the run took. */
  readonly seconds: number;
  readonly measured: readonly Measured[];
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memory: number;
  readonly node: string;
  readonly system: string;
}
