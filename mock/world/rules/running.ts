import { memoized } from '../../../openapi/contract';
import { type Left, type Taken, takenBy } from '../../../openapi/silences/chosen';
import type { ChoiceStore } from '../stores/choices';
import type { RunningAllowance } from '../stores/ledger';

type Allowances = readonly RunningAllowance[];

/** Allowances whose windows run as it was chosen; the same list for the same choice, since others remember things of it. */
export function runningBy(allowances: Allowances, choices: Taken | undefined): Allowances {
  const runs = choices?.of('windows') ?? 'first-request';
  return runs === 'first-request' ? allowances : RUNNING[runs](allowances);
}

const running = (runs: NonNullable<RunningAllowance['runs']>) =>
  memoized((allowances: Allowances): Allowances => allowances.map((allowance) => ({ ...allowance, runs })));

const RUNNING = { calendar: running('calendar'), sliding: running('sliding') };

/** How windows run in a world: no request changes that. */
export const choicesBeside = ({ chosen }: ChoiceStore, left: Left): Taken | undefined =>
  chosen && takenBy(chosen, left, 0);
