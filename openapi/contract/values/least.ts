import { exactInteger } from '../json/json';
import { isNumeric, isWhole } from '../json/value';
import type { Schema } from '../model/schema';
import { alternativesOf, ownTypesOf } from '../schema/alternatives';
import { namedBranches } from '../schema/discriminator';
import type { Direction } from '../schema/json-schema';
import { leastSizeOf } from '../schema/least-size';
import { itemsOf, propertiesIn } from '../schema/properties';
import { fits } from '../schema/validators';
import { distinct, givenValues } from '../schema/values';
import { arrayItems } from './array-items';
import { distinguished, firstThatFits } from './fitting';
import { type TextSource, textsOf } from './texts';

/** What values are made from, and which come first. */
export interface ValueSource extends TextSource {
  /** A value for a flat schema of a property of this name, tried before the least ones; undefined for none. */
  readonly plain?: ((flat: Schema, name: string) => unknown) | undefined;
  /** Down to this level optional members are there, too, and an item in each array. Default: 0, for none. */
  readonly fullTo?: number | undefined;
  /** Whether an array of objects that may be empty has one. Default: false. */
  readonly isFilled?: boolean | undefined;
}

/**
 * A value that a schema allows: its example, default or first choice, else the least that its bounds allow, without optional
 * properties unless the source asks for them; null in a request only where there is nothing else. Where none is found, the first
 * candidate: this never throws.
 *
 * @param name of the property whose value it is
 */
export function leastValue(schema: Schema, direction: Direction, source: ValueSource, name = ''): unknown {
  const parts = { left: MAX_PARTS };
  const made = make(schema, name, { direction, source, outer: [], parts, isLeast: false });
  if (parts.left > 0 || fits(schema, direction, made)) return made ?? null;
  // The first choices lead on and on: the least ones come to an end at once.
  const least = make(schema, name, { direction, source, outer: [], parts: { left: MAX_PARTS }, isLeast: true });
  return (fits(schema, direction, least) ? least : made) ?? null;
}

/** The state of making one value. */
interface Making {
  readonly direction: Direction;
  readonly source: ValueSource;
  /** The schemas of the values that it is to be a part of. */
  readonly outer: readonly Schema[];
  /** How many parts may still be tried. */
  readonly parts: { left: number };
  /** Whether the smallest alternatives are tried first, and not those that the document has first. */
  readonly isLeast: boolean;
}

/** No more parts than this are tried: alternatives inside alternatives multiply. */
const MAX_PARTS = 1000;
const MAX_DEPTH = 50;

/** Undefined where it would be inside a value of its own schema, which the least value never is. */
function make(schema: Schema, name: string, making: Making): unknown {
  const { direction } = making;
  if (making.outer.includes(schema) || making.outer.length > MAX_DEPTH || making.parts.left <= 0) return undefined;
  making.parts.left -= 1;
  const inner = { ...making, outer: [...making.outer, schema] };
  const found = candidates(schema, name, inner);
  const made = firstThatFits(schema, direction === 'request' ? nullLast(found) : found, direction);
  return distinguished(schema, made, direction) ?? made;
}

function* nullLast(values: Iterable<unknown>): Iterable<unknown> {
  let isNullable = false;
  for (const value of values) {
    isNullable ||= value === null;
    if (value !== null) yield value;
  }
  if (isNullable) yield null;
}

function* candidates(schema: Schema, name: string, making: Making): Iterable<unknown> {
  const { source, isLeast, direction } = making;
  if (!isLeast) for (const branch of namedBranches(schema) ?? []) yield make(branch, name, making);
  for (const flat of isLeast ? smallestFirst(schema, direction) : alternativesOf(schema)) {
    yield* givenValues(flat);
    yield source.plain?.(flat, name);
    const types = ownTypesOf(flat);
    const isObject = types.includes('object') || flat.properties !== undefined;
    if (isObject) yield* objects(flat, making);
    if (types.includes('array')) yield* arrays(flat, name, making);
    if (types.includes('integer') || types.includes('number')) yield* numbersOf(flat);
    if (types.includes('boolean')) yield* [true, false];
    if (types.includes('string')) yield* textsOf(flat, source);
    if (types.includes('null') || (types.length === 0 && !isObject)) yield null;
  }
}

