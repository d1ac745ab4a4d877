import { isObject, type Json, type JsonObject, parse } from '../server/json';
import { Refused } from '../server/refused';
import { REMOVABLE } from './fields';
import { type Asked, KINDS, type Kind, type Stored, type World } from './model';
import { branchId, copyId, FIRST_BOOK } from './opening';

export const invalid = (message: string): Refused => new Refused(422, 'invalid', message);

/** Whether a record has the id that a path writes. */
const isId = (id: Json, written: string): boolean => String(id) === written;

const isBelow = ({ parents }: Stored, above: readonly string[]): boolean =>
  parents.length === above.length && parents.every((id, place) => isId(id, above[place] ?? ''));

export function hasParents({ world, above }: Asked): boolean {
  return above.every((id, place) =>
    world.records.some(
      (record) => record.kind === KINDS[place] && isId(record.id, id) && isBelow(record, above.slice(0, place)),
    ),
  );
}

export const find = ({ world, kind, id, above }: Asked): Stored | undefined =>
  world.records.find((record) => record.kind === kind && isId(record.id, id) && isBelow(record, above));

export function parseBody(body: Buffer): Json {
  try {
    return parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
  } catch {
    throw new Refused(400, 'malformed', 'The body is not JSON.');
  }
}

/** The members that a body may have of its kind; what comes in replies alone, and what has no name here, is passed over. */
export function read(body: Json, { kind, operation, world }: Asked): JsonObject {
  if (!isObject(body)) throw invalid('The body must be an object.');
  const isPatch = operation === 'patch';
  const fields = Object.entries(world.behaviour.fields[kind]).filter(([name]) => !isPatch || name !== 'doorCode');
  const kept = fields.flatMap(([name, { required, takes }]) => {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined) {
      if (required === true && !isPatch) throw invalid(`The member "${name}" is missing.`);
      return [];
    }
    const isRemoval = isPatch && kind === 'books' && value === null && REMOVABLE.includes(name);
    if (!isRemoval && !takes(value)) throw invalid(`The member "${name}" has a value that it does not take.`);
    return [[name, value] as const];
  });
  if (isPatch && kind === 'branches' && Object.keys(body).length === 0) throw invalid('Nothing is to be changed.');
  return Object.fromEntries(kept);
}

export const clash = (record: Stored, { records }: World): Stored | undefined =>
  record.kind === 'books'
    ? records.find(
        (other) =>
          other.kind === 'books' && other.sent.isbn === record.sent.isbn && String(other.id) !== String(record.id),
      )
    : undefined;

export function assignId(kind: Kind, { made }: World): Json {
  if (kind === 'branches') return branchId(made + 0x1000);
  return kind === 'books' ? FIRST_BOOK + BigInt(made) : copyId(made);
}

export function insert(record: Stored, world: World): void {
  world.records = [...world.records, record];
}

export function update(before: Stored, after: Stored, world: World): void {
  world.records = world.records.map((record) => (record === before ? after : record));
}

/** RFC 7396: null takes a member away; where a book's may be null it is the same to a reader. */
export function patched({ sent }: Stored, body: JsonObject, { kind }: Asked): JsonObject {
  const merged = Object.entries({ ...sent, ...body });
  return Object.fromEntries(kind === 'books' ? merged.filter(([, value]) => value !== null) : merged);
}

/** A record goes with all that lies below it. */
export function remove(record: Stored, { world }: Asked): void {
  const path = [...record.parents, record.id].map(String);
  world.records = world.records.filter(
    (other) => other !== record && !path.every((id, place) => String(other.parents[place]) === id),
  );
}

export const select = ({ world, kind, above }: Asked): readonly Stored[] =>
  world.records.filter((record) => record.kind === kind && isBelow(record, above));

export const FILTERS: Readonly<Partial<Record<Kind, string>>> = { branches: 'kind', books: 'language' };

export function filter(records: readonly Stored[], { kind, query, world }: Asked): readonly Stored[] {
  const name = FILTERS[kind];
  const wanted = name === undefined ? null : query.get(name);
  if (name === undefined || wanted === null) return records;
  if (world.behaviour.fields[kind][name]?.takes(wanted) !== true)
    throw new Refused(400, 'bad_parameter', `The parameter "${name}" has a value that it does not take.`);
  return records.filter(({ sent }) => sent[name] === wanted);
}

/** `doorCode` is never shown. */
export function show({ kind, id, sent, madeAt }: Stored): JsonObject {
  const { doorCode: _, ...shown } = sent;
  const made = new Date(madeAt).toISOString();
  if (kind === 'branches') return { id, ...shown, createdAt: made };
  return kind === 'books' ? { id, ...shown, addedAt: made } : { copyId: id, ...shown };
}
