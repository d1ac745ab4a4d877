import type { Operation } from '../model/operation';
import type { Role } from '../model/resource';
import type { Schema } from '../model/schema';
import { propertiesOf } from '../schema/properties';
import { schemaOfBody, schemaOfReply } from './bodies';
import { findSameRecord, type PlaceHints } from './record-place';

/** A record, as far as it is known. */
interface Known {
  readonly schema: Schema;
  readonly idProperty: string | undefined;
  readonly hints: PlaceHints;
}

/**
 * Operations that usually change a record where no other does, though OpenAPI does not say so: a POST to an item with
 * properties of the record, which replies with the record, patches it; a PUT or a PATCH to the collection, whose body has
 * the id, replaces or patches the record of that id.
 *
 * @param at finds the operation of a method at the collection, or at its items
 */
export function findUsualChanges(
  known: Known,
  at: (method: string, isItem: boolean) => Operation | undefined,
): Readonly<Partial<Record<Role, Operation>>> {
  const [put, patch, post] = [at('PUT', false), at('PATCH', false), at('POST', true)];
  const replaced = at('PUT', true) === undefined && hasIdIn(known, put) ? { replace: put } : {};
  if (at('PATCH', true) !== undefined) return replaced;
  if (isUpdate(known, post)) return { ...replaced, patch: post };
  return hasIdIn(known, patch) ? { ...replaced, patch } : replaced;
}

function hasIdIn({ schema, idProperty, hints }: Known, operation: Operation | undefined): operation is Operation {
  const body = schemaOfBody(operation);
  const place = body && findSameRecord(body, schema, hints);
  const id = place && idProperty !== undefined ? propertiesOf(place.schema).get(idProperty) : undefined;
  // What is `readOnly` no client sends.
  return id?.readOnly === false;
}

function isUpdate({ schema, idProperty, hints }: Known, operation: Operation | undefined): operation is Operation {
  const [body, reply] = [schemaOfBody(operation), schemaOfReply(operation)];
  const sent = body && findSameRecord(body, schema, hints);
  const shown = reply && findSameRecord(reply, schema, hints);
  if (sent === undefined || shown === undefined || idProperty === undefined) return false;
  const names = [...propertiesOf(sent.schema).keys()];
  const properties = propertiesOf(schema);
  return (
    propertiesOf(shown.schema).has(idProperty) &&
    names.filter((name) => properties.has(name)).length * 2 >= names.length
  );
}
