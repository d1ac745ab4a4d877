import { setTimeout as pause } from 'node:timers/promises';
import type { Session, Sessions } from './sessions';
import type { Awaitable } from './store';

const START = Date.UTC(2030, 0, 1);
const MANY = 1000;

/**
 * What all sessions do.
 *
 * @param make gives none yet, with who hears of each that ends, and the real time in Unix milliseconds
 */
export function describeSessions(
  name: string,
  make: (onEnd: (id: string) => void, real?: () => number) => Awaitable<Sessions>,
): void {
  /** Sessions by a time that the test moves, and what became of them. */
  async function sessions() {
    const ended: string[] = [];
    let now = START;
    const open = await make(
      (id) => ended.push(id),
      () => now,
    );
    return {
      ...{ open, ended },
      wait: (milliseconds: number) => {
        now += milliseconds;
      },
    };
  }

  describe(`${name}, of which one`, () => {
    it('is listed with its times, oldest first', async () => {
      const { open, wait } = await sessions();
      expect(await open.open({ id: 'b', timeToLiveMs: 5000 }, MANY)).toEqual({
        ...{ id: 'b', name: undefined },
        ...{ openedAt: START, expiresAt: START + 5000 },
      });
      wait(10);
      await open.open({ id: 'a', timeToLiveMs: 1000 }, MANY);
      expect(await open.list()).toEqual([
        { id: 'b', openedAt: START, expiresAt: START + 5000 },
        { id: 'a', openedAt: START + 10, expiresAt: START + 1010 },
      ]);
    });

    it('has the name that it was opened with, which another may have too', async () => {
      const { open } = await sessions();
      const start = { name: 'checkout: pays twice', timeToLiveMs: 1000 };
      expect(await open.open({ id: 'a', ...start }, MANY)).toMatchObject({ id: 'a', name: start.name });
      await open.open({ id: 'b', ...start }, MANY);
      await open.open({ id: 'c', timeToLiveMs: 1000 }, MANY);
      expect((await open.list()).map(({ name: called }) => called)).toEqual([start.name, start.name, undefined]);
      expect(await open.use('b')).toMatchObject({ name: start.name });
    });

    it('lasts for its idle time and no longer', async () => {
      const { open, ended, wait } = await sessions();
      await open.open({ id: 'a', timeToLiveMs: 1000 }, MANY);
      wait(999);
      expect(ids(await open.list())).toEqual(['a']);
      wait(1);
      expect(await open.list()).toEqual([]);
      expect(await open.use('a')).toBeUndefined();
      expect(await open.end('a')).toBe(false);
      expect(ended).toEqual(['a']);
    });

    it.each(['use', 'touch'] as const)('lasts for as long again after each %s', async (use) => {
      const { open, ended, wait } = await sessions();
      await open.open({ id: 'a', timeToLiveMs: 1000 }, MANY);
      for (let uses = 1; uses <= 5; uses += 1) {
        wait(999);
        expect(await open[use]('a')).toEqual({ id: 'a', openedAt: START, expiresAt: START + uses * 999 + 1000 });
      }
      for (let uses = 1; uses <= 5; uses += 1) {
        wait(7);
        await open[use]('a');
      }
      wait(999);
      expect((await open.list()).map(({ expiresAt }) => expiresAt)).toEqual([START + 5 * 1006 + 1000]);
      wait(1);
      expect(await open[use]('a')).toBeUndefined();
      expect(await open[use]('b')).toBeUndefined();
      expect(ended).toEqual(['a']);
    });

    it('is not used by being listed, nor by another that is opened', async () => {
      const { open, wait } = await sessions();
      await open.open({ id: 'a', timeToLiveMs: 1000 }, MANY);
      wait(600);
      expect(ids(await open.list())).toEqual(['a']);
      await open.open({ id: 'b', timeToLiveMs: 1000 }, MANY);
      wait(600);
      expect(ids(await open.list())).toEqual(['b']);
    });

    it('is reported once when it is ended, and the others stay open', async () => {
      const { open, ended } = await sessions();
      await open.open({ id: 'a', timeToLiveMs: 1000 }, MANY);
      await open.open({ id: 'b', timeToLiveMs: 1000 }, MANY);
      const answers: boolean[] = [];
      for (const id of ['a', 'a', 'nobody', '__proto__']) answers.push(await open.end(id));
      expect(answers).toEqual([true, false, false, false]);
      expect(ended).toEqual(['a']);
      expect(ids(await open.list())).toEqual(['b']);
    });

    it('is not opened while so many are open as may be, until one of them ends', async () => {
      const { open, wait } = await sessions();
      await open.open({ id: 'a', timeToLiveMs: 1000 }, 2);
      await open.open({ id: 'b', timeToLiveMs: 700 }, 2);
      wait(100);
      await open.use('a');
      expect(await open.open({ id: 'c', timeToLiveMs: 1000 }, 2)).toEqual({ untilNextMs: 600 });
      expect(ids(await open.list())).toEqual(['a', 'b']);
      wait(600);
      expect(await open.open({ id: 'c', timeToLiveMs: 1000 }, 2)).toMatchObject({ id: 'c' });
    });

    it('is not opened where many are opened at once and there is room for fewer', async () => {
      const { open } = await sessions();
      const opened = await Promise.all(
        ['a', 'b', 'c', 'd'].map(async (id) => open.open({ id, timeToLiveMs: 1000 }, 2)),
      );
      expect(opened.map((session) => 'id' in session)).toEqual([true, true, false, false]);
    });
  });

  describe(`${name}, that nobody asks for again`, () => {
    it('end by themselves, the one with the shortest time first', async () => {
      const ended: string[] = [];
      const open = await make((id) => ended.push(id));
      await open.open({ id: 'a', timeToLiveMs: 150 }, MANY);
      await open.open({ id: 'b', timeToLiveMs: 10 }, MANY);
      await open.open({ id: 'c', timeToLiveMs: 3_600_000 }, MANY);
      while (ended.length < 2) await pause(5);
      expect(ended).toEqual(['b', 'a']);
      expect(ids(await open.list())).toEqual(['c']);
      await open.end('c');
    });

    it('end by themselves also where all before them were closed', async () => {
      const ended: string[] = [];
      const open = await make((id) => ended.push(id));
      await open.open({ id: 'a', timeToLiveMs: 5 }, MANY);
      await open.end('a');
      await open.open({ id: 'b', timeToLiveMs: 10 }, MANY);
      while (ended.length < 2) await pause(5);
      expect(ended).toEqual(['a', 'b']);
    });
  });
}

const ids = (list: readonly Session[]): readonly string[] => list.map(({ id }) => id);
