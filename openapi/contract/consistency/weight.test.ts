import { growthOf, isLinear } from '../../program/testing/growth';
import type { Schema } from '../model/schema';
import { readOperations } from '../operations/operations';
import { findResources } from '../resources/resources';
import { alternativesOf } from '../schema/alternatives';
import { fits, validatorOf } from '../schema/validators';
import { contractOf, faultOf } from '../testing/documents';
import { cutWeight, schemasOf } from './schemas';
import { surelyFits } from './surely-fits';
import { givenValues } from './values';

const LEVELS = 40;
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Schemas, each of which refers to the next, and a document that uses the first. */
function chained(levels: number, schemaOf: (next: string) => object, end: object = { type: 'string' }) {
  const schemas = Array.from({ length: levels }, (_, level) => [`S${level}`, schemaOf(`S${level + 1}`)]);
  return using(Object.fromEntries([...schemas, [`S${levels}`, end]]));
}

const using = (schemas: object, version = '3.0.3') => {
  const content = { 'application/json': { schema: to('S0') } };
  const post = { requestBody: { content }, responses: { '200': { description: '', content } } };
  return { openapi: version, info: { title: '', version: '' }, paths: { '/a': { post } }, components: { schemas } };
};

describe('schemas that each refer twice to the next', () => {
  const both = (next: object) => ({ type: 'object', required: ['a', 'b'], properties: { a: next, b: next } });

  test.each([
    ['for two properties', chained(LEVELS, (next) => both(to(next)))],
    ['for two properties, with a description', chained(LEVELS, (next) => both({ ...to(next), description: next }))],
    [
      'for two properties, leaves first',
      using(Object.fromEntries(Object.entries(chained(LEVELS, (next) => both(to(next))).components.schemas).reverse())),
    ],
    ['for the items of a list', chained(LEVELS, (next) => ({ type: 'array', minItems: 2, items: to(next) }))],
    ['for a property, twice by allOf', chained(LEVELS, (next) => ({ allOf: [both(to(next)), both(to(next))] }))],
  ])('%s are read like others', async (_, document) => {
    expect((await contractOf(document)).operations).toHaveLength(1);
  });

  test.each(['allOf', 'anyOf', 'oneOf'])('for the same value by %s are read as any value', async (keyword) => {
    const document = chained(LEVELS, (next) => ({ [keyword]: [to(next), to(next)] }));
    const { warnings, operations } = await contractOf(document);
    expect(operations).toHaveLength(1);
    const problem = 'in the schema allOf, anyOf and oneOf multiply to more than 10000 schemas for the same value.';
    expect(warnings).toEqual(
      [26, 13, 0].map((level) => ({
        pointer: `/components/schemas/S${level}/${keyword}/0`,
        problem,
        remedy: 'Any value is taken there.',
      })),
    );
    const fault = await faultOf(contractOf(document, { strict: true }));
    expect(fault.message).toContain(`${problem} Let each of them refer to a schema once.`);
  });
});

describe('schemas that lead back to themselves', () => {
  const SCHEMA = '/components/schemas/S0';
  const inside = (inner: object) =>
    using({ S0: { type: 'object', properties: { a: to('S1') } }, S1: inner, S2: to('S1') });

  test.each([
    ['by anyOf', inside({ anyOf: [to('S1'), { type: 'string' }] }), `${SCHEMA}/properties/a`],
    ['by oneOf', inside({ oneOf: [{ type: 'string' }, to('S1')] }), `${SCHEMA}/properties/a`],
    ['by allOf of anyOf', inside({ allOf: [{ anyOf: [{ type: 'string' }, to('S1')] }] }), `${SCHEMA}/properties/a`],
    ['by not', inside({ not: to('S1') }), `${SCHEMA}/properties/a`],
    ['at once', using({ S0: { allOf: [to('S0')] } }), '/paths/~1a/post/requestBody/content/application~1json/schema'],
  ])('%s are read without that', async (_, document, pointer) => {
    const { warnings, operations } = await contractOf(document);
    expect(warnings).toMatchObject([
      {
        pointer,
        problem: 'the schema leads back to itself without a property or an item between: no value can be judged by it.',
        remedy: 'It is read without that.',
      },
    ]);
    expect(operations).toHaveLength(1);
  });

  test('by references alone take any value', async () => {
    const { warnings } = await contractOf(inside(to('S2')));
    expect(warnings).toMatchObject([
      { pointer: '/components/schemas/S0/properties/a/$ref' },
      { pointer: '/components/schemas/S1/$ref' },
      { pointer: '/components/schemas/S2/$ref' },
    ]);
    expect(warnings[0]).toMatchObject({
      problem: 'the reference "#/components/schemas/S2" leads back to itself.',
      remedy: 'Any value is taken there.',
    });
  });

  test('by a property or an item are read', async () => {
    const tree = { type: 'object', properties: { a: { type: 'array', items: { anyOf: [to('S1'), to('S2')] } } } };
    expect((await contractOf(inside({ allOf: [tree] }))).operations).toHaveLength(1);
  });
});

