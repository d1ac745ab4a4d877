import { partOf } from './part-of';

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
