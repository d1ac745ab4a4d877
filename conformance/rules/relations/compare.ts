import {
  itemsOf,
  jsonMediaType,
  memoized,
  type Operation,
  own,
  type Property,
  propertiesOf,
  type Resource,
  replyFor,
  roleOf,
  type Schema,
  schemaAt,
} from '../../../openapi/contract';
import { type Exchange, isSuccess, isUnread, outcomeOf } from '../../exchange/exchange';
import { placeOf } from '../../exchange/place';
import { isForItsReasons } from '../../exchange/refusals';
import { bodyOf } from '../../exchange/subject';
import { type Listing, mayBeLate } from '../../records/lists/listing';
import {
  type Collection,
  type JsonRecord,
  type KnownRecord,
  keyOf,
  recordOf,
  type Sighting,
} from '../../records/records';
import { statesOf } from '../../records/states/states';
import { brief, briefPair } from '../../verdict/brief';
import type { Breach } from '../../verdict/verdict';
import { differing, missing } from '../../verdict/verdict';
import type { Shown } from '../rule';
import { type Held, heldOf } from './held';
import { isSameValue } from './same-value';

/** A property of a record that has changed. */
export interface Difference {
  readonly name: string;
  readonly before: unknown;
  readonly now: unknown;
}

/**
 * The first property that differs, of those that the contract names in both replies: others are the server's own, and a
 * list may show less of a record than a read. One that was not there before may have been filled in since.
 *
 * @param held what has to stay; all without it, to tell whether it is the same record
 * @param names the properties to compare; all of them without it
 */
export function differenceOf(
  resource: Resource,
  before: Sighting,
  now: Sighting,
  held: Held = ALL,
  names?: readonly string[],
): Difference | undefined {
  const [namedBefore, namedNow] = [namesIn(before.shownBy, resource), namesIn(now.shownBy, resource)];
  for (const name of names ?? namedBefore.keys()) {
    const shown = namedNow.get(name);
    const [was, is] = [own(before.record, name), own(now.record, name)];
    const isToStay = held.has(name) || (was !== null && held.isOnceThere?.(name) === true);
    if (!namedBefore.has(name) || shown === undefined || !isToStay) continue;
    if (was !== undefined && !isSameValue(shown.schema, held.partOf(name, was), held.partOf(name, is)))
      return { name, before: was, now: is };
  }
  return undefined;
}

/** Whether a record is the one that was there, but for what a job that goes on shows otherwise, or more of: its state, and figures of its own. */
export function isThatOne(resource: Resource, before: Sighting, now: Sighting): boolean {
  const { property } = statesOf(resource) ?? {};
  const { create } = resource.operations;
  const sent = propertiesOf((create && bodyOf(create)?.schema) ?? {});
  const goesOn = (name: string): boolean =>
    name === property || (property !== undefined && typeof own(before.record, name) === 'number' && !sent.has(name));
  const names = Object.keys(before.record).filter((name) => !goesOn(name));
  return differenceOf(resource, before, now, ALL, names) === undefined;
}

const ALL: Held = { has: () => true, partOf: (_, value) => value };

/** The properties that the documented reply of an exchange gives a record. */
export const namesIn = (exchange: Exchange, resource: Resource): ReadonlyMap<string, Property> =>
  propertiesOf(shownSchema(exchange, resource));

/** The schema of a record in the documented reply of an exchange. */
export const shownSchema = ({ request: { operation }, response }: Exchange, resource: Resource): Schema =>
  shownBy(operation)(resource)(response?.status ?? 0);

/** By operation, resource and status: a list of a hundred records asks for it two hundred times. */
const shownBy = memoized((operation: Operation) =>
  memoized((resource: Resource) => {
    const schemas = new Map<number, Schema>();
    return (status: number): Schema => {
      const schema = schemas.get(status) ?? schemaShownBy(operation, resource, status);
      schemas.set(status, schema);
      return schema;
    };
  }),
);

function schemaShownBy(operation: Operation, resource: Resource, status: number): Schema {
  const reply = status === 0 ? undefined : replyFor(operation, status);
  const whole = jsonMediaType(reply?.content ?? [])?.schema;
  const role = roleOf(resource, operation);
  const shown = whole && schemaAt(whole, (role === undefined ? undefined : resource.shown[role]) ?? []);
  return (role === 'list' ? itemsOf(shown) : shown) ?? resource.schema;
}

