import { setTimeout as pause } from 'node:timers/promises';
import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { worldOf } from '../testing/worlds';
import type { World } from './model';
import { createSessions } from './sessions';

let worlds: readonly World[];
beforeAll(async () => {
  const contract = await loadContract(SHIPPED_DOCUMENT);
  worlds = await Promise.all(['a', 'b', 'c'].map((id) => worldOf(contract, { id })));
});

const START = Date.UTC(2030, 0, 1);

/** Sessions by a time that the test moves, and what became of them. */
function sessions() {
  const ended: string[] = [];
  let now = START;
  const open = createSessions(
    ({ id }) => ended.push(id),
    () => now,
  );
  const [a, b, c] = worlds as readonly [World, World, World];
  return {
    ...{ open, ended, a, b, c },
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

const ids = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);

describe('a session', () => {
  it('is told with its times, oldest first', () => {
    const { open, a, b, wait } = sessions();
    expect(open.add(b, 5000)).toEqual({ id: 'b', world: b, openedAt: START, expiresAt: START + 5000 });
    wait(10);
    open.add(a, 1000);
    expect(open.list()).toEqual([
      { id: 'b', world: b, openedAt: START, expiresAt: START + 5000 },
      { id: 'a', world: a, openedAt: START + 10, expiresAt: START + 1010 },
    ]);
    expect(open.count).toBe(2);
  });

  it('lasts for its idle time and no longer', () => {
    const { open, ended, a, wait } = sessions();
    open.add(a, 1000);
    wait(999);
    expect(ids(open.list())).toEqual(['a']);
    wait(1);
    expect(open.list()).toEqual([]);
    expect(open.count).toBe(0);
    expect(open.use('a')).toBeUndefined();
    expect(open.end('a')).toBe(false);
    expect(ended).toEqual(['a']);
  });

  it('lasts for as long again after each use', () => {
    const { open, ended, a, wait } = sessions();
    open.add(a, 1000);
    for (let use = 1; use <= 5; use += 1) {
      wait(999);
      expect(open.use('a')).toMatchObject({ openedAt: START, expiresAt: START + use * 999 + 1000 });
    }
    wait(1000);
    expect(open.use('a')).toBeUndefined();
    expect(ended).toEqual(['a']);
  });

  it('is not used by being listed or counted', () => {
    const { open, a, wait } = sessions();
    open.add(a, 1000);
    wait(600);
    expect([open.list().length, open.count]).toEqual([1, 1]);
    wait(600);
    expect([open.list().length, open.count]).toEqual([0, 0]);
  });

  it('ends by the real time, whatever its own clock says', () => {
    const { open, ended, a, b, wait } = sessions();
    open.add(a, 1000);
    open.add(b, 1000);
    a.clock.advance(1e6);
    b.clock.freeze();
    wait(999);
    expect(ids(open.list())).toEqual(['a', 'b']);
    wait(1);
    expect(open.list()).toEqual([]);
    expect(ended).toEqual(['a', 'b']);
    for (const { clock } of [a, b]) clock.reset();
  });

  it('that is ended is told of once, and leaves the others', () => {
    const { open, ended, a, b } = sessions();
    open.add(a, 1000);
    open.add(b, 1000);
    expect([open.end('a'), open.end('a'), open.end('nobody'), open.end('__proto__')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(ended).toEqual(['a']);
    expect(ids(open.list())).toEqual(['b']);
  });
});

describe('a session that nobody asks for again', () => {
  it('ends by itself, the one with the shortest time first', async () => {
    const ended: string[] = [];
    const open = createSessions(({ id }) => ended.push(id));
    const [a, b, c] = worlds as readonly [World, World, World];
    open.add(a, 150);
    open.add(b, 10);
    open.add(c, 3_600_000);
    while (ended.length < 2) await pause(5);
    expect(ended).toEqual(['b', 'a']);
    expect(ids(open.list())).toEqual(['c']);
    open.end('c');
  });

  it('ends by itself also where all before it were closed', async () => {
    const ended: string[] = [];
    const open = createSessions(({ id }) => ended.push(id));
    const [a, b] = worlds as readonly [World, World];
    open.add(a, 5);
    open.end('a');
    open.add(b, 10);
    while (ended.length < 2) await pause(5);
    expect(ended).toEqual(['a', 'b']);
  });

  it('is looked for once a wake-up, and no timer is left when none is open', () => {
    jest.useFakeTimers();
    const ended: string[] = [];
    const open = createSessions(({ id }) => ended.push(id));
    const [a, b, c] = worlds as readonly [World, World, World];
    open.add(a, 1000);
    open.add(b, 2000);
    open.add(c, 86_400_000);
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(900);
    open.use('a');
    jest.advanceTimersByTime(500);
    expect(ended).toEqual([]);
    jest.advanceTimersByTime(601);
    expect(ended.sort()).toEqual(['a', 'b']);
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(86_400_000);
    expect(ended).toEqual(['a', 'b', 'c']);
    expect(jest.getTimerCount()).toBe(0);
    open.add(a, 1000);
    open.end('a');
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });
});
