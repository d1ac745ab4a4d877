import type { ErrorObject } from 'ajv';
import fc from 'fast-check';
import { rounds, sampled } from '../../program/testing/long';
import { stringifyJson } from '../json/json';
import { CONTROL_DOCUMENT, loadContract, SHIPPED_DOCUMENT } from '../load';
import type { Schema } from '../model/schema';
import { EXPRESSION, schemas, valuesOf } from '../testing/schemas';
import { errorsWithin as byAjv, ENGINES } from './ajv';
import { errorsWithin as byFunctions, ENGINES as OF_PAGE } from './ajv.browser';
import { allViolations, firstViolation } from './find-violations';
import { toJsonSchema } from './json-schema';

const plain = fc.constantFrom<Schema[]>(
  ...[{ type: 'string', minLength: 2 }, { type: 'string', maxLength: 1 }, { pattern: '^a' }, { format: 'date' }],
  ...[{ type: 'integer', maximum: 1 }, { type: 'number', exclusiveMinimum: 1 }, { type: ['boolean', 'string'] }],
  ...[{ type: 'array', minItems: 2 }, { maxItems: 1 }, { maxProperties: 1 }, { minProperties: 2 }, { enum: ['a', 1] }],
  ...[{ type: 'boolean' }, { type: 'null' }, { format: 'int32' }, { uniqueItems: true, minItems: 1 }],
  ...[{ required: ['b', 'c'] }, { dependentRequired: { a: ['b', 'c'] } }, { not: {} }, { nullable: true, enum: ['b'] }],
);
const words = (...names: readonly string[]) => fc.constantFrom(...names);
const named = (part: fc.Arbitrary<Schema>) => fc.dictionary(words('a', 'b', 'c', 'a/b'), part, { maxKeys: 2 });

/** Schemas of all keywords that a document may have. `unevaluatedItems` stands beside no union: there ajv misses what is wrong. */
const { any } = fc.letrec<{ any: Schema; part: Schema | boolean }>((tie) => {
  const part = tie('part') as fc.Arbitrary<Schema>;
  const record = (model: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Schema>;
  return {
    part: fc.oneof({ maxDepth: 4, depthIdentifier: 'schema' }, { weight: 6, arbitrary: tie('any') }, fc.boolean()),
    any: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'schema' },
      plain,
      plain,
      schemas,
      record({
        type: fc.constantFrom('object', ['object', 'string']),
        properties: named(part),
        patternProperties: fc.dictionary(words('^a', 'b$', '.'), part, { maxKeys: 2 }),
        additionalProperties: part,
        propertyNames: part,
        required: fc.subarray(['a', 'b']),
      }),
      record({ properties: named(part), allOf: fc.array(part, { maxLength: 2 }), unevaluatedProperties: part }),
      record({ anyOf: fc.array(part, { minLength: 1, maxLength: 3 }), unevaluatedProperties: fc.constant(false) }),
      record({ oneOf: fc.array(part, { minLength: 1, maxLength: 3 }), dependentSchemas: named(part) }),
      record({ type: fc.constant('array'), prefixItems: fc.array(part, { minLength: 1, maxLength: 2 }), items: part }),
      record({ contains: part, minContains: fc.nat(2), maxContains: fc.nat(2), enum: fc.constant([[], ['a'], 'a']) }),
      record({ prefixItems: fc.array(part, { minLength: 1, maxLength: 2 }), unevaluatedItems: part }),
      record(Object.fromEntries(['if', 'then', 'else', 'not'].map((word) => [word, part]))),
    ),
  };
});

/**
 * A branch that does not hold has evaluated nothing (JSON Schema 2020-12 core, section 7.7.1.1). Of `patternProperties` in one
 * ajv keeps what it saw there, and misses what `unevaluatedProperties` says of it.
 */
function isMisreadByAjv(schema: Schema): boolean {
  const has = (...keywords: readonly string[]) => keywords.some((keyword) => text.includes(`"${keyword}":`));
  const text = stringifyJson(schema);
  const branches = has('anyOf', 'oneOf', 'if', 'not', 'dependentSchemas');
  return branches && has('patternProperties') && has('unevaluatedProperties');
}

const value = valuesOf(fc.constantFrom<unknown[]>('a', 'b', 'ab', '2026-01-01', 0, 1, 1.5, 2n, true, null));

/** All that somebody is told of. */
const told = ({ instancePath, keyword, params, schema, data, parentSchema, propertyName }: ErrorObject) => ({
  ...{ instancePath, keyword, params, schema, data, propertyName },
  type: parentSchema?.type,
});
/** Where ajv's words are shown as they are. */
const SHOWN = new Set(['dependentRequired', 'dependencies', 'contains', 'items', 'unevaluatedItems', 'if', 'anyOf']);
const messagesIn = (errors: readonly ErrorObject[]) =>
  errors.filter(({ keyword }) => SHOWN.has(keyword)).map(({ message }) => message);

function expectSame(schema: Schema, given: unknown): boolean {
  const root = toJsonSchema(schema, 'request');
  const [expected, found] = [byAjv(root, ENGINES)(), byFunctions(root, OF_PAGE)()];
  const first = expected(root, given, 'first');
  expect(found(root, given, 'first').map(told)).toEqual(first.map(told));
  expect(messagesIn(found(root, given, 'first'))).toEqual(messagesIn(first));
  expect(firstViolation(root, found, given)).toEqual(firstViolation(root, expected, given));
  expect(allViolations(schema, root, found, given, 5)).toEqual(allViolations(schema, root, expected, given, 5));
  return first.length === 0;
}

test.each([
  ['the least schemas', schemas],
  ['schemas of every keyword', any],
])('the same errors as ajv: %s', (_, arbitrary) => {
  const seen = new Set<boolean>();
  fc.assert(
    fc.property(arbitrary, value, (schema, given) => {
      fc.pre(!isMisreadByAjv(schema));
      seen.add(expectSame(schema, given));
    }),
    { numRuns: rounds(1000) },
  );
  expect(seen.size).toBe(2);
});

test('and where a schema leads to itself', () => {
  const expressions = fc.letrec<{ one: unknown }>((tie) => ({
    one: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown[]>(7, 'x', null),
      fc.record({ of: fc.array(tie('one'), { maxLength: 2 }), is: words('and', 'or', 'no') }, { requiredKeys: ['is'] }),
    ),
  })).one;
  fc.assert(
    fc.property(expressions, (given) => void expectSame(EXPRESSION, given)),
    { numRuns: rounds(300) },
  );
});

test('and for each schema of the shipped documents', async () => {
  const contracts = await Promise.all([SHIPPED_DOCUMENT, CONTROL_DOCUMENT].map((name) => loadContract(name)));
  const bodies = contracts.flatMap(({ operations }) =>
    operations.flatMap(({ body, replies }) => [...(body?.content ?? []), ...replies.flatMap(({ content }) => content)]),
  );
  const values = [...bodies.flatMap(({ examples }) => examples.map((example) => example.value)), 'a', null, [], {}];
  const whole = bodies.map(({ schema }) => schema).filter((schema) => schema !== undefined);
  expect(whole.length).toBeGreaterThan(20);
  const different = new Map(whole.map((schema) => [stringifyJson(schema), schema]));
  for (const schema of sampled([...different.values()], 12)) {
    for (const given of sampled(values, 10)) expectSame(schema, given);
  }
});
