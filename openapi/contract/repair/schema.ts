import { isNumeric, isObject } from '../json/value';
import { type Draft, drop, replace, type Site, shown, tell, within } from './draft';
import { readablePattern } from './patterns';

/** What is done to a schema before its fields are looked at, in this order. */
export const SCHEMA_REPAIRS = [
  type,
  items,
  pattern,
  patternProperties,
  choices,
  bounds,
  dependencies,
  discriminator,
  examples,
  addresses,
] as const;

const JSON_TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** A type that JSON does not have is read as the one that is meant. */
function type(schema: Draft, place: Site): void {
  const { type } = schema;
  if (type === undefined || JSON_TYPES.has(type)) return;
  if (Array.isArray(type) && type.length > 0 && type.every((one) => JSON_TYPES.has(one))) return;
  const problem = `${shown(type)} is no type of JSON.`;
  const types = Array.isArray(type) ? type.flatMap((one) => typeMeant(one)?.type ?? []) : [];
  const meant = Array.isArray(type) ? (types.length > 0 ? { type: types } : undefined) : typeMeant(type);
  if (meant?.type === undefined) {
    drop(schema, 'type', place, problem, 'Values of any type are taken there.');
    return;
  }
  if ('format' in meant) schema.format ??= meant.format;
  const named = [meant.type].flat().join(' or ');
  const remedy = `It is read as ${named}${'format' in meant ? `, in the format ${String(schema.format)}` : ''}.`;
  replace(schema, 'type', meant.type, place, problem, remedy);
}

const typeMeant = (type: unknown) => (typeof type === 'string' ? TYPES.get(type.toLowerCase()) : undefined);

/** JSON Schema before 2020-12 had the schemas of an array's places in `items`. */
function items(schema: Draft, place: Site): void {
  if (!Array.isArray(schema.items)) return;
  schema.prefixItems ??= schema.items;
  Reflect.deleteProperty(schema, 'items');
  tell(place, 'items', 'expected a schema, found a list of them.', 'They are read as those of its first places.');
}

/** A pattern that can't be read judges nothing. */
function pattern(schema: Draft, place: Site): void {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return;
  const read = readablePattern(pattern);
  if ('error' in read) drop(schema, 'pattern', place, `${read.error}.`, 'Texts are not judged by it.');
  else if (read.pattern !== pattern) replace(schema, 'pattern', read.pattern, place, `${read.problem}.`);
}

function patternProperties(schema: Draft, place: Site): void {
  const { patternProperties } = schema;
  if (!isObject(patternProperties)) return;
  for (const name of Object.keys(patternProperties)) {
    const read = readablePattern(name);
    if (!('error' in read) && read.pattern === name) continue;
    const problem = 'error' in read ? read.error : read.problem;
    drop(patternProperties as Draft, name, within(place, 'patternProperties'), `${problem}.`);
  }
}

const UNIONS = ['enum', 'allOf', 'anyOf', 'oneOf'];

/** An empty list of choices would let nothing in. */
function choices(schema: Draft, place: Site): void {
  for (const name of UNIONS) {
    const list = schema[name];
    if (!Array.isArray(list)) continue;
    if (list.length === 0) drop(schema, name, place, 'expected at least one, found an empty list.');
    else if (name !== 'enum' && list.some((one) => one === null)) schema[name] = list.filter((one) => one !== null);
  }
}

/** OpenAPI 3.0 has flags for exclusive bounds, 3.1 has bounds; both are read in both. */
function bounds(schema: Draft, place: Site): void {
  const { multipleOf } = schema;
  if (isNumeric(multipleOf) && multipleOf <= 0)
    drop(schema, 'multipleOf', place, `multipleOf must be more than 0, not ${multipleOf}.`);
  for (const name of ['exclusiveMinimum', 'exclusiveMaximum']) {
    const bound = schema[name];
    if (bound === undefined || typeof bound === 'boolean' || isNumeric(bound)) continue;
    const meant = typeof bound === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(bound) ? Number(bound) : undefined;
    const problem = `expected a number, true or false, found ${shown(bound)}.`;
    if (meant === undefined) drop(schema, name, place, problem);
    else replace(schema, name, meant, place, problem);
  }
}

