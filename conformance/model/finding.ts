import type { Operation } from '../../openapi/contract';
import type { Clause, Level } from './clause';
import type { Exchange } from './exchange';
import type { Topic } from './topic';
import type { Verdict } from './verdict';

export type Outcome = Verdict['outcome'];

/** What came of one check on one operation. */
export interface Cell {
  readonly check: string;
  readonly operation: string;
  readonly outcome: Outcome;
  /** How many cases and exchanges were judged. */
  readonly judged: number;
  /** Why something could not be judged, each reason once. */
  readonly reasons: readonly string[];
}

/** One thing that is wrong, however often it was seen. */
export interface Finding {
  readonly outcome: 'fail' | 'warn';
  readonly check: string;
  readonly title: string;
  readonly level: Level;
  readonly operation: string;
  readonly clause: Clause;
  readonly expected: string;
  readonly actual: string;
  /** The shortest exchanges that show it. */
  readonly exchanges: readonly Exchange[];
  readonly seen: number;
  /** The number of the exchange that first showed it. */
  readonly firstSeen: number;
  readonly topic: Topic;
  /** For each time that it was seen the numbers of the exchanges, the last one the evidence; the first times, where they are many. */
  readonly sightings: readonly (readonly number[])[];
  /** What was wrong with which records, each once; the first ones, where they are many. */
  readonly symptoms: ReadonlySet<string>;
}

/** A record that a run has made. */
export interface Created {
  readonly resource: string;
  readonly id: unknown;
}

/** Everything that came of a run. */
export interface RunResult {
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly requests: number;
  readonly cells: readonly Cell[];
  readonly findings: readonly Finding[];
  /** In the order of sending, each as `evidenceOf` leaves it. */
  readonly exchanges: readonly Exchange[];
  readonly created: readonly Created[];
  /** The operations that were not judged, since their removal is over by the server's clock. */
  readonly removed: readonly Operation[];
}
