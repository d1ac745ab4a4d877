import { readErrorRole } from '../extensions/roles';
import type { ErrorEnvelope, ErrorRole } from '../model/error-envelope';
import type { Operation } from '../model/operation';
import type { Schema } from '../model/schema';
import { itemsOf, propertiesOf } from '../schema/properties';
import { jsonMediaType } from './media-type';
import { isError } from './reply';

/**
 * The shape of every error: the JSON schema of a `default` reply, else of any reply of 4xx or 5xx. The first that
 * marks its properties with `x-error` is taken before one that does not.
 */
export function findEnvelope(operations: readonly Operation[]): ErrorEnvelope | undefined {
  const replies = operations.flatMap((operation) => operation.replies).filter(isError);
  const inOrder = [...replies.filter(({ status }) => status === 'default'), ...replies];
  const found = inOrder.flatMap(({ content }) => {
    const media = jsonMediaType(content);
    return media?.schema === undefined ? [] : [envelopeOf(media.schema, media.type, media.pointer)];
  });
  return found.find(({ roles }) => Object.keys(roles).length > 0) ?? found[0];
}

/** The envelope that a schema describes; its roles are empty if nothing in it has `x-error`. */
export function envelopeOf(schema: Schema, mediaType: string, pointer: string): ErrorEnvelope {
  const roles: Partial<Record<ErrorRole, readonly string[]>> = {};
  findRoles(schema, [], roles, new Set());
  return { schema, mediaType, roles, pointer };
}

function findRoles(
  schema: Schema,
  path: readonly string[],
  roles: Partial<Record<ErrorRole, readonly string[]>>,
  seen: Set<Schema>,
): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  // In a list of errors the first has the roles.
  const items = itemsOf(schema);
  if (items !== undefined) findRoles(items, [...path, '0'], roles, seen);
  for (const { name, schema: property } of propertiesOf(schema).values()) {
    const role = readErrorRole(property);
    if (role !== undefined) roles[role] ??= [...path, name];
    findRoles(property, [...path, name], roles, seen);
  }
}
