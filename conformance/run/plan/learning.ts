import type { Contract } from '../../../openapi/contract';
import type { Results } from '../../judge/results';
import { type Before, changedIn, silencesRule } from '../../unspecified/changed';
import { createLearning, type Learning } from '../../unspecified/learning';
import type { RunResult } from '../../verdict/result';

/** What is to be learnt of what a server chooses. */
export interface LearningOptions {
  /** Whether all of it is told; or the learning of an earlier run, which goes on. */
  readonly learn?: boolean | Learning;
  /** What it chose before, where that is compared. */
  readonly before?: Before | undefined;
}

/** A learning where it is asked for, or where the document settles what others leave open; else none. */
export function learningFor(contract: Contract, { learn = false, before }: LearningOptions): Learning | undefined {
  if (typeof learn === 'object') return learn;
  const isAsked = learn || before !== undefined || Object.keys(contract.leftOpen).length > 0;
  return isAsked ? createLearning(contract) : undefined;
}

/** Adds to the results what the server chooses otherwise than before; returns what was learnt, where that is asked for. */
export function concludeLearning(
  learning: Learning | undefined,
  contract: Contract,
  results: Results,
  { learn = false, before }: LearningOptions,
): Pick<RunResult, 'learnt'> {
  if (learning === undefined) return {};
  const learnt = learning.learnt();
  for (const { clause, ...observation } of changedIn(learnt, contract, before)) {
    const operation = observation.exchanges.at(-1)?.request.operation;
    if (operation === undefined) continue;
    results.add(silencesRule, operation, { outcome: 'warn', observations: [observation] }, () => clause);
  }
  return learn !== false || before !== undefined ? { learnt } : {};
}
