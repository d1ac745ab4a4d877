import type { Operation } from '../model/operation';
import type { Schema } from '../model/schema';
import { schemaOfBody } from '../records/record-place';
import { plain } from '../records/spelling';
import { keywordOf, type Property, propertiesOf, typesOf } from '../schema/properties';

/** Names of properties that hold ids, the surest first. */
export const USUAL_IDS: readonly string[] = [
  'id',
  'uuid',
  'guid',
  'gid',
  'sid',
  'uid',
  'oid',
  'pk',
  'ulid',
  'urn',
  'objectid',
  'identifier',
];
/** Whether a name is that of an id and says not of what. */
export const isUsualId = (name: string): boolean => USUAL_IDS.includes(plain(name));
/** Names of natural keys. */
export const USUAL_KEYS: readonly string[] = [
  ...['key', 'code', 'slug', 'name', 'username', 'login', 'handle', 'email'],
  ...['number', 'no', 'reference', 'ref', 'hash'],
];

/** Whether a property may hold an id: a number or a text, as far as its schema says. */
export function isIdLike({ schema }: Property): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => type === 'integer' || type === 'number' || type === 'string');
}

/** The property of a record that holds its id. */
export interface IdProperty {
  readonly name: string;
  /** Whether the document says so, rather than a convention. */
  readonly isSure: boolean;
}

/** When a record was made is filled in by the service, too, and is no id. */
const DATES = ['date', 'date-time', 'time'];

/** The property that the service alone fills in, and whether it can be nothing but the id; where items have no path, it is the id. */
export function findAssigned(schema: Schema, create: Operation): IdProperty | undefined {
  const taken = propertiesOf(schemaOfBody(create) ?? {});
  const assigned = [...propertiesOf(schema).values()].filter(
    ({ name, required, readOnly, schema: property }) =>
      // Many documents require nothing of what a reply shows.
      (required ? !taken.has(name) : readOnly && isUsualId(name)) &&
      (isUsualId(name) || !create.path.includes(`{${name}}`)) &&
      !DATES.includes(keywordOf(property, 'format') ?? '') &&
      typesOf(property).some((type) => type === 'integer' || type === 'string'),
  );
  const usual = assigned.filter(({ name }) => isUsualId(name));
  // Others may be ids of parents, which the service fills in, too.
  const found = assigned.length === 1 ? assigned : usual.length === 1 ? usual : [];
  const [id] = found;
  // What a record calls its id and no client sends is that, whatever else the service fills in.
  return id && { name: id.name, isSure: found === assigned || (plain(id.name) === 'id' && id.required) };
}
