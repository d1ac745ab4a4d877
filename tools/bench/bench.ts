import type { Part } from './model';
import type { Processes } from './processes';
import type { Replied } from './servers';
import type { Subject } from './subject';

/** What every measurement gets. */
export interface Bench {
  readonly parts: readonly Part[];
  readonly lengths: Lengths;
  readonly subject: Subject;
  /** What the mock answers to each scenario, in their order; asked once. */
  readonly replies: () => Promise<readonly Replied[]>;
  readonly processes: Processes;
  /** Called with what is being done, to show it to the user. */
  readonly progress: (doing: string) => void;
}

/** How many connections are used: kept alive, with one request at a time on each. */
export const CONNECTIONS = 16;

/** How often and how long each part is measured. Times are in seconds. */
export interface Lengths {
  readonly traffic: Turns;
  /** `replicas`: the most that share one Redis. */
  readonly redis: Turns & { readonly replicas: number };
  /** How many times each server is started. */
  readonly starts: number;
  readonly sizes: Turns & { readonly records: readonly [number, ...number[]] };
  readonly suite: number;
  /** How many browsers' profiles, and requests in each. */
  readonly page: { readonly rounds: number; readonly requests: number };
  readonly overload: {
    readonly connections: number;
    readonly seconds: number;
    readonly capacity: TurnLength;
    /** Streams that are not read, and requests in one pipeline. */
    readonly followers: number;
    readonly pipelined: number;
  };
}

export interface Turns {
  readonly warmUp: number;
  readonly rounds: number;
  readonly turn: TurnLength;
}

/** A number of requests instead of a time, if every turn must have some on however busy a machine. */
export type TurnLength = { readonly seconds: number } | { readonly requests: number };

/** About three minutes for everything. */
export const FULL: Lengths = {
  // The mock's code is fully compiled after some 10,000 requests, which take less than a second.
  traffic: { warmUp: 1.2, rounds: 5, turn: { seconds: 1.8 } },
  // Seven contestants with fourteen processes, which are warmed up by requests.
  redis: { warmUp: 0, rounds: 5, turn: { seconds: 0.7 }, replicas: 4 },
  starts: 5,
  sizes: { warmUp: 1, rounds: 5, turn: { seconds: 0.7 }, records: [100, 10_000, 1_000_000] },
  suite: 3,
  page: { rounds: 5, requests: 500 },
  overload: { connections: 2000, seconds: 5, capacity: { seconds: 3 }, followers: 60, pipelined: 100_000 },
};

/** Everything once, to check that it works. */
export const SMOKE: Lengths = {
  traffic: { warmUp: 0, rounds: 1, turn: { requests: 2 * CONNECTIONS } },
  redis: { warmUp: 0, rounds: 1, turn: { requests: 2 * CONNECTIONS }, replicas: 2 },
  starts: 1,
  sizes: { warmUp: 0, rounds: 1, turn: { requests: 2 * CONNECTIONS }, records: [10, 1000] },
  suite: 1,
  page: { rounds: 1, requests: 10 },
  overload: {
    connections: 50,
    seconds: 0.2,
    capacity: { requests: 2 * CONNECTIONS },
    followers: 2,
    pipelined: 500,
  },
};
