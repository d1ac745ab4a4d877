import { type Asked, found, Refused, type Reply } from '../../reach/application';
import type { Does, Stored, Table, World } from './world';

/** A body that has passed its schema, which is one of objects. */
export const bodyOf = ({ body }: Asked): Stored => (body ?? {}) as Stored;

/** The members of these names, those that are there. */
export const pick = (body: Stored, names: readonly string[]): Stored =>
  Object.fromEntries(names.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));

/** A merge patch (RFC 7396). */
export function merged(target: unknown, patch: unknown, does: Does): unknown {
  if (!isObject(patch)) return patch;
  const result: Record<string, unknown> =
    isObject(target) && !does('a patch replaces objects as a whole') ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value !== null) result[name] = merged(result[name], value, does);
    else if (!does('null in a patch is passed over')) delete result[name];
  }
  return result;
}

const isObject = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Refused where another record of the table has that value */
export function expectUnique(table: Table, name: string, value: unknown, own: unknown): void {
  for (const one of table.values())
    if (one[name] === value && one.id !== own) throw new Refused(409, `Another record has this ${name}.`);
}

/** @throws Refused where a record is named that is not there */
export function expectThere(table: Table, id: unknown): void {
  found(table, String(id));
}

/**
 * Makes something once for each key that a client names its request with.
 *
 * @param clash the status where the key was used with another body
 */
export function onceByKey(asked: Asked, { named }: World, operation: string, clash: number, make: () => Reply): Reply {
  const key = asked.headers['idempotency-key'];
  if (key === undefined) return make();
  const name = `${operation} ${asked.headers.authorization ?? asked.headers['x-venue-key']} ${key}`;
  const body = JSON.stringify(asked.body);
  const before = named.get(name);
  if (before !== undefined) {
    if (before.body !== body) throw new Refused(clash, 'The key was used with another body.');
    // Only this function writes them.
    return before.reply as Reply;
  }
  const reply = make();
  named.set(name, { body, reply });
  return reply;
}

/** The table's record that a part of the path names. */
export const at = (table: Table, asked: Asked, name: string): Stored => found(table, asked.path[name]);
