import { isObject, type Json, type JsonObject } from './json';
import type { Asked, Stored, World } from './model';
import { Refused } from './refused';
import { collectionOf, documentedOf } from './subject';

const isBelow = ({ parents }: Stored, above: readonly string[]): boolean =>
  parents.length === above.length && parents.every((id, place) => id === above[place]);

/** Whether the collection of one name is that of the records right above those of another. */
const isRightAbove = (name: string, depth: number, { subject }: World): boolean =>
  subject.collections.some((one) => one.name === name && one.segments.length === 2 * (depth + 1));

export function hasParents({ world, above }: Asked): boolean {
  return above.every((id, depth) =>
    world.records.some(
      (record) =>
        String(record.id) === id && isRightAbove(record.kind, depth, world) && isBelow(record, above.slice(0, depth)),
    ),
  );
}

/** All records of the collection that is asked for, and of that place. */
export const records = ({ world, kind, above }: Asked): readonly Stored[] =>
  world.records.filter((record) => record.kind === kind && isBelow(record, above));

export const find = (id: Json, asked: Asked): Stored | undefined => records(asked).find((record) => record.id === id);

/** Above the highest id that was ever given; where ids are texts, the next one. */
export function assignId({ subject, records: all, removed, made }: World, { kind }: Omit<Stored, 'id'>): Json {
  const textId = subject.ground.textIds[kind];
  if (textId !== undefined) return textId(made);
  let highest = 0n;
  for (const one of [...all, ...removed]) {
    if (one.kind === kind && typeof one.id === 'bigint' && one.id > highest) highest = one.id;
  }
  return highest + 1n;
}

/** A record that is made of these members where a request asks for it, with an id that was assigned. */
export function recordOf(members: JsonObject, { kind, above, world }: Pick<Asked, 'kind' | 'above' | 'world'>): Stored {
  const unnamed = { kind, parents: above, members, madeAt: world.behaviour.now() };
  return { ...unnamed, id: world.behaviour.assignId(world, unnamed) };
}

/** @throws Refused where another record stands in the way */
export function refuseClash(record: Stored, world: World): void {
  if (world.behaviour.clash(record, world) !== undefined) {
    throw new Refused(409, 'conflict', 'Another record has this value.');
  }
}

export function clash({ kind, id, members }: Stored, { subject, records: all }: World): Stored | undefined {
  const name = subject.ground.unique[kind];
  return name === undefined
    ? undefined
    : all.find((other) => other.kind === kind && other.id !== id && other.members[name] === members[name]);
}

export function keep(kept: JsonObject, asked: Asked): Stored {
  const { world } = asked;
  const record = recordOf(kept, asked);
  refuseClash(record, world);
  world.made += 1;
  world.behaviour.store(record, world);
  return record;
}

export function store(record: Stored, world: World): void {
  world.records = [...world.records, record];
}

/** RFC 7396: null takes a member away; a patch of another kind keeps it. */
export function patched({ members }: Stored, body: JsonObject, asked: Asked): JsonObject {
  const merged = Object.entries({ ...members, ...body });
  const isMerge = documentedOf(asked)?.body?.content.some(({ type }) => type === 'application/merge-patch+json');
  return Object.fromEntries(isMerge === true ? merged.filter(([, value]) => value !== null) : merged);
}

export function update(before: Stored, after: Stored, { world }: Asked): void {
  world.records = world.records.map((record) => (record === before ? after : record));
}

/** A record goes with all that lies below it. */
export function remove(record: Stored, { world }: Asked): void {
  const path = [...record.parents, String(record.id)];
  const goes = (other: Stored): boolean => other === record || path.every((id, place) => other.parents[place] === id);
  world.removed = [...world.removed, ...world.records.filter(goes)];
  world.records = world.records.filter((other) => !goes(other));
}

const hasText = (value: Json | undefined, text: string): boolean =>
  textOf(value).toLowerCase().includes(text.toLowerCase());

export function filter(all: readonly Stored[], wanted: string | undefined, asked: Asked): readonly Stored[] {
  const { filter: { name } = {}, searched } = collectionOf(asked);
  const left = wanted === undefined || name === undefined ? all : all.filter(({ members }) => members[name] === wanted);
  const text = searched === undefined ? null : asked.query.get(searched);
  return text === null || searched === undefined
    ? left
    : left.filter(({ members }) => hasText(members[searched], text));
}

/** From where the query says on, as many as are asked for. */
export function page(all: readonly Stored[], limit: number, asked: Asked): readonly Stored[] {
  const { position } = collectionOf(asked);
  const written = position && asked.query.get(position.name);
  if (position === undefined || typeof written !== 'string') return all.slice(0, limit);
  const place = new RegExp(position.kind === 'offset' ? /^(\d{1,15})$/ : /^b(\d{1,19})$/).exec(written)?.[1];
  if (place === undefined) {
    throw new Refused(400, 'bad_parameter', `The parameter "${position.name}" names no place.`);
  }
  const first = position.kind === 'offset' ? Number(place) : all.findIndex(({ id }) => whole(id) > BigInt(place));
  return first < 0 ? [] : all.slice(first, first + limit);
}

/** How many records there are, or where the next page begins: null behind the last. */
export function beside(all: readonly Stored[], shown: readonly Stored[], asked: Asked): JsonObject {
  const { position } = collectionOf(asked);
  if (position === undefined) return {};
  if (position.kind === 'offset') return { total: BigInt(all.length) };
  const last = shown.at(-1);
  return { next: last === undefined || last === all.at(-1) ? null : `b${last.id}` };
}

export function show({ kind, id, members, madeAt }: Stored, { world }: Pick<Asked, 'world'>): JsonObject {
  const { idProperty, secret, madeAt: made } = collectionOf({ kind, world });
  const shown = Object.entries(members).filter(([name]) => !secret.includes(name));
  return {
    [idProperty]: id,
    ...Object.fromEntries(shown),
    ...(made === undefined ? {} : { [made]: new Date(madeAt).toISOString() }),
  };
}

/** An integer as it is, and zero for what is none. */
export const whole = (value: Json | undefined): bigint => (typeof value === 'bigint' ? value : 0n);
/** A text as it is, and an empty one for what is none. */
export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
export const objectOf = (value: Json | undefined): JsonObject => (value !== undefined && isObject(value) ? value : {});

/** The record with other members. */
export const having = (record: Stored, members: JsonObject): Stored => ({
  ...record,
  members: { ...record.members, ...members },
});
