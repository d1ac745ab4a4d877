import type { Operation, Parameter } from '../model/operation';
import type { IdChoice } from '../model/resource';
import type { Schema } from '../model/schema';
import { keywordOf, type Property, propertiesOf, typesOf } from '../schema/properties';
import { schemaOfBody } from './record-place';
import { formsOf, plain, wordsOf } from './spelling';

/** The property of a record that holds its id. */
interface IdProperty {
  readonly name: string;
  /** Whether the document says so, rather than a convention. */
  readonly isSure: boolean;
}

/** What is known of a resource before its id is. */
export interface IdHints {
  /** The last fixed segment of the collection's path. */
  readonly resourceName: string;
  /** The item path's parameter that asks for the id. */
  readonly idParameter: Parameter | undefined;
  readonly create: Operation | undefined;
}

/**
 * The property that a link leads from to the item's parameter (`$response.body#/id`), else the one of the parameter's own name, else
 * one whose name ends the parameter's (`thingId` → `id`). Else by habit: named after resource and parameter (`id` → `thingId`), of the
 * parameter's very schema, or a usual name of ids. Where items have no path, the one that the service alone fills in.
 */
export function findIdProperty(schema: Schema, hints: IdHints): IdProperty | undefined {
  const properties = propertiesOf(schema);
  const { idParameter, create } = hints;
  if (idParameter === undefined) return create === undefined ? undefined : findAssigned(properties, create);
  const linked = (create?.replies ?? [])
    .flatMap((reply) => reply.links)
    .map((link) => /^\$response\.body#\/([^/]+)$/.exec(link.parameters[idParameter.name] ?? '')?.[1])
    .find((name) => name !== undefined && properties.has(name));
  if (linked !== undefined) return sure(linked);
  const named = findNamed(properties, hints, idParameter);
  const usual = findUsual(properties, hints, idParameter);
  return named === undefined || isText(named, usual, hints) ? guess(usual) : sure(named);
}

/** Whether a property that is named like parameter and resource is no id but a text of clients: `comment` of `/comments/{comment}`. */
function isText(named: string, usual: string | undefined, { resourceName, create }: IdHints): boolean {
  if (usual === undefined || !isUsualId(usual) || !formsOf(resourceName).includes(plain(named))) return false;
  const taken = propertiesOf(schemaOfBody(create) ?? {});
  return taken.has(named) && !taken.has(usual);
}

const sure = (name: string | undefined): IdProperty | undefined =>
  name === undefined ? undefined : { name, isSure: true };
const guess = (name: string | undefined): IdProperty | undefined =>
  name === undefined ? undefined : { name, isSure: false };

function findNamed(
  properties: ReadonlyMap<string, Property>,
  { resourceName }: IdHints,
  { name }: Parameter,
): string | undefined {
  const exact = properties.get(name);
  // One with properties of its own is what the path is about, in a wrapper of that name.
  if (exact !== undefined && isIdLike(exact)) return name;
  const wanted = plain(name);
  const words = wordsOf(name);
  const own = formsOf(resourceName);
  // `thingid` in small letters has no words to tell apart.
  const isEnd = (end: string): boolean =>
    wordsOf(end).join() === words.slice(-wordsOf(end).length).join() ||
    own.some((form) => form + plain(end) === wanted);
  const found = [...properties.values()].filter((property) => plain(property.name) !== '' && isIdLike(property));
  const same = found.find((property) => plain(property.name) === wanted);
  const ends = found.filter((property) => isEnd(property.name));
  const longest = ends.toSorted((one, other) => plain(other.name).length - plain(one.name).length)[0];
  return (same ?? ends.find((property) => plain(property.name) === 'id') ?? longest)?.name;
}

/** Names of properties that hold ids, the surest first. */
const USUAL_IDS = ['id', 'uuid', 'guid', 'gid', 'sid', 'uid', 'oid', 'pk', 'ulid', 'urn', 'objectid', 'identifier'];
/** Whether a name is that of an id and says not of what. */
export const isUsualId = (name: string): boolean => USUAL_IDS.includes(plain(name));
/** Names of natural keys. */
const USUAL_KEYS = [
  ...['key', 'code', 'slug', 'name', 'username', 'login', 'handle', 'email'],
  ...['number', 'no', 'reference', 'ref', 'hash'],
];

function findUsual(
  properties: ReadonlyMap<string, Property>,
  { resourceName, create }: IdHints,
  parameter: Parameter,
): string | undefined {
  const candidates = [...properties.values()].filter(isIdLike);
  const wanted = plain(parameter.name);
  const own = formsOf(resourceName).map((form) => form + wanted);
  const after = candidates.find(({ name }) => own.includes(plain(name)));
  if (after !== undefined) return after.name;
  const same = candidates.filter((property) => property.schema === parameter.schema);
  if (same.length === 1) return same[0]?.name;
  // A parameter of another name than the resource's and an id's asks for something else, as far as can be seen: `{state}`.
  const isOfResource = formsOf(resourceName).includes(wanted);
  if (!isOfResource && !/^id|id$/.test(wanted)) return undefined;
  // `thing_no` and `id_thing` are of a thing as `no` and `id` are.
  const namesLike = (usual: readonly string[]): readonly string[] => [
    ...usual,
    ...formsOf(resourceName).flatMap((form) => usual.flatMap((name) => [form + name, name + form])),
  ];
  const taken = propertiesOf(schemaOfBody(create) ?? {});
  const find = (usual: readonly string[], isFree: (property: Property) => boolean): Property | undefined =>
    namesLike(usual)
      .map((name) => candidates.find((property) => plain(property.name) === name))
      .find((property) => property !== undefined && haveCommonType(property, parameter) && isFree(property));
  // What a client may set freely is no id that a path calls so.
  const key = find(USUAL_KEYS, ({ name }) => isOfResource || !taken.has(name));
  return (find(USUAL_IDS, () => true) ?? key)?.name;
}

/** Whether a property may hold an id: a number or a text, as far as its schema says. */
export function isIdLike({ schema }: Property): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => type === 'integer' || type === 'number' || type === 'string');
}

