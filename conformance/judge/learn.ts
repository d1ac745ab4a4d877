import {
  itemNameIn,
  namesAbove,
  own,
  type Purpose,
  parseJson,
  type Resource,
  type Role,
  roleOf,
  stringifyJson,
  successOf,
} from '../../openapi/contract';
import { evidenceOf } from '../exchange/evidence';
import { type Exchange, isRefusal, isSafe, isSuccess, mayHaveOthers } from '../exchange/exchange';
import { hasHalfPair, queryOf } from '../exchange/query';
import { listingOf, mayBeLate } from '../records/lists/listing';
import { idOf, type JsonRecord, type KnownRecord, keyOf, recordOf, type Showing, sameJson } from '../records/records';
import { isChangeable, isThatOne } from '../rules/relations/compare';
import { isSetSince, noteUnset, sentIn } from '../rules/relations/held';
import type { CollectionStore, KnownStore } from './known';

/**
 * Takes in what an exchange shows of the server's records, and what it may have changed. This is the one place where a
 * record becomes known, another or gone, and it depends on the contract and the exchange alone.
 *
 * Replies to queries that the contract does not explain are not learnt from, since they may show records in part.
 *
 * @param isComparable whether what the reply shows may be held against others; what the request may have changed is
 * learnt all the same
 */
export function learn(known: KnownStore, exchange: Exchange, isComparable: boolean): void {
  const { operation, path } = exchange.request;
  const purpose = known.purposeOf(operation);
  const shows = isComparable && !hasHalfPair(exchange.request);
  noteHosts(known, exchange);
  if (purpose !== undefined) LESSONS[purpose.role](known, known.at(purpose.resource, path), exchange, shows);
  if (!mayHaveChanged(exchange)) return;
  if (purpose !== undefined) noteWrite(known, purpose);
  // What plays no part in a resource may have done anything.
  else for (const collection of known.collections()) collection.forget(false);
}

/** A write to one resource may change records of others, and a deletion delete them. */
function noteWrite(known: KnownStore, { resource, role }: Purpose): void {
  for (const collection of known.collections().filter((other) => other.resource !== resource)) {
    collection.unchanged.clear();
    if (role !== 'delete') continue;
    collection.there.clear();
    collection.longest = 0;
  }
}

/** `shows`: whether the reply may be learnt from. */
type Lesson = (known: KnownStore, collection: CollectionStore, exchange: Exchange, shows: boolean) => void;

const LESSONS: Readonly<Record<Role, Lesson>> = {
  list: (_, collection, exchange, shows) => {
    const listing = shows ? listingOf(exchange, collection.resource) : undefined;
    if (listing?.isPlain !== true) return;
    const isFiltered = listing.filters.length > 0;
    for (const record of listing.records) see(collection, record, exchange, isFiltered ? 'filtered list' : 'list');
    if (!isFiltered) collection.longest = Math.max(collection.longest, listing.records.length);
  },
  create: (_, collection, exchange, shows) => {
    const record =
      shows && isPlain(exchange) && isSuccess(exchange) ? recordOf(exchange, collection.resource) : undefined;
    if (record === undefined) return;
    const sent = sentIn(exchange, collection.resource);
    const id = keyOf(idOf(record, collection.resource));
    const before = collection.records.get(id);
    const isCreated = before === undefined ? hasToStay(exchange, collection) : before.isCreated;
    // What a create makes of a record of before is a change of that.
    if (before !== undefined) collection.delete(id);
    see(collection, record, exchange, 'create', { isCreated, sent });
  },
  read: (_, collection, exchange, shows) => {
    const { request, response } = exchange;
    const record =
      response?.status === successOf(request.operation)?.status ? recordOf(exchange, collection.resource) : undefined;
    if (record === undefined || !shows || !isPlain(exchange)) return;
    // A reply may show another record than was asked for.
    if (keyOf(idOf(record, collection.resource)) === idInPath(exchange, collection.resource))
      see(collection, record, exchange, 'read');
  },
  replace: (_, collection, exchange, shows) => change(collection, exchange, shows),
  patch: (_, collection, exchange, shows) => change(collection, exchange, shows),
  delete: (known, collection, exchange, shows) => {
    const id = idInPath(exchange, collection.resource);
    if (isRefusal(exchange) || id === undefined) return;
    collection.ids.delete(id);
    // By 202 a server says that it will see to it, some time. What was asked for at once may have been read before.
    const isGone = isSuccess(exchange) && exchange.response?.status !== 202;
    if (shows && isGone && hasToStay(exchange, collection)) collection.bury(id, exchange);
    else collection.delete(id);
    collection.values.clear();
    collection.longest = 0;
    for (const other of known.collections()) if (isBelow(other, collection.resource, id)) other.forget(true);
  },
};

/** Whether what a request has made of a record stays so, as long as no exchange of ours shows a change. */
const hasToStay = ({ request: { credential } }: Exchange, { resource }: CollectionStore): boolean =>
  !mayHaveOthers(credential) || !isChangeable(resource);

