import { own, successOf } from '../../../openapi/contract';
import { type Exchange, isUnread, outcomeOf } from '../../exchange/exchange';
import { takenSteps } from '../../exchange/subject';
import { waitForLists } from '../../records/listing';
import { idOf, type JsonRecord, keyOf, recordOf, sameJson } from '../../records/records';
import { toRequest } from '../../requests/request';
import { recordBodyOf } from '../../requests/valid';
import { carries, echoedProperties } from '../../rules/relations/carries';
import { differenceOf, isAboutCaller, shownSchema } from '../../rules/relations/compare';
import type { CaseContext } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { isOwnText, type Made, recordMarkOf } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { fail, PASS, unjudged, type Verdict } from '../../verdict/verdict';
import type { Three } from './change';

/** A record that was changed, by which exchange, and what it has to show from then on. */
export interface Changed {
  readonly id: unknown;
  readonly by: Exchange;
  readonly wanted: JsonRecord;
}

/** A record as a later exchange shows it. */
export interface Seen {
  readonly exchange: Exchange;
  readonly record: JsonRecord;
}

/** Reads a changed record; undefined where its resource has no read, a verdict where it does not show what was sent. */
export async function readChanged(context: CaseContext, changed: Changed): Promise<Seen | Verdict | undefined> {
  const { resource } = context.subject.purpose ?? {};
  const { read } = resource?.operations ?? {};
  if (resource === undefined || read === undefined) return undefined;
  const { id, by } = changed;
  const exchange = await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  const { status = 500 } = exchange.response ?? {};
  if (status >= 500 || isAboutCaller(status)) return undefined;
  const record = status === successOf(read)?.status ? recordOf(exchange, resource) : undefined;
  if (record !== undefined) return differenceIn(context, changed, { exchange, record }) ?? { exchange, record };
  const expected = `the record ${brief(id)}, which was changed`;
  return fail({ expected, actual: outcomeOf(exchange), exchanges: [by, exchange], key: 'not found' });
}

/**
 * Asks for the list, and for those that filters leave: a changed record is in them as it is now.
 *
 * @param now the record as it was read since, where it was
 */
export async function judgeListed(
  context: CaseContext,
  changed: Changed,
  before: JsonRecord,
  now: JsonRecord = changed.wanted,
): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return PASS;
  const { id, by, wanted } = changed;
  const mark = recordMarkOf({ ...context.subject, operation: by.request.operation });
  const isTwin = (one: JsonRecord, name: string): boolean =>
    isOwnText(own(wanted, name)) && own(one, name) === own(wanted, name) && keyOf(idOf(one, resource)) !== keyOf(id);
  const isAsked = (value: unknown): boolean => value !== undefined && value !== null && typeof value !== 'object';
  const filtered = resource.filters.flatMap(({ parameter: { name }, property }) => {
    const [was, is] = [own(before, property), own(now, property)];
    if (sameJson(was, is) || (is === undefined && now === changed.wanted)) return [];
    return [
      ...(isAsked(is) ? [{ query: { [name]: is }, has: true }] : []),
      ...(isAsked(was) ? [{ query: { [name]: was }, has: false }] : []),
    ];
  });
  for (const { query, has } of [{ query: {}, has: true }, ...filtered]) {
    const soon = await requestWholeList(context, resource, query);
    const isLate = has && soon?.listing?.isWhole === true && !soon.listing.byKey.has(keyOf(id));
    // The record may have been made just before it was changed.
    if (isLate) await waitForLists(context);
    const { exchange, listing } = (isLate ? await requestWholeList(context, resource, query) : soon) ?? {};
    if (exchange === undefined || listing?.isPlain !== true) continue;
    const record = listing.byKey.get(keyOf(id));
    const twin = mark === undefined ? undefined : listing.records.find((one) => isTwin(one, mark));
    const observation = { exchanges: [by, exchange] };
    if (twin !== undefined)
      return fail({
        ...observation,
        expected: `no other record with what was sent for the record ${brief(id)}`,
        actual: `the record ${brief(twin)}`,
        key: 'another record',
      });
    if (record === undefined && has && listing.isWhole)
      return fail({
        ...observation,
        expected: `the record ${brief(id)} in a list that could show more`,
        actual: 'a list without it',
        key: 'not listed',
      });
    if (record !== undefined && !has)
      return fail({
        ...observation,
        expected: `a list of ${brief(query)} without the record ${brief(id)}, which has another value now`,
        actual: 'a list with it',
        key: 'listed as before',
      });
    const difference = record === undefined ? undefined : differenceIn(context, changed, { exchange, record });
    if (difference !== undefined) return difference;
  }
  return PASS;
}

/** What a record shows otherwise than it was sent. */
function differenceIn(
  { subject: { purpose } }: CaseContext,
  { by, wanted }: Changed,
  { exchange, record }: Seen,
): Verdict | undefined {
  if (purpose === undefined) return undefined;
  const { resource } = purpose;
  const taking = { operation: by.request.operation, purpose };
  const ways = {
    sent: recordBodyOf(taking)?.schema ?? {},
    shown: shownSchema(exchange, resource),
    // A wrapper may have members of another meaning beside those of the record.
    record: takenSteps(taking).length === 0 ? undefined : resource.schema,
  };
  for (const [name, inner] of echoedProperties(ways)) {
    const value = own(wanted, name);
    if (value === undefined || value === null || name === resource.idProperty) continue;
    const shown = own(record, name);
    if (carries(inner, value, shown)) continue;
    const expected = `${name}: ${brief(value)}, as it was sent`;
    return fail({ expected, actual: `${name}: ${brief(shown)}`, exchanges: [by, exchange], key: `${name} differs` });
  }
  return undefined;
}

/** Reads the records that a change is not about: they are there, as they were made. */
export async function judgeNeighbours(
  context: CaseContext,
  { neighbours }: Three,
  change: Exchange,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const made of neighbours) verdicts.push(await judgeNeighbour(context, made, change));
  return verdicts;
}

async function judgeNeighbour(
  context: CaseContext,
  { record, exchange: made }: Made,
  change: Exchange,
): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const { read } = resource?.operations ?? {};
  if (resource === undefined || read === undefined) return PASS;
  const id = idOf(record, resource);
  const exchange = await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  const { status = 500 } = exchange.response ?? {};
  if (status >= 500 || isAboutCaller(status) || isUnread(exchange)) return unjudged(exchange);
  const now = status === successOf(read)?.status ? recordOf(exchange, resource) : undefined;
  const observation = { exchanges: [made, change, exchange], key: 'another record' };
  if (now === undefined)
    return fail({ ...observation, expected: `the other record ${brief(id)}, as before`, actual: outcomeOf(exchange) });
  const difference = differenceOf(resource, { record, shownBy: made }, { record: now, shownBy: exchange });
  if (difference === undefined) return PASS;
  const { name, before, now: is } = difference;
  return fail({
    ...observation,
    expected: `${name}: ${brief(before)} of the other record ${brief(id)}, as before`,
    actual: `${name}: ${brief(is)}`,
  });
}
