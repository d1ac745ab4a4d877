import fc from 'fast-check';
import type { Schema } from '../model/schema';
import { fits } from '../schema/validators';
import { formatText, patternTexts, uuidOf } from './texts';

/** Numbers from 0 to below 1, the same for the same seed. */
function drawnBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

/** Patterns of real documents, each with the plainest text that matches it. */
const PATTERNS: readonly (readonly [Schema, string])[] = [
  [{ pattern: '^[A-Z]{3}-\\d+$' }, 'AAA-0'],
  [{ pattern: '[a-z]*' }, 'a'],
  [{ pattern: '^\\p{L}[\\p{L}\\p{N}_]*$' }, 'aa'],
  [{ pattern: '^\\p{Script=Greek}{2}$' }, '\u0370\u0370'],
  [{ pattern: '^(?!-)[a-z-]+(?<!-)$' }, 'a'],
  [{ pattern: '^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$' }, 'aAa0aaaaaaaa'],
  [{ pattern: '^([a-c])-\\1$' }, 'a-a'],
  [{ pattern: '^(?<quote>["x])\\w\\k<quote>$' }, 'xax'],
  [{ pattern: '^(?:https?://)?[^/\\s]+(?:/.*)?$' }, 'a'],
  [{ pattern: '^a|b$' }, 'a'],
  [{ pattern: 'x^a|[bc]' }, 'b'],
  [{ pattern: '^[a-z]+$', minLength: 12 }, 'aaaaaaaaaaaa'],
  [{ pattern: '^\\S(.*\\S)?$', minLength: 1, maxLength: 40 }, 'a'],
];

test.each(PATTERNS)(
  '%j is kept by %j, which is the plainest, and by others that the seed decides',
  (pattern, plain) => {
    const schema = { type: 'string', ...pattern };
    const kept = (seed: number) =>
      [...patternTexts(schema, drawnBy(seed))].filter((text) => fits(schema, 'request', text));
    expect(kept(1)[0]).toBe(plain);
    expect(kept(1)).toEqual(kept(1));
    expect(new Set(kept(1)).size).toBeGreaterThan(1);
  },
);

test('of a pattern that nothing matches, and of one that is too large, comes no text that matches', () => {
  const none = { type: 'string', pattern: '^(?=a)b$' };
  expect([...patternTexts(none, drawnBy(1))].filter((text) => fits(none, 'request', text))).toEqual([]);
  expect([...patternTexts({ pattern: '^(a{3000}){3000}$' }, drawnBy(1))]).toEqual([]);
});

test.each([
  { pattern: `^${'('.repeat(20)}[a-z]*${')*'.repeat(20)}$`, minLength: 20 },
  { pattern: '^(a{9000})*$', minLength: 1e9 },
  { pattern: '^(b|a{9000}){9000}c$', minLength: 1e9 },
])('the texts of %j, which may grow without end, are not long', (schema) => {
  let length = 0;
  for (const text of patternTexts(schema, drawnBy(1))) length += text.length;
  expect(length).toBeLessThan(3e6);
});

/** Formats of JSON Schema 2020-12 and of OpenAPI's registry that have a rule. */
const FORMATS = [
  ...[
    'date',
    'date-time',
    'time',
    'duration',
    'iso-time',
    'iso-date-time',
    'uuid',
    'email',
    'hostname',
    'ipv4',
    'ipv6',
  ],
  ...['uri', 'url', 'uri-reference', 'uri-template', 'json-pointer', 'json-pointer-uri-fragment'],
  ...['relative-json-pointer', 'regex', 'byte'],
];

test.each(FORMATS)('the plain text in the format %s is in it', (format) => {
  const schema = { type: 'string', format };
  const text = formatText(format, { random: drawnBy(1), now: 0 });
  expect(text).toEqual(expect.any(String));
  expect(fits(schema, 'request', text)).toBe(true);
  // The rule is one that is judged by.
  expect(fits(schema, 'request', '~ {[none ~')).toBe(false);
});

test('a format is known in any case, and one that says nothing of its texts has none', () => {
  const source = { random: () => 0, now: 0 };
  expect(['DATE', 'url', 'unheard-of', 'constructor', undefined].map((format) => formatText(format, source))).toEqual([
    ...['1970-01-01', 'https://www.example.com/'],
    ...[undefined, undefined, undefined],
  ]);
});

describe('a random UUID', () => {
  test('is a UUID of version 4 and of the variant of RFC 9562, whatever the numbers', () =>
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
        expect(uuidOf(drawnBy(seed))).toMatch(form);
      }),
    ));

  test.each([
    [0, '00000000-0000-4000-8000-000000000000'],
    [1 - Number.EPSILON, 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
  ])('of nothing but %p is %s', (number, uuid) => {
    expect(uuidOf(() => number)).toBe(uuid);
  });
});
