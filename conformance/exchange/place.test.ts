import { startsOf } from './place';

const TEXT = '{ "a\\"/": [1, {"b": [], "c": "x,}"}, {"d": {"e": null}}], "f": true }';

test.each([
  ['/a"~1/2/d/e', ['"a\\"/": [1', '{"d": {', '"d": {"e"', '"e": null']],
  ['/a"~1/1/c', ['"a\\"/": [1', '{"b": []', '"c": "x,}']],
  ['/f', ['"f": true']],
  ['/a"~1/1/missing', ['"a\\"/": [1', '{"b": []']],
  ['/a"~1/9', ['"a\\"/": [1']],
  ['', []],
])('%s is led to by %j', (pointer, parts) => {
  const starts = startsOf(TEXT, pointer);
  expect(starts).toEqual(parts.map((part) => TEXT.indexOf(part)));
});

test('of a text without its end, what is there', () => {
  expect(startsOf('[{"a": "b', '/0/a')).toEqual([1, 2]);
  expect(startsOf('[{"a": "b', '/1/a')).toEqual([]);
  expect(startsOf('no JSON', '/1/a')).toEqual([]);
});
