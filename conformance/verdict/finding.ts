import type { BehaviourId } from '../../openapi/behaviours/options';
import type { Operation } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import type { Clause, Level } from './clause';
import type { Outcome, Topic } from './verdict';

/** What came of one check on one operation. */
export interface Cell {
  readonly check: string;
  readonly operation: string;
  readonly outcome: Outcome;
  /** How many cases and exchanges were judged. */
  readonly judged: number;
  /** Why something could not be judged, each reason once. */
  readonly reasons: readonly string[];
  /** Whether it has passed in what was judged, though most was not. */
  readonly isPartly?: true;
}

/** One thing that is wrong, however often it was seen. */
export interface Finding {
  readonly outcome: 'fail' | 'warn' | 'flaky';
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
  /** Tells it from others of the same check and operation. */
  readonly key: string;
  /** Whether it takes requests before it on the same connection: the last request alone, over a fresh one, does not show it. */
  readonly isOfKept?: boolean;
  /** Undefined for a warning. */
  readonly confirmation?: Confirmation;
}

/** What came of trying a violation again, over another connection. */
export interface Confirmation {
  readonly came: 'again' | 'not again' | 'untried';
  /** Whether what did not come again may have been an accident on the way. */
  readonly isAccident?: boolean;
  /** Why it was not tried again. */
  readonly reason?: string;
}

/** A record that a run has made. */
export interface Created {
  readonly resource: string;
  readonly id: unknown;
  /** Below the base URL, percent-encoded; left out where the contract has no path to it. */
  readonly path?: string;
}

/** A record that a run has made and was to delete. */
export interface Cleaned extends Created {
  /** Why it stays; undefined where it is gone. */
  readonly reason: string | undefined;
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
  /** What the run has made and stays. */
  readonly created: readonly Created[];
  /** What came of all that it had made when it was asked to delete that; left out where it was not. */
  readonly cleaned?: readonly Cleaned[];
  /** Whether it was ended from outside before all was sent. */
  readonly isInterrupted: boolean;
  /** A budget of requests that is enough for all that was planned, where the budget was less and has ended before all was judged. */
  readonly enough?: number;
  /** The operations that were not judged, since their removal is over by the server's clock. */
  readonly removed: readonly Operation[];
  /** Whether the contract describes no request that could be sent. */
  readonly hasNoOperations?: true;
  /** What the server was seen to choose where the contract leaves things open; left out where nobody asked. */
  readonly learnt?: Learnt;
}

/** What names a finding from run to run: the same whatever the seed, and whichever record it was seen with. */
export type FindingId = Pick<Finding, 'check' | 'operation' | 'key'>;

/** No id of a check or an operation has a blank in it, so that no two findings have the same name. */
export const findingName = ({ check, operation, key }: FindingId): string => `${check} ${operation} ${key}`;

/** How many exchanges there were, and how many of them nobody judged. */
export interface Share {
  readonly unjudged: number;
  readonly all: number;
}

/**
 * A cell that has passed in what was judged, where most was not: that is no pass of the whole.
 *
 * @param what was not judged, in the plural
 */
export function unlessMostlyUnjudged(cell: Cell, { unjudged, all }: Share, what: string): Cell {
  if (cell.outcome !== 'pass' || 2 * unjudged <= all) return cell;
  const reason = `${unjudged} of ${all} ${what} were not judged`;
  return { ...cell, outcome: 'inconclusive', isPartly: true, reasons: [...cell.reasons, reason] };
}

/** An option that a server was seen to take, and what shows it. */
export interface Seen<Option extends string = string> {
  readonly option: Option;
  /** The line or the figures that show it, in a few words. */
  readonly shows: string;
  /** One exchange, or those that show it together; the last one is the evidence. */
  readonly exchanges: readonly Exchange[];
}

/** What exchanges have shown of a silence: options, or why none is known, in a few words. */
export type Lesson<Option extends string = string> =
  | { readonly seen: readonly [Seen<Option>, ...Seen<Option>[]] }
  | { readonly unknown: string };

/** What exchanges have shown of each unspecified behaviour, in the order of `openapi/silences.yaml`. */
export type Learnt = ReadonlyMap<BehaviourId, Lesson>;
