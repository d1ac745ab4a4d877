import { own, plain, propertiesOf, type Resource, templateNames } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { type Listing, listingOf, MAY_BE_LATE_MS } from '../records/lists/listing';
import type { KnownRecord } from '../records/records';
import { type JsonRecord, keyOf, maximumOf } from '../records/records';
import { toRequest } from '../requests/request';
import { inconclusive, skip, type Verdict, warn } from '../verdict/verdict';
import type { CaseContext } from './check';

/** What came of asking for a list; no listing where it was not served. */
export interface Listed {
  readonly exchange: Exchange;
  readonly listing: Listing | undefined;
}

/**
 * Asks for a list just as the query says; undefined where the resource has none.
 *
 * @param above ids of the records that it lies below, where those are not the ones that the run works below
 */
export async function requestList(
  context: CaseContext,
  resource: Resource,
  query: JsonRecord,
  above: Readonly<Record<string, unknown>> = {},
): Promise<Listed | undefined> {
  const { list } = resource.operations;
  if (list === undefined) return undefined;
  const { longest } = context.known.collection(resource);
  const exchange = await context.send(toRequest(list, { path: above, query }));
  const listing = listingOf(exchange, resource, undefined, longest);
  if ((listing?.filters.length ?? 0) > 0) context.notes.narrowed.add(list);
  return { exchange, listing };
}

/** Asks for a list that is as long as its page size allows. */
export const requestWholeList = (
  context: CaseContext,
  resource: Resource,
  query: JsonRecord = {},
  above: Readonly<Record<string, unknown>> = {},
): Promise<Listed | undefined> => requestList(context, resource, { ...longestPage(resource), ...query }, above);

/**
 * Where a list lies below a record, and what it shows is made elsewhere and names that record: the one that most of those name that are
 * known. Below another one there may be too few to have an order.
 */
export function fullestAbove({ contract, known }: CaseContext, resource: Resource): JsonRecord {
  const [parameter] = templateNames(resource.collectionPath).slice(-1);
  if (parameter === undefined || resource.operations.create !== undefined) return {};
  const last = (path: string): string => path.slice(path.lastIndexOf('/'));
  const counts = new Map<string, { readonly value: unknown; readonly count: number }>();
  for (const other of contract.resources) {
    const name = [...propertiesOf(other.schema).keys()].find((one) => plain(one) === plain(parameter));
    if (name === undefined || last(other.collectionPath) !== last(resource.collectionPath)) continue;
    for (const { latest } of known.collection(other).records.values()) {
      const value = own(latest, name) ?? null;
      if (value !== null) counts.set(keyOf(value), { value, count: (counts.get(keyOf(value))?.count ?? 0) + 1 });
    }
  }
  const [most] = [...counts.values()].toSorted((one, other) => other.count - one.count);
  return most === undefined || most.count < 2 ? {} : { [parameter]: most.value };
}

/** The records that the longest page of the subject's resource shows; none where it is not served. */
export async function requestRecords(context: CaseContext): Promise<readonly JsonRecord[]> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return [];
  return (await requestWholeList(context, resource))?.listing?.records ?? [];
}

/** A query that asks for the longest page. */
export function longestPage(resource: Resource): JsonRecord {
  const size = maximumOf(resource);
  return resource.pageSize === undefined || size === undefined ? {} : { [resource.pageSize.name]: size };
}

/** A record that the server has, preferably one that this run did not create. Where none is known, it asks for a list. */
export async function fetchSomeRecord(context: CaseContext, resource: Resource): Promise<KnownRecord | undefined> {
  const pick = () => {
    const all = [...context.known.collection(resource).records.values()];
    return all.find(({ isCreated }) => !isCreated) ?? all[0];
  };
  const known = pick();
  if (known !== undefined) return known;
  await requestWholeList(context, resource);
  return pick();
}

/** That no list of a resource shows everything, and why. */
export const notWhole = (resource: Resource, what = 'everything') =>
  maximumOf(resource) === undefined
    ? skip('the contract does not say how long a list may be')
    : inconclusive(`no list is short enough to show ${what}`);

/** After so long it is too late for most clients, and still no violation. */
const SOON_MS = 1000;

/** A timer may end a moment early by another clock. */
const SLACK_MS = 20;

const WHY = 'what lists may be late with';

/** Waits until what is asked for then has to show what was changed before. */
export const waitForLists = ({ wait }: Pick<CaseContext, 'wait'>): Promise<void> =>
  wait(MAY_BE_LATE_MS + SLACK_MS, WHY);

/**
 * What further looks have shown: that a change was shown a moment later, or more than a second later; or that it is not shown; or
 * none, since the operation is known to be shown late.
 */
type Lateness = 'soon' | 'late' | 'never' | 'known';

/**
 * Looks again where something is missing, or still there: a second later, and when it has to show.
 *
 * @param isRight looks, and says whether all is shown as it should be
 */
export async function lookAgain(context: CaseContext, isRight: () => Promise<boolean>): Promise<Lateness> {
  if (context.notes.late.has(context.subject.operation.id)) return 'known';
  await context.wait(SOON_MS + SLACK_MS, WHY);
  if (await isRight()) return 'soon';
  await context.wait(MAY_BE_LATE_MS - SOON_MS, WHY);
  return (await isRight()) ? 'late' : 'never';
}

/** Notes that what the case's operation does was shown late. It is told once for each resource. */
export function noteLate({ notes, subject }: CaseContext, resource: Resource, by: Exchange): readonly Verdict[] {
  const isTold = [...notes.late.values()].includes(resource.name);
  notes.late.set(subject.operation.id, resource.name);
  if (isTold) return [];
  const expected = 'a change shown at once, or a moment later';
  const actual = `it was not shown ${SOON_MS / 1000} s later, and was within ${MAY_BE_LATE_MS / 1000} s`;
  return [warn({ expected, actual, exchanges: [by], key: 'late' })];
}
