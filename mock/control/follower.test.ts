import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { worldOf } from '../testing/worlds';
import type { Entry } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import { newEntry } from '../world/testing/entries';
import { type Follower, follow, readJournal } from './follower';
import type { EventSink } from './stream-reply';
import { createSlices } from './turns';

/** A client's connection that takes bytes only when it is told to. */
function slowSink() {
  const sent: string[] = [];
  const drained: (() => void)[] = [];
  const closed: (() => void)[] = [];
  const state = { waitingBytes: 0, isOver: false };
  const sink: EventSink = {
    get waitingBytes() {
      return state.waitingBytes;
    },
    get isOver() {
      return state.isOver;
    },
    write: (event) => void sent.push(String(event)),
    end: () => sink.destroy(),
    destroy() {
      state.isOver = true;
      for (const listener of closed.splice(0)) listener();
    },
    onceDrained: (listener) => void drained.push(listener),
    onceClosed: (listener) => void closed.push(listener),
  };
  const drain = () => {
    state.waitingBytes = 0;
    for (const listener of drained.splice(0)) listener();
  };
  return { sink, sent, drain, state };
}

/** Until all that is under way has come to its end. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const eventOf = ({ id }: Entry): Buffer => Buffer.from(String(id));

function fail(): never {
  throw new Error('the journal could not be read');
}

describe('a follower', () => {
  let world: World;
  let left: Follower[];
  const followWith = (sink: EventSink, last: number | undefined) =>
    follow({
      world,
      sink,
      last,
      eventOf,
      nextSlice: () => Promise.resolve(),
      onLeave: (follower) => left.push(follower),
    });
  const add = (count: number) => {
    for (let nth = 0; nth < count; nth += 1) world.state.journal.add(newEntry());
  };

  beforeEach(async () => {
    world = await worldOf(await loadContract(SHIPPED_DOCUMENT));
    left = [];
  });

  it('gets what it missed, and then what is added, each once', async () => {
    const { sink, sent } = slowSink();
    add(3);
    const follower = followWith(sink, 1);
    add(1);
    await settled();
    add(2);
    expect(sent).toEqual(['2', '3', '4', '5', '6']);
    follower.end();
  });

  it('gets each once where the journal tells of them late, as one does that others write, too', async () => {
    const { sink, sent } = slowSink();
    const told = world.state.journal;
    const late = { ...told, listen: (hear: (entry: Entry) => void) => told.listen((some) => setImmediate(hear, some)) };
    add(2);
    const reading = { journal: late, sink, eventOf, nextSlice: () => Promise.resolve(), onFailure: fail };
    const stops = [1, undefined, 7].map((last) => readJournal({ ...reading, last, send: sink.write }));
    add(1);
    await settled();
    // By the one that knows the first, the one that wants only new ones, and the one that knows those of before a reset.
    expect(sent.toSorted()).toEqual(['1', '2', '2', '3', '3', '3']);
    for (const stop of stops) stop();
  });

  it('gets each once, also when a reset comes while it is too slow to catch up', async () => {
    const { sink, sent, drain, state } = slowSink();
    add(3);
    state.waitingBytes = 2 ** 19;
    const follower = followWith(sink, 0);
    await settled();
    await world.reset();
    add(2);
    await settled();
    drain();
    await settled();
    add(1);
    drain();
    await settled();
    expect(sent).toEqual(['1', '2', '3']);
    follower.end();
  });

  it('is dropped when the journal can not be read', async () => {
    const { sink, state } = slowSink();
    const journal = { ...world.state.journal, after: () => Promise.reject(new Error('the journal is gone')) };
    world = { ...world, state: { ...world.state, journal } };
    const follower = followWith(sink, 0);
    await settled();
    expect(state.isOver).toBe(true);
    expect(left).toEqual([follower]);
  });
});

test('all who wait for a slice have one, in their order, each in a turn of the event loop of its own', async () => {
  const nextSlice = createSlices();
  const had: string[] = [];
  const take = async (name: string): Promise<void> => {
    for (let nth = 0; nth < 2; nth += 1) {
      await nextSlice();
      had.push(name);
    }
  };
  const all = Promise.all(['a', 'b', 'c'].map(take));
  const perTurn: number[] = [];
  while (had.length < 6) {
    const before = had.length;
    await nextTurn();
    perTurn.push(had.length - before);
  }
  await all;
  expect(had).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
  expect(Math.max(...perTurn)).toBe(1);
});
