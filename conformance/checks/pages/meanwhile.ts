/** Pages of a list from which a record goes between one page and the next. */
import { fits } from '../../../openapi/contract';
import { isSuccess } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { SAYS_STEADY } from '../../records/list-words';
import { isSaidOfPages } from '../../records/page-promises';
import { pageFactsOf, toldNext } from '../../records/paging';
import { createdIn, idOf, keyOf, recordsOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { pathTo, tryToCreate } from '../../steps/records';
import { fail, inconclusive, PASS, skip, type Verdict } from '../../verdict/verdict';

/** Whether words say that a page goes on where the one before has ended, whatever comes and goes. */
export function isSteady({ operation, purpose }: Subject): boolean {
  const { paging, pageSize, operations, idParameter } = purpose?.resource ?? {};
  return (
    paging !== undefined &&
    pageSize !== undefined &&
    operations?.create !== undefined &&
    operations.delete !== undefined &&
    idParameter !== undefined &&
    isSaidOfPages(operation, paging, SAYS_STEADY)
  );
}

/** A record of this run is deleted once a page has ended with it: the next page begins with what came after it, all the same. */
export async function deleteBetween(context: CaseContext): Promise<Verdict> {
  const resource = resourceOf(context);
  const { paging, pageSize, operations } = resource;
  const { list, delete: remove } = operations;
  if (paging === undefined || pageSize === undefined || list === undefined || remove === undefined)
    return skip('the list has no pages from which records can be deleted');
  await tryToCreate(inRole(context, resource, 'create'));
  await tryToCreate(inRole(context, resource, 'create'));
  const keysOf = async () => [...((await requestWholeList(context, resource))?.listing?.byKey.keys() ?? [])];
  const before = await keysOf();
  const own = createdIn(context.known.collection(resource)).toReversed();
  const place = before.findIndex((key, at) => at < before.length - 1 && own.some(({ id }) => keyOf(id) === key));
  const [key, following] = before.slice(place, place + 2);
  const record = own.find(({ id }) => keyOf(id) === key);
  const size = { [pageSize.name]: place + 1 };
  if (place < 0 || record === undefined || !fits(pageSize.schema, 'request', place + 1))
    return inconclusive('no record of this run stands before another one');
  const first = await context.send(toRequest(list, { query: size }));
  const next = toldNext(list, paging, pageFactsOf(first, paging));
  if (typeof next !== 'object' || !('position' in next)) return skip('no page names a cursor of a next one');
  if (recordsOf(first, resource)?.length !== place + 1) return inconclusive('the list changed meanwhile');
  const gone = await context.send(toRequest(remove, { path: pathTo(resource, record.id) }));
  if (!isSuccess(gone)) return inconclusive('the record was not deleted');
  const second = await context.send(toRequest(list, { query: { ...size, ...next.position } }));
  const page = recordsOf(second, resource);
  const [shown] = page ?? [];
  const begins = shown === undefined ? 'no record' : keyOf(idOf(shown, resource));
  if (page === undefined || begins === following) return PASS;
  const left = before.filter((one) => one !== key);
  // The longest page need not be the whole list: behind what is gone another one may have come into it.
  const isStill = (await keysOf()).slice(0, left.length).join() === left.join();
  if (!isStill) return inconclusive('the list changed, or is late, while its pages were read');
  return fail({
    expected: `a second page that begins with ${following}, as the list goes on`,
    actual: `one that begins with ${begins}`,
    exchanges: [first, gone, second],
    key: 'skipped',
  });
}
