import fc from 'fast-check';
import { exactInteger, stringifyJson } from '../json/json';
import { ContractError } from '../model/problem';
import { parseYaml } from './yaml';

test.each<[string, unknown]>([
  ['+12', 12],
  ['-0', 0],
  ['012', 12],
  ['009007199254740993', 9007199254740993n],
  ['0x1F', 31],
  ['0x20000000000001', 9007199254740993n],
  ['0o17', 15],
  ['1.5', 1.5],
  ['1e3', 1000],
  ['true', true],
  ['~', null],
  ['no', 'no'],
  ['1_000', '1_000'],
  ['2030-12-05', '2030-12-05'],
  ['"9007199254740993"', '9007199254740993'],
])('reads %s as YAML 1.2 does', (text, value) => {
  expect(parseYaml('a.yaml', text)).toBe(value);
});

test('any integer keeps its digits', () => {
  fc.assert(
    fc.property(fc.bigInt(), (value) => {
      expect(parseYaml('a.yaml', `{ value: ${value} }`)).toStrictEqual({ value: exactInteger(value) });
    }),
  );
});

test('JSON is read as JSON.parse reads it, tabs and escapes included', () => {
  const text = '{\n\t"a": [1, 2.5, "\\ud83d\\ude00\\/\\n"],\n\t"b": {"c": null, "": false}\n}';
  expect(parseYaml('a.json', text)).toStrictEqual(JSON.parse(text));
  const values = fc.dictionary(
    fc.oneof(fc.string(), fc.constant('__proto__')),
    fc.oneof(fc.string(), fc.integer(), fc.boolean()),
    { noNullPrototype: true },
  );
  fc.assert(fc.property(values, (value) => expect(parseYaml('a.json', stringifyJson(value, 2))).toStrictEqual(value)));
});

test.each<[string, string, string]>([
  ['a bracket that never closes', 'a: [1', 'line 2, column 1'],
  ['a name that occurs twice', 'a: 1\na: 2', 'duplicated mapping key at line 2, column 1'],
  ['two documents in one', 'a: 1\n---\nb: 2', 'expected a single document in the stream'],
  ['an alias of nothing', 'a: *b', 'unidentified alias "b" at line 1'],
])('%s is refused, with the place', (_, text, excerpt) => {
  const read = () => parseYaml('things.yaml', text);
  expect(read).toThrow(ContractError);
  expect(read).toThrow(/^things\.yaml: is not YAML or JSON: /);
  expect(read).toThrow(excerpt);
});

test('with a merge key as a name, since YAML 1.2 has none', () => {
  expect(parseYaml('a.yaml', 'a: &a { b: 1 }\nc: { <<: *a }')).toEqual({ a: { b: 1 }, c: { '<<': { b: 1 } } });
});

test('with an anchor that is given twice, as the later one', () => {
  expect(parseYaml('a.yaml', 'a: &a 1\nb: &a 2\nc: *a')).toEqual({ a: 1, b: 2, c: 2 });
});
