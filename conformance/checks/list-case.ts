import type { Resource } from '../../openapi/contract';
import { isSuccess, outcomeOf } from '../exchange/exchange';
import type { JsonRecord } from '../records/records';
import type { Case, CaseContext } from '../steps/check';
import { requestList } from '../steps/lists';
import { inconclusive, unjudged, type Verdict } from '../verdict/verdict';

/**
 * A case of one list request, which the relations judge.
 *
 * @param ask the query, or why there is none
 */
export function listCase(
  name: string,
  tier: Case['tier'],
  ask: (context: CaseContext, resource: Resource) => { readonly query: JsonRecord } | Verdict,
): Case {
  const run = async (context: CaseContext): Promise<Verdict | readonly Verdict[]> => {
    const { resource } = context.subject.purpose ?? {};
    if (resource === undefined) return [];
    const asked = ask(context, resource);
    if (!('query' in asked)) return asked;
    const listed = await requestList(context, resource, asked.query);
    if (listed?.listing !== undefined) return listed.listing.isCut ? unjudged(listed.exchange) : [];
    if (listed === undefined) return inconclusive('there is no list');
    const { exchange } = listed;
    return inconclusive(
      isSuccess(exchange) ? 'the reply to a list shows no records' : `there is no list: ${outcomeOf(exchange)}`,
    );
  };
  return { name, tier, run };
}
