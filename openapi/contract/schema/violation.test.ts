import fc from 'fast-check';
import { parseJson } from '../json/json';
import { isObject, pointerTokens } from '../json/value';
import type { Schema } from '../model/schema';
import { schemas, valuesOf } from '../testing/schemas';
import { validatorOf } from './validators';
import { sentenceOf } from './violation';

/** The sentence about a JSON text that breaks its schema. */
function sentence(schema: Schema, text: string): string | undefined {
  const violation = validatorOf(schema, 'request')(parseJson(text));
  return violation === undefined ? undefined : sentenceOf(violation);
}

test.each<[Schema, string, string]>([
  [{ type: 'string' }, '1', 'The value must be a string, not 1'],
  [{ type: ['string', 'null'] }, '{}', 'The value must be a string or null, not {}'],
  [{ type: ['object', 'array'] }, '"a"', 'The value must be an object or an array, not "a"'],
  [{ type: 'integer', format: 'int64' }, '1e20', 'The value must be an integer of 64 bits, not 100000000000000000000'],
  [{ minimum: 1 }, '0', 'The value must be at least 1, not 0'],
  [{ enum: ['a', 1, null] }, '"b"', 'The value must be one of "a", 1, null, not "b"'],
  [{ const: { a: 1 } }, '[]', 'The value must be {"a":1}, not []'],
  [{ const: 9007199254740993n }, '1', 'The value must be one of 9007199254740993, not 1'],
  [{ minLength: 2 }, '"a"', 'The value must be at least 2 characters long, not "a"'],
  [{ maxLength: 1 }, '"ab"', 'The value must be at most 1 character long, not "ab"'],
  [{ pattern: '^a' }, '"b"', 'The value must be a text that matches ^a, not "b"'],
  [{ pattern: '^a', 'x-expected': 'a word with a' }, '"b"', 'The value must be a word with a, not "b"'],
  [{ format: 'date' }, '"2030-02-30"', 'The value must be a text in the format date, not "2030-02-30"'],
  [{ minItems: 2 }, '[1]', 'The value must be an array of 2 or more items, not [1]'],
  [{ maxItems: 1 }, '[1,2]', 'The value must be an array of 1 or fewer items, not [1,2]'],
  [{ uniqueItems: true }, '[1,1]', 'The value must be an array without duplicates, not [1,1]'],
  [{ minProperties: 1 }, '{}', 'The value must be an object of 1 or more properties, not {}'],
  [{ maxProperties: 0 }, '{"a":1}', 'The value must be an object of 0 or fewer properties, not {"a":1}'],
  [{ oneOf: [{}, {}] }, '1', 'The value must be what exactly one schema of its oneOf accepts, not 1'],
  [{ not: {} }, '1', 'The value must be what the schema of its not refuses, not 1'],
  [{ contains: { type: 'null' } }, '[]', 'The value must be valid (must contain at least 1 valid item(s)), not []'],
])('%j: %s', (schema, text, expected) => {
  expect(sentence(schema, text)).toBe(expected);
});

describe('a sentence names the place', () => {
  const cat: Schema = { required: ['name'], properties: { name: { type: 'string' } }, additionalProperties: false };

  test('of a property', () => {
    expect(sentence(cat, '{"name":1}')).toBe('The field "name" must be a string, not 1');
    expect(sentence({ items: cat }, '[{"name":"a"},{"name":null}]')).toBe(
      'The field "[1].name" must be a string, not null',
    );
    expect(sentence({ properties: { 'a/b~c': { type: 'null' } } }, '{"a/b~c":1}')).toBe(
      'The field "a/b~c" must be null, not 1',
    );
  });

  test('of one that is missing', () => {
    expect(sentence(cat, '{}')).toBe('The field "name" is missing');
    expect(sentence({ items: cat }, '[{}]')).toBe('The field "[0].name" is missing');
  });

  test('of one that should not be there', () => {
    expect(sentence(cat, '{"name":"a","age":1}')).toBe('The field "age" is unknown; there may be name');
    const tall: Schema = { ...cat, properties: { ...cat.properties, size: {} } };
    expect(sentence({ items: tall }, '[{"name":"a","age":1}]')).toBe(
      'The field "[0].age" is unknown; there may be name, size',
    );
    expect(sentence({ additionalProperties: false }, '{"age":1}')).toBe('The field "age" must be absent');
    expect(sentence({ propertyNames: { enum: ['a', 'b'] } }, '{"c":1}')).toBe(
      'The field "c" is unknown; there may be a, b',
    );
    const listing = { additionalProperties: false, patternProperties: { '^(a|b)$': {} } };
    expect(sentence(listing, '{"c":1}')).toBe('The field "c" is unknown; there may be a, b');
    const ruling = { additionalProperties: false, patternProperties: { '^(a|b)$': {}, '^x-': {} } };
    expect(sentence(ruling, '{"c":1}')).toBe('The field "c" must be absent');
    const never = { properties: { old: false as unknown as Schema }, additionalProperties: false };
    expect(sentence(never, '{"age":1}')).toBe('The field "age" must be absent');
    expect(sentence({ propertyNames: { maxLength: 1 } }, '{"ab":1}')).toBe('The field "ab" must be absent');
  });

  test('or calls the whole what the caller calls it', () => {
    const violation = { pointer: '', keyword: 'type', expected: 'a string', found: '1' };
    expect(sentenceOf(violation, 'The body')).toBe('The body must be a string, not 1');
    expect(sentenceOf({ ...violation, found: 'nothing' }, 'The body')).toBe('The body is missing');
  });
});

