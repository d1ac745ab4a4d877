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

export const isObject = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws Refused where another record of the table has that value */
export function expectUnique(table: Table, name: string, value: unknown, own: unknown, status = 409): void {
  for (const one of table.values())
    if (one[name] === value && one.id !== own) throw new Refused(status, `Another record has this ${name}.`);
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
export function onceByKey(
  asked: Asked,
  { named, now }: World,
  operation: string,
  clash: number,
  make: () => Reply,
  does: Does,
): Reply {
  const body = JSON.stringify(asked.body);
  const sent = asked.headers['idempotency-key'];
  const isNameless = sent === undefined && does('the same body without a key makes nothing more');
  const key = does('the body is the key') || isNameless ? body : sent;
  if (key === undefined || does('a key is not looked at')) return make();
  if (does(`a key is not looked at by ${operation.split(' ')[0]}`)) return make();
  const told = does('a key counts by its beginning') ? key.slice(0, 8) : key;
  const name = `${operation} ${asked.headers.authorization ?? asked.headers['x-venue-key']} ${told}`;
  const before = named.get(name);
  // Only this function writes them.
  const first = before?.reply as Reply | undefined;
  if (before !== undefined && first !== undefined) {
    if (before.body !== body && does('a key with another body makes another record')) return make();
    if (before.body !== body && !does('a key with another body gets the first reply'))
      throw new Refused(does('a key with another body is refused by a 400') ? 400 : clash, 'The key has another body.');
    if (does('a key again is refused')) throw new Refused(409, 'The key was used before.');
    if (does('a key again makes another record and shows the first')) make();
    if (does('a key again is answered by a 200')) return { ...first, status: 200 };
    if (does('a key again has another location'))
      return { ...first, headers: { ...first.headers, Location: `${first.headers?.Location}-again` } };
    if (does('a key again shows the password') && isSecretive(asked.body))
      return { ...first, body: { ...(first.body as Stored), ...pick(asked.body, ['password', 'pin']) } };
    if (does('a key again is answered with a later time'))
      return { ...first, body: later(first.body as Stored, now()) };
    return does('a reply to a key says that it comes again')
      ? { ...first, headers: { ...first.headers, 'Idempotent-Replayed': 'true' } }
      : first;
  }
  const reply = does('a refusal is remembered under its key')
    ? madeOrNoted(make, () => named.set(name, { body, reply: {} }))
    : make();
  const note = (): unknown => named.set(name, { body, reply });
  if (does('a key is known a moment later')) setTimeout(note, LATER_MS);
  else note();
  return reply;
}

function madeOrNoted(make: () => Reply, note: () => unknown): Reply {
  try {
    return make();
  } catch (error) {
    note();
    throw error;
  }
}

const isSecretive = (body: unknown): body is Stored => isObject(body) && ('password' in body || 'pin' in body);

const LATER_MS = 25;

const later = (record: Stored, now: string): Stored =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, /ed_?at$/i.test(name) ? now : value]));

/** The table's record that a part of the path names. */
export const at = (table: Table, asked: Asked, name: string): Stored => found(table, asked.path[name]);
