import type { Clock } from './clock';

/** What every clock does; `make` gives one that follows this real time, in Unix milliseconds. */
export function describeClock(name: string, make: (real: () => number) => Clock): void {
  /** A clock on a real time that the test moves. */
  function onRealTime(start: string) {
    const real = { now: Date.parse(start) };
    return { real, clock: make(() => real.now) };
  }

  describe(`${name}, running`, () => {
    it('follows the real time', () => {
      const { real, clock } = onRealTime('2030-01-01T00:00:00Z');
      real.now += 1500;
      expect(told(clock)).toBe('2030-01-01T00:00:01.500Z');
      expect(clock.frozen).toBe(false);
    });

    it('is ahead of the real time by what it was advanced, and goes on', () => {
      const { real, clock } = onRealTime('2030-01-01T00:00:00Z');
      clock.advance(60);
      clock.advance(0.5);
      real.now += 1000;
      expect(told(clock)).toBe('2030-01-01T00:01:01.500Z');
    });

    it('is ahead by exactly that, though the real time goes on meanwhile', () => {
      let now = Date.parse('2030-01-01T00:00:00Z');
      let step = 1;
      const clock = make(() => {
        now += step;
        return now;
      });
      clock.advance(1.001);
      clock.advance(-0.5);
      step = 0;
      expect(clock.now() - clock.real()).toBe(501);
    });

    it.each([
      ['a text', '2031-05-05T05:05:05Z'],
      ['a Date', new Date('2031-05-05T05:05:05Z')],
      ['milliseconds', Date.parse('2031-05-05T05:05:05Z')],
    ])('goes to an instant that is given as %s, and goes on from there', (_, instant) => {
      const { real, clock } = onRealTime('2030-01-01T00:00:00Z');
      clock.set(instant);
      real.now += 1000;
      expect(told(clock)).toBe('2031-05-05T05:05:06.000Z');
    });

    it('can be set back, before 1970 too', () => {
      const { clock } = onRealTime('2030-01-01T00:00:00Z');
      clock.set('1955-11-05T06:15:00Z');
      expect(told(clock)).toBe('1955-11-05T06:15:00.000Z');
    });

    it('is unchanged when it is told to run', () => {
      const { clock } = onRealTime('2030-01-01T00:00:00Z');
      clock.advance(60);
      clock.run();
      expect(told(clock)).toBe('2030-01-01T00:01:00.000Z');
    });
  });

  describe(`${name}, frozen`, () => {
    it('stands still however much real time passes', () => {
      const { real, clock } = onRealTime('2030-01-01T00:00:00Z');
      clock.freeze();
      real.now += 5000;
      expect(told(clock)).toBe('2030-01-01T00:00:00.000Z');
      expect(clock.frozen).toBe(true);
    });

    it('stays frozen when it is advanced, set, or frozen again', () => {
      const { real, clock } = onRealTime('2030-01-01T00:00:00Z');
      clock.freeze();
      clock.set('2031-01-01T00:00:00Z');
      clock.advance(10);
      clock.freeze();
      real.now += 5000;
      expect(told(clock)).toBe('2031-01-01T00:00:10.000Z');
    });

    it('goes on from where it stands', () => {
      const { real, clock } = onRealTime('2030-01-01T00:00:00Z');
      clock.freeze();
      real.now += 5000;
      clock.run();
      real.now += 1000;
      expect(told(clock)).toBe('2030-01-01T00:00:01.000Z');
      expect(clock.frozen).toBe(false);
    });
  });

  describe(`${name}, running or frozen`, () => {
    it('is back at the real time and runs after a reset', () => {
      const { real, clock } = onRealTime('2030-01-01T00:00:00Z');
      clock.set('1999-01-01T00:00:00Z');
      clock.freeze();
      clock.reset();
      real.now += 1000;
      expect(told(clock)).toBe('2030-01-01T00:00:01.000Z');
      expect(clock.frozen).toBe(false);
    });

    it.each(['tomorrow', '', Number.NaN, Infinity, 8.64e15 + 1, new Date('never')])(
      'refuses %p, which is no instant, and stays where it is',
      (instant) => {
        const { clock } = onRealTime('2030-01-01T00:00:00Z');
        expect(() => clock.set(instant)).toThrow(RangeError);
        expect(told(clock)).toBe('2030-01-01T00:00:00.000Z');
      },
    );

    it.each([Number.NaN, Infinity, -Infinity, 8.64e12])(
      'refuses to be advanced by %p seconds, and stays',
      (seconds) => {
        const { clock } = onRealTime('2030-01-01T00:00:00Z');
        expect(() => clock.advance(seconds)).toThrow('no instant that a date can hold');
        expect(told(clock)).toBe('2030-01-01T00:00:00.000Z');
      },
    );
  });
}

const told = ({ now }: { now(): number }): string => new Date(now()).toISOString();
