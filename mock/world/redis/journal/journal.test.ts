/** @modules own: it replaces one of them. */

import { nextTick } from 'node:process';
import fc from 'fast-check';
import { character } from '../../../../openapi/program/testing/texts';
import { until } from '../../../../openapi/program/testing/until';
import { type KeptEntry, withKeptBodies } from '../../rules/journal-entry';
import type { Entry, Journal, NewEntry } from '../../stores/journal';
import { describeJournal } from '../../stores/journal.behaviour';
import { describeJournalMemory } from '../../stores/journal-memory.behaviour';
import { entry, newEntry } from '../../testing/entries';
import { type Connection, connect } from '../connection/connection';
import type { Reply } from '../connection/replies';
import { type StateKeys, stateKeys, worldKeys } from '../state/state';
import { freshState } from '../testing/fresh-state';
import { onRedis } from '../testing/on-redis';
import { createRedisJournal } from './journal';
import { createJournalListeners } from './reader';
import { createJournalRoom, type JournalPolicy, packEntry, unpackEntry } from './writer';

jest.mock('node:timers', () => jest.requireActual('../../../testing/global-timers'));

const hide = (some: KeptEntry): KeptEntry => some;
const policyOf = (some: Partial<JournalPolicy> = {}): JournalPolicy => ({
  ...{ capacity: 1000, mostBytes: 2 ** 26, hide, room: createJournalRoom(2 ** 24, () => {}) },
  ...some,
});

onRedis('with a server', ({ connection, server }) => {
  const journalAt = (keys: StateKeys, some: Partial<JournalPolicy> = {}, on: Connection = connection, prefix = '') =>
    createRedisJournal(on, keys, prefix, policyOf(some));
  describeJournal(
    'a journal in Redis',
    async (capacity, prefix) => journalAt(await freshState(connection), { capacity }, connection, prefix),
    10,
  );
  describeJournalMemory('a journal in Redis, beside others of as many bytes each', async (journals, bytes) =>
    Promise.all(
      Array.from({ length: journals }, async () => journalAt(await freshState(connection), { mostBytes: bytes })),
    ),
  );

  describe('journals of one state in several processes', () => {
    let others: readonly Connection[];
    beforeAll(async () => {
      others = await Promise.all([1, 2, 3].map(async () => connect({ url: server.url })));
    });
    afterAll(async () => {
      await Promise.all(others.map(async (other) => other.close()));
    });
    const journalsOf = async (some: Partial<JournalPolicy> = {}): Promise<readonly Journal[]> => {
      const keys = await freshState(connection);
      return others.map((other) => journalAt(keys, some, other));
    };

    it('have all entries in one order, which each listener hears, none twice and none left out', async () => {
      const journals = await journalsOf();
      const heard = journals.map((journal): Entry[] => {
        const entries: Entry[] = [];
        journal.listen((one) => void entries.push(one));
        return entries;
      });
      // By then each of them listens.
      await Promise.all(journals.map(async (journal) => journal.count({})));
      for (let nth = 0; nth < 100; nth += 1) {
        for (const [place, journal] of journals.entries()) journal.add(newEntry({ path: `/${place}/${nth}` }));
        if (nth % 10 === 0) await new Promise(setImmediate);
      }
      await until(() => heard.every(({ length }) => length >= 300));
      const [first = []] = heard;
      expect(first.map(({ id }) => id)).toEqual(Array.from({ length: 300 }, (_, nth) => nth + 1));
      for (const entries of heard) expect(entries).toEqual(first);
      for (const journal of journals) {
        expect(await journal.after(0)).toEqual(first);
        expect(await journal.find({}, 999)).toEqual(first.toReversed());
      }
      // Each process's own are in the order in which it has added them.
      const ofLast = first.filter(({ path }) => path.startsWith('/2/'));
      expect(ofLast.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, nth) => `/2/${nth}`));
    });
  });

  it('a journal in Redis that keeps nothing has what is there for listeners for a while, and goes on after it', async () => {
    const keys = await freshState(connection);
    const journal = journalAt(keys, { capacity: 0 });
    const heard: number[] = [];
    const stop = journal.listen(({ id }) => heard.push(id));
    for (let nth = 0; nth < 3; nth += 1) journal.add(newEntry());
    await until(() => heard.length >= 3);
    const stays = async (key: string) => Number(await connection.send(key, ['PTTL', key]));
    expect(Math.min(await stays(keys.journal), await stays(keys['journal-sizes']))).toBeGreaterThan(0);
    await connection.send(keys.journal, ['DEL', keys.journal]);
    journal.add(newEntry());
    await until(() => heard.length >= 4);
    stop();
    await connection.send(keys.journal, ['DEL', keys['journal-heard']]);
    journal.add(newEntry());
    expect(await journal.count({})).toEqual({ count: 0, forgotten: 5 });
    expect(heard).toEqual([1, 2, 3, 4]);
    expect(await connection.send(keys.journal, ['XLEN', keys.journal])).toBe(0);
    expect(await connection.send(keys.journal, ['LLEN', keys['journal-sizes']])).toBe(0);
  });
});

