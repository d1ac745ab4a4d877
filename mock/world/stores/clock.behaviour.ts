import fc from 'fast-check';
import type { Clock } from './clock';

const START = Date.parse('2030-01-01T00:00:00Z');

/** What every clock does; `make` gives one that follows this real time, in Unix milliseconds. */
export function describeClock(name: string, make: (real: () => number) => Clock): void {
  describe(name, () => {
    it('is ahead of the real time by what it was moved, or stands still', () =>
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
          let [real, ahead] = [START, 0];
          let frozenAt: number | undefined;
          const clock = make(() => real);
          for (const { kind, by } of steps) {
            const now = frozenAt ?? real + ahead;
            if (kind === 'wait') real += Math.abs(by);
            else if (kind === 'freeze') frozenAt = now;
            else if (kind === 'run') [ahead, frozenAt] = [now - real, undefined];
            else if (kind === 'reset') [ahead, frozenAt] = [0, undefined];
            else {
              const instant = kind === 'set' ? START + by : now + by;
              if (frozenAt === undefined) ahead = instant - real;
              else frozenAt = instant;
            }
            if (kind === 'advance') clock.advance(by / 1000);
            else if (kind === 'set') clock.set(by % 2 === 0 ? new Date(START + by) : START + by);
            else if (kind !== 'wait') clock[kind]();
            expect([clock.now(), clock.real(), clock.frozen]).toEqual([
              frozenAt ?? real + ahead,
              real,
              frozenAt !== undefined,
            ]);
          }
        }),
      ));

    it('is ahead by exactly what it was advanced, though the real time goes on meanwhile', () => {
      let [now, step] = [START, 1];
      const clock = make(() => {
        now += step;
        return now;
      });
      clock.advance(1.001);
      clock.advance(-0.5);
      step = 0;
      expect(clock.now() - clock.real()).toBe(501);
    });

    it('goes to an instant that is given as a text, before 1970 too', () => {
      const clock = make(() => START);
      clock.set('1955-11-05T06:15:00Z');
      expect(clock.now()).toBe(Date.parse('1955-11-05T06:15:00Z'));
    });

    it.each(['tomorrow', '', Number.NaN, Infinity, 8.64e15 + 1, new Date('never')])(
      'refuses %p, which is no instant, and stays where it is',
      (instant) => {
        const clock = make(() => START);
        expect(() => clock.set(instant)).toThrow(RangeError);
        expect(clock.now()).toBe(START);
      },
    );

    it.each([Number.NaN, Infinity, -Infinity, 8.64e12])('refuses to be advanced by %p seconds, and stays', (by) => {
      const clock = make(() => START);
      expect(() => clock.advance(by)).toThrow('no instant that a date can hold');
      expect(clock.now()).toBe(START);
    });
  });
}

const step = fc.record({
  kind: fc.constantFrom('wait', 'advance', 'set', 'freeze', 'run', 'reset'),
  /** In milliseconds. */
  by: fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }),
});
