import { setTimeout as pause } from 'node:timers/promises';
import type { Session, SessionTerms } from '../../stores/sessions';
import { describeSessions } from '../../stores/sessions.behaviour';
import { StoreUnavailable } from '../../stores/store';
import type { Connection } from '../connection/connection';
import { sharedKeys } from '../state/state';
import { onRedis } from '../testing/on-redis';
import { createSharedSessions, type SharedSessions } from './sessions';

onRedis('sessions in Redis', ({ connection }) => {
  const all: SharedSessions[] = [];
  afterEach(async () => {
    for (const sessions of all.splice(0)) await sessions.leave();
    await connection.send('', ['FLUSHALL']);
  });
  const keys = sharedKeys('test');
  interface Process {
    readonly sessions: SharedSessions;
    /** What it was told has ended, and what it had to remove. */
    readonly ended: string[];
    readonly removed: string[];
  }
  const start = async (
    real: () => number,
    onEnd: (id: string) => void = () => {},
    remove: (id: string) => Promise<void> = async () => {},
    of = keys,
  ): Promise<Process> => {
    const [ended, removed]: [string[], string[]] = [[], []];
    const doRemove = async (id: string): Promise<void> => {
      removed.push(id);
      await remove(id);
    };
    const sessions = await createSharedSessions({ connection, keys: of, real, remove: doRemove }, (id) => {
      ended.push(id);
      onEnd(id);
    });
    all.push(sessions);
    return { sessions, ended, removed };
  };

  let cases = 0;
  const fresh = async (onEnd: (id: string) => void, real = Date.now) => {
    cases += 1;
    return (await start(real, onEnd, undefined, sharedKeys(`case ${cases}`))).sessions;
  };
  describeSessions('sessions in Redis', fresh, 20);

  /** Some processes, by a time that the test moves. */
  const processes = async () => {
    let now = Date.UTC(2030, 0, 1);
    const real = () => now;
    const [here, there] = [await start(real), await start(real)];
    return {
      ...{ here, there, real },
      wait: (milliseconds: number) => {
        now += milliseconds;
      },
    };
  };
  const settled = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await pause(1);
  };
  const ids = (sessions: readonly Session[]) => sessions.map(({ id }) => id);
  const keysLeft = async () => connection.send('', ['KEYS', '*']);

  it('are ended later where the answer to their opening was lost', async () => {
    let isLost = false;
    const losing: Connection = {
      ...connection,
      async run(...asked) {
        const told = await connection.run(...asked);
        if (isLost) throw new StoreUnavailable('lost');
        return told;
      },
    };
    const options = { connection: losing, keys, real: Date.now, remove: async () => {} };
    const sessions = await createSharedSessions(options, () => {});
    all.push(sessions);
    isLost = true;
    await expect(sessions.open({ id: 'one', timeToLiveMs: 60_000 }, 9)).rejects.toThrow('lost');
    isLost = false;
    expect(ids(await sessions.list())).toEqual(['one']);
    await sessions.refresh();
    expect(await sessions.list()).toEqual([]);
  });

  it('are used, listed and ended by any process, with the terms that they were opened with', async () => {
    const { here, there, wait } = await processes();
    const record = { id: 9_007_199_254_740_993n, name: 'Rex\ud800' };
    const terms: SessionTerms = {
      ...{ name: 'checkout', seed: 7, timeToLiveMs: 1000 },
      fixtures: new Map([
        [
          'pets',
          new Map<bigint | string | number, typeof record>([
            [record.id, record],
            ['7', record],
            [7, record],
          ]),
        ],
      ]),
      plans: new Map([['*', [{ window: 'day', requests: 5, seconds: 86_400 }]]]),
    };
    await here.sessions.open({ id: 'a', name: 'checkout', timeToLiveMs: 1000, terms }, 9);
    await here.sessions.open({ id: 'b', timeToLiveMs: 1000 }, 9);
    expect(ids(await there.sessions.list())).toEqual(['a', 'b']);
    wait(900);
    const used = await there.sessions.touch('a');
    expect(used).toMatchObject({ id: 'a', name: 'checkout', expiresAt: Date.UTC(2030, 0, 1) + 1900 });
    expect(used?.terms).toEqual(terms);
    wait(900);
    expect(ids(await here.sessions.list())).toEqual(['a']);
    await settled(() => here.ended.length === 1);
    expect(await there.sessions.end('a')).toBe(true);
    expect(await here.sessions.use('a')).toBeUndefined();
    await settled(() => here.ended.length === 2 && there.ended.length === 1);
    expect([here.ended, there.ended, here.removed, there.removed]).toEqual([['b', 'a'], ['a'], ['b'], ['a']]);
    expect(await keysLeft()).toEqual([]);
  });

  it('last for as long as any process has them used', async () => {
    const { here, there, wait } = await processes();
    await here.sessions.open({ id: 'a', timeToLiveMs: 1000 }, 9);
    await there.sessions.use('a');
    for (let turn = 0; turn < 3; turn += 1) {
      wait(600);
      expect(await there.sessions.touch('a')).toMatchObject({ id: 'a' });
      wait(600);
      expect(await here.sessions.touch('a')).toMatchObject({ id: 'a' });
    }
    wait(1000);
    expect(await Promise.all([here.sessions.touch('a'), there.sessions.touch('a')])).toEqual([undefined, undefined]);
    expect([here.ended, there.ended]).toEqual([['a'], ['a']]);
    await settled(() => here.removed.length + there.removed.length > 0);
    expect(here.removed.length + there.removed.length).toBe(1);
  });

  it('end once, and are removed by one process, where many have them looked for at once', async () => {
    const { here, there, wait } = await processes();
    const names = Array.from({ length: 20 }, (_, nth) => `s${nth}`);
    for (const id of names) await here.sessions.open({ id, timeToLiveMs: 1000 }, 99);
    for (const id of names) await there.sessions.use(id);
    wait(1000);
    await Promise.all([here.sessions.refresh(), there.sessions.refresh(), here.sessions.list(), there.sessions.list()]);
    await settled(() => here.removed.length + there.removed.length >= names.length);
    await settled(() => here.ended.length === names.length && there.ended.length === names.length);
    expect([...here.removed, ...there.removed].sort()).toEqual([...names].sort());
  });

  it('are forgotten by a process that has missed the message, at its next look', async () => {
    const { here, there } = await processes();
    await here.sessions.open({ id: 'a', timeToLiveMs: 1000 }, 9);
    await here.sessions.open({ id: 'b', timeToLiveMs: 1000 }, 9);
    await here.sessions.open({ id: 'c', timeToLiveMs: 1000 }, 9);
    // As if this process was not connected.
    await here.sessions.leave();
    for (const id of ['a', 'b', 'c']) await there.sessions.end(id);
    expect(here.sessions.touch('a')).toMatchObject({ id: 'a' });
    await here.sessions.check('a');
    expect(here.ended).toEqual(['a']);
    expect(await here.sessions.use('b')).toBeUndefined();
    await here.sessions.refresh();
    expect(here.ended).toEqual(['a', 'b', 'c']);
  });
});
