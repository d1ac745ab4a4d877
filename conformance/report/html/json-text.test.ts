import fc from 'fast-check';
import { growthOf, isLinear } from '../../../openapi/program/testing/growth';
import { inLines } from './exchange';

test('a body is written in lines, its numbers and names as they came', () => {
  expect(inLines('{"id":9007199254740993,"price":1.50,"id":1e2,"none":[],"tags":["a, b",{"x":{}}]}', false)).toBe(
    `{
  "id": 9007199254740993,
  "price": 1.50,
  "id": 1e2,
  "none": [],
  "tags": [
    "a, b",
    {
      "x": {}
    }
  ]
}`,
  );
});

test('nothing of it is lost but blanks, and it means the same', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
      const written = JSON.stringify(JSON.parse(text), null, indent);
      expect(JSON.parse(inLines(written, false))).toEqual(JSON.parse(text));
    }),
  );
});

test.each(['{"a" 1}', 'plain text', '"a text"', '', '[1,]', `${'['.repeat(30)}${']'.repeat(30)}`])(
  'what is no JSON in lines stays as it is: %j',
  (text) => {
    expect(inLines(text, false)).toBe(text);
  },
);

test('of one that is cut the beginning is in lines', () => {
  expect(inLines('[{"name":"Re', true)).toBe('[\n  {\n    "name": "Re');
  expect(inLines('[12 34', true)).toBe('[\n  12 34');
});

test('it takes time in proportion to the text, whatever stands in it', () => {
  const growths = ['[', '"\\\\', '{"a":', '1,', '"a"'].map((part) =>
    growthOf((size) => {
      const text = `[${part.repeat(size)}`;
      return () => inLines(text, true);
    }, 500),
  );
  expect(growths.filter((growth) => !isLinear(growth))).toEqual([]);
});
