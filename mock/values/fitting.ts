/** Choosing and changing values so that they fit a schema. */
import {
  alternativesOf,
  exactInteger,
  fits,
  isNumeric,
  isObject,
  propertiesOf,
  type Schema,
  stringifyJson,
  validatorOf,
} from '../../openapi/contract';

/** The first of these values that fits a schema, else the first of all, which is the likeliest. `undefined` is no value. */
export function firstThatFits(
  schema: Schema,
  candidates: Iterable<unknown>,
  direction: 'request' | 'response' = 'response',
): unknown {
  let first: unknown;
  for (const candidate of candidates) {
    if (candidate === undefined) continue;
    if (fits(schema, direction, candidate)) return candidate;
    if (first === undefined) first = candidate;
  }
  return first;
}

/** The same of values that are made one after the other, until one fits. */
export const firstMade = (schema: Schema, ...makes: readonly (() => unknown)[]): unknown =>
  firstThatFits(
    schema,
    (function* () {
      for (const make of makes) yield make();
    })(),
  );

type Fields = Readonly<Record<string, unknown>>;

/** An object that fits but one schema of a `oneOf`: of each other it has a property as null. Undefined where nothing sets them apart. */
export function distinguished(schema: Schema, value: unknown): Fields | undefined {
  if (!isObject(value)) return undefined;
  for (const union of unionsIn(schema)) {
    const fitting = union.filter((branch) => fits(branch, 'response', value));
    if (fitting.length < 2) continue;
    const shared = (branch: Schema) => [...propertiesOf(branch).keys()].filter((name) => Object.hasOwn(value, name));
    for (const meant of fitting.toSorted((one, other) => shared(other).length - shared(one).length)) {
      const others = fitting.filter((branch) => branch !== meant);
      const apart = others.reduce((so, other) => (fits(other, 'response', so) ? without(so, other, meant) : so), value);
      if (fits(schema, 'response', apart)) return apart;
    }
  }
  return undefined;
}

/** The unions of a schema and of those that it takes in. */
const unionsIn = ({ oneOf, allOf = [] }: Schema): readonly (readonly Schema[])[] =>
  [oneOf, ...allOf.map((part) => part.oneOf)].filter((union) => union !== undefined);

function without(value: Fields, other: Schema, meant: Schema): Fields {
  const own = propertiesOf(meant);
  const odd = [...propertiesOf(other).values()].find(
    ({ name, schema, writeOnly }) =>
      !writeOnly && !own.has(name) && !Object.hasOwn(value, name) && !fits(schema, 'response', null),
  );
  return odd === undefined ? value : { ...value, [odd.name]: null };
}

/** How many variants of a value are tried. */
const MAX_TRIES = 1000;

/** So many different items: those there are, the choices of the schema, variants of the first. Fewer where none are found. */
export function distinct(items: Schema, made: readonly unknown[], length: number): readonly unknown[] {
  const fits = validatorOf(items, 'response');
  const found = new Map(made.map((item) => [stringifyJson(item), item]));
  for (const item of others(items, made[0])) {
    if (found.size >= length) break;
    if (fits(item) === undefined) found.set(stringifyJson(item), item);
  }
  return [...found.values()];
}

function* others(items: Schema, first: unknown): Iterable<unknown> {
  const flat = alternativesOf(items);
  yield* flat.flatMap((schema) => schema.enum ?? []);
  const step = flat.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf ?? 1;
  for (let nth = 1; nth <= MAX_TRIES; nth += 1) yield* variants(first, nth, step);
}

/** Values like this one, different ones for each number. */
function* variants(value: unknown, nth: number, step: number | bigint): Iterable<unknown> {
  if (typeof value === 'boolean') yield !value;
  else if (typeof value === 'string') {
    yield `${value}${nth}`;
    yield `${value.slice(0, -String(nth).length)}${nth}`;
    yield `${nth}${value}`;
  } else if (isNumeric(value)) {
    yield* [plus(value, step, nth), plus(value, step, -nth)];
  } else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      for (const other of variants(part, nth, 1)) yield { ...value, [name]: other };
    }
  }
}

function plus(value: number | bigint, step: number | bigint, times: number): number | bigint {
  if (!isWhole(value) || !isWhole(step)) return Number(value) + Number(step) * times;
  return exactInteger(BigInt(value) + BigInt(step) * BigInt(times));
}

export const isWhole = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || Number.isInteger(value);
