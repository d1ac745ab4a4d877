import { isObject, type Operation, own } from '../../openapi/contract';
import type { JsonRecord } from './records';

/** Values that the user has named for an operation, by its id and the name of a parameter or a member (`a.b`: b within a). */
export type Given = ReadonlyMap<string, readonly unknown[]>;

export const givenKey = (operation: Pick<Operation, 'id'>, name: string): string => `${operation.id} ${name}`;

/** A value that the user has named for a parameter of an operation. */
export const givenParameter = (given: Given, operation: Operation, name: string): unknown =>
  given.get(givenKey(operation, name))?.[0];

/** A body with the values that the user has named for what lies within its members, wherever it has such members. */
export function withGivenMembers(given: Given, operation: Operation, body: JsonRecord, turn = 0): JsonRecord {
  const prefix = givenKey(operation, '');
  const nested = [...given].filter(([key]) => key.startsWith(prefix) && key.slice(prefix.length).includes('.'));
  return nested.reduce(
    (whole, [key, values]) =>
      setIn(whole, key.slice(prefix.length).split('.'), values[turn % values.length]) as JsonRecord,
    body,
  );
}

/** The value with another one in a place within it; each item of an array has that place. */
function setIn(value: unknown, [name, ...inner]: readonly string[], wanted: unknown): unknown {
  if (name === undefined) return wanted;
  if (Array.isArray(value)) return value.map((item) => setIn(item, [name, ...inner], wanted));
  if (!isObject(value) || (inner.length > 0 && own(value, name) === undefined)) return value;
  return { ...value, [name]: setIn(own(value, name), inner, wanted) };
}