test('a long value is cut', () => {
  const fits = `"${'x'.repeat(58)}"`;
  expect(sentence({ type: 'null' }, fits)).toBe(`The value must be null, not ${fits}`);
  expect(sentence({ type: 'null' }, `"${'x'.repeat(59)}"`)).toBe(`The value must be null, not "${'x'.repeat(56)}…`);
});

test('that several schemas of a oneOf accept a value is marked where these do not shut each other out', () => {
  const ambiguous = validatorOf({ oneOf: [{ type: 'object' }, {}] }, 'response')({});
  expect(ambiguous).toMatchObject({ keyword: 'oneOf', isAmbiguous: true });
  const choice = validatorOf({ oneOf: [{ required: ['a'] }, { required: ['b'] }] }, 'response')({ a: 1, b: 2 });
  expect(choice).toMatchObject({ keyword: 'oneOf' });
  expect(choice).not.toHaveProperty('isAmbiguous');
});

const object = (required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});

describe('of objects told apart by a property', () => {
  const change: Schema = {
    oneOf: [
      object(['action', 'seconds'], { action: { enum: ['advance'] }, seconds: { type: 'number', minimum: 0 } }),
      object(['action', 'instant'], { action: { const: 'set' }, instant: { type: 'string', format: 'date-time' } }),
      object(['action'], { action: { type: 'string', enum: ['freeze', 'run'] } }),
    ],
  };
  test.each([
    ['{"action":"set","seconds":1}', 'The field "instant" is missing'],
    [
      '{"action":"set","instant":"noon"}',
      'The field "instant" must be an ISO 8601 date-time with a zone, such as 2026-11-24T12:00:00Z, not "noon"',
    ],
    [
      '{"action":"set","instant":1795527804}',
      'The field "instant" must be an ISO 8601 date-time with a zone, such as 2026-11-24T12:00:00Z, not 1795527804',
    ],
    ['{"action":"advance","seconds":-1}', 'The field "seconds" must be at least 0, not -1'],
    ['{"action":"freeze","seconds":1}', 'The field "seconds" is unknown; there may be action'],
    ['{"action":"jump"}', 'The field "action" must be one of "advance", "set", "freeze", "run", not "jump"'],
    ['{"action":"jump","far":true}', 'The field "action" must be one of "advance", "set", "freeze", "run", not "jump"'],
    ['{"action":null}', 'The field "action" must be one of "advance", "set", "freeze", "run", not null'],
    ['{"seconds":1}', 'The field "action" is missing'],
    ['[]', 'The value must be an object, not []'],
  ])('%s: %s', (text, expected) => {
    expect(sentence(change, text)).toBe(expected);
    expect(sentence({ anyOf: change.oneOf ?? [] }, text)).toBe(expected);
  });

  test('the place is that in the whole value', () => {
    const schema: Schema = { items: { properties: { clock: change } } };
    expect(sentence(schema, '[{},{"clock":{"action":"set"}}]')).toBe('The field "[1].clock.instant" is missing');
    expect(sentence(schema, '[{"clock":1}]')).toBe('The field "[0].clock" must be an object, not 1');
  });

  test('the property that the branches share does not tell them apart', () => {
    const size: Schema = { enum: ['s', 'm'] };
    const schema: Schema = {
      oneOf: ['cat', 'dog'].map((kind) => object(['size', 'kind'], { size, kind: { enum: [kind] } })),
    };
    expect(sentence(schema, '{"kind":"cat","size":"xl"}')).toBe('The field "size" must be one of "s", "m", not "xl"');
    expect(sentence(schema, '{"kind":"cow","size":"xl"}')).toBe(
      'The field "kind" must be one of "cat", "dog", not "cow"',
    );
  });

  test('nor do the branches of a schema that contains itself lead astray', () => {
    const branches: Schema[] = [];
    const tree: Schema = { oneOf: branches };
    branches.push(object(['kind', 'name'], { kind: { enum: ['leaf'] }, name: { type: 'string' } }));
    branches.push(object(['kind', 'parts'], { kind: { enum: ['node'] }, parts: { type: 'array', items: tree } }));
    expect(sentence(tree, '{"kind":"node","parts":[{"kind":"leaf","name":"a"},{"kind":"node","parts":[{}]}]}')).toBe(
      'The field "parts[1].parts[0].kind" is missing',
    );
    expect(sentence(tree, '{"kind":"node","parts":[{"kind":"leaf","name":1}]}')).toBe(
      'The field "parts[0].name" must be a string, not 1',
    );
  });
});

