import { readErrorRole } from '../extensions/extensions';
import { memoized } from '../memo/memo';
import type { ErrorEnvelope, ErrorRole } from '../model/contract';
import type { Operation } from '../model/operation';
import type { Schema } from '../model/schema';
import { itemsOf, propertiesOf } from '../schema/properties';
import { jsonMediaType } from './media-types';
import { isError } from './replies';

/** The usual shape of errors: one that marks its properties with `x-error`, else the most frequent; `default` before others. */
export function findEnvelope(operations: readonly Operation[]): ErrorEnvelope | undefined {
  const replies = operations.flatMap((operation) => operation.replies).filter(isError);
  const inOrder = [...replies.filter(({ status }) => status === 'default'), ...replies];
  const found = new Map<Schema, { readonly envelope: ErrorEnvelope; times: number }>();
  for (const { content } of inOrder) {
    const media = jsonMediaType(content);
    if (media?.schema === undefined) continue;
    const same = found.get(media.schema);
    if (same !== undefined) same.times += 1;
    else found.set(media.schema, { envelope: envelopeOf(media.schema, media.type, media.pointer), times: 1 });
  }
  const all = [...found.values()];
  const marked = all.find(({ envelope }) => Object.keys(envelope.roles).length > 0);
  const most = all.reduce((highest, { times }) => Math.max(highest, times), 0);
  return (marked ?? all.find(({ times }) => times === most))?.envelope;
}

/** The envelope that a schema describes; its roles are empty if nothing in it has `x-error`. */
export const envelopeOf = (schema: Schema, mediaType: string, pointer: string): ErrorEnvelope => ({
  schema,
  mediaType,
  roles: rolesOf(schema),
  pointer,
});

/** Worked out once, since every error that is sent asks for them. */
const rolesOf = memoized((schema: Schema): ErrorEnvelope['roles'] => {
  const roles: Partial<Record<ErrorRole, readonly string[]>> = {};
  findRoles(schema, [], roles, new Set());
  return roles;
});

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
