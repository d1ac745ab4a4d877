import fc from 'fast-check';
import { type Schema, stringifyJson, validatorOf } from '../../../openapi/contract';
import { alike } from '../../resources/ids';
import { createRandom } from '../../world/rules/random';
import type { Source } from '../source';
import { makeUp } from './make-up';

const NOW = Date.parse('2030-06-01T00:00:00Z');
const source = (seed = 1): Source => ({ random: createRandom(seed), now: NOW });
const text = (more: Schema = {}): Schema => ({ type: 'string', ...more });

const CONTAINING: Schema = { type: 'array', items: text(), minContains: 2, maxContains: 3, minItems: 4 };
const MAIN: Schema = { type: 'object', properties: { role: { const: 'main' } } };
const OWNER: Schema = { type: 'object', properties: { role: { enum: ['main', 'other'] } }, required: ['role'] };
const OWNERS = [{ role: 'main' }, { role: 'other' }, { role: 'other' }];

/** By the name of a property: its schema, and what is made of it. */
const MADE: readonly (readonly [string, Schema, unknown])[] = [
  ['email', text(), expect.stringMatching(/^[a-z]+\.[a-z]+@example\.com$/)],
  ['billing_country', text({ maxLength: 2 }), expect.stringMatching(/^[A-Z]{2}$/)],
  ['country', text({ maxLength: 3, minLength: 3 }), expect.stringMatching(/^[A-Z]{3}$/)],
  ['avatarUrl', text({ format: 'uri' }), expect.stringMatching(/^https:\/\/images\.example\.com\/.+\.png$/)],
  ['created_at', { type: 'integer' }, NOW / 1000],
  ['updatedAt', text({ format: 'date-time' }), '2030-06-01T02:00:00Z'],
  ['birthDate', text({ format: 'date' }), expect.stringMatching(/^2000-/)],
  ['latitude', { type: 'number', minimum: -90, maximum: 90 }, expect.any(Number)],
  ['anything', text({ pattern: '^[a-c]{4}$' }), expect.stringMatching(/^[a-c]{4}$/)],
  ['secret', text(), expect.stringMatching(/^demo-/)],
  ['title', text({ maxLength: 5 }), expect.stringMatching(/^.{1,5}$/)],
  ['title', text({ minLength: 300 }), expect.stringMatching(/^.{300}$/)],
  ['size', { type: 'integer', minimum: 10, maximum: 20, multipleOf: 10 }, expect.any(Number)],
  ['size', text({ enum: ['small', 'large'] }), 'small'],
  ['note', { type: ['null', 'string'], maxLength: 9 }, expect.any(String)],
  ['labels', { type: 'array', uniqueItems: true, minItems: 4, items: { enum: [1, 2, 3, 4] } }, expect.any(Array)],
  ['map', { type: 'object', additionalProperties: { type: 'boolean' } }, { key1: true }],
  ['x', { const: 7 }, 7],
  ['reference', text({ pattern: '^ref_[a-z0-9]{12}$' }), expect.not.stringMatching(/(.)\1{3}/)],
  ['place', text({ pattern: '^[a-z]{3,12}$' }), expect.stringMatching(/^(bridge|canyon|cedar|[a-z]{3,})$/)],
  ['tags', { ...CONTAINING, contains: { const: 'vip' } }, ['vip', 'vip', expect.any(String), expect.any(String)]],
  [
    'mixed',
    { type: 'array', items: { type: ['string', 'integer'] }, contains: { type: 'integer', minimum: 5 } },
    [expect.any(Number)],
  ],
  ['owners', { type: 'array', items: OWNER, contains: MAIN, maxContains: 1, minItems: 3 }, OWNERS],
];

it.each(MADE)('%s of %j', (name, schema, value) => {
  const made = makeUp(schema, source(), name);
  expect(made).toEqual(value);
  expect(validatorOf(schema, 'response')(made)).toBeUndefined();
});

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: fc.nat(10), format: fc.constantFrom('date', 'uuid', 'none') }),
  fc.record({
    type: fc.constant('integer'),
    minimum: fc.integer({ min: -99, max: 99 }),
    multipleOf: fc.constantFrom(1, 5),
  }),
  fc.record({ type: fc.constant('number'), maximum: fc.integer({ min: -99, max: 99 }) }),
  fc.record({ enum: fc.array(fc.integer(), { minLength: 1, maxLength: 3 }) }),
  fc.constant({ type: 'boolean', nullable: true }),
);
const NAMES = ['name', 'email', 'createdAt', 'price', 'x'];
const { schema } = fc.letrec<{ schema: Schema }>((tie) => {
  const properties = fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 4 });
  const object = properties.map((named) => ({
    ...{ type: 'object', properties: named, required: Object.keys(named).slice(1), additionalProperties: false },
  }));
  return {
    schema: fc.oneof(
      { maxDepth: 4 },
      scalar,
      object,
      fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    ),
  };
});

it('finds a value for every schema that has one, and the same for the same seed', () => {
  fc.assert(
    fc.property(schema, fc.nat(), fc.boolean(), (one, seed, isAnother) => {
      const made = makeUp(one, source(seed), '', isAnother);
      expect(validatorOf(one, 'response')(made)).toBeUndefined();
      expect(made).toBeDefined();
      expect(stringifyJson(makeUp(one, source(seed), '', isAnother))).toBe(stringifyJson(made));
    }),
    { numRuns: 200 },
  );
});

it('leaves out what no value is found for, and not all that need not be there', () => {
  const impossible = text({ pattern: '^a(?!b)b$' });
  const box = (...required: readonly string[]): Schema => ({
    ...{ type: 'object', required: [...required], properties: { label: impossible, size: { const: 3 } } },
  });
  const properties = { id: { const: 7 }, label: impossible, box: box(), lid: box('label') };
  expect(makeUp({ type: 'object', properties }, source())).toEqual({ id: 7, box: { size: 3 } });
});

it('comes to an end where a schema contains itself, and finds nothing where there is nothing', () => {
  const node: Record<string, unknown> = { type: 'object', required: ['name'] };
  node.properties = { name: text(), children: { type: 'array', items: node }, parent: node };
  expect(makeUp(node, source())).toEqual({ name: expect.any(String), children: [] });
  const endless: Record<string, unknown> = { type: 'object', required: ['parent'] };
  endless.properties = { parent: endless };
  expect(makeUp(endless, source())).toBeUndefined();
  expect(makeUp({ type: 'string', enum: [] }, source())).toBeUndefined();
});

it.each([
  ['0b5a3c1e-7d52-4b7e-9a57-0c2f8a1d9e11', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}$/],
  ['cus_7Hq2', /^cus_\d[A-Z][a-z]\d$/],
  ['6a1f0c', /^[\da-f]{6}$/],
  ['42', /^[1-9]\d$/],
  ['river', /^river-\d+$/],
])('an id like %s', (text, pattern) => {
  expect(alike(text, createRandom(3))).toMatch(pattern);
  expect(alike(text, createRandom(3))).not.toBe(text);
});
