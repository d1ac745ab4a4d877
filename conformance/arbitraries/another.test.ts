import { anotherValue } from './another';

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
