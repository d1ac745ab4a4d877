import type { RunResult } from './finding';

/** What a whole run comes to. */
export type RunVerdict = 'pass' | 'fail' | 'inconclusive' | 'error';

interface Strictness {
  /** What else counts as a violation. */
  readonly failOn: readonly ('warning' | 'flaky' | 'inconclusive')[];
}

/** The verdict of a run. Where nothing passed, nothing was tested, and that is an error. */
export function verdictOf({ cells, findings }: RunResult, { failOn }: Strictness): RunVerdict {
  const has = (outcome: string) => cells.some((cell) => cell.outcome === outcome);
  const isInconclusive = cells.some(({ outcome }) => outcome === 'inconclusive');
  const isFound = (wanted: string) => findings.some(({ outcome }) => outcome === wanted);
  if (isFound('fail')) return 'fail';
  if (failOn.includes('flaky') && isFound('flaky')) return 'fail';
  if (failOn.includes('warning') && isFound('warn')) return 'fail';
  if (failOn.includes('inconclusive') && isInconclusive) return 'fail';
  if (has('error') || !has('pass')) return 'error';
  return isInconclusive ? 'inconclusive' : 'pass';
}

/** 0: no violation; 1: violations; 2: it could not be judged. */
export const exitCodeOf = (verdict: RunVerdict): 0 | 1 | 2 =>
  (({ pass: 0, inconclusive: 0, fail: 1, error: 2 }) as const)[verdict];
