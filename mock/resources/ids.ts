import {
  alternativesOf,
  fits,
  memoized,
  own,
  propertiesOf,
  type Resource,
  type Schema,
  typesOf,
} from '../../openapi/contract';
import { firstThatFits } from '../values/fitting';
import { sample } from '../values/sample';
import type { Source } from '../values/source';
import type { Id, IdPolicy } from '../world/stores/records';

/**
 * Integers count up from 1 inside the schema's bounds, in steps of its `multipleOf`; other ids are the schema's own
 * choices, or count up as texts where these fit, or are made from the schema.
 */
export function idPolicyOf(source: Source, resource: Resource): IdPolicy {
  const schema = idSchemaOf(resource);
  if (schema.enum !== undefined || typesOf(schema).includes('string')) {
    // Every candidate is of the schema's type or one of its choices, and ids have no other.
    return { kind: 'made', make: (nth) => firstThatFits(schema, candidates(schema, nth, source)) as Id };
  }
  return sequenceOf(schema);
}

const sequenceOf = memoized((schema: Schema): IdPolicy => {
  const step = isWhole(schema.multipleOf) ? BigInt(schema.multipleOf) : 1n;
  const widest = schema.format === 'int32' ? 2n ** 31n : 2n ** 63n;
  const maximum = highestOf(schema) ?? widest - 1n;
  const least = lowestOf(schema) ?? (maximum < 1n ? -widest : 1n);
  return { kind: 'sequence', minimum: multipleFrom(least, step), maximum, step };
});

function* candidates(schema: Schema, nth: number, source: Source): Iterable<unknown> {
  const { enum: choices = [], minLength = 0 } = schema;
  yield choices[(nth - 1) % choices.length];
  yield String(nth);
  yield String(nth).padStart(minLength, '0');
  yield sample(schema, source);
}

/** Why no id is left, and what to do, as it follows a sentence; empty where nothing of the document bounds the ids. */
export function boundOfIds(resource: Resource): string {
  const { idProperty, idParameter, schema } = resource;
  const property = idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty)?.schema;
  const most = highestOf(idSchemaOf(resource));
  if (most === undefined) return '';
  const ofProperty = property && highestIn(property);
  const isByPath = ofProperty === undefined || ofProperty > most;
  const by = isByPath ? `the parameter ${idParameter?.name} of its path` : `its property ${idProperty}`;
  return `: ids end at ${most} by ${by}, and none is given twice. Raise that maximum in the document, or reset the records`;
}

/** The highest integer of a schema, as `idSchemaOf` reads it. */
const highestIn = (schema: Schema): bigint | undefined => {
  const [flat = {}] = alternativesOf(schema);
  return highestOf(flat);
};

/** What the record's property and the path's parameter ask of an id, flat and without examples. */
export const idSchemaOf = memoized(({ idProperty, idParameter, schema }: Resource): Schema => {
  const property = idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty)?.schema;
  const asked = [property, idParameter?.schema].filter((part) => part !== undefined);
  const [flat = {}] = alternativesOf({ allOf: asked });
  const { example: _, examples: __, default: ___, ...id }: Schema = flat;
  return id;
});

/** The lowest integer inside the bounds; OpenAPI 3.0 has a flag for an exclusive bound, 3.1 a bound of its own. */
function lowestOf({ minimum, exclusiveMinimum }: Schema): bigint | undefined {
  const bounds = [
    ...(isNumeric(minimum) ? [wholeFrom(minimum, exclusiveMinimum === true)] : []),
    ...(isNumeric(exclusiveMinimum) ? [wholeFrom(exclusiveMinimum, true)] : []),
  ];
  return bounds.reduce<bigint | undefined>(
    (most, bound) => (most === undefined || bound > most ? bound : most),
    undefined,
  );
}

/** The highest, found as the lowest of the negated bounds. */
function highestOf({ maximum, exclusiveMaximum }: Schema): bigint | undefined {
  const lowest = lowestOf({
    ...(isNumeric(maximum) ? { minimum: -maximum } : {}),
    ...(exclusiveMaximum === undefined
      ? {}
      : { exclusiveMinimum: isNumeric(exclusiveMaximum) ? -exclusiveMaximum : exclusiveMaximum }),
  });
  return lowest === undefined ? undefined : -lowest;
}

function wholeFrom(bound: number | bigint, isExclusive: boolean): bigint {
  const whole = typeof bound === 'bigint' ? bound : BigInt(Math.ceil(bound));
  return isExclusive && Number(whole) === Number(bound) ? whole + 1n : whole;
}

/** The first multiple of a step from a number on. */
function multipleFrom(least: bigint, step: bigint): bigint {
  const near = (least / step) * step;
  return near < least ? near + step : near;
}

const isNumeric = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
const isWhole = (value: unknown): value is number | bigint => typeof value === 'bigint' || Number.isInteger(value);

/** Properties that a slug is made of, the best first. */
const NAMED = ['title', 'name', 'label', 'subject', 'headline'];

/**
 * An id for people to read, made of what a record is called: `how-to-sail` of "How to sail". Only where the id is a text
 * that is called a slug, and nothing else says what it is.
 */
export function* slugsOf(
  { idProperty, idParameter, schema }: Resource,
  fields: Readonly<Record<string, unknown>>,
): Iterable<Id> {
  const property = idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty);
  if (property === undefined || !/slug$/i.test(property.name)) return;
  const called = NAMED.map((name) => own(fields, name)).find((value) => typeof value === 'string');
  const slug = slugOf(String(called ?? ''));
  if (slug === '') return;
  for (let nth = 1; nth <= MOST_ALIKE; nth += 1) {
    const id = nth === 1 ? slug : `${slug}-${nth}`;
    if (fits(property.schema, 'response', id) && fits(idParameter?.schema ?? {}, 'request', id)) yield id;
  }
}

/** So many records of the same title get a slug of it; those that come later have another id. */
const MOST_ALIKE = 100;

const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .slice(0, 200)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
