import type { Operation } from '../model/operation';
import type { Steps } from '../model/resource';
import type { Schema } from '../model/schema';
import { jsonMediaType } from '../operations/media-types';
import { successOf } from '../operations/replies';
import { alternativesOf } from '../schema/alternatives';
import { isRecord, itemsOf, keywordOf, type Property, propertiesOf, typesOf } from '../schema/properties';
import { isNamedLike, isWrapperName, plain } from './spelling';

/** A part of a body: the way to it, and its schema. Of a list: the way to the array, and the schema of its items. */
export interface BodyPart {
  readonly steps: Steps;
  readonly schema: Schema;
  /** Of a list: whether it is an object that maps ids to records, in place of an array. */
  readonly isByKey?: boolean;
}

/** What is known of a record before its place is. */
export interface RecordHints {
  /** The last fixed segment of the collection's path. */
  readonly resourceName: string;
  /** Schemas that are the record's, or may be. */
  readonly alike: readonly Schema[];
  /** Whether an object has the id; `exactly`: by the very name of the parameter. */
  readonly hasId: (schema: Schema, exactly?: boolean) => boolean;
  /** Whether there is any reason to take something in it for the id. */
  readonly mayHaveId: (schema: Schema) => boolean;
  /** Whether its collection has items with a path of their own. */
  readonly hasItems: boolean;
}

/** How many members may be wrapped around a record: `{response: {data: {thing: …}}}`. */
const DEEPEST = 3;

/**
 * The objects of a body that may be its record, the outermost first: the body itself, and members with the record's schema, the
 * resource's name or a usual one, or that are alone.
 */
function objectsIn(body: Schema, hints: RecordHints): readonly BodyPart[] {
  const found: BodyPart[] = isRecord(body) ? [{ steps: [], schema: body }] : [];
  // What is found is looked into in its turn.
  for (const { steps, schema } of found) {
    if (steps.length === DEEPEST) break;
    for (const { name, schema: inner } of wrappedBy(schema, hints))
      if (isRecord(inner)) found.push({ steps: [...steps, name], schema: inner });
  }
  return found;
}

function wrappedBy(schema: Schema, { resourceName, alike }: RecordHints): readonly Property[] {
  const members = [...propertiesOf(schema).values()];
  return members.filter(
    ({ name, schema: member }) =>
      members.length === 1 || alike.includes(member) || isNamedLike(name, resourceName) || isWrapperName(name),
  );
}

/** Where a reply to a read shows the record: at the top, or in the first wrapper with its schema, its id, or the resource's name. */
export function findRecord(body: Schema, hints: RecordHints): BodyPart | undefined {
  const [top, ...wrapped] = objectsIn(body, hints);
  if (top === undefined) return isOpen(body) && hints.mayHaveId(body) ? { steps: [], schema: body } : undefined;
  const isAlike = ({ schema }: BodyPart): boolean => hints.alike.includes(schema);
  if (isAlike(top) || hints.hasId(top.schema)) return top;
  const isNamed = ({ steps }: BodyPart): boolean => isNamedLike(steps.at(-1) ?? '', hints.resourceName);
  return (
    wrapped.find(isAlike) ??
    wrapped.find((place) => isNamed(place) && hints.hasId(place.schema)) ??
    wrapped.find(({ schema }) => hints.hasId(schema)) ??
    wrapped.find((place) => isNamed(place) && propertiesOf(top.schema).size === 1) ??
    wrapped.find(({ schema }) => hints.alike.some((record) => haveSameNames(schema, record))) ??
    onlyMemberWithId(top.schema, hints) ??
    openWithId(top.schema, hints) ??
    top
  );
}

/** The only member, whatever its name, that has a property of the very name of the path's parameter. */
function onlyMemberWithId(schema: Schema, { hasId }: RecordHints): BodyPart | undefined {
  const members = [...propertiesOf(schema).values()].filter(
    (member) => isRecord(member.schema) && hasId(member.schema, true),
  );
  const [only] = members;
  return members.length === 1 && only !== undefined ? { steps: [only.name], schema: only.schema } : undefined;
}

/** A usual wrapper's object that names no member and may have any, the id among them. */
function openWithId(schema: Schema, hints: RecordHints): BodyPart | undefined {
  const open = openIn(schema);
  return open && hints.mayHaveId(open.schema) ? open : undefined;
}

const openIn = (body: Schema): BodyPart | undefined =>
  [...propertiesOf(body).values()]
    .filter(({ name, schema }) => isWrapperName(name) && isOpen(schema))
    .map(({ name, schema }) => ({ steps: [name], schema }))[0];

