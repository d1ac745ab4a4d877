import fc from 'fast-check';
import { differencesOf, type Marked } from './differences';

const written = (pieces: Marked): string =>
  pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('');

test.each([
  ['id: 9007199254740993', 'id: 9007199254740992', 'id: [9007199254740993]', 'id: [9007199254740992]'],
  ['the status 201', 'the status 200', 'the status [201]', 'the status [200]'],
  ['name: "Rex"', 'name: "Rex "', 'name: "Rex"', 'name: "Rex[ ]"'],
  ['one of 200, 404', 'no reply', 'one of 200, 404', 'no reply'],
  ['the status 200 or less', 'the status of no kind', 'the status [200 or less]', 'the status [of no kind]'],
  ['same', 'same', 'same', 'same'],
])('of %j and %j what differs is marked', (expected, actual, one, other) => {
  const found = differencesOf(expected, actual);
  expect([written(found.expected), written(found.actual)]).toEqual([one, other]);
});

test('what looks alike is shown by its code points', () => {
  expect(differencesOf('name: "Zoë"', 'name: "Zoe\u0308"').notes).toEqual([
    'They look alike: U+005A U+006F U+00EB is expected, U+005A U+006F U+0065 U+0308 came.',
  ]);
  expect(differencesOf('name: "a b"', 'name: "a\u00a0b"').notes).toEqual([
    'They look alike: U+0020 is expected, U+00A0 came.',
  ]);
  expect(differencesOf('name: "a"', 'name: "\u0430"').notes).toEqual([
    'They look alike: U+0061 is expected, U+0430 came.',
  ]);
  expect(differencesOf('name: "Rex"', 'name: "Max"').notes).toEqual([]);
});

test('where only what was cut off differs, the page says so', () => {
  expect(differencesOf('name: "aaa…, as it was shown before', 'name: "aaa…').notes).toEqual([
    'The difference lies behind “…”: the exchanges have it.',
  ]);
});

test('no text is lost, however it is marked, and long ones take no table of all their words', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'ab 1.,…é') });
  const long = 'a b '.repeat(50_000);
  for (const [one, other] of [...fc.sample(fc.tuple(texts, texts), 300), [long, `${long}c d`]] as const) {
    const found = differencesOf(one, other);
    expect([found.expected, found.actual].map((pieces) => pieces.map(({ text }) => text).join(''))).toEqual([
      one,
      other,
    ]);
  }
});
