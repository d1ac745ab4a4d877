import {
  dateOf,
  durationInWords,
  memoryParts,
  memoryText,
  offsetInWords,
  preciseTimeOf,
  readingOf,
  spanInWords,
  timeAt,
  timeOf,
} from './page/model/figures';
import { keysOf } from './page/model/worlds';

test.each([
  [spanInWords(-5), '0 s'],
  [spanInWords(0.2), '1 s'],
  [spanInWords(59.5), '1 min'],
  [spanInWords(61), '1 min 1 s'],
  [spanInWords(3600), '1 h'],
  [spanInWords(86_399), '23 h 59 min'],
  [spanInWords(90_061), '1 day 1 h'],
  [spanInWords(2 * 86_400), '2 days'],
  [offsetInWords(-0.4), 'in step with the real time'],
  [offsetInWords(86_400), '1 day ahead of the real time'],
  [offsetInWords(-90), '1 min 30 s behind the real time'],
  [durationInWords(0.04), '0.0 ms'],
  [durationInWords(3.14), '3.1 ms'],
  [durationInWords(12.3), '12 ms'],
  [durationInWords(2051), '2.05 s'],
])('a time in words, %s, is %s', (words, expected) => {
  expect(words).toBe(expected);
});

test.each([
  ['2026-01-31T23:59:58.123Z', ['2026-01-31', '23:59:58', '23:59:58.123']],
  ['no time', ['', '', '']],
])('the instant %s is shown in UTC as %j', (text, shown) => {
  const instant = Date.parse(text);
  expect([dateOf(instant), timeOf(instant), preciseTimeOf(instant)]).toEqual(shown);
});

test.each([
  [false, 5000],
  [true, 0],
])('five seconds after a clock was read, frozen %s, it is at %d', (frozen, expected) => {
  const reading = readingOf({ now: '1970-01-01T00:00:00Z', frozen, offsetSeconds: 60 }, 1000);
  expect(timeAt(reading, 6000)).toBe(expected);
});

test('a clock that was frozen for a while, and moved by a day, is a day ahead', () => {
  const first = readingOf({ now: '1970-01-01T00:00:00Z', frozen: true, offsetSeconds: 0 }, 1000);
  const moved = { now: '1970-01-02T00:00:00Z', offsetSeconds: 86_395 };
  expect(readingOf({ ...moved, frozen: true }, 6000, first).offsetSeconds).toBe(86_400);
  expect(readingOf({ ...moved, frozen: false }, 6000, first).offsetSeconds).toBe(86_395);
});

test('the memory is shown in MiB, with a line for each part, and without what is not known', () => {
  const MIB = 2 ** 20;
  const parts = [
    { name: 'records', mostBytes: 2900 * MIB, usedBytes: 40 },
    { name: 'sessions', mostBytes: 36 * MIB, usedBytes: null },
  ];
  const memory = { mostBytes: 4500 * MIB, residentBytes: 95.5 * MIB, parts };
  expect(memoryText(memory)).toBe('memory 96 of at most 4,500 MiB');
  expect(memoryText({ ...memory, residentBytes: null })).toBe('memory at most 4,500 MiB');
  expect(memoryParts(memory)).toBe('records: 1 of 2,900 MiB\nsessions: 36 MiB');
});

test('the address of a caller without a key is not a key, and a key may have an address as its name', () => {
  const names = ['free', 'address book', 'address', 'my address 127.0.0.1', 'address a.b.c.d', 'address 1'];
  const addresses = ['127.0.0.1', '::1', '::ffff:127.0.0.1', 'fe80::1%eth0', 'unknown'].map((one) => `address ${one}`);
  expect(keysOf([...names, ...addresses].map((name) => ({ name })))).toEqual(names);
});
