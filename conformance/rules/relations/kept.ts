import { documents, own, successOf } from '../../../openapi/contract';
import { GONE } from '../../exchange/refusals';
import { type Listing, mayBeLate } from '../../records/lists/listing';
import { type Gone, type JsonRecord, type KnownRecord, keyOf, recordOf } from '../../records/records';
import { brief } from '../../verdict/brief';
import type { Breach } from '../../verdict/verdict';
import { missing } from '../../verdict/verdict';
import type { Relation, Shown } from '../rule';
import { differenceBreach, isHeld, isJustChanged, isThatOne, missingIn, readingOf } from './compare';

/** Older records are still there and unchanged after others were created. */
export const kept: Relation = {
  id: 'records.kept',
  title: 'Older records stay as they are',
  level: 'MUST',
  reportedFor: 'create',
  applies: ({ purpose }) => purpose?.role === 'create',
  clause: ({ purpose, operation }) => ({
    sentence: 'No operation changes or deletes a record when another is added.',
    pointer: purpose?.resource.operations.read?.pointer ?? operation.pointer,
  }),
  judge: (shown) =>
    (shown.listing === undefined ? judgeRead(shown) : judgeList(shown, shown.listing))?.map((breach) => ({
      ...breach,
      isDoneBetween: true,
    })),
};

function judgeRead(shown: Shown): readonly Breach[] | undefined {
  const reading = readingOf(shown);
  // The first read of a created record is judged by created.readable.
  if (reading === undefined || (reading.record.isCreated && !reading.record.shownIn.has('read'))) return undefined;
  return reading.breach === undefined ? [] : [reading.breach];
}

function judgeList({ exchange, purpose, before }: Shown, listing: Listing): readonly Breach[] | undefined {
  if (!listing.isPlain) return undefined;
  const { resource } = purpose;
  let isJudged = false;
  for (const [key, record] of listing.byKey) {
    const one = before.records.get(key);
    if (one === undefined || !isHeld(resource, before, one) || !isOlder(one, listing)) continue;
    if (isJustChanged(one, exchange)) continue;
    isJudged = true;
    const breach = differenceBreach(resource, before, one, record, exchange);
    if (breach !== undefined && !isFilteredBy(listing, breach.name)) return [breach];
  }
  const gone = listing.isWhole ? missingIn(listing, resource, before).find((one) => isOwed(one, listing)) : undefined;
  if (gone === undefined) return isJudged ? [] : undefined;
  const expected = `the record ${brief(gone.id)}, which was shown before`;
  const actual = `${listing.records.length} records without it`;
  return [{ expected, actual, key: 'gone', earlier: gone.first.shownBy, topic: missing(resource, gone.id) }];
}

/** The first list that should show a created record is judged by created.listed. */
const isOlder = ({ isCreated, shownIn }: KnownRecord, { filters }: Listing): boolean =>
  !isCreated || shownIn.has(filters.length === 0 ? 'list' : 'filtered list');

/** A whole list has to show what a list without a filter has shown. Filtered lists are judged by list.filter. */
const isOwed = (one: KnownRecord, listing: Listing): boolean =>
  isOlder(one, listing) && listing.filters.length === 0 && one.shownIn.has('list');

/** Whether a difference in a property is judged by list.filter. */
const isFilteredBy = ({ filters }: Listing, name: string): boolean => filters.some(({ property }) => property === name);

/** What was deleted is neither read nor listed any more. */
export const deleted: Relation = {
  id: 'deleted.gone',
  title: 'What was deleted is gone',
  level: 'MUST',
  reportedFor: 'delete',
  applies: ({ purpose }) => purpose?.role === 'delete' && purpose.resource.idProperty !== undefined,
  clause: ({ operation }) => ({
    sentence: 'A record that was deleted is neither read nor listed any more.',
    pointer: successOf(operation)?.reply.pointer ?? operation.pointer,
  }),
  judge: (shown) => {
    if (shown.before.gone.size === 0) return undefined;
    return shown.listing === undefined ? judgeReadOfDeleted(shown) : judgeListOfDeleted(shown, shown.listing);
  },
};

function judgeReadOfDeleted(shown: Shown): readonly Breach[] | undefined {
  const { exchange, purpose, query, before } = shown;
  const { request, response } = exchange;
  const key = keyOf(own(request.path, purpose.resource.idParameter?.name ?? ''));
  const one = before.gone.get(key);
  if (purpose.role !== 'read' || one === undefined || response === undefined) return undefined;
  if (mayBeLate(one.deletedBy, exchange)) return undefined;
  if (!query.isLawful || query.values.size > 0) return undefined;
  const told = GONE.filter((status) => documents(request.operation, status));
  // Its id was one: of the request itself nothing is wrong.
  if (UNFIT.includes(response.status) && told.length > 0) return [refusalOf(one, response.status, told)];
  const record =
    response.status === successOf(request.operation)?.status ? recordOf(exchange, purpose.resource) : undefined;
  return record !== undefined && isStill(shown, one, record) ? [breachOf(one, 'read')] : [];
}

function judgeListOfDeleted(shown: Shown, { isPlain, byKey }: Listing): readonly Breach[] | undefined {
  if (!isPlain) return undefined;
  const still = [...shown.before.gone].find(([key, one]) => {
    const record = byKey.get(key);
    return record !== undefined && !mayBeLate(one.deletedBy, shown.exchange) && isStill(shown, one, record);
  });
  return still === undefined ? [] : [breachOf(still[1], 'listed')];
}

/** A server may give an id again: then it is another client's record that has it now. What says itself when it was revoked is kept as such. */
const isStill = ({ exchange, purpose: { resource } }: Shown, { record: { first } }: Gone, shown: JsonRecord): boolean =>
  isThatOne(resource, first, { record: shown, shownBy: exchange }) && !Object.entries(shown).some(saysEnded);

const saysEnded = ([name, value]: readonly [string, unknown]): boolean =>
  ENDED.test(name) && (typeof value === 'string' || value === true);
/** `revoked_at`, `isDeleted`. */
const ENDED =
  /^(?:is_?)?(?:deleted|removed|revoked|archived|closed|cancell?ed|disabled|deactivated|ended|retired|withdrawn)(?:_?(?:at|on|time|date))?$/i;

/** The statuses of a request that cannot be understood, or whose content does not fit. */
const UNFIT: readonly number[] = [400, 422];

const refusalOf = ({ record: { id }, deletedBy }: Gone, status: number, told: readonly number[]): Breach => ({
  expected: `the status ${told.join(' or ')}, since the record ${brief(id)} was deleted`,
  actual: `the status ${status}`,
  key: 'unfit',
  earlier: deletedBy,
});

const breachOf = ({ record: { id }, deletedBy }: Gone, how: 'read' | 'listed'): Breach => ({
  expected: `the record ${brief(id)} to be gone, since it was deleted`,
  actual: `it is ${how} as it was before`,
  key: how,
  earlier: deletedBy,
});
