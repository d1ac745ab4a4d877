/** Values by a schema alone: the numbers at its bounds, what it gives itself, and others like a value. */
import { exactInteger, stringifyJson } from '../json/json';
import { isNumeric, isObject, isWhole } from '../json/value';
import type { Schema } from '../model/schema';
import { alternativesOf } from './alternatives';
import type { Direction } from './json-schema';
import { keywordOf, propertiesIn } from './properties';
import { fits, validatorOf } from './validators';

type Numeric = number | bigint;

/** The least number that the bounds allow; beside an exclusive one the next whole number. Undefined without a bound. */
export const leastNumber = (schema: Schema): Numeric | undefined => outermost(schema, 'minimum', 'exclusiveMinimum', 1);

/** The same of the largest. */
export const mostNumber = (schema: Schema): Numeric | undefined => outermost(schema, 'maximum', 'exclusiveMaximum', -1);

/** OpenAPI 3.0 spells an exclusive bound as a flag, 3.1 as a bound of its own. */
function outermost(
  schema: Schema,
  inclusive: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
  inward: 1 | -1,
): Numeric | undefined {
  const [bound, other] = [keywordOf(schema, inclusive), keywordOf(schema, exclusive)];
  const bounds = [
    ...(isNumeric(bound) ? [other === true ? beside(bound, inward) : bound] : []),
    ...(isNumeric(other) ? [beside(other, inward)] : []),
  ];
  return bounds.reduce<Numeric | undefined>(
    (best, one) => (best === undefined || (inward === 1 ? one > best : one < best) ? one : best),
    undefined,
  );
}

/** The next whole number above or below. */
function beside(bound: Numeric, way: 1 | -1): Numeric {
  if (typeof bound === 'number' && !Number.isInteger(bound)) return way === 1 ? Math.ceil(bound) : Math.floor(bound);
  return exactInteger(BigInt(bound) + BigInt(way));
}

/** The least whole number that the bounds allow; undefined without a bound. */
export const leastInteger = (schema: Schema): bigint | undefined => whole(leastNumber(schema), Math.ceil);

/** The same of the largest. */
export const mostInteger = (schema: Schema): bigint | undefined => whole(mostNumber(schema), Math.floor);

const whole = (bound: Numeric | undefined, round: (bound: number) => number): bigint | undefined =>
  bound === undefined ? undefined : BigInt(typeof bound === 'bigint' ? bound : round(bound));

/** The nearest number that a schema allows to one outside its bounds; undefined for what is wrong in another way. */
export function nearestNumber(schema: Schema, value: unknown): Numeric | undefined {
  if (!isNumeric(value)) return undefined;
  const [least, most] = [leastNumber(schema), mostNumber(schema)];
  const bound = least !== undefined && value < least ? least : most !== undefined && value > most ? most : undefined;
  if (bound === undefined) return undefined;
  const step = keywordOf(schema, 'multipleOf');
  const candidates = isNumeric(step) && step > 0 ? multiplesAt(bound, step) : [bound];
  const allowed = candidates.filter((candidate) => fits(schema, 'request', candidate));
  return bound === least ? allowed[0] : allowed.at(-1);
}

/** Multiples of a step around a number, in ascending order. */
function multiplesAt(number: Numeric, step: Numeric): readonly Numeric[] {
  if ([number, step].every((one) => typeof one === 'bigint' || Number.isSafeInteger(one))) {
    const [exact, by] = [BigInt(number), BigInt(step)];
    const near = exact - (exact % by);
    return [near - by, near, near + by].map(exactInteger);
  }
  const near = Math.floor(Number(number) / Number(step));
  return [near - 1, near, near + 1].map((count) => count * Number(step));
}

/** The values that a flat schema itself gives, the most telling first; `undefined` is none. */
export function* givenValues(schema: Schema): Iterable<unknown> {
  yield schema.example;
  yield* schema.examples ?? [];
  yield schema.default;
  yield schema.const;
  yield* schema.enum ?? [];
}

/** How many variants of a value are tried. */
const MAX_TRIES = 1000;

/** So many different items: those there are, the choices of the schema, variants of the first. Fewer where none are found. */
export function distinct(
  items: Schema,
  made: readonly unknown[],
  length: number,
  direction: Direction = 'response',
): readonly unknown[] {
  const fits = validatorOf(items, direction);
  const found = new Map(made.map((item) => [stringifyJson(item), item]));
  for (const item of others(items, made[0])) {
    if (found.size >= length) break;
    if (fits(item) === undefined) found.set(stringifyJson(item), item);
  }
  return [...found.values()];
}

/** The value itself where it fits, else one like it that does; undefined where none is found. */
export function alike(schema: Schema, value: unknown, direction: Direction): unknown {
  if (fits(schema, direction, value)) return value;
  for (const other of others(schema, value)) if (fits(schema, direction, other)) return other;
  return undefined;
}

function* others(items: Schema, first: unknown): Iterable<unknown> {
  const flat = alternativesOf(items);
  yield* flat.flatMap((schema) => schema.enum ?? []);
  if (isObject(first))
    for (const { name, schema } of propertiesIn(flat).values())
      for (const choice of keywordOf(schema, 'enum') ?? []) yield { ...first, [name]: choice };
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
