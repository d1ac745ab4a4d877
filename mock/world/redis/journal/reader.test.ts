import { withKeptBodies } from '../../rules/journal-entry';
import { newEntry } from '../../testing/entries';
import type { Reply } from '../connection/replies';
import { stateKeys, worldKeys } from '../state/keys';
import { packEntry } from './packed-entry';
import { createJournalListeners } from './reader';

jest.mock('node:timers', () => jest.requireActual('../../../testing/global-timers'));

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
