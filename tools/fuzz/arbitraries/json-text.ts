import fc, { type Arbitrary } from 'fast-check';
import { isObject, itemsOf, propertiesOf, type Schema, stringifyJson } from '../../../openapi/contract';
import { anyText, longText, size } from './texts';

/** No text of JSON is longer. */
const MOST = 60_000;

/** JSON, or nearly: a valid value of which parts are changed, dropped, doubled and added. */
export const jsonText = (schema: Schema, valid: readonly unknown[]): Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.oneof(...valid.map((value) => changed(schema, value, 2))) },
    { weight: 2, arbitrary: fc.constantFrom(...valid.map(stringifyJson)) },
    { weight: 1, arbitrary: anyValue() },
  );

/** A valid value of this schema with something wrong in it. */
function changed(schema: Schema, value: unknown, depth: number): Arbitrary<string> {
  if (depth > 0 && isObject(value)) return changedObject(schema, value, depth);
  if (depth > 0 && Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const inner = items.map((item) => changed(itemsOf(schema) ?? {}, item, depth - 1));
    return fc
      .tuple(fc.tuple(...inner), fc.array(anyValue(), { maxLength: 2 }))
      .map(([own, more]) => list([...own, ...more]));
  }
  const plain = fc.constant(stringifyJson(value));
  return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 3, arbitrary: anyValue() });
}

function changedObject(schema: Schema, value: Readonly<Record<string, unknown>>, depth: number): Arbitrary<string> {
  const properties = propertiesOf(schema);
  const member = ([name, inner]: readonly [string, unknown]): Arbitrary<readonly string[]> => {
    const written = changed(properties.get(name)?.schema ?? {}, inner, depth - 1).map((text) => memberOf(name, text));
    const plain = fc.constant([memberOf(name, stringifyJson(inner))]);
    return fc.oneof(
      { weight: 6, arbitrary: plain },
      { weight: 3, arbitrary: written.map((text) => [text]) },
      { weight: 1, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: written.map((text) => [memberOf(name, stringifyJson(inner)), text]) },
    );
  };
  const others = [...properties.values()].filter(({ name }) => !Object.hasOwn(value, name));
  const known = [...Object.entries(value), ...others.map(({ name }): [string, unknown] => [name, null])].map(member);
  const extra = fc.tuple(name(), anyValue()).map(([key, text]) => memberOf(key, text));
  return fc
    .tuple(fc.tuple(...known), fc.oneof(fc.constant([]), fc.array(extra, { maxLength: 3 })))
    .map(([members, more]) => `{${[...members.flat(), ...more].join(',')}}`);
}

const memberOf = (name: string, text: string): string => `${JSON.stringify(name)}:${text}`;
const list = (texts: readonly string[]): string => `[${texts.join(',')}]`;

const name = (): Arbitrary<string> =>
  fc.oneof(anyText(200), fc.constantFrom('__proto__', 'constructor', 'id', '$ref', ''));

/** Values in their own writing, of which JavaScript or JSON has no equal. */
const LITERALS = [
  ...['null', 'true', 'false', '0', '-0', '1', '-1', '1.5', '1e0', '1E+2', '0.1e-7', '1e999', '-1e999', '1e-999'],
  ...['9007199254740993', '-9007199254740993', '9223372036854775807', '9223372036854775808', '18446744073709551616'],
  ...['""', '" "', '"1"', '"\\u0000"', '"\\ud800"', '"\\uD83D\\uDE00"', '"\\u202e"', '"\\/"', '"\\x"', '"\n"', "'a'"],
  ...[
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '{"":null}',
    '{"a":1,"a":2}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
  ],
  ...[
    '',
    ' ',
    'NaN',
    'Infinity',
    '-',
    '+1',
    '01',
    '1.',
    '.5',
    '0x1',
    'undefined',
    '/**/1',
    '1,',
    '{',
    '[',
    '"',
    'nul',
    '\ufeff1',
  ],
];

const anyValue = (): Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...LITERALS) },
    { weight: 4, arbitrary: anyText(2000).map((text) => JSON.stringify(text)) },
    { weight: 1, arbitrary: longText(MOST).map((text) => JSON.stringify(text)) },
    { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('', '-', '0.', '1e', '0.000'), size(MOST)).map(digits) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('[', '{"a":', '[{"a":[', '[[],'), size(20_000), fc.boolean()).map(nested),
    },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('1', '{}', '"a"', '[]', 'null'), size(5000)).map(many) },
    { weight: 1, arbitrary: size(4000).map(manyMembers) },
  );

function nested([open, depth, isClosed]: readonly [string, number, boolean]): string {
  const times = Math.ceil(depth / open.length);
  const close = [...open].reverse().flatMap((letter) => (letter === '[' ? [']'] : letter === '{' ? ['}'] : []));
  return open.repeat(times) + (isClosed ? `null${close.join('').repeat(times)}` : '');
}

const digits = ([start, count]: readonly [string, number]): string => start + '9'.repeat(count);

const many = ([item, count]: readonly [string, number]): string => list(Array.from({ length: count }, () => item));

const manyMembers = (count: number): string =>
  `{${Array.from({ length: count }, (_, place) => memberOf(`p${place}`, '0')).join(',')}}`;

/** Now and then with a key in it: as a value or a name, in escapes, or behind the end. */
export const withKey = (text: Arbitrary<string>, key: Arbitrary<string>): Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc.tuple(text, key, fc.constantFrom(...HIDINGS)).map(([json, word, hide]) => hide(json, word)),
    },
  );

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
