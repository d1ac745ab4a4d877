import {
  dateOf,
  durationInWords,
  grouped,
  offsetAt,
  offsetInWords,
  preciseTimeOf,
  readingOf,
  spanInWords,
  timeOf,
  worldTime,
} from './page/model/figures';

test.each([
  [-5, '0 s'],
  [0, '0 s'],
  [0.2, '1 s'],
  [59.5, '1 min'],
  [61, '1 min 1 s'],
  [3600, '1 h'],
  [86_399, '23 h 59 min'],
  [90_061, '1 day 1 h'],
  [2 * 86_400, '2 days'],
])('%d seconds are %j', (seconds, words) => {
  expect(spanInWords(seconds)).toBe(words);
});

test.each([
  [0.4, 'in step with the real time'],
  [-0.4, 'in step with the real time'],
  [86_400, '1 day ahead of the real time'],
  [-90, '1 min 30 s behind the real time'],
])('a clock that is %d seconds off is %s', (seconds, words) => {
  expect(offsetInWords(seconds)).toBe(words);
});

test.each([
  [0.04, '0.0 ms'],
  [3.14, '3.1 ms'],
  [12.3, '12 ms'],
  [2051, '2.05 s'],
])('%d milliseconds took %s', (ms, words) => {
  expect(durationInWords(ms)).toBe(words);
});

test('an instant is shown in UTC, and an invalid one as nothing', () => {
  const instant = Date.parse('2026-01-31T23:59:58.123Z');
  expect([dateOf(instant), timeOf(instant), preciseTimeOf(instant)]).toEqual([
    '2026-01-31',
    '23:59:58',
    '23:59:58.123',
  ]);
  expect([dateOf(Number.NaN), timeOf(Number.NaN), preciseTimeOf(Number.NaN)]).toEqual(['', '', '']);
});

test('a large count has thousands separators', () => {
  expect(grouped(1_000_000)).toBe('1,000,000');
});

describe('the clock as it was read', () => {
  const now = '2026-01-01T00:00:00Z';

  test('continues from there', () => {
    const reading = readingOf({ now, frozen: false, offsetSeconds: 60 }, 1000);
    expect(worldTime(reading, 6000)).toBe(Date.parse(now) + 5000);
    expect(offsetAt(reading, 6000)).toBe(60);
  });

  test('stands still while it is frozen, and falls behind', () => {
    const reading = readingOf({ now, frozen: true, offsetSeconds: 60 }, 1000);
    expect(worldTime(reading, 6000)).toBe(Date.parse(now));
    expect(offsetAt(reading, 6000)).toBe(55);
  });
});
