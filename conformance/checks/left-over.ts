import type { Resource } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { leaves } from '../records/lists/condition';
import { type Listing, passes } from '../records/lists/listing';
import { idOf, type JsonRecord, keyOf } from '../records/records';
import type { CaseContext } from '../steps/check';
import { requestWholeList } from '../steps/lists';
import { brief } from '../verdict/brief';
import { fail, PASS, type Verdict } from '../verdict/verdict';

/** Whether a list leaves a record, as all that it was asked for says. */
const isLeft = (listing: Listing, record: JsonRecord): boolean =>
  passes(listing, record) &&
  listing.conditions.every(({ condition, wanted }) => leaves(condition, record, wanted) === true);

/**
 * Asks for a part of a list, and whether it has each record that the list shows and that what is asked for leaves. Whose value it is
 * does not matter: what is lost is looked for again, between two looks at the list that show it as it was.
 *
 * @param shown what the list has shown just now
 */
export async function judgeLeft(
  context: CaseContext,
  resource: Resource,
  shown: readonly JsonRecord[],
  query: JsonRecord,
): Promise<Verdict> {
  const part = await lostFrom(context, resource, shown, query);
  if (part === undefined) return PASS;
  const there = await showAgain(context, resource, part.lost);
  const again = there && (await lostFrom(context, resource, [there.record], query));
  const last = again && (await showAgain(context, resource, again.lost));
  if (there === undefined || last === undefined) return PASS;
  return fail({
    expected: `the record ${brief(idOf(part.lost, resource))}, which the list shows, among those of ${brief(query)}`,
    actual: `${again?.count ?? 0} records without it`,
    exchanges: [there.exchange, ...(again === undefined ? [] : [again.exchange]), last.exchange],
    key: `lost ${Object.keys(query).join(' ')}`,
  });
}

interface Lost {
  readonly exchange: Exchange;
  readonly count: number;
  readonly lost: JsonRecord;
}

/** A record that a part of the list should have; undefined where there is none, or the part is not all there is of it. */
async function lostFrom(
  context: CaseContext,
  resource: Resource,
  shown: readonly JsonRecord[],
  query: JsonRecord,
): Promise<Lost | undefined> {
  const { exchange, listing } = (await requestWholeList(context, resource, query)) ?? {};
  if (exchange === undefined || listing?.isComplete !== true) return undefined;
  const lost = shown.find((record) => !listing.byKey.has(keyOf(idOf(record, resource))) && isLeft(listing, record));
  return lost && { exchange, count: listing.records.length, lost };
}

/** The record as the whole list shows it now. */
async function showAgain(
  context: CaseContext,
  resource: Resource,
  record: JsonRecord,
): Promise<{ readonly exchange: Exchange; readonly record: JsonRecord } | undefined> {
  const { exchange, listing } = (await requestWholeList(context, resource)) ?? {};
  const now = listing?.byKey.get(keyOf(idOf(record, resource)));
  return exchange === undefined || now === undefined ? undefined : { exchange, record: now };
}
