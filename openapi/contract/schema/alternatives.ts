import { isNumeric } from '../json/value';
import { memoized } from '../memo/memo';
import type { Schema } from '../model/schema';
import { throughSameValue } from './inner-schemas';

/**
 * A schema as flat ones, without `allOf`, `anyOf` and `oneOf`, to read keywords from in the order of the document: what fits the
 * schema fits at least one of them. A schema without these keywords is its own only alternative.
 */
export const alternativesOf: (schema: Schema) => readonly Schema[] = memoized((schema) => {
  if (!isComposed(schema)) return [schema];
  const flattening = { outer: [], known: new Map() };
  // What is brought in comes first: each inside the other they may be too many for the stack.
  throughSameValue(schema, new Set(), (part) => flatten(part, flattening));
  return flatten(schema, flattening).found;
});

/** Alternatives multiply; of a schema with more than these only the first are looked at. */
const MAX_ALTERNATIVES = 64;

const isComposed = ({ allOf, anyOf, oneOf }: Schema): boolean =>
  allOf !== undefined || anyOf !== undefined || oneOf !== undefined;

interface Flattened {
  readonly found: readonly Schema[];
  /** Whether it depends on what it stands in: something in it demands what is demanded around it. */
  readonly isCut: boolean;
}

interface Flattening {
  /** The schemas that it stands in. */
  readonly outer: readonly Schema[];
  /** What came of schemas before: one that two others bring in, which two others bring in, is met 2^n times. */
  readonly known: Map<Schema, Flattened>;
}

function flatten(schema: Schema, { outer, known }: Flattening): Flattened {
  // What a schema demands by way of itself it demands already.
  if (outer.includes(schema)) return { found: [], isCut: true };
  if (!isComposed(schema)) return { found: [schema], isCut: false };
  const before = known.get(schema);
  if (before !== undefined) return before;
  const { allOf = [], anyOf = [], oneOf = [], ...own } = schema;
  const inner = { outer: [...outer, schema], known };
  let isCut = false;
  let found: readonly Schema[] = [own];
  for (const choice of [...allOf.map((part) => [part]), anyOf, oneOf]) {
    const each = choice.map((part) => flatten(part, inner));
    isCut ||= each.some((part) => part.isCut);
    found = withEach(
      found,
      each.flatMap((part) => part.found),
    );
  }
  const flattened = { found, isCut };
  if (!isCut) known.set(schema, flattened);
  return flattened;
}

function withEach(found: readonly Schema[], choice: readonly Schema[]): readonly Schema[] {
  if (choice.length === 0) return found;
  const joined: Schema[] = [];
  for (const one of found) {
    for (const other of choice) {
      if (joined.length === MAX_ALTERNATIVES) return joined;
      joined.push(join(one, other));
    }
  }
  return joined;
}

/** Two flat schemas as the one that asks for what both ask for. */
function join(first: Schema, second: Schema): Schema {
  const joined: Record<string, unknown> = { ...second, ...first };
  for (const [keyword, joinValues] of Object.entries(JOIN)) {
    const [one, other] = [first[keyword], second[keyword]];
    if (one !== undefined && other !== undefined) joined[keyword] = joinValues(one, other);
  }
  const types = commonTypes(first, second);
  if (types.length > 0) joined.type = types;
  delete joined.nullable;
  return joined;
}

/** How two values of a keyword become one; of any other keyword the first schema's value counts. */
const JOIN: Readonly<Record<string, (one: unknown, other: unknown) => unknown>> = {
  required: (one, other) => [...new Set([...(one as string[]), ...(other as string[])])],
  properties: (one, other) => joinProperties(one as Properties, other as Properties),
  enum: (one, other) => (one as unknown[]).filter((value) => (other as unknown[]).includes(value)),
  items: joinSchemas,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
};

type Properties = Readonly<Record<string, Schema>>;

function joinProperties(first: Properties, second: Properties): Properties {
  const joined: Record<string, Schema> = { ...first, ...second };
  for (const [name, one] of Object.entries(first)) {
    const other = Object.hasOwn(second, name) ? second[name] : undefined;
    if (other !== undefined && other !== one) joined[name] = joinSchemas(one, other);
  }
  return joined;
}

function joinSchemas(one: unknown, other: unknown): Schema {
  return isSchema(one) && isSchema(other) ? both(one, other) : { allOf: [one, other] as Schema[] };
}

/** OpenAPI 3.1 has `true` and `false` for a schema, too. */
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Judges as both do. The same two are always the same one, also while it is made: schemas that meet in themselves would never end. */
function both(one: Schema, other: Schema): Schema {
  const asked = membersOf(one);
  if ([...membersOf(other)].every((member) => asked.has(member))) return one;
  const pair = pairOf(one)(other);
  if (pair.isMade) return pair.whole;
  pair.isMade = true;
  const [flat = {}, ...more] = alternativesOf(pair.whole);
  return more.length > 0 ? pair.whole : Object.assign(pair.whole, { ...flat, ...pair.whole });
}

const pairOf = memoized((one: Schema) =>
  memoized((other: Schema) => {
    const members = new Set([...membersOf(one), ...membersOf(other)]);
    const whole: Schema = { allOf: [...members] };
    const own = membersOf(whole);
    own.delete(whole);
    for (const member of members) own.add(member);
    return { whole, isMade: false };
  }),
);

/** The schemas that are asked for together by one that `both` has made; of any other, itself. */
const membersOf = memoized((schema: Schema) => new Set([schema]));

function larger(one: unknown, other: unknown): unknown {
  return isNumeric(one) && isNumeric(other) && other > one ? other : one;
}

function smaller(one: unknown, other: unknown): unknown {
  return isNumeric(one) && isNumeric(other) && other < one ? other : one;
}

function commonTypes(first: Schema, second: Schema): readonly string[] {
  const [one, other] = [ownTypesOf(first), ownTypesOf(second)];
  if (one.length === 0 || other.length === 0) return [...one, ...other];
  const isIn = (types: readonly string[], type: string) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...one.filter((type) => isIn(other, type)), ...other.filter((type) => isIn(one, type))])];
}

/** The JSON types that a schema itself names, with `null` where it is nullable; none where it names none. */
export function ownTypesOf(schema: Schema): readonly string[] {
  const named = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (named.length === 0) return [];
  return schema.nullable === true ? [...named, 'null'] : named;
}
