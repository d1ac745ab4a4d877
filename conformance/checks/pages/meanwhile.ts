/** Pages of a list from which a record goes, or to which one comes, between one page and the next. */
import {
  fits,
  own,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  schemaOfBody,
  typesOf,
} from '../../../openapi/contract';
import { isSuccess } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { SAYS_STEADY, SAYS_STEADY_ADDED } from '../../records/lists/list-words';
import { sortingOf } from '../../records/lists/orders';
import { isSaidOfPages } from '../../records/lists/page-promises';
import { pageFactsOf, toldNext } from '../../records/lists/paging';
import { createdIn, idOf, type JsonRecord, keyOf, recordsOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { pathTo, tryToCreate } from '../../steps/records';
import { fail, inconclusive, PASS, skip, type Verdict } from '../../verdict/verdict';
import { pageAt } from './facts';
import { shortSize, sizeQuery } from './sizes';

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

/** Whether words say the same of what is added, and some order puts it before others. */
export function isSteadyAdded({ operation, purpose }: Subject): boolean {
  const { paging, pageSize, operations } = purpose?.resource ?? {};
  return (
    purpose !== undefined &&
    paging !== undefined &&
    pageSize !== undefined &&
    operations?.create !== undefined &&
    frontIn(purpose.resource) !== undefined &&
    isSaidOfPages(operation, paging, SAYS_STEADY_ADDED)
  );
}

/** An order in which what is made last comes first, by itself or by a figure greater than that of the record which came first. */
interface Front {
  readonly query: JsonRecord;
  readonly figure?: string;
}

function frontIn(resource: Resource): Front | undefined {
  const { by, choices, said } = sortingOf(resource) ?? {};
  const taken = propertiesOf(schemaOfBody(resource.operations.create) ?? {});
  const isOfMaking = (property: string): boolean => /^(?:created|made|added)/.test(plain(property));
  const isOther = by?.schema.default !== undefined;
  if (!isOther && said?.isDescending === true && isOfMaking(said.property)) return { query: {} };
  const falling = [...(choices ?? [])].filter(([, { isDescending }]) => isDescending === true);
  const made = falling.find(([, { property }]) => isOfMaking(property));
  const [text, { property }] =
    made ??
    falling.find((one) => isFigure(taken.get(one[1].property)?.schema)) ??
    ([undefined, { property: '' }] as const);
  if (by === undefined || text === undefined) return undefined;
  return { query: { [by.name]: text }, ...(made === undefined && { figure: property }) };
}

const isFigure = (schema: Schema | undefined): boolean =>
  schema !== undefined && typesOf(schema).some((type) => type === 'integer' || type === 'number');

/** A record is made that comes before all others once a page was shown: the next page shows none of that page again. */
export async function createBetween(context: CaseContext): Promise<Verdict> {
  const verdict = await createOnceBetween(context);
  // What moves for another reason moves once.
  return verdict.outcome === 'fail' ? createOnceBetween(context) : verdict;
}

async function createOnceBetween(context: CaseContext): Promise<Verdict> {
  const resource = resourceOf(context);
  const { paging, pageSize, operations } = resource;
  const { list } = operations;
  const front = frontIn(resource);
  if (paging === undefined || pageSize === undefined || list === undefined || front === undefined)
    return skip('the list has no pages before which records could be made');
  const query = { ...sizeQuery(paging, shortSize(paging, Number.MAX_SAFE_INTEGER, 2)), ...front.query };
  const first = await context.send(toRequest(list, { query }));
  const records = recordsOf(first, resource) ?? [];
  const next = toldNext(list, paging, pageFactsOf(first, paging));
  if (typeof next !== 'object' || records[0] === undefined) return inconclusive('no page names a next one');
  const figure = front.figure === undefined ? undefined : Number(own(records[0], front.figure)) + 1;
  const made = await tryToCreate(
    inRole(context, resource, 'create'),
    front.figure === undefined ? {} : { [front.figure]: figure },
  );
  if (made === undefined) return inconclusive('no record was made between two pages');
  const second = await context.send(toRequest(list, pageAt(next, query)));
  const keys = records.map((record) => keyOf(idOf(record, resource)));
  const again = (recordsOf(second, resource) ?? [])
    .map((one) => keyOf(idOf(one, resource)))
    .find((key) => keys.includes(key));
  if (again === undefined) return PASS;
  return fail({
    expected: 'a second page without what the first has shown: words say that what is added meanwhile shifts nothing',
    actual: `${again} again`,
    exchanges: [first, made.exchange, second],
    key: 'shown again',
  });
}