test('properties that several schemas describe are put together once, however often these meet', async () => {
  const level = (at: number) => {
    const next = (name: string) => ({ type: 'object', properties: { n: to(`${name}${at + 1}`) } });
    return { allOf: [next('S'), next('T')] };
  };
  const levels = Array.from({ length: LEVELS }, (_, at) => [
    [`S${at}`, level(at)],
    [`T${at}`, level(at)],
  ]);
  const ends = [
    [`S${LEVELS}`, { type: 'string', minLength: 1 }],
    [`T${LEVELS}`, { type: 'string', maxLength: 2 }],
  ];
  const contract = await contractOf(using(Object.fromEntries([...levels.flat(), ...ends])));
  let schema = contract.operations[0]?.body?.content[0]?.schema ?? {};
  for (let at = 0; at < LEVELS; at += 1) schema = alternativesOf(schema)[0]?.properties?.n ?? {};
  expect(schema).toMatchObject({ type: ['string'], minLength: 1, maxLength: 2 });
});

test('properties that meet in themselves come to an end', async () => {
  const tree = (name: string) => ({ type: 'object', properties: { n: to(name) } });
  const circle = { allOf: [tree('S0'), tree('S1')] };
  expect((await contractOf(using({ S0: circle, S1: circle }))).resources).toEqual([]);
});

test('references that lead on and on are followed, in whichever order', async () => {
  const document = chained(5000, (next) => ({ type: 'object', properties: { a: to(next) } }));
  const schemas = Object.fromEntries(Object.entries(document.components.schemas).reverse());
  for (const one of [document, using(schemas)]) {
    const { operations, warnings } = await contractOf(one);
    const validate = validatorOf(operations[0]?.body?.content[0]?.schema ?? {}, 'request');
    const nested = (depth: number, inmost: unknown): unknown =>
      depth === 0 ? inmost : { a: nested(depth - 1, inmost) };
    expect([warnings, validate(nested(100, {})), validate(nested(100, 1))?.pointer]).toEqual([
      [],
      undefined,
      '/a'.repeat(100),
    ]);
  }
});

test('resources are found in time that grows with the paths alone', () => {
  const get = { responses: {} };
  const growth = growthOf((size) => {
    const paths = Array.from({ length: size }, (_, at) => [`/r${at}`, `/r${at}/{id}`]).flat();
    const operations = readOperations({ paths: Object.fromEntries(paths.map((path) => [path, { get }])) });
    return () => findResources(operations);
  }, 1000);
  expect(isLinear(growth)).toBe(true);
});

test('what many operations share is weighed, and its examples are judged, once', () => {
  const growth = growthOf((size) => {
    const properties = Array.from({ length: size }, (_, at) => [
      `p${at}`,
      { type: 'string', format: 'int32', example: 1 },
    ]);
    const shared = { type: 'object', properties: Object.fromEntries(properties) };
    const of = (at: number) => ({ type: 'object', properties: { [`a${at}`]: shared } });
    const paths = Array.from({ length: size }, (_, at) => [
      `/r${at}`,
      { post: { requestBody: { content: { 'application/json': { schema: of(at) } } }, responses: {} } },
    ]);
    const document = { paths: Object.fromEntries(paths) };
    const operations = readOperations(document);
    return () => {
      cutWeight('a.yaml', operations, () => {});
      givenValues(document, operations.flatMap(schemasOf));
    };
  }, 500);
  expect(isLinear(growth)).toBe(true);
});

test('a value that is seen to fit without a validator fits, and many that fit are seen to', () => {
  const texts: readonly Schema[] = [
    { format: 'uuid' },
    { format: 'date-time' },
    { format: 'int32' },
    { format: 'odd' },
  ];
  const members: Schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 1 } } };
  const schemas: readonly Schema[] = [
    ...texts.flatMap((one) => [{ ...one, type: 'string', maxLength: 36 } as Schema, one]),
    { type: 'integer', format: 'int32', maximum: 7 },
    { type: 'integer', minimum: 1, exclusiveMinimum: true },
    { type: ['number', 'null'], enum: [1, 2, null] },
    members,
    { ...members, additionalProperties: false },
    { ...members, additionalProperties: { type: 'string', minLength: 2 } },
    { type: 'array', items: members, minItems: 1, uniqueItems: true },
    { allOf: [members, { properties: { b: { type: 'string' } } }], nullable: true },
    { anyOf: [members, { type: 'string' }] },
    { oneOf: [members, { type: 'object' }] },
    { not: members },
    { pattern: '^a' },
  ];
  const values = [
    ...['0b5a3c1e-7d52-4b7e-9a57-0c2f8a1d9e11', '2026-01-15T10:00:00Z', 'a', 'bb', '\u{1f600}'.repeat(36), ''],
    ...[0, 1, 2.5, 8, 2 ** 31, Number.NaN, 2n ** 60n, true, null],
    ...[{}, { a: 1 }, { a: 0 }, { a: 1, b: 'xy' }, { a: 1, b: 3 }, { b: 'x' }, JSON.parse('{"a": 1, "__proto__": 2}')],
    ...[[], [{ a: 1 }], [{ a: 1 }, { a: 1 }], [1]],
  ];
  const pairs = schemas.flatMap((schema) => values.map((value) => ({ schema, value })));
  const seen = pairs.filter(({ schema, value }) => surelyFits(schema, value));
  expect(seen.filter(({ schema, value }) => !fits(schema, 'response', value))).toEqual([]);
  expect(seen.length).toBeGreaterThan(pairs.filter(({ schema, value }) => fits(schema, 'response', value)).length / 3);
});
