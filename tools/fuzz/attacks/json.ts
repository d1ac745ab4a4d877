import fc, { type Arbitrary } from 'fast-check';
import { isObject, itemsOf, propertiesOf, type Schema, stringifyJson } from '../../../openapi/contract';
import { anyText, longText, size, weighted } from './arbitraries';

/** No text of JSON is longer. */
const MOST = 60_000;

/** JSON, or nearly: a valid value with parts changed, dropped, doubled and added, now and then with a key in it. */
export function jsonText(schema: Schema, valid: readonly unknown[], key: Arbitrary<string>): Arbitrary<string> {
  const plain = weighted(
    [8, fc.oneof(...valid.map((value) => changed(schema, value, 2)))],
    [2, fc.constantFrom(...valid.map(stringifyJson))],
    [1, anyValue()],
  );
  const withKey = fc.tuple(plain, key, fc.constantFrom(...HIDINGS)).map(([json, word, hide]) => hide(json, word));
  return weighted([8, plain], [1, withKey]);
}

/** A valid value of this schema with something wrong in it. */
function changed(schema: Schema, value: unknown, depth: number): Arbitrary<string> {
  if (depth > 0 && isObject(value)) return changedObject(schema, value, depth);
  if (depth > 0 && Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const inner = items.map((item) => changed(itemsOf(schema) ?? {}, item, depth - 1));
    return fc
      .tuple(fc.tuple(...inner), fc.array(anyValue(), { maxLength: 2 }))
      .map(([own, more]) => `[${[...own, ...more].join(',')}]`);
  }
  return weighted([2, fc.constant(stringifyJson(value))], [3, anyValue()]);
}

function changedObject(schema: Schema, value: Readonly<Record<string, unknown>>, depth: number): Arbitrary<string> {
  const properties = propertiesOf(schema);
  const member = ([name, inner]: readonly [string, unknown]): Arbitrary<readonly string[]> => {
    const plain = memberOf(name, stringifyJson(inner));
    const other = changed(properties.get(name)?.schema ?? {}, inner, depth - 1).map((text) => memberOf(name, text));
    return weighted<readonly string[]>(
      [6, fc.constant([plain])],
      [3, other.map((text) => [text])],
      [1, fc.constant([])],
      [1, other.map((text) => [plain, text])],
    );
  };
  const missing = [...properties.keys()].filter((name) => !Object.hasOwn(value, name));
  const known = [...Object.entries(value), ...missing.map((name): [string, unknown] => [name, null])].map(member);
  const names = fc.oneof(anyText(200), fc.constantFrom('__proto__', 'constructor', 'id', '$ref', ''));
  const extra = fc.tuple(names, anyValue()).map(([name, text]) => memberOf(name, text));
  return fc
    .tuple(fc.tuple(...known), fc.oneof(fc.constant([]), fc.array(extra, { maxLength: 3 })))
    .map(([members, more]) => `{${[...members.flat(), ...more].join(',')}}`);
}

const memberOf = (name: string, text: string): string => `${JSON.stringify(name)}:${text}`;

/** Values in their own writing, of which JavaScript or JSON has no equal. */
const LITERALS = [
  ...['null', 'true', 'false', '0', '-0', '1', '-1', '1.5', '1e0', '1E+2', '0.1e-7', '1e999', '-1e999', '1e-999'],
  ...['9007199254740993', '-9007199254740993', '9223372036854775807', '9223372036854775808', '18446744073709551616'],
  ...['""', '" "', '"1"', '"\\u0000"', '"\\ud800"', '"\\uD83D\\uDE00"', '"\\u202e"', '"\\/"', '"\\x"', '"\n"', "'a'"],
  ...['[]', '{}', '[[]]', '[null]', '{"":null}', '{"a":1,"a":2}', '{"__proto__":{"a":1}}'],
  ...['{"constructor":{"prototype":{}}}', '', ' ', 'NaN', 'Infinity', '-', '+1', '01', '1.', '.5', '0x1', 'undefined'],
  ...['/**/1', '1,', '{', '[', '"', 'nul', '\ufeff1'],
];

const anyValue = (): Arbitrary<string> =>
  weighted(
    [12, fc.constantFrom(...LITERALS)],
    [4, anyText(2000).map((text) => JSON.stringify(text))],
    [1, longText(MOST).map((text) => JSON.stringify(text))],
    [2, fc.json({ maxDepth: 3 })],
    [
      1,
      fc
        .tuple(fc.constantFrom('', '-', '0.', '1e', '0.000'), size(MOST))
        .map(([start, count]) => start + '9'.repeat(count)),
    ],
    [1, fc.tuple(fc.constantFrom('[', '{"a":', '[{"a":[', '[[],'), size(20_000), fc.boolean()).map(nested)],
    [
      1,
      fc
        .tuple(fc.constantFrom('1', '{}', '"a"', '[]', 'null'), size(5000))
        .map(([item, count]) => many(count, () => item, '[]')),
    ],
    [1, size(4000).map((count) => many(count, (place) => memberOf(`p${place}`, '0'), '{}'))],
  );

const many = (count: number, item: (place: number) => string, brackets: '[]' | '{}'): string =>
  brackets.charAt(0) + Array.from({ length: count }, (_, place) => item(place)).join(',') + brackets.charAt(1);

function nested([open, length, isClosed]: readonly [string, number, boolean]): string {
  const times = Math.ceil(length / open.length);
  const close = [...open].reverse().flatMap((letter) => (letter === '[' ? [']'] : letter === '{' ? ['}'] : []));
  return open.repeat(times) + (isClosed ? `null${close.join('').repeat(times)}` : '');
}

/** A key as a value or a name, in escapes, behind the end, or alone. */
const HIDINGS: readonly ((json: string, key: string) => string)[] = [
  (json, key) => json.replace(/\}$/, () => `,"note":${JSON.stringify(key)}}`),
  (json, key) => json.replace(/\}$/, () => `,${JSON.stringify(key)}:1}`),
  (json, key) => json.replace(/"[^"]*"\}$/, () => `${JSON.stringify(key)}}`),
  (json, key) => json.replace(/:"[^"]*"/, () => `:${JSON.stringify(key)}`),
  (json, key) => json.replace(/:"[^"]*"/, () => `:"${escaped(key)}"`),
  (json, key) => json + key,
  (_, key) => JSON.stringify(key),
  (_, key) => key,
];

/** Each letter as an escape of JSON. */
const escaped = (text: string): string =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
