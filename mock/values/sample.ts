import { type Arbitrary, sample as draw, stringMatching } from 'fast-check';
import {
  alternativesOf,
  distinct,
  exactInteger,
  fits,
  givenValues,
  isNumeric,
  isWhole,
  itemsOf,
  leastPartsOf,
  leastSizeOf,
  memoizedByText,
  namedBranches,
  ownTypesOf,
  propertiesIn,
  type Schema,
} from '../../openapi/contract';
import { randomUuid } from '../world/rules/random';
import type { Random } from '../world/stores/clock';
import { distinguished, firstThatFits } from './fitting';
import type { Source } from './source';

/**
 * A value that a schema allows: one that the source makes up, else its example, default or first choice, else the least that
 * its bounds allow, without optional properties. Where none is found, the first candidate: this never throws.
 */
export function sample(schema: Schema, source: Source, name = ''): unknown {
  return source.makeUp?.(schema, source, name) ?? leastSample(schema, source);
}

function leastSample(schema: Schema, source: Source): unknown {
  const parts = { left: MAX_PARTS };
  const made = make(schema, { source, outer: [], parts, isLeast: false });
  if (parts.left > 0 || fits(schema, 'response', made)) return made ?? null;
  // The first choices lead on and on: the least ones come to an end at once.
  const least = make(schema, { source, outer: [], parts: { left: MAX_PARTS }, isLeast: true });
  return (fits(schema, 'response', least) ? least : made) ?? null;
}

/** The state of making one value. */
interface Making {
  readonly source: Source;
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
function make(schema: Schema, making: Making): unknown {
  if (making.outer.includes(schema) || making.outer.length > MAX_DEPTH || making.parts.left <= 0) return undefined;
  making.parts.left -= 1;
  const made = firstThatFits(schema, candidates(schema, { ...making, outer: [...making.outer, schema] }));
  return distinguished(schema, made) ?? made;
}

function* candidates(schema: Schema, making: Making): Iterable<unknown> {
  if (!making.isLeast) for (const branch of namedBranches(schema) ?? []) yield make(branch, making);
  for (const flat of making.isLeast ? smallestFirst(schema) : alternativesOf(schema)) {
    yield* givenValues(flat);
    const types = ownTypesOf(flat);
    const isObject = types.includes('object') || flat.properties !== undefined;
    if (isObject) yield* objects(flat, making);
    if (types.includes('array')) yield* arrays(flat, making);
    if (types.includes('integer') || types.includes('number')) yield* numbersOf(flat);
    if (types.includes('boolean')) yield* [true, false];
    if (types.includes('string')) yield* textsOf(flat, making.source);
    if (types.includes('null') || (types.length === 0 && !isObject)) yield null;
  }
}

function smallestFirst(schema: Schema): readonly Schema[] {
  const sized = alternativesOf(schema).map((flat) => ({ flat, size: leastSizeOf(flat, 'response') }));
  return sized.toSorted((one, other) => one.size - other.size).map(({ flat }) => flat);
}

/** First with the required properties only, then with as many more as there must be, then with all that are named. */
function* objects(schema: Schema, making: Making): Iterable<unknown> {
  const properties = [...propertiesIn([schema]).values()].filter(({ writeOnly }) => !writeOnly);
  const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const unnamed = (schema.required ?? []).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  const made = (named: typeof properties) => [
    ...named.map((property) => [property.name, make(property.schema, making)] as const),
    ...unnamed.map((name) => [name, make(others, making)] as const),
  ];
  const least = made(properties.filter(({ required }) => required));
  yield objectOf(least);
  const optional = properties.filter(({ required }) => !required);
  const missing = Math.min(Number(schema.minProperties ?? 0), MAX_PARTS) - least.length;
  if (missing > 0) {
    const more = [...least, ...made(optional.slice(0, missing))];
    const extra = Array.from({ length: Math.max(0, missing - optional.length) }, (_, index) => `property${index + 1}`);
    yield objectOf([...more, ...extra.map((name) => [name, make(others, making)] as const)]);
  }
  yield objectOf([...least, ...made(optional)]);
}

/** Members that could not be made are left out. */
const objectOf = (members: readonly (readonly [string, unknown])[]): unknown =>
  Object.fromEntries(members.filter(([, value]) => value !== undefined));

function* arrays(schema: Schema, making: Making): Iterable<unknown> {
  const length = Math.min(schema.minItems ?? 0, MAX_PARTS);
  const items = itemsOf(schema) ?? {};
  const at = (index: number) => make(schema.prefixItems?.[index] ?? items, making);
  const plain = Array.from({ length }, (_, index) => at(index)).filter((item) => item !== undefined);
  yield plain;
  if (schema.uniqueItems === true && plain.length > 1) yield distinct(items, plain, length);
  // Without an item it fits several schemas of which it may fit but one.
  const item = length === 0 && schema.maxItems !== 0 ? at(0) : undefined;
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

/** Of a schema that asks for longer texts none is made up that fits it. */
const MAX_LENGTH = 100_000;
/** The same for a pattern that asks for more parts, of which 200 texts are made. */
const MAX_PATTERN_PARTS = 10_000;

/** Candidates for a flat schema's format, pattern and length, the most expressive first. */
export function* textsOf(schema: Schema, source: Source): Iterable<string> {
  const { pattern, maxLength = Number.POSITIVE_INFINITY } = schema;
  const minLength = Math.min(schema.minLength ?? 0, MAX_LENGTH);
  if (pattern !== undefined && leastPartsOf(pattern) <= MAX_PATTERN_PARTS) yield* matching(pattern, source.random);
  const text = FORMATS[schema.format ?? '']?.(source) ?? 'text';
  yield text.padEnd(minLength, 'x').slice(0, maxLength);
  yield text.padStart(minLength, 'x');
  for (let length = minLength; length <= Math.min(maxLength, minLength + 40); length += 1) {
    for (const letter of ['0', '1', 'a', 'A']) yield letter.repeat(length);
  }
}

const FORMATS: Readonly<Record<string, (source: Source) => string>> = {
  'date-time': ({ now }) => new Date(now).toISOString(),
  date: ({ now }) => new Date(now).toISOString().slice(0, 10),
  time: ({ now }) => new Date(now).toISOString().slice(11),
  duration: () => 'PT1M',
  uuid: ({ random }) => randomUuid(random),
  email: () => 'someone@example.com',
  hostname: () => 'www.example.com',
  ipv4: () => '192.0.2.1',
  ipv6: () => '2001:db8::1',
  uri: () => 'https://www.example.com/',
  url: () => 'https://www.example.com/',
  'uri-reference': () => '/',
  byte: () => 'dGV4dA==',
};

/** Some of the texts may fit what the arbitrary leaves out, by chance; mostly the first does, and the others need not be made. */
function* matching(pattern: string, random: Random): Iterable<string> {
  const seed = Math.floor(random() * 2 ** 31);
  const texts = arbitraryOf(pattern);
  if (texts === undefined) return;
  yield* draw(texts, { numRuns: 1, seed });
  yield* draw(texts, { numRuns: 200, seed }).slice(1);
}

/** Undefined for a pattern that fast-check does not know even without look-around. Kept, since reading one may take long. */
const arbitraryOf = memoizedByText((pattern): Arbitrary<string> | undefined => {
  const plain = pattern.replaceAll(/\(\?<?[=!][^()]*\)/g, '');
  try {
    return stringMatching(new RegExp(plain, 'u'));
  } catch {
    return undefined;
  }
});
