import type { Subject } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import type { Case, CaseContext, Exhaustion } from '../../steps/check';
import { inconclusive, type Verdict } from '../../verdict/verdict';

/** One case spends the allowance; the other checks judge what comes after. */
export const applies = ({ purpose, contract }: Subject): boolean =>
  purpose?.role === 'list' && contract.plans.length > 0;

export const clause = ({ operation }: Subject, sentence: string) => ({
  sentence,
  pointer: operation.replies.find(({ status }) => status === 429)?.pointer ?? '/x-plans',
});

export const aCase = (name: string, run: Case['run']): Case => ({ name, tier: 2, run });

/** Why is told by the check that does it. */
export const NOT_COUNTED = 'this run did not count the allowance of the limit key down to its end: see limits.enforced';

/** The smallest page, since nobody reads it. */
export function smallest({ purpose }: Subject): JsonRecord {
  const { pageSize } = purpose?.resource ?? {};
  return pageSize?.schema.minimum === undefined ? {} : { [pageSize.name]: pageSize.schema.minimum };
}

/** Judges what comes after the allowance was used up; inconclusive where it was not. */
export function afterExhaustion(
  context: CaseContext,
  judge: (context: CaseContext, exhaustion: Exhaustion) => Judged | Promise<Judged>,
): Judged | Promise<Judged> {
  const { exhaustion } = context.notes;
  return exhaustion === undefined ? inconclusive(NOT_COUNTED) : judge(context, exhaustion);
}

type Judged = Verdict | readonly Verdict[];
