import fc from 'fast-check';
import { character } from '../../openapi/program/testing/texts';
import { type Json, JsonNumber, prettyJson, readJson, writeJson } from './page/model/json';

const numbers = fc.oneof(fc.bigInt().map(String), fc.constantFrom('-0', '1.0', '1e400', `0.${'1'.repeat(40)}`));
const names = fc.oneof(fc.string({ unit: character }), fc.constant('__proto__'));
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    numbers.map((text) => new JsonNumber(text)),
    fc.oneof(fc.constantFrom(null, true, false), fc.string({ unit: character }), fc.json()),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(names, tie('json'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test('JSON is read and written with every digit, text and name as it was', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(readJson(writeJson(value))).toStrictEqual(value);
      expect(readJson(prettyJson(writeJson(value)))).toStrictEqual(value);
    }),
  );
});

test('is indented as JSON.stringify does, but for a text of nothing but brackets', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
    }),
  );
  const brackets = '['.repeat(30_000) + ']'.repeat(30_000);
  expect(prettyJson(brackets)).toBe(brackets);
});

test.each(['', '{', '[1,]', '01', 'undefined', '{"a" 1}'])('%j is refused, and shown as it is', (text) => {
  expect(() => readJson(text)).toThrow(SyntaxError);
  expect(prettyJson(text)).toBe(text);
});
