import type { Contract, Operation } from '../../../openapi/contract';
import { hasMany, isStream, subjectsOf } from '../../exchange/subject';
import { type Choice, isChosenOperation } from '../../judge/choice';
import type { CaseContext, Check } from '../../steps/check';
import { createTries, reachOperation } from '../../steps/paths/reach';
import { operationClause } from '../../verdict/verdict';
import { hazardsOf } from './hazards';
import { inOrderOfNeed } from './needs';
import type { Planned } from './places';

/**
 * What sends the requests by which each operation is to give its first success. It judges nothing: the oracles and relations look at
 * what it sends, as at all else.
 */
export const REACH: Check = {
  id: 'reach',
  title: 'Every operation gives a first success',
  level: 'SHOULD',
  applies: () => true,
  clause: ({ operation }) => operationClause(operation, 'the operation succeeds'),
  cases: () => [],
};

/** Before all checks, so that where operations are many each gives a success before any of them is judged closely, or after the first case of each: what that has reached is not tried again. */
const AHEAD = -1;
const AFTER_FIRST = 0.05;

/** What one round has not reached may be reached by what later operations have shown or made. */
const ROUNDS = 3;
const ROUNDS_OF_DELETES = 2;

/** The part of the budget of requests that first successes may take, and that of the time. */
const SHARE = 0.5;
const SHARE_OF_TIME = 0.75;

/** So many requests of a budget may be sent for first successes. */
export const reachingOf = (maxRequests: number): number => Math.floor(maxRequests * SHARE);

/** What is left of that part. */
export interface ReachShare {
  /** Takes a request of it; false where none is left. */
  take(): boolean;
}

export function createReachShare(maxRequests: number, maxTimeMs: number): ReachShare {
  let left = reachingOf(maxRequests);
  const until = Date.now() + maxTimeMs * SHARE_OF_TIME;
  return {
    take() {
      left -= 1;
      return left >= 0 && Date.now() < until;
    },
  };
}

/**
 * The cases by which each operation is to give a first success, those first that need the least of others; what deletes comes last. Where
 * checks were named, these are the operations that they have cases for, and those that make records for them.
 *
 * @param planned the cases of the checks
 */
export function reachPlan(contract: Contract, choice: Choice, planned: readonly Planned[]): readonly Planned[] {
  const place = hasMany(contract) ? AHEAD : AFTER_FIRST;
  // Who names a few checks of a small contract wants their requests alone.
  if (place === AFTER_FIRST && choice.checks.length > 0) return [];
  // What may end the server is called last of all, by the checks.
  const hazards = new Set(hazardsOf(contract).map(({ operation }) => operation));
  const subjects = new Map(subjectsOf(contract).map((subject) => [subject.operation, subject]));
  const concerned = new Set(planned.filter((one) => one.case.isIdle !== true).map((one) => one.subject.operation));
  const isWanted = (operation: Operation): boolean =>
    isChosenOperation(operation, choice) && (choice.checks.length === 0 || concerned.has(operation));
  const rounds = inOrderOfNeed(contract, isWanted)
    .filter((operation) => !isStream(operation) && !hazards.has(operation))
    .flatMap((operation) => subjects.get(operation) ?? [])
    .map((subject) => createRounds(subject, place));
  const isLast = ({ method }: Operation): boolean => method === 'DELETE';
  const others = rounds.filter(({ operation }) => !isLast(operation));
  const last = rounds.filter(({ operation }) => isLast(operation));
  const times = (count: number, some: typeof rounds): readonly Planned[] =>
    Array.from({ length: count }, (_, round) => round).flatMap((round) => some.map(({ at }) => at(round)));
  return [...times(ROUNDS, others), ...times(ROUNDS_OF_DELETES, last)];
}

/** The cases of one operation: each after the first sends something only where something new has become known since. */
function createRounds(
  subject: Planned['subject'],
  place: number,
): { readonly operation: Operation; readonly at: (round: number) => Planned } {
  const { operation } = subject;
  const tries = createTries();
  let knownThen = -1;
  const at = (round: number): Planned => {
    let hasTried = false;
    const run = async (context: CaseContext): Promise<undefined> => {
      // What a finding is confirmed by.
      if (hasTried) return reachOperation(context, createTries());
      const known = knowledgeOf(context);
      if (context.notes.values.worked.has(operation.id) || known === knownThen) return undefined;
      hasTried = true;
      knownThen = known;
      return reachOperation(context, tries);
    };
    return { check: REACH, subject, case: { name: `round ${round + 1}`, tier: 1, run }, place };
  };
  return { operation, at };
}

/** How much is known that other operations may need: it grows. */
const knowledgeOf = ({ notes, contract, known }: CaseContext): number =>
  notes.values.worked.size + contract.resources.filter((one) => known.collection(one).records.size > 0).length;
