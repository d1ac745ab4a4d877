import type { Cell, RunResult } from './finding';

/** What a whole run comes to. */
export type RunVerdict = 'pass' | 'fail' | 'inconclusive' | 'error';

interface Strictness {
  /** What else counts as a violation. */
  readonly failOn: readonly ('warning' | 'flaky' | 'inconclusive')[];
  /** The least percentage of the cells that has to be judged. */
  readonly minJudged?: number;
  /** Whether a baseline names what is fixed, though nothing outdated may stand in it. */
  readonly isOutdated?: boolean;
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

/** The verdict of a run. Where nothing passed and nothing is known, nothing was tested, and that is an error. */
export function verdictOf(
  { cells, findings }: RunResult,
  { failOn, minJudged = 0, isOutdated }: Strictness,
): RunVerdict {
  const has = (outcome: string) => cells.some((cell) => cell.outcome === outcome);
  const isInconclusive = cells.some(({ outcome }) => outcome === 'inconclusive');
  const isFound = (wanted: string) => findings.some(({ outcome }) => outcome === wanted);
  if (isFound('fail')) return 'fail';
  if (failOn.includes('flaky') && isFound('flaky')) return 'fail';
  if (failOn.includes('warning') && isFound('warn')) return 'fail';
  if (failOn.includes('inconclusive') && isInconclusive) return 'fail';
  if (has('error') || !(has('pass') || has('known'))) return 'error';
  if (isOutdated === true) return 'fail';
  if (judgedOf({ cells }).percent < minJudged) return 'fail';
  return isInconclusive ? 'inconclusive' : 'pass';
}

/** Why a run that could not be judged is none, in a few words. */
export function reasonOfError({ cells }: Pick<RunResult, 'cells'>): string {
  const reasonsOf = (wanted: Cell['outcome']) =>
    cells
      .filter(({ outcome }) => outcome === wanted)
      .flatMap(({ check, reasons }) => reasons.map((one) => ({ check, one })));
  const [crash] = reasonsOf('error');
  if (crash !== undefined) return `the suite itself failed in ${crash.check}: ${crash.one}`;
  const [reason] = [...reasonsOf('inconclusive'), ...reasonsOf('skip')];
  return `nothing could be judged: ${reason?.one ?? 'nothing was asked'}`;
}

/** 0: no violation; 1: violations; 2: it could not be judged. */
export const exitCodeOf = (verdict: RunVerdict): 0 | 1 | 2 =>
  (({ pass: 0, inconclusive: 0, fail: 1, error: 2 }) as const)[verdict];