function smallestFirst(schema: Schema, direction: Direction): readonly Schema[] {
  const sized = alternativesOf(schema).map((flat) => ({ flat, size: leastSizeOf(flat, direction) }));
  return sized.toSorted((one, other) => one.size - other.size).map(({ flat }) => flat);
}

/** First with the required properties only, then with as many more as there must be, then with all that are named. */
function* objects(schema: Schema, making: Making): Iterable<unknown> {
  const hidden = making.direction === 'request' ? 'readOnly' : 'writeOnly';
  const all = [...propertiesIn([schema]).values()];
  const properties = all.filter((property) => !property[hidden]);
  const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const unnamed = (schema.required ?? []).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  const made = (named: typeof properties) => [
    ...named.map((property) => [property.name, make(property.schema, property.name, making)] as const),
    ...unnamed.map((name) => [name, make(others, name, making)] as const),
  ];
  const least = made(properties.filter(({ required }) => required));
  const optional = properties.filter(({ required }) => !required);
  if (isFull(making)) yield objectOf([...least, ...made(optional)]);
  yield objectOf(least);
  const missing = Math.min(Number(schema.minProperties ?? 0), MAX_PARTS) - least.length;
  if (missing > 0) {
    const more = [...least, ...made(optional.slice(0, missing))];
    const extra = Array.from({ length: Math.max(0, missing - optional.length) }, (_, index) => `property${index + 1}`);
    yield objectOf([...more, ...extra.map((name) => [name, make(others, name, making)] as const)]);
  }
  yield objectOf([...least, ...made(optional)]);
  // What stands in one schema alone, another may require that it is together with.
  const demanded = all.filter((property) => property[hidden] && property.required);
  if (demanded.length > 0) yield objectOf([...least, ...made(demanded)]);
}

const isFull = ({ outer, source: { fullTo = 0 } }: Making): boolean => outer.length <= fullTo;

/** Members that could not be made are left out. */
const objectOf = (members: readonly (readonly [string, unknown])[]): unknown =>
  Object.fromEntries(members.filter(([, value]) => value !== undefined));

function* arrays(schema: Schema, name: string, making: Making): Iterable<unknown> {
  const shape = arrayItems(schema);
  const length = Math.min(shape.least, MAX_PARTS);
  const items = itemsOf(schema) ?? {};
  const at = (index: number) => shape.item(index, making.direction, (item) => make(item, name, making));
  const plain = Array.from({ length }, (_, index) => at(index)).filter((item) => item !== undefined);
  const one = () => (length === 0 && schema.maxItems !== 0 ? at(0) : undefined);
  const isFilled =
    making.source.isFilled === true && alternativesOf(items).some((flat) => ownTypesOf(flat).includes('object'));
  const more = isFull(making) || isFilled ? one() : undefined;
  if (more !== undefined) yield [more];
  yield plain;
  if (schema.uniqueItems === true && plain.length > 1) yield distinct(items, plain, length, making.direction);
  // Without an item it fits several schemas of which it may fit but one.
  const item = one();
  if (item !== undefined) yield [item];
}

/** Candidates for a flat schema's bounds, the plainest first. */
export function* numbersOf(schema: Schema): Iterable<number | bigint> {
  yield* [0, 1];
  const bounds = [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum].filter(isNumeric);
  const step = schema.multipleOf ?? 1;
  for (const bound of bounds) yield* around(bound, step);
  yield* bounds;
  const numbers = bounds.map(Number);
  yield (Math.min(...numbers) + Math.max(...numbers)) / 2;
  yield* [step, -step];
}

/** The multiples of a step next to a bound, exact where both are whole. */
function around(bound: number | bigint, step: number | bigint): readonly (number | bigint)[] {
  if (isWhole(bound) && isWhole(step)) {
    const by = BigInt(step);
    const near = (BigInt(bound) / by) * by;
    return [near, near + by, near - by].map(exactInteger);
  }
  const by = Number(step);
  const near = Math.ceil(Number(bound) / by) * by;
  return [near, near + by, near - by];
}
