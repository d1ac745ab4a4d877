import fc from 'fast-check';
import { propertiesOf, type Schema, validatorOf } from '../../openapi/contract';
import { EXPRESSION } from '../../openapi/contract/testing/schemas';
import { bodyOf } from '../exchange/subject';
import { operationOf, shippedContract } from '../testing/contract';
import { branchValues } from './branches';
import { fullValue } from './plain';
import { arbitraryInteger, arbitraryOf, firstValue, integerEdges } from './schema';
import { arbitraryString, tellingTexts, textOfAll } from './string';

const OTHER: Schema = { type: 'object', properties: { b: { type: 'string' }, c: { type: 'string' } } };

/** Schemas of every kind that a document may have. */
const SCHEMAS: readonly (readonly [string, Schema])[] = [
  ['an integer', { type: 'integer' }],
  ['an integer of 32 bits', { type: 'integer', format: 'int32' }],
  ['an integer of 64 bits', { type: 'integer', format: 'int64' }],
  ['an integer with bounds', { type: 'integer', minimum: 3, maximum: 7 }],
  ['a number with bounds', { type: 'number', minimum: -1, maximum: 1 }],
  ['a text', { type: 'string' }],
  ['a text with bounds', { type: 'string', minLength: 2, maxLength: 5 }],
  ['a text of a pattern', { type: 'string', pattern: '^[a-z]{3}-\\d+$' }],
  ...['^(?=.*[A-Z])(?=.*\\d)[\\w-]{8,20}$', '^(?!-)[a-z-]+(?<!-)$', '^\\p{L}+( \\p{L}+)*$', '^([a-c])\\w*\\1$'].map(
    (pattern) => [`a text of the pattern ${pattern}`, { type: 'string', pattern, maxLength: 30 }] as const,
  ),
  ...[
    'uuid',
    'email',
    'date',
    'date-time',
    'time',
    'duration',
    'uri',
    'url',
    'uri-reference',
    'hostname',
    'ipv4',
    'ipv6',
  ].map((format) => [`a text of the format ${format}`, { type: 'string', format }] as const),
  ['a text of a format and a pattern', { type: 'string', format: 'date-time', pattern: 'Z$' }],
  ['one of an enumeration', { type: 'string', enum: ['a', 'b'] }],
  ['a boolean', { type: 'boolean' }],
  ['an array', { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 1, maxItems: 4 }],
  [
    'an object with more and less',
    {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'array', items: { type: 'boolean' } } },
    },
  ],
  [
    'all of two schemas',
    {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
        { type: 'object', required: ['b'], properties: { b: { type: 'string', minLength: 1 } } },
      ],
    },
  ],
  [
    'an object that needs one property of several, and not two of them, deep inside others',
    inside(
      inside(
        inside({
          type: 'object',
          properties: { a: { type: 'integer' }, b: { type: 'string' } },
          anyOf: [{ required: ['a'] }, { required: ['b'] }],
          not: { required: ['a', 'b'] },
        }),
      ),
    ),
  ],
  [
    'an object that may not be empty, deep inside others',
    inside(inside(inside({ type: 'object', minProperties: 1, properties: { a: { type: 'integer' } } }))),
  ],
  ['one of two schemas', { oneOf: [{ type: 'integer' }, { type: 'string' }] }],
  [
    'one of two schemas that do not shut each other out',
    { oneOf: [{ type: 'object', properties: { a: { type: 'integer' } } }, OTHER] },
  ],
];

function inside(schema: Schema): Schema {
  return { type: 'object', required: ['inner'], properties: { inner: schema } };
}

describe.each(SCHEMAS)('of %s', (_, schema) => {
  const fits = validatorOf(schema, 'request');

  test('every value fits the schema', () => {
    fc.assert(fc.property(arbitraryOf(schema), (value) => fits(value) === undefined));
  });

  test('the same seed draws the same values, and another seed others', () => {
    const draw = (seed: number) => fc.sample(arbitraryOf(schema), { numRuns: 30, seed });
    expect(draw(7)).toEqual(draw(7));
    if (schema.type !== 'boolean' && schema.enum === undefined) expect(draw(7)).not.toEqual(draw(8));
  });

  test('the first value fits, and is always the same', () => {
    expect(fits(firstValue(schema))).toBeUndefined();
    expect(firstValue(schema)).toEqual(firstValue(schema));
  });
});

test('a schema that nothing fits ends the search with an error', () => {
  const nothing: Schema = { type: 'string', maxLength: 2, not: { type: 'string' } };
  expect(() => fc.sample(arbitraryOf(nothing), 1)).toThrow('no value of a schema was found among 5000');
});