/** Whether a schema names no member and may have any: one without a type may be an object, too. */
export const isOpen = (schema: Schema): boolean => {
  const types = typesOf(schema);
  const isClosed = keywordOf(schema, 'additionalProperties') === false;
  return propertiesOf(schema).size === 0 && (types.length === 0 || types.includes('object')) && !isClosed;
};

/**
 * Where a body has a record of this schema: where most of its properties are, of equals with the fewest others, such as
 * `{"data": {"id": 1}, "status": "OK"}` of a record with an id and a status; undefined where it has none of them.
 */
export function findSameRecord(body: Schema, record: Schema, hints: RecordHints): BodyPart | undefined {
  const members = propertiesOf(record);
  const { size } = members;
  // What a record has a member for is not around it: `{"policy": {"id": 1}}` of a record with an id and a policy.
  const isMember = ({ steps: [name = ''], schema }: BodyPart): boolean =>
    schema !== record &&
    isRecord(members.get(name)?.schema) &&
    !isNamedLike(name, hints.resourceName) &&
    !isWrapperName(name);
  const objects = objectsIn(body, { ...hints, alike: [record] }).filter((place) => !isMember(place));
  // One that has all of it, and a member of the very schema besides, is the record with what belongs to it.
  const isWhole = ({ schema }: BodyPart): boolean => size >= MANY && sharedOf(schema, record) === size;
  const same = objects.find((place) => place.schema === record || isWhole(place));
  if (same !== undefined) return same;
  const shared = objects.map((place) => ({ place, count: sharedOf(place.schema, record) }));
  const most = Math.max(0, ...shared.map(({ count }) => count));
  if (most === 0) return openIn(body) ?? onlyMemberLike(body, record);
  const best = shared.flatMap(({ place, count }) => (count === most ? [place] : []));
  const fewest = Math.min(...best.map(({ schema }) => propertiesOf(schema).size));
  return best.find(({ schema }) => propertiesOf(schema).size === fewest);
}

/** The only member that is mostly properties of the record, whatever stands beside it: `{"action": "create", "thing_info": {…}}`. */
function onlyMemberLike(body: Schema, record: Schema): BodyPart | undefined {
  const found = [...propertiesOf(body).values()].filter(({ schema }) => {
    const shared = sharedOf(schema, record);
    return shared >= MANY && shared * 2 >= propertiesOf(schema).size;
  });
  const [only] = found;
  return found.length === 1 && only !== undefined ? { steps: [only.name], schema: only.schema } : undefined;
}

/** So many properties no wrapper has by chance. */
const MANY = 3;

/**
 * The array of records in a list's reply: the only array of objects; of several the one whose items have the record's schema, or its
 * id and another of its properties, or that is named like the resource, or as lists usually are. Without an array it is the object
 * that maps ids to records of this very schema.
 */
export function findList(body: Schema, record: Schema | undefined, hints: RecordHints): BodyPart | undefined {
  // Where a record names no member, nor do those of a list.
  const isUnnamed = record !== undefined && !isRecord(record);
  const lists = listsIn(body, hints, isUnnamed ? isOpen : isRecord).filter((list) =>
    record === undefined ? isOfList(body, list, hints) : isUnnamed || sharedOf(list.schema, record) > 0,
  );
  if (lists.length === 0) {
    const maps = mapsIn(body, hints);
    if (record === undefined) return hints.hasItems && maps.length === 1 ? maps[0] : undefined;
    return maps.find(({ schema }) => haveSameNames(schema, record) || lacksKeyAlone(schema, record));
  }
  const known = lists.find(({ schema }) => schema === record);
  if (known !== undefined || lists.length < 2) return known ?? lists[0];
  const nameOf = ({ steps }: BodyPart): string => steps.at(-1) ?? '';
  const alike = record === undefined ? [] : lists.filter(({ schema }) => isLikely(schema, record, hints));
  if (alike.length === 1) return alike[0];
  const named = lists.filter((list) => isNamedLike(nameOf(list), hints.resourceName));
  const usual = lists.filter((list) => isWrapperName(nameOf(list)));
  return named.length > 0 ? named[0] : usual.length === 1 ? usual[0] : undefined;
}

/**
 * Whether a reply is about the records of an array in it, and not about one thing that has such an array: that has an id, or another
 * object and nothing about a list.
 */
function isOfList(body: Schema, { steps }: BodyPart, { resourceName }: RecordHints): boolean {
  const [name] = steps;
  if (name === undefined || isNamedLike(name, resourceName) || isWrapperName(name)) return true;
  // Links to what goes with a thing are no records.
  if (plain(name) === 'links') return false;
  const others = [...propertiesOf(body).values()].filter((member) => member.name !== name);
  if (others.some((member) => ID_NAMES.has(plain(member.name)))) return false;
  return others.some((member) => ABOUT.test(plain(member.name))) || !others.some(({ schema }) => isRecord(schema));
}

