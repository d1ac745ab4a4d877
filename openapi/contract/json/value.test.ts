import { pointerTo, pointerTokens } from './pointer';
import { isObject, own, partOf } from './value';

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

test.each([
  ['ab🐈cd', 0, 3, 'ab'],
  ['ab🐈cd', 0, 4, 'ab🐈'],
  ['ab🐈cd', 3, 5, '🐈c'],
  ['ab🐈cd', 2, undefined, '🐈cd'],
  ['🐈', 1, 1, ''],
  ['\ud83d!', 0, 1, '\ud83d'],
  ['abc', 0, 80, 'abc'],
])('a part of %j from %s to %s has no half character: %j', (text, from, to, part) => {
  expect(partOf(text, from, to)).toBe(part);
});

test('a JSON pointer escapes what would break it', () => {
  expect(pointerTo('')).toBe('');
  expect(pointerTo('/paths', '/pets/{petId}', 'get', 0)).toBe('/paths/~1pets~1{petId}/get/0');
  expect(pointerTo('', 'a~b', '~1', '')).toBe('/a~0b/~01/');
});

test('and is read as it was made', () => {
  const tokens = ['a~b', '~1', '/pets/{petId}', ''];
  expect(pointerTokens(pointerTo('', ...tokens))).toEqual(tokens);
  expect(pointerTokens('')).toEqual([]);
});