/** What a record was before it was replaced or patched is not held against the server. */
function change(collection: CollectionStore, exchange: Exchange, shows: boolean): void {
  const id = idInPath(exchange, collection.resource);
  if (isRefusal(exchange) || id === undefined) return;
  const before = collection.records.get(id);
  collection.unbury(id);
  collection.delete(id);
  collection.values.clear();
  const record =
    shows && isPlain(exchange) && isSuccess(exchange) ? recordOf(exchange, collection.resource) : undefined;
  if (before !== undefined && record !== undefined)
    see(collection, record, exchange, 'change', {
      isCreated: before.isCreated,
      sent: sentSince(before, exchange, collection.resource),
    });
}

/** What clients have sent of a record when one of them has changed it: by a patch some of it. */
function sentSince({ sent }: KnownRecord, exchange: Exchange, resource: Resource): JsonRecord | undefined {
  const now = sentIn(exchange, resource);
  if (roleOf(resource, exchange.request.operation) === 'replace') return now;
  return sent === undefined ? undefined : { ...sent, ...now };
}

function see(
  collection: CollectionStore,
  record: JsonRecord,
  exchange: Exchange,
  showing: Showing,
  { isCreated, sent }: Partial<Pick<KnownRecord, 'isCreated' | 'sent'>> = {},
): void {
  const { resource, records, there, unchanged, values } = collection;
  const id = idOf(record, resource);
  // Only a number or a text can stand in a path.
  if (id === undefined || id === null || typeof id === 'object') return;
  const key = keyOf(id);
  const gone = collection.gone.get(key);
  // A list, or a copy that is read, may show for a while what was deleted.
  const isStill = gone !== undefined && showing !== 'create' && mayBeLate(gone.deletedBy, exchange);
  if (isStill && isThatOne(resource, gone.record.first, { record, shownBy: exchange })) return;
  collection.unbury(key);
  const before = records.get(key);
  const known = sent ?? before?.sent;
  if (known !== undefined) noteUnset(collection.unset, resource, known, record);
  const isSame = before !== undefined && sameJson(before.latest, record);
  if (!isSame) values.clear();
  const shownIn = there.has(key) ? (before?.shownIn ?? []) : [];
  const first = unchanged.has(key) ? before?.first : undefined;
  there.add(key);
  unchanged.add(key);
  if (isSame && first !== undefined && before.shownIn.has(showing) && isCreated !== true) return;
  const kept = aloneIn(record, exchange);
  collection.set(key, {
    id,
    first:
      first === undefined || isFilledIn(first.record, record) || isSetSince(resource, first.record, record)
        ? { record: kept, shownBy: evidenceOf(exchange) }
        : first,
    latest: kept,
    isCreated: isCreated === true || before?.isCreated === true,
    sent: known,
    shownIn: new Set([...shownIn, showing]),
  });
}

/** A record of a long reply as a value of its own: texts that are parts of the reply would keep all of it in memory. */
function aloneIn(record: JsonRecord, { response }: Exchange): JsonRecord {
  // What is made of an object is one.
  return (response?.body.bytes ?? 0) < LONG_REPLY ? record : (parseJson(stringifyJson(record)) as JsonRecord);
}

const LONG_REPLY = 2 ** 16;

/** Whether a record is as it was, with more properties: from then on those have to stay, too. */
const isFilledIn = (before: JsonRecord, record: JsonRecord): boolean =>
  Object.keys(record).some((name) => own(before, name) === undefined) &&
  Object.keys(before).every((name) => sameJson(own(before, name), own(record, name)));

/** What happens below a record in the paths may change the record. */
function noteHosts(known: KnownStore, { request: { operation, path } }: Exchange): void {
  for (const resource of known.hostsOf(operation)) {
    const names = namesAbove(operation.path, resource.itemPath) ?? new Map<string, string>();
    const above = Object.fromEntries([...names].map(([name, below]) => [name, own(path, below)]));
    const id = own(above, resource.idParameter?.name ?? '');
    if (id !== undefined) known.at(resource, above).unchanged.delete(keyOf(id));
  }
}

function idInPath({ request: { path } }: Exchange, { idParameter }: Resource): string | undefined {
  const id = idParameter === undefined ? undefined : own(path, idParameter.name);
  return id === undefined ? undefined : keyOf(id);
}

/** Whether it was asked without a query: then it shows the whole record. */
const isPlain = ({ request }: Exchange): boolean => queryOf(request).isLawful && queryOf(request).values.size === 0;

const isBelow = ({ resource, parents }: CollectionStore, { itemPath }: Resource, id: string): boolean =>
  parents[itemNameIn(resource.collectionPath, itemPath) ?? ''] === id;

/** Whether a request may have changed records. */
const mayHaveChanged = (exchange: Exchange): boolean => !isSafe(exchange.request) && !isRefusal(exchange);
