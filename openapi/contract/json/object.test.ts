import { isObject, own } from './object';

test.each<[unknown, boolean]>([
  [{}, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  [undefined, false],
  ['a', false],
])('whether %p is an object: %p', (value, expected) => {
  expect(isObject(value)).toBe(expected);
});

test('only own properties count', () => {
  expect(own({ a: 1 }, 'a')).toBe(1);
  expect(own({}, 'constructor')).toBeUndefined();
  expect(own({}, '__proto__')).toBeUndefined();
  expect(own({ ['__proto__']: 1 }, '__proto__')).toBe(1);
});
