import { brief, briefPair } from './brief';

test('two values that look the same show how they differ', () => {
  expect(briefPair('Am\u00e9lie', 'Ame\u0301lie')).toEqual(['"Am\\u00e9lie"', '"Ame\\u0301lie"']);
  expect(briefPair('Am\u00e9lie', 'Amelie')).toEqual(['"Am\u00e9lie"', '"Amelie"']);
});

test('two long values are shown from shortly before their first difference', () => {
  const [one, other] = briefPair(`${'x'.repeat(200)}a`, `${'x'.repeat(200)}b`);
  expect(one).toBe(`… from character 182: ${'x'.repeat(20)}a"`);
  expect(other).toBe(`… from character 182: ${'x'.repeat(20)}b"`);
  expect(brief('x'.repeat(200))).toHaveLength(78);
});

test('what is missing is nothing', () => {
  expect(briefPair(null, undefined)).toEqual(['null', 'nothing']);
});
