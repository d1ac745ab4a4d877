import { isRefusal } from '../exchange/exchange';
import { maximumOf, recordsOf } from '../records/records';
import { toRequest } from '../requests/request';
import type { Case, CaseContext, Check } from '../steps/check';
import { fail, PASS, skip, unjudged, type Verdict } from '../verdict/verdict';

/**
 * However large a page is asked for, it has no more records than the greatest page. It takes more records than that to see
 * it, so it runs last, when this run has created its own.
 */
export const listLongestPage: Check = {
  id: 'list.longest-page',
  title: 'No page is longer than the greatest page size',
  level: 'MUST',
  applies: ({ purpose }) => purpose?.role === 'list' && maximumOf(purpose.resource) !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence: 'The page size has a maximum.',
    pointer: purpose?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  cases: ({ purpose }) => {
    const most = purpose === undefined ? undefined : maximumOf(purpose.resource);
    return most === undefined ? [] : [most + 1, most * 10].map((size) => aPageOf(size, most));
  },
};

const aPageOf = (size: number, most: number): Case => ({
  name: `a page of ${size}, where there is more than the greatest page`,
  tier: 3,
  run: (context) => judge(context, size, most),
});

async function judge({ subject, known, send }: CaseContext, size: number, most: number): Promise<Verdict> {
  const { resource } = subject.purpose ?? {};
  if (resource === undefined || known.collection(resource).records.size <= most)
    return skip('there are no more records than the greatest page has');
  const exchange = await send(toRequest(subject.operation, { query: { [resource.pageSize?.name ?? '']: size } }));
  if (exchange.response === undefined) return unjudged(exchange);
  const records = recordsOf(exchange, resource);
  // What becomes of a value that breaks its schema is judged elsewhere.
  if (isRefusal(exchange) || records === undefined || records.length <= most) return PASS;
  return fail({
    expected: `a status of 4xx, or at most ${most} records`,
    actual: `${records.length} records`,
    exchanges: [exchange],
    key: 'too many',
  });
}
