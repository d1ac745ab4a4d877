import { JsonNumber, prettyJson, readJson, writeJson } from './page/link/exact-json';

describe('exact JSON', () => {
  test.each(['9007199254740993', '-9223372036854775808', '1.0', '1e400', '0.1000000000000000055511151231257827'])(
    'keeps the number %s as it is written',
    (text) => {
      expect(readJson(text)).toEqual(new JsonNumber(text));
      expect(writeJson(readJson(`{"a":[${text}]}`))).toBe(`{ "a": [${text}] }`);
      expect(prettyJson(`{"a":${text}}`)).toBe(`{\n  "a": ${text}\n}`);
    },
  );

  test('reads what JSON.parse reads', () => {
    const text = String.raw` {"text":"a \"quoted\" \\ [1,2] {3}","": [], "o":{}, "l":[true,false,null,"é\n"]} `;
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  test('reads a member of any name', () => {
    expect(Object.keys(readJson('{"__proto__":{"a":"b"},"constructor":"c"}') ?? {})).toEqual([
      '__proto__',
      'constructor',
    ]);
  });

  test.each(['', '{', '[1,]', '01', 'undefined', '{"a" 1}'])('refuses %j, and shows it unchanged', (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
    expect(prettyJson(text)).toBe(text);
  });

  test('indents as JSON.stringify does', () => {
    const value = { a: [], b: {}, c: [1, [2, { d: 'x, y: {' }]], e: null };
    expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  });

  test('does not indent a text of nothing but brackets', () => {
    const text = '['.repeat(30_000) + ']'.repeat(30_000);
    expect(prettyJson(text)).toBe(text);
  });
});