const ID_NAMES: ReadonlySet<string> = new Set(['id', 'uuid', 'guid', 'sid', 'slug', 'username', 'email']);
/** Names of members that are about a list, not about what is in it. */
const ABOUT = /^(?:links?|meta|metadata|pag(?:e|es|ing|ination)|cursors?|next|offset|limit|hasmore)|count|total/;

const isLikely = (schema: Schema, record: Schema, { hasId }: RecordHints): boolean =>
  hasId(schema) && sharedOf(schema, record) > 1;

/** The schemas of records that a list's reply may have. */
export const listedIn = (body: Schema | undefined, hints: RecordHints): readonly Schema[] =>
  body === undefined ? [] : listsIn(body, hints).map(({ schema }) => schema);

function listsIn(
  body: Schema,
  hints: RecordHints,
  isItem: (schema: Schema) => boolean = isRecord,
): readonly BodyPart[] {
  const items = onlyItemsOf(body);
  if (items !== undefined && isItem(items)) return [{ steps: [], schema: items }];
  return objectsIn(body, hints).flatMap(({ steps, schema }) =>
    [...propertiesOf(schema).values()].flatMap((property) => {
      const inner = onlyItemsOf(property.schema);
      return inner !== undefined && isItem(inner) ? [{ steps: [...steps, property.name], schema: inner }] : [];
    }),
  );
}

/** The objects that name no member, but have one schema for whatever they map to. */
function mapsIn(body: Schema, hints: RecordHints): readonly BodyPart[] {
  const members = objectsIn(body, hints).flatMap(({ steps, schema }) =>
    [...propertiesOf(schema).values()].map((member) => ({ steps: [...steps, member.name], schema: member.schema })),
  );
  return [{ steps: [], schema: body }, ...members].flatMap(({ steps, schema }) => {
    const values = propertiesOf(schema).size === 0 ? keywordOf(schema, 'additionalProperties') : undefined;
    return typeof values === 'object' && isRecord(values) ? [{ steps, schema: values, isByKey: true }] : [];
  });
}

/** What an array is of; undefined where it may be one of this or one of that. */
function onlyItemsOf(schema: Schema): Schema | undefined {
  const items = new Set(alternativesOf(schema).map((flat) => flat.items));
  return items.size === 1 ? itemsOf(schema) : undefined;
}

/** How many properties two records have in common, by name. */
function sharedOf(one: Schema, other: Schema): number {
  const names = propertiesOf(other);
  return [...propertiesOf(one).keys()].filter((name) => names.has(name)).length;
}

/** Whether two records have properties of the same names: written twice, one schema is two. */
export const haveSameNames = (one: Schema, other: Schema): boolean =>
  one === other ||
  (sharedOf(one, other) === propertiesOf(one).size && propertiesOf(one).size === propertiesOf(other).size);

/** Whether the values of a map have all that a record has but for one, which is the key that they stand under. */
const lacksKeyAlone = (value: Schema, record: Schema): boolean =>
  sharedOf(value, record) === propertiesOf(value).size && propertiesOf(record).size === propertiesOf(value).size + 1;

/** The schema of what an operation replies with on success, as JSON. */
export const schemaOfReply = (operation: Operation | undefined): Schema | undefined =>
  operation === undefined ? undefined : jsonMediaType(successOf(operation)?.reply.content ?? [])?.schema;

/** The schema of what an operation takes: as JSON or, where it takes none, as whatever comes first, such as a form. */
export function schemaOfBody(operation: Operation | undefined): Schema | undefined {
  const content = operation?.body?.content ?? [];
  return (jsonMediaType(content) ?? content[0])?.schema;
}

/** Whether an operation's words begin with its making something new: "Creates a thing", "Create or update". */
export const saysCreates = ({ summary, description }: Operation): boolean => CREATES.test(summary || description);

const CREATES =
  /^\W*(?:(?:this|the) \w+ )?(?:(?:can|may) be used to |is used to |(?:allows?|lets?) (?:(?:you|users?|clients?) )?(?:to )?|will )?(?:create|add|insert|register)s?\b/i;

/** Whether a POST to a collection asks for records and makes none: it takes what is none of them, shows a list, and says of nothing that it is new. */
export function isSearch(operation: Operation): boolean {
  const [body, found] = [schemaOfBody(operation), itemsOf(schemaOfReply(operation))];
  const saysNew = operation.replies.some(({ status }) => status === 201);
  return operation.method === 'POST' && isRecord(found) && !saysNew && body !== found && itemsOf(body) === undefined;
}
