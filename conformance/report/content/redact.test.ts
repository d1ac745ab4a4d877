import { stringifyJson } from '../../../openapi/contract';
import { growthOf, isLinear } from '../../../openapi/program/testing/growth';
import { optionsFor } from '../../testing/options';
import { redactor, secretsOf } from './redact';

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
const KEY = 'ak-Main-7Qk2XvR9';

test.each([
  ['the key', KEY, '$ANIMAL_STORE_API_KEY'],
  ['the limit key', 'ak-Limit-p4Y', '$ANIMAL_STORE_LIMIT_KEY'],
  ['a header of the user', 'team-secret', '***'],
  ['the key in a sentence', `No such key: "${KEY}".`, 'No such key: "$ANIMAL_STORE_API_KEY".'],
  ['the key lengthened', `${KEY}x`, '$ANIMAL_STORE_API_KEYx'],
  ['the key shortened', KEY.slice(0, -1), '$ANIMAL_STORE_API_KEY'],
  ['the key without its first character', KEY.slice(1), '$ANIMAL_STORE_API_KEY'],
  ['the key in another case', 'AK-mAIN-7qK2xVr9', '$ANIMAL_STORE_API_KEY'],
  ['the key in base 64', Buffer.from(`${KEY}:`).toString('base64'), '$ANIMAL_STORE_API_KEY'],
  [
    'a whole header in base 64',
    Buffer.from(`Bearer ${KEY}, it is`).toString('base64').slice(10, 30),
    '$ANIMAL_STORE_API_KEY',
  ],
  ['a short header, which may be any word', 'the value is true', 'the value is true'],
])('%s is not shown', (_, text, shown) => {
  expect(redactor({ main: KEY, limit: 'ak-Limit-p4Y' }, ['team-secret', 'true'])(text)).toBe(shown);
});

test.each([
  ['ak%2DMain-7Qk2XvR9', '%61k-Main-7Qk2XvR9', 'ak%252dMain%25252D7Qk2XvR9'],
  [String.raw`ak\u002dMain-7Qk2XvR9`, String.raw`"{\"a\":\"\\u0061k-Main\\u002D7Qk2XvR9\"}"`],
  ['&#97;k&#x2d;Main&#x002D;7Qk2XvR9'],
])('the key is found with some of its characters escaped, as in %s', (...texts) => {
  const redact = redactor({ main: KEY, limit: undefined }, []);
  for (const text of texts) expect(redact(text)).toMatch(/^[^k]*\$ANIMAL_STORE_API_KEY[^k]*$/);
});

test('a token of many is found in every form, whatever stands around it', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9/ab+cd_ef-ghIJ==';
  const many = Array.from({ length: 300 }, (_, index) => `another-token-of-somebody-${index}-else`);
  const redact = redactor({ main: undefined, limit: undefined }, [...many, token]);
  const code = (char: string): number => char.charCodeAt(0);
  const forms: readonly ((char: string) => string)[] = [
    (char) => char,
    (char) => `%${code(char).toString(16)}`,
    (char) => `%2525${code(char).toString(16).toUpperCase()}`,
    (char) => `\\\\u00${code(char).toString(16)}`,
    (char) => `&#${code(char)};`,
    (char) => `&#x0${code(char).toString(16)};`,
    (char) => (char === '/' ? '\\/' : char),
  ];
  for (const form of forms)
    for (const around of ['', ' ', '"', '%', '%25', '%2', '\\', '\\u', '&#', '&#x', '&', '=']) {
      const mixed = [...token].map((char, index) => (index % 3 === 1 ? char : form(char))).join('');
      for (const written of [[...token].map(form).join(''), mixed])
        expect([around, written, redact(`a${around}${written}${around}b`).includes('***')]).toEqual([
          around,
          written,
          true,
        ]);
    }
  expect(redact(`${many[7]} and ${many[299]}`)).toBe('*** and ***');
});

test('texts are redacted in time in proportion to their length', () => {
  const redact = redactor({ main: KEY, limit: 'ak-ak-ak-ak-ak-b' }, ['%25%25%25%25%25']);
  for (const piece of ['\\', '%25', 'ak-', '&#0', KEY]) {
    const growth = growthOf((size) => {
      const text = piece.repeat(size / piece.length);
      return () => redact(text);
    }, 8192);
    expect([piece, growth, isLinear(growth)]).toEqual([piece, growth, true]);
  }
});

test.each([
  ['a token behind its scheme', 'Authorization', 'Bearer bearersecret88', 'bearersecret88'],
  ['a cookie among others', 'Cookie', 'sid=cookiesecret77; theme="darksecret"', 'cookiesecret77 darksecret'],
  ['a cookie that servers decode', 'cookie', 'sid=s%3Acookie%2Bsecret', 's:cookie+secret'],
  [
    'the name and the password of HTTP Basic',
    'Authorization',
    basic('robotuser', 'passsecret'),
    'robotuser passsecret',
  ],
  ['both where each is short', 'Authorization', basic('robot', 'secret'), 'robot:secret'],
])('%s is not shown by itself, where a header of the user holds it', (_, name, value, repeated) => {
  const secrets = secretsOf(optionsFor('', { headers: { [name]: value } }));
  const shown = redactor({ main: undefined, limit: undefined }, secrets)(`it was ${repeated}`);
  expect(shown).toBe(`it was ${repeated.replaceAll(/\S+/g, '***')}`);
});

test('words of a header that holds no credential are shown', () => {
  const secrets = secretsOf(optionsFor('', { headers: { 'X-Note': 'hello everybody' } }));
  expect(redactor({ main: undefined, limit: undefined }, secrets)('everybody')).toBe('everybody');
});

test('of two keys of which one begins the other, each has its name', () => {
  const redact = redactor({ main: 'demo-pro', limit: 'demo-pro-spare' }, []);
  expect(redact('demo-pro-spare, demo-pro')).toBe('$ANIMAL_STORE_LIMIT_KEY, $ANIMAL_STORE_API_KEY');
});

test.each(['a"b\\c-secret', '<a>&"b"-secret', 'a b/c+d=secret', '$&-$1-secret'])(
  'the key %s is found as JSON, XML and URLs write it',
  (key) => {
    const redact = redactor({ main: key, limit: undefined }, []);
    const xml = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
    for (const text of [key, stringifyJson({ key }), encodeURIComponent(key), xml]) {
      expect(redact(text)).not.toContain('secret');
    }
  },
);
