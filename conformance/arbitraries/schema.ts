/** Random values of a schema, and its first one. */
import fc, { type Arbitrary } from 'fast-check';
import {
  distinguished,
  exactInteger,
  fits,
  givenValues,
  itemsOf,
  leastInteger,
  leastSizeOf,
  leastSizeOfWay,
  memoized,
  mostInteger,
  type Schema,
  validatorOf,
  type Way,
  waysOf,
} from '../../openapi/contract';
import { plainValue } from './plain';
import { arbitraryString, NoValue } from './string';

/** Values that a schema allows, shrinking towards the plainest. Each is checked against the schema. */
export function arbitraryOf(schema: Schema): Arbitrary<unknown> {
  const size = leastSizeOf(schema, 'request');
  if (size === Number.POSITIVE_INFINITY) throw new NoValue('no value is drawn of a schema whose values do not end');
  if (size > MOST_PARTS) throw new NoValue('no value of a schema is drawn that is so large');
  return arbitraryAt(schema, { depth: 0, room: MOST_ROOM, known: new Map() });
}

/** Where in a value another one is to be drawn. */
interface Place {
  /** In how many others it is, of those that count. */
  readonly depth: number;
  /**
   * How large it may be, as a power of two, unless its schema asks for more: each level takes some of it, and what a value is
   * made of shares it. Where none is left the least value is drawn, so that whatever contains itself ends.
   */
  readonly room: number;
  /** What was made already: two schemas may bring in one, 2^n times in all. */
  readonly known: Map<Schema, Map<number, Arbitrary<unknown>>>;
}

const MOST_ROOM = 10;
/** Deeper than this an object has no more than it must: a server may know better than the schema what may stand there. */
const DEEP = 3;
/** After so many values in a row that do not fit, the search is given up. */
const MOST_MISSES = 5000;
/** A body of so many items or characters is more than servers take. */
const MOST_PARTS = 1e6;

function arbitraryAt(schema: Schema, place: Place): Arbitrary<unknown> {
  const { depth, room, known } = place;
  const key = room * (DEEP + 1) + depth;
  const before = known.get(schema)?.get(key);
  if (before !== undefined) return before;
  const arbitrary = fitting(schema, draw(schema, place));
  known.set(schema, (known.get(schema) ?? new Map<number, Arbitrary<unknown>>()).set(key, arbitrary));
  return arbitrary;
}

function fitting(schema: Schema, drawn: Arbitrary<unknown>): Arbitrary<unknown> {
  let missed = 0;
  const isUnion = schema.oneOf !== undefined || schema.allOf !== undefined;
  // Schemas of a union that do not shut each other out have most values in common.
  const apart = (value: unknown): unknown =>
    isUnion && !fits(schema, 'request', value) ? (distinguished(schema, value, 'request') ?? value) : value;
  return drawn.map(apart).filter((value) => {
    const isFitting = fits(schema, 'request', value);
    missed = isFitting ? 0 : missed + 1;
    const search = searchOf(schema);
    // The next search would take as long.
    search.isHopeless ||= missed > MOST_MISSES;
    if (search.isHopeless && !isFitting)
      throw new NoValue(`no value of a schema was found among ${MOST_MISSES} that were drawn`);
    return isFitting;
  });
}

const searchOf = memoized((_: Schema): { isHopeless: boolean } => ({ isHopeless: false }));

function draw(schema: Schema, place: Place): Arbitrary<unknown> {
  const least = leastSizeOf(schema, 'request');
  const most = place.room === 0 ? least : Math.max(least, 2 ** place.room);
  const ways = waysOf.request(schema).filter((way) => leastSizeOfWay(way, 'request') <= most);
  const drawn = ways.map((way) => arbitraryOfWay(way, place));
  const [only, ...others] = drawn;
  return only !== undefined && others.length === 0 ? only : fc.oneof(...drawn);
}

function arbitraryOfWay(way: Way, place: Place): Arbitrary<unknown> {
  const { kind, flat } = way;
  const { depth, room } = place;
  const inner = (part: Schema, count: number) =>
    arbitraryAt(part, {
      ...place,
      depth: Math.min(DEEP, depth + 1),
      room: Math.max(0, room - Math.max(1, Math.ceil(Math.log2(count)))),
    });
  switch (kind) {
    case 'choice':
      return inner(flat, 1);
    case 'const':
      return fc.constant(flat.const);
    case 'enum':
      return fc.constantFrom(...(flat.enum ?? []));
    case 'object':
      return arbitraryObject(way, room === 0 || depth === DEEP ? 0 : 2 ** room, inner);
    case 'array': {
      const { minItems = 0, maxItems = minItems + 3 } = flat;
      const items = itemsOf(flat) ?? {};
      const hasMore = room > 0 && leastSizeOf(items, 'request') <= 2 ** room;
      const maxLength = hasMore ? Math.min(maxItems, minItems + 3) : minItems;
      return maxLength === 0 ? fc.constant([]) : fc.array(inner(items, maxLength), { minLength: minItems, maxLength });
    }
    case 'integer':
      return arbitraryInteger(flat);
    case 'number':
      return arbitraryNumber(flat);
    case 'string':
      if ((flat.minLength ?? 0) > MOST_PARTS) throw new NoValue('no value of a schema is drawn that is so large');
      return arbitraryString(flat);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return ANYTHING();
  }
}

