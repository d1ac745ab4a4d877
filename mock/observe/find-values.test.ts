import fc from 'fast-check';
import { growthOf, isLinear } from '../../openapi/program/testing/growth';
import type { KnownValues } from '../world/stores/keys';
import { knownOf } from '../world/testing/known';
import { partsWithValues } from './find-values';

const KNOWN = knownOf('demo-pro', 'demo', '4f9a1c', 'a+b/c~.==', 'demo-pro.de');

/** What is left of a text, with `*` for each part that is found. */
function masked(text: string, known: KnownValues = KNOWN): string {
  let [shown, done] = ['', 0];
  for (const { begin, end } of partsWithValues(text, known)) {
    shown += `${text.slice(done, begin)}*`;
    done = end;
  }
  return shown + text.slice(done);
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a known value is found', () => {
  it.each([
    ['as it is', 'demo-pro', '*'],
    ['between words', 'the key demo-pro, or "demo-pro".', 'the key *, or "*".'],
    ['beside what could be part of a token', 'my_demo-pro-too x/demo-pro/y a=demo-pro&b', 'my_*-too x/*/y a=*&b'],
    ['behind another', 'demo-pro,demo-pro demo-pro/demo', '*,* */*'],
    ['within a word', 'xdemo-prox demo-prodemo-pro a%64emo-prozz', 'x*x ** a*zz'],
    ['that begins with another', 'demo demo-pro demo-pro.de', '* * *'],
    ['of other characters than letters', '(a+b/c~.==)', '(*)'],
    ['with escapes', '/v1/demo%2Dpro and %64emo-pro and %64%65%6d%6f', '/v1/* and * and *'],
    ['with escapes of escapes', 'demo%252Dpro %25%36%34emo-pro demo%25252525252dpro', '* * *'],
    ['behind escapes', '%20demo-pro%C3%A9demo-pro%2520demo-pro', '%20*%C3%A9*%2520*'],
    ['behind what is no escape', '100%demo-pro 100%4f9a1c %zzz%%demo-pro%', '100%* 100%* %zzz%%*%'],
    ['behind an escaped percent sign', '100%25demo-pro 100%254f9a1c', '100%25* 100%25*'],
    ['behind a plus sign', 'auth=Bearer+demo-pro', 'auth=Bearer+*'],
    ['with escapes of JSON', String.raw`{"\u0064emo-pro":"demo\u002dpro"}`, '{"*":"*"}'],
    ['in JSON in JSON', String.raw`"{\"a\":\"\\u0064emo-pro\"}"`, String.raw`"{\"a\":\"*\"}"`],
    ['behind escapes of JSON', String.raw`"\ndemo-pro\tdemo-pro\u00e9demo-pro"`, String.raw`"\n*\t*\u00e9*"`],
    ['in Base64', `Basic ${base64('ann:demo-pro')} x`, 'Basic * x'],
    [
      'in Base64 in a query',
      `a=Basic+${base64('demo-pro:')}&b=Basic%20${base64('a>:demo-pro')}`,
      'a=Basic+*&b=Basic%20*',
    ],
    ['in Base64 with a plus sign', `Basic+${base64('~~~~~~demo-pro')}`, 'Basic+*'],
    ['in Base64 of a line', `x ${base64('demo-pro\n')} ${base64('ann:demo-pro\r\n')}`, 'x * *'],
    ['in Base64 in a path', `/v1/${base64('ann:demo-pro')}`, '/v1/*'],
    ['in Base64 with escapes', `Basic%20${base64('ab:demo-pro').replaceAll('=', '%3D')}`, 'Basic%20*'],
  ])('%s', (_, text, shown) => {
    expect(masked(text)).toBe(shown);
  });
});

it.each([
  '',
  'demon demo5 2demo %64emon 4f9a1c2',
  'DEMO-PRO Demo-Pro dem-pr',
  '%64em-pro %64em%2pro %',
  String.raw`\u0064em \u006 \\`,
  base64('ann:demon'),
])('nothing is found in %p', (text) => {
  expect(masked(text)).toBe(text);
});

/** Some escapes of a text, at random. */
const escaped = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('plain', 'percent', 'twice', 'json'), { minLength: text.length, maxLength: text.length })
    .map((ways) =>
      [...text]
        .map((one, place) => {
          const hex = one.charCodeAt(0).toString(16).padStart(2, '0');
          const way = ways[place];
          if (way === 'percent') return `%${hex}`;
          if (way === 'twice') return `%25${hex}`;
          return way === 'json' ? `\\u00${hex}` : one;
        })
        .join(''),
    );

/** Ends of texts that no word goes over. */
const BORDERS = fc.constantFrom('', ' ', '/', '?', '&a=', '"', '%20', '%2F', '+', '\n', '-', '=', 'é', ':', '\\n');

it('a known value is found with any escapes, between any others', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('demo-pro', '4f9a1c', 'a+b/c~.==').chain(escaped),
      ...[BORDERS, BORDERS, fc.string(), fc.string()],
      (value, before, after, ahead, behind) => {
        // What stands around a border is nothing that an escape could be made of.
        const shown = masked(`${ahead}( ${before}${value}${after} )${behind}`);
        expect(shown).toMatch(/\( .{0,3}\*.{0,3} \)/su);
      },
    ),
  ));

it('what is no known value stays as it is', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'demo-pr%25u\\064f/+=') }), (text) => {
      expect(masked(text, knownOf('key-of-ann'))).toBe(text);
      expect(masked(text, knownOf())).toBe(text);
    }),
  ));

describe('the time is in proportion to the text, of', () => {
  it.each<[string, (size: number) => string]>([
    ['dashes', (size) => '-'.repeat(size)],
    ['letters', (size) => 'd'.repeat(size)],
    ['words that could begin a value', (size) => '-demx'.repeat(size / 5)],
    ['values', (size) => 'demo-pro '.repeat(size / 9)],
    ['escapes', (size) => '%64'.repeat(size / 3)],
    ['escapes of escapes', (size) => `%${'25'.repeat(size / 2)}64`],
    ['escapes that are not complete', (size) => '%2'.repeat(size / 2)],
    ['backslashes', (size) => '\\'.repeat(size)],
    ['escapes of JSON', (size) => '\\u002d'.repeat(size / 6)],
    ['Base64', (size) => base64('demo-xyz'.repeat(size / 10))],
    ['words of credentials', (size) => 'Basic+'.repeat(size / 6)],
  ])('%s', (_, textOf) => {
    const growth = growthOf((size) => {
      const text = textOf(size);
      return () => partsWithValues(text, KNOWN);
    }, 32_768);
    expect([growth, isLinear(growth)]).toEqual([growth, true]);
  });
});