function haveCommonType(property: Property, parameter: Parameter): boolean {
  const [one, other] = [typesOf(property.schema), typesOf(parameter.schema)];
  return one.length === 0 || other.length === 0 || one.some((type) => other.includes(type));
}

/** When a record was made is filled in by the service, too, and is no id. */
const DATES = ['date', 'date-time', 'time'];

function findAssigned(properties: ReadonlyMap<string, Property>, create: Operation): IdProperty | undefined {
  const taken = propertiesOf(schemaOfBody(create) ?? {});
  const assigned = [...properties.values()].filter(
    ({ name, required, schema }) =>
      required &&
      !taken.has(name) &&
      (isUsualId(name) || !create.path.includes(`{${name}}`)) &&
      !DATES.includes(keywordOf(schema, 'format') ?? '') &&
      typesOf(schema).some((type) => type === 'integer' || type === 'string'),
  );
  const usual = assigned.filter(({ name }) => isUsualId(name));
  // Others may be ids of parents, which the service fills in, too.
  return assigned.length === 1 ? sure(assigned[0]?.name) : guess(usual.length === 1 ? usual[0]?.name : undefined);
}

/** Who chooses the id of a new record, by its schema in replies and in what create takes. */
export function readIdChoice(record: Schema, taken: Schema | undefined, idProperty: string | undefined): IdChoice {
  if (idProperty === undefined || taken === undefined) return 'service';
  const sent = propertiesOf(taken).get(idProperty);
  if (sent === undefined || sent.readOnly || propertiesOf(record).get(idProperty)?.readOnly === true) return 'service';
  return sent.required ? 'client' : 'either';
}