describe('an entry as it is stored', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: character }), fc.constantFrom('\ud800', 'a\udfffb\n', '[]\n"'));
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 99 }).map((some) => Buffer.from(some)),
    text.map((some) => Buffer.from(some)),
  );
  const entries: fc.Arbitrary<NewEntry> = fc.record({
    at: fc.integer({ min: -8.64e15, max: 8.64e15 }),
    milliseconds: fc.double({ min: 0, max: 1e6, noNaN: true }),
    method: text,
    path: text,
    query: text,
    operationId: fc.option(text, { nil: undefined }),
    keyName: fc.option(text, { nil: undefined }),
    status: fc.option(fc.nat({ max: 999 }), { nil: undefined }),
    faultId: fc.option(text, { nil: undefined }),
    requestHeaders: fc.array(text, { maxLength: 6 }),
    responseHeaders: fc.array(text, { maxLength: 6 }),
    requestBody: fc.option(bytes, { nil: undefined }),
    responseBody: text,
  });

  it('comes back as it was, whatever characters and bytes it has', () =>
    fc.assert(
      fc.property(entries, (some) => {
        expect(unpackEntry(1, packEntry(withKeptBodies(some)))).toEqual(entry(some));
      }),
    ));
});

describe('a journal whose store does not answer', () => {
  /** A connection on which nothing is answered until the test refuses it. */
  function silent() {
    const asked: { readonly args: readonly unknown[]; readonly fail: (error: Error) => void }[] = [];
    const connection: Pick<Connection, 'run' | 'send' | 'subscribe'> = {
      run: async (_, __, args) => new Promise((_resolve, fail) => asked.push({ args, fail })),
      send: async () => new Promise(() => {}),
      subscribe: async () => () => {},
    };
    return { connection, asked };
  }
  const KEYS = {} as StateKeys;
  const journalOn = (connection: ReturnType<typeof silent>['connection']) => {
    const notices: string[] = [];
    const room = createJournalRoom(2 ** 24, (notice) => notices.push(notice));
    return { notices, room, journal: createRedisJournal(connection, KEYS, '', policyOf({ room })) };
  };

  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('has so many requests under way, and counts and tells how many it drops, once in a while', () => {
    const { connection, asked } = silent();
    const { journal, room, notices } = journalOn(connection);
    for (let nth = 0; nth < 10_003; nth += 1) journal.add(newEntry());
    expect(room.dropped()).toBe(3);
    expect(notices).toEqual([]);
    jest.advanceTimersByTime(3000);
    expect(asked.reduce((sum, { args }) => sum + args.length - 2, 0)).toBe(10_000);
    expect(notices).toEqual(['3 requests are missing in the request log: the store was slow, full, or out of reach.']);
    jest.advanceTimersByTime(10_000);
    journal.add(newEntry());
    jest.advanceTimersByTime(3000);
    expect(notices.slice(1)).toEqual([
      '1 request is missing in the request log: the store was slow, full, or out of reach.',
    ]);
    expect(room.dropped()).toBe(4);
  });

  it('has so many bytes under way, and room again once they are lost', async () => {
    const { connection, asked } = silent();
    const { journal, room } = journalOn(connection);
    const large = newEntry({ responseBody: 'x'.repeat(60_000) });
    for (let nth = 0; nth < 300; nth += 1) journal.add(large);
    const dropped = room.dropped();
    expect(dropped).toBeGreaterThan(300 - 2 ** 24 / 60_000);
    // The last piece goes at the end of this turn.
    await new Promise(nextTick);
    for (const { fail } of asked.splice(0)) fail(new Error('lost'));
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
    expect(room.dropped()).toBe(300);
    for (let nth = 0; nth < 300 - dropped; nth += 1) journal.add(large);
    expect(room.dropped()).toBe(300);
  });
});