/** The breach of a record that is not as it was shown first, although nothing else may have changed it. */
export function differenceBreach(
  resource: Resource,
  collection: Collection,
  { id, first, sent }: KnownRecord,
  record: JsonRecord,
  shownBy: Exchange,
): (Breach & { readonly name: string }) | undefined {
  if (!collection.unchanged.has(keyOf(id))) return undefined;
  const difference = differenceOf(resource, first, { record, shownBy }, heldOf(resource, sent, collection));
  if (difference === undefined) return undefined;
  const { name, before, now } = difference;
  const [was, is] = briefPair(before, now);
  return {
    name,
    expected: `${name}: ${was}, as it was shown before`,
    actual: `${name}: ${is}`,
    key: `${name} differs`,
    at: placeOf(shownBy, record, name),
    earlier: first.shownBy,
    mayRun: { name, id, was: before },
    topic: differing(resource, id, name, brief(now)),
  };
}

/**
 * Whether a record has to be there still: nothing elsewhere may have deleted it, and it is one that an exchange has
 * created, or its resource has no operation by which another client could change or remove it.
 */
export const isHeld = (resource: Resource, { there }: Collection, { id, isCreated }: KnownRecord): boolean =>
  there.has(keyOf(id)) && (isCreated || !isChangeable(resource));

export const isChangeable = ({ operations: { replace, patch, delete: remove } }: Resource): boolean =>
  (replace ?? patch ?? remove) !== undefined;

/** Whether a record was changed so soon before an exchange that a list may show it as it was. */
export const isJustChanged = ({ shownIn, first }: KnownRecord, exchange: Exchange): boolean =>
  shownIn.has('change') && mayBeLate(first.shownBy, exchange);

/** The records that have to stay and are not in a listing. */
export const missingIn = ({ byKey }: Listing, resource: Resource, before: Collection): readonly KnownRecord[] =>
  [...before.records].filter(([key, one]) => !byKey.has(key) && isHeld(resource, before, one)).map(([, one]) => one);

/** Whether a record has to keep what a list filters by. */
export const keepsFiltered = (
  { filters }: Listing,
  resource: Resource,
  collection: Collection,
  { sent }: KnownRecord,
): boolean => filters.every(({ property }) => heldOf(resource, sent, collection).has(property));

/**
 * Statuses that speak of the caller, of the headers of a request or of the moment (RFC 9110 §15.5, RFC 6585, RFC 8470 §5.2):
 * they say nothing about what the path and the query ask for. A redirect says that of no record either.
 */
const STATUSES: readonly number[] = [401, 402, 403, 406, 407, 408, 412, 415, 416, 417, 421, 425, 426, 428, 429, 431];

export const isAboutCaller = (status: number): boolean => STATUSES.includes(status) || (status >= 300 && status < 400);

/** Whether a reply says nothing of the record that was asked for: only what is not there is 404 or 410, whatever else is foreseen. */
export function isSilent(exchange: Exchange): boolean {
  const { status = 500 } = exchange.response ?? {};
  if (status >= 500 || isAboutCaller(status) || isUnread(exchange)) return true;
  return status !== 404 && status !== 410 && isForItsReasons(exchange);
}

/** A read of a record that an earlier exchange has shown, and how it differs. */
interface Reading {
  readonly record: KnownRecord;
  readonly breach: Breach | undefined;
}

/** Undefined where an exchange is no read of a known record, or its reply proves nothing. */
export function readingOf({ exchange, purpose: { role, resource }, query, before }: Shown): Reading | undefined {
  const { request, response } = exchange;
  if (role !== 'read' || response === undefined) return undefined;
  const key = keyOf(own(request.path, resource.idParameter?.name ?? ''));
  const record = before.records.get(key);
  if (record === undefined || !isHeld(resource, before, record) || !query.isLawful || query.values.size > 0)
    return undefined;
  if (isSilent(exchange)) return undefined;
  const expected = `the record ${brief(record.id)}`;
  const earlier = record.first.shownBy;
  const topic = missing(resource, record.id);
  if (!isSuccess(exchange))
    return isChangedAlone(record)
      ? undefined
      : { record, breach: { expected, actual: outcomeOf(exchange), key: 'not found', earlier, topic } };
  const found = recordOf(exchange, resource);
  if (found === undefined)
    return { record, breach: { expected, actual: 'no record', key: 'no record', earlier, topic } };
  return { record, breach: differenceBreach(resource, before, record, found, exchange) };
}

/** Whether only the reply to a change has shown the record as it is: the change may have hidden it. */
const isChangedAlone = ({ shownIn }: KnownRecord): boolean => shownIn.size === 1 && shownIn.has('change');