describe('of branches of other types', () => {
  const figures: Schema = {
    anyOf: [
      { type: 'string', enum: ['unlimited'] },
      object([], { minute: { type: 'integer' }, day: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
    ],
  };
  test.each([
    ['"none"', 'The value must be one of "unlimited" or an object, not "none"'],
    ['{"minute":"a"}', 'The field "minute" must be an integer, not "a"'],
    ['{"day":"a"}', 'The field "day" must be an integer or null, not "a"'],
    ['1', 'The value must be a string or an object, not 1'],
  ])('%s: %s', (text, expected) => {
    expect(sentence(figures, text)).toBe(expected);
  });
});

test.each<[string, Schema, string, string]>([
  [
    'properties of which one is asked for',
    { anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }, { required: ['d'] }] },
    '{"b":1}',
    'The value must be an object with a, c or d, not {"b":1}',
  ],
  [
    'properties of which more are there than may be',
    { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    '{"a":1,"b":1}',
    'The value must be an object with only one of a and b, not {"a":1,"b":1}',
  ],
  [
    'properties that exclude each other',
    { not: { required: ['a', 'b'] } },
    '{"a":1,"b":1}',
    'The value must be an object without both a and b, not {"a":1,"b":1}',
  ],
  [
    'more such properties',
    { not: { type: 'object', required: ['a', 'b', 'c'] } },
    '{"a":1,"b":1,"c":1}',
    'The value must be an object without all of a, b and c, not {"a":1,"b":1,"c":1}',
  ],
  [
    'a property that may not be',
    { not: { required: ['a'] } },
    '{"a":1}',
    'The value must be an object without a, not {"a":1}',
  ],
  ['values that may not be', { not: { enum: ['a', 'b'] } }, '"a"', 'The value must be other than "a" and "b", not "a"'],
  ['a type that may not be', { not: { type: 'string' } }, '"a"', 'The value must be other than a string, not "a"'],
  [
    'choices and forms of one place',
    { anyOf: [{ enum: ['now'] }, { type: 'string', format: 'date' }] },
    '"noon"',
    'The value must be one of "now" or a text in the format date, not "noon"',
  ],
  [
    'choices in each branch',
    { anyOf: [{ enum: ['a'] }, { enum: ['b', 'a'] }] },
    '1',
    'The value must be one of "a", "b", not 1',
  ],
  [
    'choices beside other types',
    { anyOf: [{ enum: ['a'] }, { type: 'null' }, { type: 'array' }, { enum: ['b'] }, { type: 'array', minItems: 2 }] },
    '"c"',
    'The value must be one of "a", "b", null or an array, not "c"',
  ],
  [
    'a type, though there is more against it',
    { type: 'object', not: { required: ['a', 'b'] }, properties: { a: {} } },
    '[]',
    'The value must be an object, not []',
  ],
  [
    'a type before what its union asks for',
    { type: 'object', anyOf: [{ minLength: 9 }, { minLength: 8 }], properties: { a: {} } },
    '"a"',
    'The value must be an object, not "a"',
  ],
  [
    'nothing that a sentence could hold',
    { anyOf: [object(['a'], {}), object([], { b: { type: 'string' } })] },
    '{"b":1}',
    'The value must be what a schema of its anyOf accepts, not {"b":1}',
  ],
  [
    'what a condition asks for',
    Object.fromEntries([
      ['if', { type: 'string' }],
      ['then', { minLength: 2 }],
    ]),
    '"a"',
    'The value must be at least 2 characters long, not "a"',
  ],
  [
    'a branch that accepts nothing',
    { anyOf: [false as unknown as Schema, { type: 'null' }] },
    '1',
    'The value must be null, not 1',
  ],
])('%s', (_, schema, text, expected) => {
  expect(sentence(schema, text)).toBe(expected);
});

test('a huge value is not searched for every error', () => {
  const words = (pattern: string): Schema => ({ properties: { words: { items: { type: 'string', pattern } } } });
  const schema: Schema = { oneOf: [words('^a'), words('^b')] };
  const value = { words: Array.from({ length: 20_000 }, () => 1) };
  expect(validatorOf(schema, 'request')(value)).toMatchObject({ pointer: '/words/0', expected: 'a string' });
});

test('the pointer leads to a place in the value, or to one that is missing in an object', () => {
  const values = valuesOf(fc.constantFrom<unknown[]>('a', 'b', 'c', 1, null, 9007199254740993n));
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      const violation = validatorOf(schema, 'request')(value);
      if (violation === undefined) return;
      const tokens = [...pointerTokens(violation.pointer)];
      const missing = violation.found === 'nothing' ? tokens.pop() : undefined;
      const place = tokens.reduce<unknown>((inside, token) => memberOf(inside, token), value);
      expect(place).toBeDefined();
      if (missing !== undefined) expect(Object.keys(place as object)).not.toContain(missing);
    }),
    { numRuns: 500 },
  );
});

function memberOf(value: unknown, token: string): unknown {
  if (Array.isArray(value)) return value[Number(token)];
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}
