import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { Session, Sessions } from './sessions';
import type { Awaitable } from './store';

const START = Date.UTC(2030, 0, 1);
const MANY = 1000;

/**
 * What all sessions do.
 *
 * @param make gives none yet, with what is called for each that ends, and the real time in Unix milliseconds
 * @param numRuns so many cases of the law; fewer where each step takes a round trip
 */
export function describeSessions(
  name: string,
  make: (onEnd: (id: string) => void, real?: () => number) => Awaitable<Sessions>,
  numRuns = 100,
): void {
  const made: Sessions[] = [];
  /** Sessions that are left after the test: their timers would go on in the test files that share the process with it. */
  const begin = async (...given: Parameters<typeof make>): Promise<Sessions> => {
    const sessions = await make(...given);
    made.push(sessions);
    return sessions;
  };
  afterEach(async () => {
    for (const sessions of made.splice(0)) await sessions.leave();
  });

  /** Sessions by a time that the test moves, and what became of them. */
  async function sessions() {
    const ended: string[] = [];
    let now = START;
    const open = await begin(
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
    it('is listed with its name and times while it is used or within its idle time, and reported once when it ends', () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const { open, ended, wait } = await sessions();
          let model: readonly Session[] = [];
          let now = START;
          const ends: string[] = [];
          const lives = new Map<string, number>();
          const end = (isOver: (session: Session) => boolean): void => {
            ends.push(...ids(model.filter(isOver)));
            model = model.filter((session) => !isOver(session));
          };
          for (const [place, { kind, by, ttl }] of steps.entries()) {
            if (kind === 'wait') {
              wait(by);
              now += by;
            }
            end(({ expiresAt }) => expiresAt <= now);
            // It may have ended.
            const id = [...lives.keys()].at(-1 - (by % 3)) ?? 'none';
            if (kind === 'open') {
              const start = { id: `s${place}`, name: by % 2 === 0 ? 'alike' : undefined, timeToLiveMs: ttl };
              const opened = { id: start.id, name: start.name, openedAt: now, expiresAt: now + ttl };
              const untilNextMs = Math.min(...model.map(({ expiresAt }) => expiresAt)) - now;
              expect(await open.open(start, 2)).toEqual(model.length < 2 ? opened : { untilNextMs });
              if (model.length < 2) {
                model = [...model, opened];
                lives.set(start.id, ttl);
              }
            } else if (kind === 'use' || kind === 'touch') {
              const expiresAt = now + (lives.get(id) ?? 0);
              model = model.map((session) => (session.id === id ? { ...session, expiresAt } : session));
              expect(await open[kind](id)).toEqual(model.find((session) => session.id === id));
            } else if (kind === 'end') {
              expect(await open.end(id)).toBe(model.some((session) => session.id === id));
              end((session) => session.id === id);
            }
            // Not after a wait: each other step is to end what is over.
            if (kind !== 'wait') expect(await open.list()).toEqual(model);
          }
          expect(await open.list()).toEqual(model);
          expect(ended.toSorted()).toEqual(ends.toSorted());
        }),
        { numRuns, examples: [[[...OVER]]] },
      ));

    it('is not opened where many are opened at once and there is room for fewer', async () => {
      const { open } = await sessions();
      const opened = await Promise.all(
        ['a', 'b', 'c', 'd'].map(async (id) => open.open({ id, timeToLiveMs: 1000 }, 2)),
      );
      expect(opened.map((session) => 'id' in session)).toEqual([true, true, false, false]);
    });
  });

  describe(`${name}, that are not asked for again`, () => {
    it('end by themselves, the one with the shortest time first', async () => {
      const ended: string[] = [];
      const open = await begin((id) => ended.push(id));
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
      const open = await begin((id) => ended.push(id));
      await open.open({ id: 'a', timeToLiveMs: 5 }, MANY);
      await open.end('a');
      await open.open({ id: 'b', timeToLiveMs: 10 }, MANY);
      while (ended.length < 2) await pause(5);
      expect(ended).toEqual(['a', 'b']);
    });
  });
}

const ids = (list: readonly Session[]): readonly string[] => list.map(({ id }) => id);

const step = fc.record({
  kind: fc.constantFrom('open', 'open', 'use', 'touch', 'end', 'wait', 'wait'),
  /** Milliseconds of a wait; else which session. */
  by: fc.constantFrom(0, 1, 2, 99, 100, 400),
  ttl: fc.constantFrom(100, 500),
});

/** One is ended whose time is over. */
const OVER = [
  { kind: 'open', by: 0, ttl: 100 },
  { kind: 'wait', by: 100, ttl: 100 },
  { kind: 'end', by: 0, ttl: 100 },
] as const;
