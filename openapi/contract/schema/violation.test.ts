import { parseJson } from '../json/json';
import type { Schema } from '../model/schema';
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
    expect(sentence(cat, '{"name":1}')).toBe('/name must be a string, not 1');
    expect(sentence({ items: cat }, '[{"name":"a"},{"name":null}]')).toBe('/1/name must be a string, not null');
    expect(sentence({ properties: { 'a/b~c': { type: 'null' } } }, '{"a/b~c":1}')).toBe('/a~1b~0c must be null, not 1');
  });

  test('of one that is missing', () => {
    expect(sentence(cat, '{}')).toBe('/name is missing');
    expect(sentence({ items: cat }, '[{}]')).toBe('/0/name is missing');
  });

  test('of one that should not be there', () => {
    expect(sentence(cat, '{"name":"a","age":1}')).toBe('/age is unknown; there may be name');
    const tall: Schema = { ...cat, properties: { ...cat.properties, size: {} } };
    expect(sentence({ items: tall }, '[{"name":"a","age":1}]')).toBe('/0/age is unknown; there may be name, size');
    expect(sentence({ additionalProperties: false }, '{"age":1}')).toBe('/age must be absent, not a value');
    expect(sentence({ propertyNames: { enum: ['a', 'b'] } }, '{"c":1}')).toBe('/c is unknown; there may be a, b');
    const listing = { additionalProperties: false, patternProperties: { '^(a|b)$': {} } };
    expect(sentence(listing, '{"c":1}')).toBe('/c is unknown; there may be a, b');
    const ruling = { additionalProperties: false, patternProperties: { '^(a|b)$': {}, '^x-': {} } };
    expect(sentence(ruling, '{"c":1}')).toBe('/c must be absent, not a value');
    const never = { properties: { old: false as unknown as Schema }, additionalProperties: false };
    expect(sentence(never, '{"age":1}')).toBe('/age must be absent, not a value');
    expect(sentence({ propertyNames: { maxLength: 1 } }, '{"ab":1}')).toBe('/ab must be absent, not a value');
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
