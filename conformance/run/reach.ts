import { type Contract, type Method, type Operation, templateNames } from '../../openapi/contract';
import { isStream, subjectsOf } from '../exchange/subject';
import { type Choice, isChosenOperation } from '../judge/choice';
import type { CaseContext, Check } from '../steps/check';
import { reachOperation } from '../steps/reach';
import { operationClause } from '../verdict/verdict';
import { hazardsOf } from './hazards';
import type { Planned } from './plan';

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

/** So many operations are many: then each is to give a success before any of them is judged closely. */
const MANY = 20;
/** Before all checks, or after the first case of each: what that has reached is not tried again. */
const AHEAD = -1;
const AFTER_FIRST = 0.05;

/** What one round has not reached may be reached by what later operations have shown or made. */
const ROUNDS = 2;

/** The cases by which each operation is to give a first success, those first that need the least of others. */
export function reachPlan(contract: Contract, choice: Choice): readonly Planned[] {
  // What may end the server is called last of all, by the checks.
  const hazards = new Set(hazardsOf(contract).map(({ operation }) => operation));
  const subjects = subjectsOf(contract)
    .filter(({ operation }) => isChosenOperation(operation, choice) && !isStream(operation) && !hazards.has(operation))
    .toSorted((one, other) => rankOf(one.operation) - rankOf(other.operation));
  const place = contract.operations.length >= MANY ? AHEAD : AFTER_FIRST;
  // Who names a few checks of a small contract wants their requests alone.
  if (place === AFTER_FIRST && choice.checks.length > 0) return [];
  return Array.from({ length: ROUNDS }).flatMap((_, round) =>
    subjects.map((subject): Planned => {
      let hasReached = false;
      const run = async (context: CaseContext): Promise<undefined> => {
        const worked = context.notes.values.worked.get(subject.operation.id);
        // What a finding is confirmed by.
        if (hasReached && worked !== undefined) await context.send(worked);
        if (worked !== undefined) return;
        await reachOperation(context);
        hasReached = context.notes.values.worked.has(subject.operation.id);
      };
      return { check: REACH, subject, case: { name: `round ${round + 1}`, tier: 1, run }, place };
    }),
  );
}

/** Lists and creates at the top before what lies below their records; what deletes comes last. */
const rankOf = ({ method, path }: Operation): number =>
  method === 'DELETE' ? 1000 : templateNames(path).length * 10 + ORDER.indexOf(method);

const ORDER: readonly Method[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE'];
