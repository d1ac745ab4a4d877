import {
  isObject,
  itemsOf,
  type Json,
  JsonNumber,
  type JsonObject,
  memberOf,
  membersOf,
  objectOf,
  textOf,
  textsOf,
} from '../../../console/page/model/json';

/** Lists of lists are looked into so deep. */
const DEEPEST = 8;

/** A schema without `$ref` and `allOf` at its top: what all parts say together. */
export function flatten(document: JsonObject, schema: Json | undefined): JsonObject {
  return flattenOnce(document, schema, new Set());
}

/** @param seen the references that have been followed: what one says needs no saying again, and circles have no end */
function flattenOnce(document: JsonObject, schema: Json | undefined, seen: Set<string>): JsonObject {
  const reference = textOf(memberOf(schema, '$ref'));
  if (seen.has(reference)) return {};
  if (reference !== '') seen.add(reference);
  const { allOf, ...own } = resolve(document, schema);
  const parts = itemsOf(allOf).map((part) => flattenOnce(document, part, seen));
  // What one of several parts is called or described as is not what the whole is.
  const said = parts.length === 1 ? parts : parts.map(({ title, description, ...rest }) => rest);
  return [...said, own].reduce(merged, {});
}

function merged(one: JsonObject, other: JsonObject): JsonObject {
  const required = [...itemsOf(one.required), ...itemsOf(other.required)];
  const properties = { ...objectOf(one.properties), ...objectOf(other.properties) };
  return {
    ...one,
    ...other,
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
}

/** The type in words, e.g. `array of integer (int64)`, or the name of a schema. */
export function typeOf(document: JsonObject, schema: Json | undefined): string {
  const flat = flatten(document, schema);
  const types = [...(typeof flat.type === 'string' ? [flat.type] : textsOf(flat.type))];
  if (types.length === 0) types.push(...impliedType(flat));
  const nullable = flat.nullable === true ? ['null'] : [];
  return [...types.map((type) => withDetails(document, type, flat)), ...nullable].join(' or ') || 'any';
}

function impliedType(flat: JsonObject): readonly string[] {
  if (flat.properties !== undefined) return ['object'];
  if (flat.items !== undefined) return ['array'];
  const { kind, schemas } = alternativesOf(flat);
  return schemas.length === 0 ? [] : [`${kind.toLowerCase()} ${schemas.length}`];
}

function withDetails(document: JsonObject, type: string, { items, format }: JsonObject): string {
  if (type === 'array' && items !== undefined) return `array of ${referredName(items) || typeOf(document, items)}`;
  return typeof format === 'string' ? `${type} (${format})` : type;
}

/** The schema that this refers to by its name, itself or for its items. */
export const namedSchema = (schema: Json | undefined): string | undefined =>
  schemaName(schema) ?? schemaName(memberOf(schema, 'items'));

const LIMITS: readonly (readonly [keyword: string, words: (limit: string) => string])[] = [
  ['minimum', (limit) => `at least ${limit}`],
  ['exclusiveMinimum', (limit) => `more than ${limit}`],
  ['maximum', (limit) => `at most ${limit}`],
  ['exclusiveMaximum', (limit) => `less than ${limit}`],
  ['multipleOf', (limit) => `a multiple of ${limit}`],
  ['minLength', (limit) => `at least ${counted(limit, 'character')}`],
  ['maxLength', (limit) => `at most ${counted(limit, 'character')}`],
  ['minItems', (limit) => `at least ${counted(limit, 'item')}`],
  ['maxItems', (limit) => `at most ${counted(limit, 'item')}`],
  ['minProperties', (limit) => `at least ${counted(limit, 'member')}`],
  ['maxProperties', (limit) => `at most ${counted(limit, 'member')}`],
];

const counted = (count: string, what: string): string => `${count} ${what}${count === '1' ? '' : 's'}`;

const FLAGS: readonly (readonly [keyword: string, words: string])[] = [
  ['uniqueItems', 'no item twice'],
  ['readOnly', 'in replies only'],
  ['writeOnly', 'in requests only'],
];

/** What a value must keep to, in words; limits with all their digits. */
export function limitsOf(flat: JsonObject): readonly string[] {
  const limits = LIMITS.flatMap(([keyword, words]) => {
    const limit = flat[keyword];
    return limit instanceof JsonNumber ? [words(exclusive(flat, keyword) + limit.text)] : [];
  });
  const flags = FLAGS.flatMap(([keyword, words]) => (flat[keyword] === true ? [words] : []));
  const pattern = textOf(flat.pattern);
  return [...limits, ...(pattern === '' ? [] : [`matches ${pattern}`]), ...flags];
}

/** OpenAPI 3.0: `exclusiveMinimum: true` changes what `minimum` means. */
function exclusive(flat: JsonObject, keyword: string): string {
  if (keyword === 'minimum' && flat.exclusiveMinimum === true) return '(and not) ';
  return keyword === 'maximum' && flat.exclusiveMaximum === true ? '(and not) ' : '';
}

/** The properties of an object, then what is said of others. */
export function propertiesOf(flat: JsonObject) {
  const required = textsOf(flat.required);
  const others = [flat.additionalProperties].filter(isObject);
  return [
    ...membersOf(flat.properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) })),
    ...membersOf(flat.patternProperties).map(([name, schema]) => ({ name: `/${name}/`, schema, required: false })),
    ...others.map((schema) => ({ name: 'any other', schema, required: false })),
  ];
}

