import type { Cell, RunResult } from './finding';

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
 * The verdict of a run. Where nothing passed and nothing is known, nothing was tested, and that is an error, but where the
 * contract has nothing to test.
 */
export function verdictOf(result: RunResult, strictness: Strictness): RunVerdict {
  const { cells, findings, hasNoOperations } = result;
  if (hasNoOperations === true) return 'pass';
  const has = (outcome: string) => cells.some((cell) => cell.outcome === outcome);
  if (findings.some(({ outcome }) => outcome === 'fail') || countedBy(result, strictness).length > 0) return 'fail';
  if (has('error') || !(has('pass') || has('known') || cells.some(({ isPartly }) => isPartly === true))) return 'error';
  if (missedBy(result, strictness).length > 0) return 'fail';
  return has('inconclusive') ? 'inconclusive' : 'pass';
}

/** Why a run fails besides its violations, a sentence each. */
export const failedBy = (result: RunResult, strictness: Strictness): readonly string[] =>
  verdictOf(result, strictness) === 'fail' ? [...countedBy(result, strictness), ...missedBy(result, strictness)] : [];

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
    .map((word) => `what is ${word === 'warning' ? 'a warning' : word} counts: ${counts[word]}`);
}

/** What else was asked of the run. */
function missedBy(result: RunResult, { minJudged = 0, outdated = 0 }: Strictness): readonly string[] {
  const { percent } = judgedOf(result);
  return [
    ...(outdated > 0 ? [`${outdated} of the baseline are fixed: take them out (--update-baseline)`] : []),
    ...(percent < minJudged ? [`at least ${minJudged} % of the cells have to be judged, and ${percent} % were`] : []),
  ];
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
