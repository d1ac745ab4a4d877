/** Values that no two records have, as the words of a document say. */
import {
  isObject,
  memoized,
  type Operation,
  own,
  type Resource,
  roleOf,
  type Schema,
  schemaAt,
  schemaOfBody,
  type UniqueValue,
  uniqueValues,
} from '../../openapi/contract';
import { idTaken } from '../errors/problems';
import { documentsRefusal } from '../errors/refusal';
import { idOf } from '../resources/record';
import { keyOf } from '../world/rules/order';
import type { Id } from '../world/stores/records';
import { reach } from './at-path';
import { settable } from './fields';
import type { Task } from './model';

/** The record in the body of an operation. */
function sentTo(operation: Operation, resource: Resource): Schema {
  const role = roleOf(resource, operation);
  const steps = role === undefined ? undefined : resource.taken[role];
  return schemaAt(schemaOfBody(operation) ?? {}, steps ?? []) ?? {};
}

/** By the operation that writes a record. */
const uniqueOf = memoized((resource: Resource) =>
  memoized((operation: Operation): readonly UniqueValue[] => {
    if (!documentsRefusal(operation, 'conflict')) return [];
    const { create } = resource.operations;
    const made = create === undefined ? resource.schema : sentTo(create, resource);
    return uniqueValues(operation, resource, sentTo(operation, resource), made);
  }),
);

/**
 * @param self the id of the record that is written, where it is there
 * @throws Problem where another record has a value of the body that words call unique, and the document has a reply for that
 */
export async function refuseTakenValues(task: Task, resource: Resource, self?: Id): Promise<void> {
  const unique = uniqueOf(resource)(task.operation);
  if (unique.length === 0 || !isObject(task.input.body)) return;
  const { scope, records } = reach(task, resource);
  const sent = settable(task, resource);
  for (const { name, isCaseless } of unique) {
    const value = own(sent, name);
    if (value === undefined || value === null) continue;
    const conditions = isCaseless ? scope.belongs : [...scope.belongs, { property: name, anyOf: [value] }];
    const found = await records.list(scope.collection, conditions, isCaseless ? Number.MAX_SAFE_INTEGER : 2);
    const others = found.filter(
      (one) => self === undefined || keyOf([idOf(one, resource.idProperty ?? '')]) !== keyOf([self]),
    );
    const inOneCase = (one: unknown): string => String(one).toLowerCase();
    const isTaken = others.some((one) => !isCaseless || inOneCase(own(one, name)) === inOneCase(value));
    if (isTaken) throw idTaken(resource.name, value, task.operation);
  }
}