/** A list of names that each property asks for, or of schemas. */
function dependencies(schema: Draft, place: Site): void {
  for (const name of ['dependentRequired', 'dependencies']) {
    const value = schema[name];
    if (value === undefined) continue;
    const isRead =
      isObject(value) &&
      Object.values(value).every((one) => Array.isArray(one) && one.every((asked) => typeof asked === 'string'));
    if (!isRead) drop(schema, name, place, `expected lists of names, found ${shown(value)}.`);
  }
}

/** Swagger 2.0 had the property's name alone. */
function discriminator(schema: Draft, place: Site): void {
  const { discriminator } = schema;
  if (discriminator === undefined) return;
  if (typeof discriminator === 'string') {
    const problem = 'expected an object, found a text.';
    const remedy = 'It is read as the name of the property.';
    replace(schema, 'discriminator', { propertyName: discriminator }, place, problem, remedy);
  } else if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') {
    drop(schema, 'discriminator', place, 'expected an object with the name of a property.');
  } else if (discriminator.mapping !== undefined && !isObject(discriminator.mapping)) {
    drop(
      discriminator as Draft,
      'mapping',
      within(place, 'discriminator'),
      `expected an object, found ${shown(discriminator.mapping)}.`,
    );
  }
}

/** Media types have examples by names, schemas a list of values. */
function examples(schema: Draft, place: Site): void {
  const { examples } = schema;
  if (!isObject(examples)) return;
  const values = Object.values(examples).map((one) => (isObject(one) && 'value' in one ? one.value : one));
  const remedy = 'The values of its members are read.';
  replace(schema, 'examples', values, place, 'expected a list, found an object.', remedy);
}

/** Keywords that change what others mean, or that lead elsewhere: nothing here is judged by them. */
const ELSEWHERE = ['id', '$async', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary'];

function addresses(schema: Draft, place: Site): void {
  for (const name of ELSEWHERE) if (typeof schema[name] !== 'object') Reflect.deleteProperty(schema, name);
  for (const name of ['$dynamicRef', '$recursiveRef'])
    if (typeof schema[name] === 'string')
      drop(schema, name, place, `${name} is not followed.`, 'Any value is taken there.');
}

/** What authors write for a type, in lower case, as a schema: the types of JSON, and those of programs and databases. */
export const TYPES: ReadonlyMap<string, { readonly type?: string; readonly format?: string }> = new Map([
  ...['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'].map((type) => [type, { type }] as const),
  ...['str', 'text', 'char', 'varchar', 'enum'].map((name) => [name, { type: 'string' }] as const),
  ...['int', 'long', 'short', 'bigint', 'int32', 'int64'].map((name) => [name, { type: 'integer' }] as const),
  ...['float', 'double', 'decimal', 'numeric'].map((name) => [name, { type: 'number' }] as const),
  ...['bool'].map((name) => [name, { type: 'boolean' }] as const),
  ...['list'].map((name) => [name, { type: 'array' }] as const),
  ...['dict', 'map', 'hash', 'json'].map((name) => [name, { type: 'object' }] as const),
  ...['date', 'uuid', 'email'].map((name) => [name, { type: 'string', format: name }] as const),
  ...['uri', 'url'].map((name) => [name, { type: 'string', format: 'uri' }] as const),
  ...['datetime', 'date-time', 'timestamp'].map((name) => [name, { type: 'string', format: 'date-time' }] as const),
  ...['file', 'binary'].map((name) => [name, { type: 'string', format: 'binary' }] as const),
  ...['any', 'mixed'].map((name) => [name, {}] as const),
]);
