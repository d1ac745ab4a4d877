import {
  allowsMore,
  exactInteger,
  isObject,
  itemsOf,
  own,
  propertiesOf,
  type Schema,
  typesOf,
  validatorOf,
} from '../openapi/contract';
import type { Clock } from './world/clock';
import { type Random, randomUuid } from './world/random';

/** Where made-up values come from. */
export interface Source {
  readonly random: Random;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * A value that a schema allows: its example or default, else its first choice, else the least that its bounds allow.
 * Optional properties are left out.
 */
export function sample(schema: Schema, source: Source, depth = 0): unknown {
  const given = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  const choice = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (choice !== undefined && schema.properties === undefined) return sample(choice, source, depth);
  const types = typesOf(schema);
  const hasProperties = propertiesOf(schema).size > 0;
  if (schema.allOf !== undefined && !hasProperties) return sample(unite(schema), source, depth);
  if (types.includes('object') || hasProperties) return sampleObject(schema, source, depth);
  if (types.includes('array')) return sampleArray(schema, source, depth);
  if (types.includes('integer') || types.includes('number')) return sampleNumber(schema);
  if (types.includes('boolean')) return true;
  if (types.includes('string')) return sampleString(schema, source);
  return null;
}

/** A schema and what `allOf` brings in as one; of a word that several say, its own counts, else the last. */
function unite(schema: Schema): Schema {
  const { allOf = [], ...words } = schema;
  const known = united.get(schema) ?? Object.assign({}, ...allOf, words);
  united.set(schema, known);
  return known;
}

const united = new WeakMap<Schema, Schema>();

/**
 * An object of this schema: the properties that `fields` has and the schema names, in the schema's order, and a made-up
 * value for each that is required and that `fields` has not.
 */
export function shape(
  schema: Schema,
  fields: Readonly<Record<string, unknown>>,
  source: Source,
): Record<string, unknown> {
  const out: [string, unknown][] = [];
  const properties = propertiesOf(schema);
  for (const { name, schema: property, required } of properties.values()) {
    const value = own(fields, name);
    if (value !== undefined) out.push([name, value]);
    else if (required) out.push([name, sample(property, source)]);
  }
  if (allowsMore(schema)) out.push(...Object.entries(fields).filter(([name]) => !properties.has(name)));
  return Object.fromEntries(out);
}

/** The parts of a value that its schema names, at every depth; elsewhere what a schema does not name is let go. */
export function pick(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items === undefined ? value : value.map((item) => pick(items, item));
  }
  const properties = propertiesOf(schema);
  const more = allowsMore(schema);
  if (!isObject(value) || (properties.size === 0 && !more)) return value;
  const others = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const property = properties.get(name);
      if (property === undefined) return more ? [[name, pick(others, part)]] : [];
      return [[name, pick(property.schema, part)]];
    }),
  );
}

/** Schemas may contain themselves; an optional part is never made, so only a required cycle comes this deep. */
const MAX_DEPTH = 20;

function sampleObject(schema: Schema, source: Source, depth: number): unknown {
  if (depth > MAX_DEPTH) return {};
  const required = [...propertiesOf(schema).values()].filter((property) => property.required);
  return Object.fromEntries(required.map((property) => [property.name, sample(property.schema, source, depth + 1)]));
}

function sampleArray(schema: Schema, source: Source, depth: number): unknown {
  if (depth > MAX_DEPTH) return [];
  return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, source, depth + 1));
}

function sampleNumber(schema: Schema): number | bigint {
  const bounds = [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum].filter(
    (bound) => typeof bound === 'number' || typeof bound === 'bigint',
  );
  const numbers = bounds.map(Number);
  const middle = (Math.min(...numbers) + Math.max(...numbers)) / 2;
  const candidates = [0, 1, ...bounds.flatMap((bound) => around(bound, schema.multipleOf ?? 1)), ...bounds, middle];
  const fits = validatorOf(schema, 'response');
  return candidates.find((candidate) => fits(candidate) === undefined) ?? 0;
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

const isWhole = (value: number | bigint): boolean => typeof value === 'bigint' || Number.isInteger(value);

function sampleString(schema: Schema, source: Source): string {
  if (schema.pattern !== undefined) return matching(schema, source);
  const text = FORMATS[schema.format ?? '']?.(source) ?? 'text';
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  return text.padEnd(minLength, 'x').slice(0, maxLength);
}

const FORMATS: Readonly<Record<string, (source: Source) => string>> = {
  'date-time': ({ clock }) => new Date(clock.now()).toISOString(),
  date: ({ clock }) => new Date(clock.now()).toISOString().slice(0, 10),
  time: ({ clock }) => new Date(clock.now()).toISOString().slice(11),
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

/** fast-check makes texts from patterns; it is loaded when a contract has one. */
function matching(schema: Schema, { random }: Source): string {
  const { sample: draw, stringMatching } = require('fast-check') as typeof import('fast-check');
  const fits = validatorOf(schema, 'response');
  const texts = draw(stringMatching(new RegExp(schema.pattern ?? '', 'u')), {
    numRuns: 100,
    seed: Math.floor(random() * 2 ** 31),
  });
  return texts.find((text) => fits(text) === undefined) ?? texts[0] ?? '';
}
