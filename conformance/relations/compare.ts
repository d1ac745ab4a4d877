import {
  itemsOf,
  jsonMediaType,
  own,
  propertiesOf,
  type Resource,
  replyFor,
  type Schema,
} from '../../openapi/contract';
import type { Breach } from '../model/breach';
import { brief } from '../model/brief';
import type { Exchange } from '../model/exchange';
import type { KnownRecord, Sighting } from '../model/known';
import type { JsonRecord } from '../model/records';
import { sameJson } from '../model/same-json';

/** A property of a record that has changed. */
interface Difference {
  readonly name: string;
  readonly before: unknown;
  readonly now: unknown;
}

/**
 * The first property that differs, of those that the contract names in both replies: others are the server's own, and a
 * list may show less of a record than a read.
 */
function differenceOf(resource: Resource, before: Sighting, now: Sighting): Difference | undefined {
  const named = namesIn(now.shownBy, resource);
  return [...namesIn(before.shownBy, resource).keys()]
    .filter((name) => named.has(name))
    .map((name): Difference => ({ name, before: own(before.record, name), now: own(now.record, name) }))
    .find((one) => !sameJson(one.before, one.now));
}

/** The properties that the documented reply of an exchange gives a record. */
function namesIn(exchange: Exchange, resource: Resource): ReadonlyMap<string, unknown> {
  const { request, response } = exchange;
  const reply = response === undefined ? undefined : replyFor(request.operation, response.status);
  const whole = jsonMediaType(reply?.content ?? [])?.schema;
  const shown = request.operation === resource.operations.list ? itemOf(whole, resource) : whole;
  return propertiesOf(shown ?? resource.schema);
}

function itemOf(schema: Schema | undefined, { listProperty }: Resource): Schema | undefined {
  if (schema === undefined || listProperty === undefined) return itemsOf(schema);
  return itemsOf(propertiesOf(schema).get(listProperty)?.schema);
}

/** The breach of a record that is not as it was shown first. */
export function differenceBreach(
  resource: Resource,
  { first }: KnownRecord,
  record: JsonRecord,
  shownBy: Exchange,
): (Breach & { readonly name: string }) | undefined {
  const difference = differenceOf(resource, first, { record, shownBy });
  if (difference === undefined) return undefined;
  const { name, before, now } = difference;
  return {
    name,
    expected: `${name}: ${brief(before)}, as it was shown before`,
    actual: `${name}: ${brief(now)}`,
    key: `${name} differs`,
    earlier: first.shownBy,
  };
}

/**
 * Whether a record has to stay as it is: it is one that an exchange has created, or its resource has no operation by
 * which another client could change or remove it.
 */
export const isHeld = (
  { operations: { replace, patch, delete: remove } }: Resource,
  { isCreated }: KnownRecord,
): boolean => isCreated || (replace ?? patch ?? remove) === undefined;
