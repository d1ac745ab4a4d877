import type { BehaviourId } from '../../openapi/behaviours/options';
import type { Operation } from '../../openapi/contract';
import { type Exchange, isOfOneCaller } from '../exchange/exchange';
import type { Clause, Level, Outcome, Topic } from './verdict';

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
  /** Of what is untried: that it has no result and why, in a phrase that goes on from `tried`. */
  readonly reason?: string;
}

/** An operation that a run does not call unless it is named, and why. */
export interface Hazard {
  readonly operation: Operation;
  /** Goes on from its name: "may stop the server". */
  readonly why: string;
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
  /** Those that were not called, since none was named; left out where the suite sends nothing. */
  readonly notCalled?: readonly Hazard[];
  /** What the server was seen to choose where the contract leaves things open; left out where that was not asked for. */
  readonly learnt?: Learnt;
}

/** What names a finding from run to run: the same whatever the seed, and whichever record it was seen with. */
export type FindingId = Pick<Finding, 'check' | 'operation' | 'key'>;

/** No id of a check or an operation has a blank in it, so that no two findings have the same name. */
export const findingName = ({ check, operation, key }: FindingId): string => `${check} ${operation} ${key}`;

/** How many exchanges there were, and how many of them were not judged. */
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

/** What exchanges have shown of an unspecified behaviour: options, or why none is known, in a few words. */
export type Lesson<Option extends string = string> =
  | { readonly seen: readonly [Seen<Option>, ...Seen<Option>[]] }
  | { readonly unknown: string };

/** What exchanges have shown of each unspecified behaviour, in the order of `openapi/silences.yaml`. */
export type Learnt = ReadonlyMap<BehaviourId, Lesson>;

/** What a whole run comes to. */
export type RunVerdict = 'pass' | 'fail' | 'inconclusive' | 'error';

interface Strictness {
  /** What else counts as a violation. */
  readonly failOn: readonly ('warning' | 'flaky' | 'inconclusive')[];
  /** The least percentage of the cells that has to be judged. */
  readonly minJudged?: number;
  /** How many findings a baseline names that are fixed, though nothing outdated may stand in it. */
  readonly outdated?: number;
}

/** How many of a run's cells were judged. Those that are skipped do not apply, and are none of them. */
export interface Judged {
  readonly cells: number;
  /** Those that passed, failed or were warned of, with nothing in them that could not be judged. */
  readonly judged: number;
  /** Whole percents, rounded down; 0 where no cell applies. */
  readonly percent: number;
}

export function judgedOf({ cells }: Pick<RunResult, 'cells'>): Judged {
  const applying = cells.filter(({ outcome }) => outcome !== 'skip');
  const judged = applying.filter(({ outcome }) => outcome !== 'inconclusive' && outcome !== 'error').length;
  const percent = applying.length === 0 ? 0 : Math.floor((100 * judged) / applying.length);
  return { cells: applying.length, judged, percent };
}

/**
 * The verdict of a run. Where nothing passed and nothing is known, or no request was served, nothing was tested, and that is an
 * error.
 */
export function verdictOf(result: RunResult, strictness: Strictness): RunVerdict {
  const { cells, findings } = result;
  const has = (outcome: string) => cells.some((cell) => cell.outcome === outcome);
  if (findings.some(({ outcome }) => outcome === 'fail') || countedBy(result, strictness).length > 0) return 'fail';
  if (has('error') || !(has('pass') || has('known') || cells.some(({ isPartly }) => isPartly === true))) return 'error';
  if (unservedBy(result).length > 0 && !has('known')) return 'error';
  if (missedBy(result, strictness).length > 0) return 'fail';
  return has('inconclusive') ? 'inconclusive' : 'pass';
}

/** The statuses that came to the suite's own requests with a good key, where none of them was served, nor the first, which was to be. */
function unservedBy({ exchanges }: Pick<RunResult, 'exchanges'>): readonly number[] {
  const good = exchanges.filter(({ request, response }) => response !== undefined && isOfOneCaller(request.credential));
  const statuses = good.flatMap(({ response }) => response?.status ?? []);
  const isMeant = good.some(({ sentBy }) => sentBy === 'probe');
  return !isMeant || statuses.some((status) => status < 400) ? [] : [...new Set(statuses)];
}

/** Why a run fails besides its violations, a sentence each. */
export const failedBy = (result: RunResult, strictness: Strictness): readonly string[] =>
  verdictOf(result, strictness) === 'fail' ? [...countedBy(result, strictness), ...missedBy(result, strictness)] : [];

const COUNTED_NAMES = {
  flaky: 'flaky findings',
  warning: 'warnings',
  inconclusive: 'inconclusive results',
} as const;

/** What counts as a violation, and is none. */
function countedBy({ cells, findings }: RunResult, { failOn }: Strictness): readonly string[] {
  const found = (wanted: string): number => findings.filter(({ outcome }) => outcome === wanted).length;
  const counts = {
    flaky: found('flaky'),
    warning: found('warn'),
    inconclusive: cells.filter(({ outcome }) => outcome === 'inconclusive').length,
  } as const;
  return (['flaky', 'warning', 'inconclusive'] as const)
    .filter((word) => failOn.includes(word) && counts[word] > 0)
    .map((word) => `${COUNTED_NAMES[word]} count as violations: ${counts[word]}`);
}

/** What else was asked of the run. */
function missedBy(result: RunResult, { minJudged = 0, outdated = 0 }: Strictness): readonly string[] {
  const { percent } = judgedOf(result);
  return [
    ...(outdated > 0 ? [`${outdated} of the baseline are fixed: remove them (--update-baseline)`] : []),
    ...(percent < minJudged ? [`at least ${minJudged} % of the cells must be judged, but ${percent} % were`] : []),
  ];
}

/** Why a run that could not be judged is none, in a few words. */
export function reasonOfError(result: Pick<RunResult, 'cells' | 'exchanges'>): string {
  const { cells } = result;
  const reasonsOf = (wanted: Cell['outcome']) =>
    cells
      .filter(({ outcome }) => outcome === wanted)
      .flatMap(({ check, reasons }) => reasons.map((one) => ({ check, one })));
  const [crash] = reasonsOf('error');
  if (crash !== undefined) return `the suite itself failed in ${crash.check}: ${crash.one}`;
  const statuses = unservedBy(result);
  if (statuses.length > 0)
    return `nothing could be judged: no request was served, whatever it was (${statuses.join(', ')})`;
  const [reason] = [...reasonsOf('inconclusive'), ...reasonsOf('skip')];
  return `nothing could be judged: ${reason?.one ?? 'nothing was asked'}`;
}

/** 0: no violation; 1: violations; 2: it could not be judged. */
export const exitCodeOf = (verdict: RunVerdict): 0 | 1 | 2 =>
  (({ pass: 0, inconclusive: 0, fail: 1, error: 2 }) as const)[verdict];
