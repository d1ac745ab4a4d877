import { pointerTo } from '../json/pointer';
import { isObject } from '../json/value';
import { CORRECT, type Draft, drop, type Place, replace, shown } from './draft';
import { readablePattern } from './patterns';
import { TYPES } from './types';

const JSON_TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** A type that JSON does not have is read as the one that is meant. */
function type(schema: Draft, place: Place): void {
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
  schema.type = meant.type;
  if ('format' in meant) schema.format ??= meant.format;
  const named = [meant.type].flat().join(' or ');
  const remedy = `It is read as ${named}${'format' in meant ? `, in the format ${String(schema.format)}` : ''}.`;
  place.report({ pointer: pointerTo(place.pointer, 'type'), problem, remedy, correction: CORRECT });
}

const typeMeant = (type: unknown) => (typeof type === 'string' ? TYPES.get(type.toLowerCase()) : undefined);

/** JSON Schema before 2020-12 had the schemas of an array's places in `items`. */
function items(schema: Draft, place: Place): void {
  if (!Array.isArray(schema.items)) return;
  schema.prefixItems ??= schema.items;
  Reflect.deleteProperty(schema, 'items');
  const pointer = pointerTo(place.pointer, 'items');
  const remedy = 'They are read as those of its first places.';
  place.report({ pointer, problem: 'expected a schema, found a list of them.', remedy, correction: CORRECT });
}

/** A pattern that can't be read judges nothing. */
function pattern(schema: Draft, place: Place): void {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return;
  const read = readablePattern(pattern);
  if ('error' in read) drop(schema, 'pattern', place, `${read.error}.`, 'Texts are not judged by it.');
  else if (read.pattern !== pattern) replace(schema, 'pattern', read.pattern, place, `${read.problem}.`);
}

function patternProperties(schema: Draft, place: Place): void {
  const { patternProperties } = schema;
  if (!isObject(patternProperties)) return;
  for (const name of Object.keys(patternProperties)) {
    const read = readablePattern(name);
    if (!('error' in read) && read.pattern === name) continue;
    const problem = 'error' in read ? read.error : read.problem;
    drop(patternProperties as Draft, name, { ...place, pointer: `${place.pointer}/patternProperties` }, `${problem}.`);
  }
}

const UNIONS = ['enum', 'allOf', 'anyOf', 'oneOf'];

/** An empty list of choices would let nothing in. */
function choices(schema: Draft, place: Place): void {
  for (const name of UNIONS) {
    const list = schema[name];
    if (!Array.isArray(list)) continue;
    if (list.length === 0) drop(schema, name, place, 'expected at least one, found an empty list.');
    else if (name !== 'enum' && list.some((one) => one === null)) schema[name] = list.filter((one) => one !== null);
  }
}

const isNumeric = (value: unknown): boolean => typeof value === 'number' || typeof value === 'bigint';

/** OpenAPI 3.0 has flags for exclusive bounds, 3.1 has bounds; both are read in both. */
function bounds(schema: Draft, place: Place): void {
  const { multipleOf } = schema;
  if ((typeof multipleOf === 'number' || typeof multipleOf === 'bigint') && multipleOf <= 0)
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
function dependencies(schema: Draft, place: Place): void {
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
function discriminator(schema: Draft, place: Place): void {
  const { discriminator } = schema;
  if (discriminator === undefined) return;
  if (typeof discriminator === 'string') {
    schema.discriminator = { propertyName: discriminator };
    const pointer = pointerTo(place.pointer, 'discriminator');
    const remedy = 'It is read as the name of the property.';
    place.report({ pointer, problem: 'expected an object, found a text.', remedy, correction: CORRECT });
  } else if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') {
    drop(schema, 'discriminator', place, 'expected an object with the name of a property.');
  } else if (discriminator.mapping !== undefined && !isObject(discriminator.mapping)) {
    const inside = { ...place, pointer: pointerTo(place.pointer, 'discriminator') };
    drop(discriminator as Draft, 'mapping', inside, `expected an object, found ${shown(discriminator.mapping)}.`);
  }
}

/** Media types have examples by names, schemas a list of values. */
function examples(schema: Draft, place: Place): void {
  const { examples } = schema;
  if (!isObject(examples)) return;
  schema.examples = Object.values(examples).map((one) => (isObject(one) && 'value' in one ? one.value : one));
  const pointer = pointerTo(place.pointer, 'examples');
  const remedy = 'The values of its members are read.';
  place.report({ pointer, problem: 'expected a list, found an object.', remedy, correction: CORRECT });
}

/** Keywords that change what others mean, or that lead elsewhere: nothing here is judged by them. */
const ELSEWHERE = ['id', '$async', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary'];

function addresses(schema: Draft, place: Place): void {
  for (const name of ELSEWHERE) if (typeof schema[name] !== 'object') Reflect.deleteProperty(schema, name);
  for (const name of ['$dynamicRef', '$recursiveRef'])
    if (typeof schema[name] === 'string')
      drop(schema, name, place, `${name} is not followed.`, 'Any value is taken there.');
}

export const schemaMends = [
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