/** A Redis of which a test says what is in it, and when it is out of reach. */
function fakeRedis() {
  const packed = packEntry(withKeptBodies(newEntry()));
  const state = { last: 0, isLost: false };
  const channels = new Set<() => void>();
  const answers: Readonly<Record<string, (from: string) => Reply>> = {
    SET: () => 'OK',
    HGET: () => String(state.last),
    XRANGE(from) {
      const after = Number.parseInt(from.slice(1), 10);
      const ids = Array.from({ length: Math.min(100, state.last - after) }, (_, nth) => after + nth + 1);
      return ids.map((id) => [`${id}-0`, ['e', packed]]);
    },
  };
  const checked = async <Answer>(answer: () => Answer): Promise<Answer> => {
    if (state.isLost) throw new Error('out of reach');
    return answer();
  };
  return {
    state,
    publish: () => {
      for (const hear of channels) hear();
    },
    subscribers: () => channels.size,
    connection: {
      send: (_: string, [command, , from]: readonly unknown[]) =>
        checked(() => answers[String(command)]?.(String(from)) ?? null),
      subscribe: (_: string, hear: (message: string) => void) =>
        checked(() => {
          const channel = () => hear('');
          channels.add(channel);
          return () => void channels.delete(channel);
        }),
    },
  };
}

describe('listeners of a journal in Redis', () => {
  const KEYS = stateKeys(worldKeys('test', 'default'), 1);
  const TEN_SECONDS = 10_000;
  const passed = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('hear at the next message, or some seconds later, what a message was lost of', async () => {
    const { state, publish, connection, subscribers } = fakeRedis();
    const heard: number[] = [];
    state.last = 7;
    const stop = createJournalListeners(connection, KEYS)(({ id }) => heard.push(id));
    await passed(0);
    state.last = 9;
    await passed(TEN_SECONDS - 1);
    expect(heard).toEqual([]);
    await passed(1);
    expect(heard).toEqual([8, 9]);
    state.last = 130;
    publish();
    publish();
    await passed(0);
    expect(heard).toEqual(Array.from({ length: 123 }, (_, nth) => nth + 8));
    stop();
    await passed(0);
    expect([subscribers(), jest.getTimerCount()]).toEqual([0, 0]);
  });

  it('hear what comes before they know from where on they listen', async () => {
    const { state, publish, connection } = fakeRedis();
    const slow = {
      ...connection,
      async send(...asked: Parameters<typeof connection.send>) {
        const answer = await connection.send(...asked);
        await new Promise((resolve) => setTimeout(resolve, 5));
        return answer;
      },
    };
    const heard: number[] = [];
    createJournalListeners(slow, KEYS)(({ id }) => heard.push(id));
    await passed(1);
    state.last = 2;
    publish();
    await passed(100);
    expect(heard).toEqual([1, 2]);
  });

  it('that begin while Redis is out of reach hear what comes once it is back', async () => {
    const { state, publish, connection } = fakeRedis();
    const [heard, later]: [number[], number[]] = [[], []];
    const listen = createJournalListeners(connection, KEYS);
    state.isLost = true;
    listen(({ id }) => heard.push(id));
    await passed(TEN_SECONDS);
    Object.assign(state, { isLost: false, last: 3 });
    await passed(TEN_SECONDS);
    state.last = 4;
    const stop = listen(({ id }) => later.push(id));
    state.last = 5;
    publish();
    await passed(0);
    stop();
    state.last = 6;
    publish();
    await passed(0);
    expect([heard, later]).toEqual([[4, 5, 6], [5]]);
  });
});