/** The schemas that a value may choose from. */
export const alternativesOf = ({ oneOf, anyOf }: JsonObject) =>
  oneOf === undefined ? { kind: 'Any of', schemas: itemsOf(anyOf) } : { kind: 'One of', schemas: itemsOf(oneOf) };

/** The schema whose parts are worth showing: of an array, that of its items. */
export function partsOf(document: JsonObject, schema: Json | undefined): JsonObject | undefined {
  let flat = flatten(document, schema);
  for (let left = DEEPEST; flat.items !== undefined && left > 0; left--) flat = flatten(document, flat.items);
  return propertiesOf(flat).length > 0 || alternativesOf(flat).schemas.length > 0 ? flat : undefined;
}

/** References to references end somewhere; circles of them do not. */
const MOST = 20;

/**
 * What a `$ref` leads to inside the document, with the members that stand beside it, such as a description of its own
 * (OpenAPI 3.1 §4.8.23). Anything else stays as it is; so does a reference that leads nowhere.
 */
export function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  let found = objectOf(value);
  for (let left = MOST; left > 0; left--) {
    const target = targetOf(document, memberOf(found, '$ref'));
    if (target === undefined) break;
    const { $ref, ...beside } = found;
    found = { ...target, ...beside };
  }
  return found;
}

/** The last part of a reference, which mostly is the name of a component; empty for what is no reference. */
export const referredName = (value: Json | undefined): string =>
  unescaped(textOf(memberOf(value, '$ref')).split('/').at(-1) ?? '');

/** The name of a schema of the document that this refers to; undefined for any other reference. */
const schemaName = (value: Json | undefined): string | undefined =>
  textOf(memberOf(value, '$ref')).startsWith('#/components/schemas/') ? referredName(value) : undefined;

function targetOf(document: JsonObject, reference: Json | undefined): JsonObject | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  let at: Json | undefined = document;
  for (const part of reference.slice(2).split('/')) {
    at = Array.isArray(at) ? at[Number(part)] : memberOf(at, unescaped(part));
  }
  return isObject(at) ? at : undefined;
}

/** RFC 6901 §3 and §6: `~1` is a slash, `~0` a tilde, and a fragment is percent-encoded. */
function unescaped(part: string): string {
  let plain = part;
  try {
    plain = decodeURIComponent(part);
  } catch {
    // No percent-encoding: taken as it is written.
  }
  return plain.replaceAll('~1', '/').replaceAll('~0', '~');
}