test('an address whose pattern asks for a scheme alone has a host too', () => {
  const schema: Schema = { type: 'string', format: 'uri', pattern: '^https://', maxLength: 300 };
  fc.assert(fc.property(arbitraryOf(schema), (value) => /^https:\/\/[^/]+\//.test(String(value))));
});

test('what shrinks still fits the schema', () => {
  const schema: Schema = { type: 'object', required: ['a'], properties: { a: { type: 'string', minLength: 2 } } };
  const fits = validatorOf(schema, 'request');
  const misfits: unknown[] = [];
  const { counterexample } = fc.check(
    fc.property(arbitraryOf(schema), (value) => {
      if (fits(value) !== undefined) misfits.push(value);
      return false;
    }),
    { seed: 1 },
  );
  expect(misfits).toEqual([]);
  expect(counterexample?.[0]).toMatchObject({ a: expect.any(String) });
});

test('the first value is the example, else the default, else the first choice', () => {
  expect(firstValue({ type: 'integer', example: 4, default: 5 })).toBe(4);
  expect(firstValue({ type: 'integer', default: 5 })).toBe(5);
  expect(firstValue({ type: 'string', enum: ['b', 'a'] })).toBe('b');
});

test('what comes in replies alone is not drawn, required or not, unless the schema can not do without', () => {
  const item: Schema = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', readOnly: true }, name: { type: 'string' } },
  };
  const composed: Schema = { allOf: [{ type: 'object', required: ['id'] }, { properties: item.properties ?? {} }] };
  const namesOf = (schema: Schema) =>
    new Set((fc.sample(arbitraryOf(schema), { numRuns: 50, seed: 1 }) as readonly object[]).flatMap(Object.keys));
  expect(namesOf(item)).toEqual(new Set(['name']));
  expect(namesOf(composed)).toEqual(new Set(['id', 'name']));
});

test('bodies of the contract have what is required always, and what is not sometimes', async () => {
  const schema = bodyOf(operationOf(await shippedContract(), 'createPet'))?.schema ?? {};
  const drawn = fc.sample(arbitraryOf(schema), { numRuns: 100, seed: 1 }) as readonly Record<string, unknown>[];
  for (const { name, required } of propertiesOf(schema).values()) {
    const having = drawn.filter((body) => Object.hasOwn(body, name)).length;
    expect(having).toBeGreaterThan(0);
    expect(having === 100).toBe(required);
  }
});

test('values of a union of itself are drawn, and of one that two others bring in, which two others bring in', () => {
  const least: Schema = { type: 'boolean' };
  const shared = Array.from({ length: 16 }).reduce<Schema>((inner) => ({ anyOf: [inner, inner] }), least);
  const fitting = validatorOf(EXPRESSION, 'request');
  expect(fc.sample(arbitraryOf(EXPRESSION), { numRuns: 20, seed: 1 }).filter((one) => fitting(one))).toEqual([]);
  expect([true, false]).toContain(fc.sample(arbitraryOf(shared), { numRuns: 1, seed: 1 })[0]);
});

test.each<[string, Schema]>([
  ['that are so large', { type: 'string', minLength: 2e9 }],
  ['that are so large', { type: 'array', minItems: 2e9 }],
  ['that is so large', { type: 'string', pattern: '^(a{3000}){3000}$' }],
])('no values are drawn %s: %j', (_, schema) => {
  expect(() => arbitraryOf(schema)).toThrow(/drawn .* so large/);
});

test('no values are drawn of a schema that requires itself', () => {
  const endless: Schema = {
    type: 'object',
    required: ['next'],
    properties: {
      get next() {
        return endless;
      },
    },
  };
  expect(() => arbitraryOf(endless)).toThrow('no value is drawn of a schema whose values do not end');
});

const OF_32 = [0, 1, -1, 2147483647, -2147483648];
const BEYOND_53 = [9007199254740991, 9007199254740993n, -9007199254740993n, 2n ** 63n - 1n, -(2n ** 63n)];

test.each<[string, Schema, readonly (number | bigint)[]]>([
  ['64 bits', { format: 'int64' }, [...OF_32.slice(0, 4), 2147483648, -2147483648, ...BEYOND_53]],
  ['32 bits', { format: 'int32' }, OF_32],
  ['bounds', { minimum: 1, maximum: 100 }, [1, 100]],
  ['exclusive bounds', { exclusiveMinimum: 4, maximum: 9.5 }, [5, 9]],
  ['one bound, which comes first', { format: 'int32', minimum: -5 }, [-5, ...OF_32.slice(0, 4)]],
])('the edges of integers of %s, exactly', (_, schema, edges) => {
  expect(integerEdges({ type: 'integer', ...schema })).toEqual(edges);
});

test('edges and telling texts are often among those that are drawn, and none is out of bounds', () => {
  const schema = { type: 'integer', format: 'int64', minimum: 0 } as const;
  const numbers = fc.sample(arbitraryInteger(schema), { numRuns: 200, seed: 1 });
  expect(numbers.filter((value) => value < 0 || value > 2n ** 63n - 1n)).toEqual([]);
  expect(numbers).toEqual(expect.arrayContaining([0, 9007199254740993n, 2n ** 63n - 1n]));
  const telling = new Set(tellingTexts({ type: 'string' }).map(({ value }) => value));
  const texts = fc.sample(arbitraryString({ type: 'string' }), { numRuns: 100, seed: 1 });
  expect(texts.filter((value) => telling.has(value)).length).toBeGreaterThan(20);
});

test('without bounds every telling text may be sent, with bounds only those within them', () => {
  const values = tellingTexts({ type: 'string' }).map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  expect(values).toEqual(expect.arrayContaining(['', 'x'.repeat(256), 'y'.repeat(10_000), '__proto__', 'null']));
  expect(values.some((value) => value !== value.normalize('NFC'))).toBe(true);
  const within = tellingTexts({ type: 'string', minLength: 1, maxLength: 20 }).map(({ value }) => value);
  expect(within).toEqual(values.filter((value) => value !== '' && [...value].length <= 20));
  expect(within).toContain(' Rex ');
});

test('the most telling texts go in one, as many as a schema has room for', () => {
  const all = textOfAll({ type: 'string' }) ?? '';
  expect(all).toMatch(/^ .* $/u);
  expect(all).toContain('&amp;');
  expect(all).not.toBe(all.normalize('NFC'));
  const short = textOfAll({ type: 'string', maxLength: 40 }) ?? '';
  expect(all.startsWith(short.trimEnd())).toBe(true);
  expect([...short].length).toBeLessThanOrEqual(40);
  expect(textOfAll({ type: 'string', maxLength: 12 })).toBeUndefined();
  expect(textOfAll({ type: 'string', pattern: '^[a-z]+$' })).toBeUndefined();
});

const named = (names: Record<string, Schema>): Schema => ({
  type: 'object',
  required: Object.keys(names).filter((name) => name !== 'note'),
  properties: names,
});

test('the first value is what is usual in a property of its name, where the schema leaves that open', () => {
  const text: Schema = { type: 'string' };
  const names = ['email', 'callbackUrl', 'starts_at', 'endsAt', 'color', 'language', 'country', 'version', 'title'];
  const inner = { code: { type: 'string', maxLength: 3 }, count: { type: 'integer' }, isOn: { type: 'boolean' } };
  const properties = { ...Object.fromEntries(names.map((name) => [name, text])), inner: named(inner), note: text };
  const value = {
    ...{ email: 'someone@example.com', callbackUrl: 'https://www.example.com/', color: '#336699', language: 'en' },
    ...{ starts_at: '2025-01-15T12:00:00Z', endsAt: '2025-01-16T12:00:00Z', country: 'US', version: '1.0.0' },
    ...{ title: 'example', inner: { code: 'exa', count: 1, isOn: false } },
  };
  expect(firstValue(named(properties))).toEqual(value);
  expect(fullValue(named(properties))).toEqual({ ...value, note: 'example' });
  expect(firstValue({ type: 'string', enum: ['de'] }, 'language')).toBe('de');
  expect(firstValue({ type: ['null', 'string'], format: 'unheard-of' }, 'currency')).toBe('USD');
  expect(firstValue({ type: ['null', 'integer'] })).toBe(1);
});

test('each branch of a union has a value, which says by the discriminator what it is, also within a member', () => {
  const kindOf = (more: Record<string, Schema>) => named({ kind: { type: 'string' }, ...more });
  const shape: Schema = {
    oneOf: [kindOf({ side: { type: 'integer' } }), kindOf({ radius: { type: 'number', minimum: 2 } })],
    // As it is read of a document.
    discriminator: { propertyName: 'kind', names: [['square'], ['circle', 'round']] },
  };
  const branches = [
    { kind: 'square', side: 1 },
    { kind: 'circle', radius: 2 },
  ];
  expect(branchValues(shape)).toEqual(branches);
  expect(branchValues(named({ title: { type: 'string' }, note: { type: 'array', items: shape } }))).toEqual([
    { title: 'example' },
    ...branches.map((branch) => ({ title: 'example', note: [branch] })),
  ]);
  expect(branchValues({ anyOf: [{ type: 'null' }, { type: 'string' }] })).toEqual(['example']);
  expect(
    branchValues({ ...named({ a: {}, b: {} }), required: [], anyOf: [{ required: ['a'] }, { required: ['b'] }] }),
  ).toEqual([{ a: 'example' }, { b: 'example' }]);
});

test('the first value of a text is an ordinary word, and of a format that names a version of UUIDs one of that', () => {
  expect(firstValue({ type: 'string' })).toBe('example');
  expect(firstValue({ anyOf: [{ type: 'string' }, { type: 'null' }] })).not.toBe('null');
  expect(firstValue({ type: 'string', format: 'uuid4' })).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab]/);
});
