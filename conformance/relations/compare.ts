import {
  itemsOf,
  jsonMediaType,
  own,
  propertiesOf,
  type Resource,
  replyFor,
  roleOf,
  type Schema,
  schemaAt,
} from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { type Collection, type KnownRecord, keyOf, type Sighting } from '../records/known';
import type { Listing } from '../records/listing';
import type { JsonRecord } from '../records/records';
import { sameJson } from '../records/records';
import { brief, briefPair } from '../verdict/brief';
import type { Breach } from '../verdict/rule';
import { differing } from '../verdict/verdict';

/** A property of a record that has changed. */
interface Difference {
  readonly name: string;
  readonly before: unknown;
  readonly now: unknown;
}

/**
 * The first property that differs, of those that the contract names in both replies: others are the server's own, and a
 * list may show less of a record than a read. One that was not there before may have been filled in since.
 *
 * @param names the properties to compare; all of them without it
 */
export function differenceOf(
  resource: Resource,
  before: Sighting,
  now: Sighting,
  names?: readonly string[],
): Difference | undefined {
  const [namedBefore, namedNow] = [namesIn(before.shownBy, resource), namesIn(now.shownBy, resource)];
  for (const name of names ?? namedBefore.keys()) {
    if (!namedBefore.has(name) || !namedNow.has(name)) continue;
    const [was, is] = [own(before.record, name), own(now.record, name)];
    if (was !== undefined && !sameJson(was, is)) return { name, before: was, now: is };
  }
  return undefined;
}

/** The properties that the documented reply of an exchange gives a record. */
export const namesIn = (exchange: Exchange, resource: Resource): ReadonlyMap<string, unknown> =>
  propertiesOf(shownSchema(exchange, resource));

/** The schema of a record in the documented reply of an exchange. */
export function shownSchema(exchange: Exchange, resource: Resource): Schema {
  const { request, response } = exchange;
  const reply = response === undefined ? undefined : replyFor(request.operation, response.status);
  const whole = jsonMediaType(reply?.content ?? [])?.schema;
  const role = roleOf(resource, request.operation);
  const shown = whole && schemaAt(whole, (role === undefined ? undefined : resource.shown[role]) ?? []);
  return (role === 'list' ? itemsOf(shown) : shown) ?? resource.schema;
}

/** The breach of a record that is not as it was shown first, although nothing else may have changed it. */
export function differenceBreach(
  resource: Resource,
  { unchanged }: Collection,
  { id, first }: KnownRecord,
  record: JsonRecord,
  shownBy: Exchange,
): (Breach & { readonly name: string }) | undefined {
  if (!unchanged.has(keyOf(id))) return undefined;
  const difference = differenceOf(resource, first, { record, shownBy });
  if (difference === undefined) return undefined;
  const { name, before, now } = difference;
  const [was, is] = briefPair(before, now);
  return {
    name,
    expected: `${name}: ${was}, as it was shown before`,
    actual: `${name}: ${is}`,
    key: `${name} differs`,
    earlier: first.shownBy,
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

/** The records that have to stay and are not in a listing. */
export const missingIn = ({ byKey }: Listing, resource: Resource, before: Collection): readonly KnownRecord[] =>
  [...before.records].filter(([key, one]) => !byKey.has(key) && isHeld(resource, before, one)).map(([, one]) => one);
