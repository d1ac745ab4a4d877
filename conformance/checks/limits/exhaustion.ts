import type { Case, CaseContext } from '../../model/check';
import type { Exchange } from '../../model/exchange';
import type { Subject } from '../../model/subject';
import type { Verdict } from '../../model/verdict';
import { inconclusive } from '../../model/verdict';

/** The limits are tried by one case, since the allowance is spent but once; each check tells its own part of it. */
export const applies = ({ part, contract }: Subject): boolean => part?.role === 'list' && contract.plans.length > 0;

export const clause = ({ operation }: Subject, sentence: string) => ({
  sentence,
  pointer: operation.replies.find(({ status }) => status === 429)?.pointer ?? '/x-plans',
});

export const aCase = (name: string, cost: number, run: Case['run']): Case => ({ name, tier: 2, cost, run });

/** The smallest page, since nobody reads it. */
export function smallest({ part }: Subject): Readonly<Record<string, unknown>> {
  const { pageSize } = part?.resource ?? {};
  return pageSize?.schema.minimum === undefined ? {} : { [pageSize.name]: pageSize.schema.minimum };
}

/** What using up the allowance has shown; kept for the checks that come after. */
export interface Exhaustion {
  readonly refused: Exchange;
  readonly limit: number;
}

const exhaustions = new WeakMap<CaseContext['known'], Exhaustion>();

export const noteExhaustion = ({ known }: CaseContext, exhaustion: Exhaustion): void => {
  exhaustions.set(known, exhaustion);
};

export function afterExhaustion(
  context: CaseContext,
  judge: (context: CaseContext, exhaustion: Exhaustion) => Verdict | Promise<Verdict>,
): Verdict | Promise<Verdict> {
  const exhaustion = exhaustions.get(context.known);
  return exhaustion === undefined
    ? inconclusive('the allowance of the limit key was not used up')
    : judge(context, exhaustion);
}
