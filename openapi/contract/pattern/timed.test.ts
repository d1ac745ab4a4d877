import { LEAST_MS, MOST_MS, newTimedTest, TRIES } from './timed';

/** It finds no match in 2^60 ways. */
const HOSTILE = /^(?=(\w+\s?)+$)/u;
const TEXT = `${'a'.repeat(60)}!`;

test('a match that takes too long is given up, and a quick one is found thereafter', () => {
  let elapsed = 0;
  // So much goes by between two that each has all the time that there is.
  const later = (): number => (elapsed += 10 * MOST_MS);
  const test = newTimedTest({ elapsed: later, worked: () => process.cpuUsage().user / 1000 });
  expect(test(HOSTILE, TEXT)).toBe(false);
  expect(test(HOSTILE, 'two words')).toBe(true);
});

test('many that take too long get less and less, then nothing until time has gone by', () => {
  const time = { elapsed: 0, worked: 0 };
  const limits: number[] = [];
  const test = newTimedTest({ elapsed: () => time.elapsed, worked: () => time.worked }, (_pattern, _text, limit) => {
    limits.push(limit);
    time.worked += limit;
    time.elapsed += limit;
    return false;
  });
  for (let count = 0; count < 1000; count += 1) test(HOSTILE, TEXT);
  const spent = limits.reduce((sum, limit) => sum + limit, 0);
  expect(limits[0]).toBe(MOST_MS / 2);
  expect(spent).toBeLessThan(1.2 * MOST_MS);
  time.elapsed += 10 * MOST_MS;
  test(HOSTILE, TEXT);
  expect(limits.at(-1)).toBe(MOST_MS / 2);
});

test('quick matches are free, however many come at once', () => {
  let worked = 0;
  const test = newTimedTest({ elapsed: () => 0, worked: () => worked }, () => {
    worked += LEAST_MS / 2;
    return true;
  });
  expect(Array.from({ length: 10_000 }, () => test(HOSTILE, 'a')).includes(false)).toBe(false);
});

describe('on a busy machine, where a match had no processor for its time', () => {
  it('it is begun again', () => {
    const results = [undefined, undefined, true];
    const test = newTimedTest({ elapsed: () => 0, worked: () => 0 }, () => results.shift());
    expect(test(HOSTILE, 'a')).toBe(true);
  });

  it('it is given up at last', () => {
    let begun = 0;
    const test = newTimedTest({ elapsed: () => 0, worked: () => 0 }, () => {
      begun += 1;
      return undefined;
    });
    expect([test(HOSTILE, 'a'), begun]).toEqual([false, TRIES]);
  });
});
