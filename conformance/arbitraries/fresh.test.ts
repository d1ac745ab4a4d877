import { fits, type Schema } from '../../openapi/contract';
import { anotherValue, checkDigitOf, freshValue } from './fresh';
import { firstPathValue } from './path-value';

/** So many values of a schema, each of another seed. */
const drawn = (schema: Schema, like: readonly unknown[] = [], count = 200): readonly unknown[] =>
  Array.from({ length: count }, (_, seed) => freshValue(schema, like, seed));

test.each<readonly [string, Schema, readonly unknown[]]>([
  ['plain text', { type: 'string' }, []],
  ['a pattern', { type: 'string', pattern: '^[A-Z]{3}-[0-9]{5}$' }, []],
  ['a length', { type: 'string', minLength: 6, maxLength: 6 }, []],
  ['the likeness of known codes', { type: 'string' }, ['AB-1203', 'QX-7781']],
  ['uuid', { type: 'string', format: 'uuid' }, []],
  ['email', { type: 'string', format: 'email' }, ['a.reader@library.example']],
  ['a number', { type: 'integer', minimum: 1 }, [17, 4]],
])('values are each another one, and fit: %s', (_, schema, like) => {
  const values = drawn(schema, like);
  expect(values.filter((value) => !fits(schema, 'request', value))).toEqual([]);
  expect(new Set(values).size).toBeGreaterThan(190);
  expect(values.filter((value) => like.includes(value))).toEqual([]);
});

test('the same seed makes the same value', () => {
  expect(drawn({ type: 'string' }, ['Rosie'], 5)).toEqual(drawn({ type: 'string' }, ['Rosie'], 5));
});

test('a text in the likeness of others has their cases, digits and marks', () => {
  for (const value of drawn({ type: 'string' }, ['AB-1203', 'QX-7781']))
    expect(value).toMatch(/^[A-Z]{2}-[1-9]{2}[0-9]{2}$/);
});

test('an address in the likeness of another keeps its host, where nobody else gets mail', () => {
  const values = drawn({ type: 'string' }, ['a@library.example']);
  expect(values.filter((value) => !/^[a-z]+@library\.example$/.test(String(value)))).toEqual([]);
  expect(new Set(values).size).toBeGreaterThan(190);
});

test.each<readonly [string, Schema]>([
  ['choices', { type: 'string', enum: ['a', 'b'] }],
  ['a constant', { type: 'string', const: 'a' }],
  ['truth', { type: 'boolean' }],
])('there is no fresh value of %s', (_, schema) => {
  expect(freshValue(schema, [], 1)).toBeUndefined();
});

test.each<readonly [string, string, readonly string[]]>([
  ['of a book, though no other is known', '9780141439587', []],
  ['of a book with hyphens', '978-0-14-143958-7', []],
  ['of an older book, like others', '0141439513', ['0141439580', '080442957X']],
  ['of goods, like others', '4006381333931', ['4006381333931', '5901234123457']],
  ['of a card, like others', '79927398713', ['79927398713', '4539578763621486']],
])('the check digit is that %s', (_, number, known) => {
  expect(checkDigitOf(`${number.slice(0, -1)}0`, known)).toBe(number.at(-1));
});

test('where known texts keep no rule there is no check digit', () => {
  expect(checkDigitOf('12345678', ['12345678', '87654321'])).toBeUndefined();
  expect(checkDigitOf('4006381333931', ['4006381333931'])).toBeUndefined();
});

test.each([
  ['another choice', { type: 'string', enum: ['a', 'b', null] }, ['a'], 'b'],
  ['no value, where there is no other', { type: 'string', enum: ['a'] }, ['a'], undefined],
  ['a plain text, cut to what the schema takes', { type: 'string', maxLength: 5 }, [], 'Anoth'],
  ['another plain text', { type: 'string' }, ['Another 1'], 'Yet another 1'],
  ['another number within the bounds', { type: 'integer', minimum: 0, maximum: 2 }, [2], 0],
  ['the other of two', { type: 'boolean' }, [true], false],
])('it is %s', (_, schema, others, value) => {
  expect(anotherValue(schema, others, 1)).toEqual(value);
});

test('a pattern and a format are kept, and another seed gives another value', () => {
  const isbn = { type: 'string', pattern: '^97[89][0-9]{10}$' };
  const [one, other] = [anotherValue(isbn, [], 1), anotherValue(isbn, [], 2)];
  expect(one).toMatch(/^97[89]\d{10}$/);
  expect(other).not.toBe(one);
  expect(anotherValue({ type: 'string', format: 'date' }, [], 1)).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('of an array none is too long, and no item comes twice where none may', () => {
  const schema = { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2, uniqueItems: true };
  const value = anotherValue(schema, [['a']], 1);
  expect(Array.isArray(value) && value.length >= 1 && value.length <= 2 && new Set(value).size === value.length).toBe(
    true,
  );
});

test.each<[string, string, Schema, unknown, unknown]>([
  ['a number that hardly any record has, but to read it', 'thingId', { type: 'integer' }, expect.any(Number), 1],
  ['a plain word', 'callbackUrl', { type: 'string' }, 'example', 'example'],
  ['what its name says', 'currency', { type: 'string' }, 'USD', 'USD'],
  ['the shortest text of a pattern', 'id', { type: 'string', pattern: '[0-9a-f]{3}-x$' }, 'aaa-x', 'aaa-x'],
])('in a path stands %s', (_, name, schema, value, read) => {
  const parameter = { name, schema, examples: [], mediaType: undefined };
  expect(firstPathValue(parameter)).toEqual(value);
  expect(firstPathValue(parameter)).not.toBe(1);
  expect(firstPathValue(parameter, true)).toEqual(read);
});
