import { allowsMore, isObject, own, propertiesOf, type Schema, typesOf, validatorOf } from '../openapi/contract';
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
  if (types.includes('object') || propertiesOf(schema).size > 0) return sampleObject(schema, source, depth);
  if (types.includes('array')) return sampleArray(schema, source, depth);
  if (types.includes('integer') || types.includes('number')) return sampleNumber(schema);
  if (types.includes('boolean')) return true;
  if (types.includes('string')) return sampleString(schema, source);
  const part = schema.allOf?.[0];
  return part === undefined ? null : sample(part, source, depth);
}

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
    const { items } = schema;
    return items === undefined ? value : value.map((item) => pick(items, item));
  }
  const properties = propertiesOf(schema);
  if (!isObject(value) || properties.size === 0) return value;
  const more = allowsMore(schema);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const property = properties.get(name);
      if (property === undefined) return more ? [[name, part]] : [];
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
  const step = Number(schema.multipleOf ?? 1);
  const bounds = [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum];
  const candidates = bounds.flatMap((bound): readonly (number | bigint)[] => {
    if (typeof bound !== 'number' && typeof bound !== 'bigint') return [];
    const rounded = Math.ceil(Number(bound) / step) * step;
    return [rounded, rounded + step, rounded - step, bound];
  });
  const fits = validatorOf(schema, 'response');
  return [0, 1, ...candidates].find((candidate) => fits(candidate) === undefined) ?? 0;
}

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