/** A bound alone may lie beyond where the other one usually is. */
function arbitraryNumber({ minimum, maximum, multipleOf }: Schema): Arbitrary<unknown> {
  const min = Number(minimum ?? Math.min(-1e6, Number(maximum ?? 0)));
  const max = Number(maximum ?? Math.max(1e6, Number(minimum ?? 0)));
  const step = Number(multipleOf);
  const [first, last] = [Math.ceil(min / step), Math.floor(max / step)];
  if (first < last && last - first < 2 ** 32 && Math.abs(first) < 2 ** 31)
    return fc
      .integer({ min: first, max: last })
      .map((times) => multiple(times, step))
      .filter((value) => isPlainMultiple(value, step));
  const draw = fc.double({ noNaN: true, noDefaultInfinity: true, min: Math.min(min, max), max });
  // Beyond 2^53 a whole number has its exact form, as everywhere.
  return draw.map((value) => (Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value));
}

/** As it is written in decimals: a product of doubles may miss it. */
const multiple = (times: number, step: number): number => Number((times * step).toPrecision(12));

/** Whether a server that divides finds no rest: the quotient of two decimals may miss the whole number. */
export const isPlainMultiple = (value: number, step: number): boolean => Number.isInteger(value / step);

/** Plain values of all types: where a schema asks for nothing, a server may know better what it can keep. */
const ANYTHING = (): Arbitrary<unknown> =>
  fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 2 }),
    fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 2, noNullPrototype: true }),
  );

/**
 * One value of a schema, always the same, which a real server likely takes (`plainValue`); where none is found, the schema's own
 * example, else a drawn one.
 *
 * @param name of the property whose value it is
 * @throws NoValue
 */
export function firstValue(schema: Schema, name = ''): unknown {
  const plain = plainValue(schema, name) ?? undefined;
  if (plain !== undefined) return plain;
  const given = [...givenValues(schema)].find((value) => value !== undefined && value !== null);
  return given ?? fc.sample(arbitraryOf(schema), { numRuns: 9, seed: 1 }).find((one) => one !== null) ?? null;
}

/**
 * Objects: every property that a request has to carry, and any of the others that it may carry.
 *
 * @param most how large the least value of one of the others may be; 0 for no more of them than there must be
 * @param inner values of a property of an object with so many
 */
function arbitraryObject(
  { parts, others, least }: Way,
  most: number,
  inner: (part: Schema, count: number) => Arbitrary<unknown>,
): Arbitrary<Readonly<Record<string, unknown>>> {
  const sizes = new Map(others.map((part) => [part, leastSizeOf(part.schema, 'request')] as const));
  const sizeOf = (part: (typeof others)[number]): number => sizes.get(part) ?? Number.POSITIVE_INFINITY;
  const smallest = others.toSorted((one, other) => sizeOf(one) - sizeOf(other)).slice(0, least);
  const optional = others.filter((part) => sizeOf(part) <= most || smallest.includes(part));
  const all = [...parts, ...optional].map(({ name = '', schema }) => [name, schema] as const);
  const required = most === 0 ? all : parts.map(({ name = '' }) => [name] as const);
  return fc.record(Object.fromEntries(all.map(([name, schema]) => [name, inner(schema, all.length)])), {
    requiredKeys: required.map(([name]) => name),
  });
}

/** Where integers go wrong in servers: at zero, and at the edges of 32, 53 and 64 bits. */
const EDGES: readonly bigint[] = [
  0n,
  1n,
  -1n,
  2n ** 31n - 1n,
  2n ** 31n,
  -(2n ** 31n),
  2n ** 53n - 1n,
  2n ** 53n + 1n,
  -(2n ** 53n) - 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
];

/** The edges that a schema allows, its own bounds first. */
export function integerEdges(schema: Schema): readonly (number | bigint)[] {
  const fits = validatorOf(schema, 'request');
  const bounds = [leastInteger(schema), mostInteger(schema)].filter((bound) => bound !== undefined);
  const all = [...bounds, ...EDGES].map(exactInteger);
  return [...new Set(all)].filter((value) => fits(value) === undefined);
}

/** Integers that a schema allows, often one of the edges. */
export function arbitraryInteger(schema: Schema): Arbitrary<number | bigint> {
  const { format } = schema;
  const bits = format === 'int32' ? 31n : format === 'int64' ? 63n : 53n;
  const min = leastInteger(schema) ?? -(2n ** bits);
  const max = mostInteger(schema) ?? 2n ** bits - 1n;
  if (min > max) throw new NoValue(`no integer is drawn between ${min} and ${max}`);
  const inside = fc.bigInt({ min, max }).map(exactInteger);
  const edges = integerEdges(schema);
  return edges.length === 0 ? inside : fc.oneof(inside, fc.constantFrom(...edges));
}
