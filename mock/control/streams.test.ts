/** @modules own: it replaces one of them. */

import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { until } from '../../openapi/program/testing/until';
import { type StartedMock, startMock } from '../index';
import { createLog } from '../observe/log';
import type { HttpRequest } from '../pipeline/request';
import { serve } from '../server/app';
import { type Listening, listen } from '../server/server';
import { setUp } from '../testing/set-up';
import { worldOf } from '../testing/worlds';
import type { Entry, Journal } from '../world/stores/journal';
import type { World } from '../world/stores/model';
import { newEntry } from '../world/testing/entries';
import type { ControlEngine } from './model';
import type { EventSink } from './stream-reply';
import { createStreams, type Follower, follow } from './streams';

jest.mock('node:timers', () => jest.requireActual('../testing/global-timers'));

interface ReceivedEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

/** A client that reads a stream on a new connection. */
interface Reader {
  readonly response: Response;
  /** Waits for this many events, without comments and `retry`. */
  events(count: number): Promise<readonly ReceivedEvent[]>;
  /** Waits for the first bytes, and returns everything so far. */
  beginning(): Promise<string>;
  /** Waits for the end of the stream, and returns everything. */
  rest(): Promise<string>;
  leave(): void;
}

async function read(url: string, headers: Record<string, string> = {}): Promise<Reader> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  let text = '';
  const over = (async () => {
    const decoder = new TextDecoder();
    // A client that leaves stops reading.
    for await (const part of response.body ?? []) text += decoder.decode(part, { stream: true });
  })().catch(() => undefined);
  return {
    response,
    async events(count) {
      // Megabytes are parsed once, not each time that some of them come.
      await until(() => text.split('\n\n').length > count && eventsIn(text).length >= count);
      return eventsIn(text);
    },
    async beginning() {
      await until(() => text !== '');
      return text;
    },
    rest: async () => {
      await over;
      return text;
    },
    leave: () => leaving.abort(),
  };
}

function eventsIn(text: string): readonly ReceivedEvent[] {
  const blocks = text.split('\n\n').slice(0, -1);
  return blocks.flatMap((block) => {
    // Only CR, LF and CRLF end a line of an event stream; in a regular expression `.` and `$` know more line ends.
    const lines = block.split(/\r\n|\r|\n/);
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const event = field('event');
    return event === undefined
      ? []
      : [{ id: field('id'), event, data: JSON.parse(field('data') ?? 'null') as unknown }];
  });
}

const idsOf = (events: readonly ReceivedEvent[]): readonly (string | undefined)[] => events.map(({ id }) => id);

describe('a stream of requests', () => {
  let mock: StartedMock;
  let admin: string;
  const list = (key = 'demo-free', query = 'limit=1') =>
    fetch(`${mock.baseUrl}/pets?${query}`, { headers: { authorization: `Bearer ${key}` } }).then((r) => r.text());
  const change = (method: string, path: string, body?: unknown) =>
    fetch(admin + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });

  beforeEach(async () => {
    mock = await startMock({ planLimits: false });
    admin = `${new URL(mock.baseUrl).origin}/__admin`;
  });
  afterEach(() => mock.close());

  it('has its media type, says when to reconnect, and sends each request as the journal has it, with its id', async () => {
    const reader = await read(`${admin}/requests/stream`);
    expect([reader.response.status, Object.fromEntries(reader.response.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      }),
    ]);
    expect(await reader.beginning()).toBe('retry: 1000\n\n');
    await list();
    await list('no-key', 'limit=2');
    const events = await reader.events(2);
    const recorded = (await (await fetch(`${admin}/requests`)).json()) as unknown[];
    expect(events).toEqual([
      { id: '1', event: 'request', data: recorded[1] },
      { id: '2', event: 'request', data: recorded[0] },
    ]);
    reader.leave();
  });

  it('keeps an event on one line, whatever was sent', async () => {
    const reader = await read(`${admin}/requests/stream`);
    await fetch(`${mock.baseUrl}/pets`, {
      method: 'POST',
      headers: { authorization: 'Bearer demo-free', 'content-type': 'application/json' },
      body: '{"name":"a\\n\\nevent: evil\\n\\n\u2028",\r\n\r\n"categoryId":1}\n\n',
    });
    const [event] = await reader.events(1);
    expect(event?.data).toMatchObject({ status: 201, request: { body: expect.stringContaining('\r\n\r\n') } });
    reader.leave();
  });

  it.each([
    ['none', undefined, []],
    ['that of the second', '2', ['3', '4']],
    ['that of the last', '4', []],
    ['0', '0', ['1', '2', '3', '4']],
    ['one from before a reset', '77', ['1', '2', '3', '4']],
    ['an empty one', '', []],
    ['no number', 'x', []],
  ])('begins with what was missed since the Last-Event-ID: %s', async (_, last, missed) => {
    for (let sent = 0; sent < 4; sent += 1) await list();
    const reader = await read(`${admin}/requests/stream`, last === undefined ? {} : { 'last-event-id': last });
    await list();
    expect(idsOf(await reader.events(missed.length + 1))).toEqual([...missed, '5']);
    reader.leave();
  });

  it('begins with everything that was missed, however much, and continues with what came meanwhile', async () => {
    const wanted = 120;
    const big = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
    // Not JSON, and the journal keeps 64 KiB of each: 7 MiB in all.
    for (let sent = 0; sent < wanted; sent += 1)
      await (await fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers: big, body: 'x'.repeat(2 ** 16) })).text();
    const reader = await read(`${admin}/requests/stream`, { 'last-event-id': '0' });
    await list();
    expect(idsOf(await reader.events(wanted + 1))).toEqual(
      Array.from({ length: wanted + 1 }, (_, index) => String(index + 1)),
    );
    reader.leave();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['POST /reset', () => change('POST', '/reset')],
    ['PUT /clock', () => change('PUT', '/clock', { action: 'freeze' })],
    ['DELETE /requests', () => change('DELETE', '/requests')],
    ['DELETE /records/pets/1', () => change('DELETE', '/records/pets/1')],
    ['the clock of a program', async () => mock.clock.advance(60)],
    ['a fault of a program', () => mock.faults.add({ status: 500 })],
  ])('notifies of a change by %s', async (_, act) => {
    const reader = await read(`${admin}/requests/stream`);
    await act();
    expect(await reader.events(1)).toEqual([{ id: undefined, event: 'change', data: {} }]);
    reader.leave();
  });

  it('notifies of no change if nothing was changed, and of none in another world', async () => {
    const { id } = await mock.session();
    const reader = await read(`${admin}/requests/stream`);
    await change('GET', '/clock');
    await change('POST', '/requests/count', {});
    await change('PUT', '/clock', { action: 'fly' });
    await change('DELETE', '/faults/nothing');
    await change('PUT', `/sessions/${id}/clock`, { action: 'freeze' });
    await change('POST', '/reset');
    await list();
    expect((await reader.events(2)).map(({ event }) => event)).toEqual(['change', 'request']);
    reader.leave();
  });

  it('sends only the requests of its own world', async () => {
    const session = await mock.session();
    const [ofMain, ofSession] = [
      await read(`${admin}/requests/stream`),
      await read(`${admin}/sessions/${session.id}/requests/stream`),
    ];
    await list(session.apiKeys.free);
    await list('demo-pro');
    expect((await ofSession.events(1)).map(({ data }) => data)).toEqual([expect.objectContaining({ key: 'free' })]);
    expect((await ofMain.events(1)).map(({ data }) => data)).toEqual([expect.objectContaining({ key: 'pro' })]);
    for (const reader of [ofMain, ofSession]) reader.leave();
  });

  it('ends with its session, and the mock goes on', async () => {
    const session = await mock.session();
    const path = `/sessions/${session.id}`;
    const readers = [await read(`${admin}${path}/requests/stream`), await read(`${admin}${path}/requests/stream`)];
    await list(session.apiKeys.free);
    expect((await change('DELETE', path)).status).toBe(204);
    for (const reader of readers) expect(eventsIn(await reader.rest())).toHaveLength(1);
    expect((await fetch(`${admin}${path}/requests/stream`)).status).toBe(404);
    expect((await fetch(`${admin}/health`)).status).toBe(200);
  });

  it('answers HEAD with the headers of GET, and ends', async () => {
    const response = await fetch(`${admin}/requests/stream`, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/event-stream',
      '',
    ]);
  });

  it('is open to at most a hundred clients, until one leaves', async () => {
    const readers = await Promise.all(Array.from({ length: 100 }, () => read(`${admin}/requests/stream`)));
    const refused = await fetch(`${admin}/requests/stream`);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '1',
      { code: 'too_many_streams', message: expect.any(String), status: 429 },
    ]);
    readers.pop()?.leave();
    let again = await fetch(`${admin}/requests/stream`);
    while (again.status === 429) {
      await again.text();
      again = await fetch(`${admin}/requests/stream`);
    }
    expect(again.status).toBe(200);
    await again.body?.cancel();
    for (const reader of readers) reader.leave();
  });

  it('ends when the mock does, even while requests are in flight', async () => {
    await mock.faults.add({ delayMs: 100, status: 503 });
    const reader = await read(`${admin}/requests/stream`);
    const slow = list();
    await pause(30);
    await mock.close();
    expect(await slow).toContain('503');
    expect(await reader.rest()).toBe('retry: 1000\n\n');
  });
});

/** A mock whose journal counts its listeners. */
async function watched(): Promise<{ mock: Listening; engine: ControlEngine; listeners: () => number }> {
  const engine = await setUp({ planLimits: false }, createLog('silent', process.stderr));
  let listeners = 0;
  const count = (journal: Journal) => {
    const { listen: begin } = journal;
    journal.listen = (listener) => {
      listeners += 1;
      const stop = begin(listener);
      let stopped = false;
      return () => {
        if (!stopped) listeners -= 1;
        stopped = true;
        stop();
      };
    };
  };
  count(engine.worlds.main.state.journal);
  const { open } = engine.worlds;
  const engineOfSessions: ControlEngine = {
    ...engine,
    worlds: {
      ...engine.worlds,
      open: async (terms) => {
        const opened = await open(terms);
        count(opened.world.state.journal);
        return opened;
      },
    },
  };
  const mock = await listen(serve({ engine: engineOfSessions }), { host: '127.0.0.1', port: 0 });
  return { mock, engine: engineOfSessions, listeners: () => listeners };
}

const streamHead = (path = '/__admin/requests/stream') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** A client that opens a stream and reads nothing. */
async function unread(mock: Listening, head = streamHead()): Promise<Socket> {
  const { hostname, port } = new URL(mock.origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.pause();
  socket.write(head);
  return socket;
}

/** A request of which the journal keeps 64 KiB. */
const sendBig = async (mock: Listening, key = 'demo-free') => {
  const response = await fetch(`${mock.origin}/v1/pets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: 'x'.repeat(2 ** 16),
  });
  await response.text();
  return response.status;
};

// No request waits for a slow client: Node buffers the events that the client's connection does not take.
describe('a client that reads nothing', () => {
  it('is dropped once a mebibyte waits, while the mock serves others', async () => {
    const { mock, listeners } = await watched();
    const slow = await unread(mock);
    const quick = await read(`${mock.origin}/__admin/requests/stream`);
    await until(() => listeners() === 2);
    let sent = 0;
    // The operating systems of both ends buffer some MiB before any bytes wait here.
    while (listeners() === 2 && sent < 2000) {
      expect(await sendBig(mock)).toBe(400);
      sent += 1;
    }
    expect(listeners()).toBe(1);
    expect(await quick.events(sent)).toHaveLength(sent);
    quick.leave();
    slow.destroy();
    await until(() => listeners() === 0);
    await mock.close();
  });

  it('is dropped when its session ends, and does not delay the shutdown of the mock', async () => {
    const { mock, engine, listeners } = await watched();
    const { id, apiKeys } = await engine.worlds.open();
    const slow = [await unread(mock), await unread(mock, streamHead(`/__admin/sessions/${id}/requests/stream`))];
    await until(() => listeners() === 2);
    for (let sent = 0; sent < 50; sent += 1) await sendBig(mock, sent % 2 === 0 ? undefined : apiKeys.free);
    await engine.worlds.close(id);
    expect(listeners()).toBe(1);
    expect(await sendBig(mock)).toBe(400);
    await mock.close();
    await until(() => listeners() === 0);
    for (const socket of slow) socket.destroy();
  });
});

describe('a client that is gone', () => {
  it.each([
    ['at once', streamHead()],
    ['while its stream waits for its turn on the connection', streamHead() + streamHead()],
    ['having missed much', streamHead().replace('Host', 'Last-Event-ID: 0\r\nHost')],
  ])('%s leaves nothing behind', async (_, head) => {
    const { mock, listeners } = await watched();
    for (let sent = 0; sent < 20; sent += 1) await sendBig(mock);
    for (let round = 0; round < 5; round += 1) {
      const socket = await unread(mock, head);
      await until(() => listeners() > 0);
      socket.resetAndDestroy();
      await until(() => listeners() === 0);
    }
    await mock.close();
  });
});

test('of the streams that were let in a hundred begin, and none whose client is gone by then', async () => {
  const engine = await setUp({}, createLog('silent', process.stderr));
  const streams = createStreams({ engine });
  const letIn = await Promise.all(
    Array.from({ length: 202 }, async () => streams.open(engine.worlds.main, { headers: {} } as HttpRequest)),
  );
  const sinks = letIn.map((reply, nth) => {
    const client = slowSink();
    client.state.isOver = nth < 101;
    reply.stream(client.sink);
    return client;
  });
  expect(sinks.map(({ sent }) => sent.length)).toEqual([...Array(101).fill(0), ...Array(100).fill(1), 0]);
  expect(sinks.at(-1)?.state.isOver).toBe(true);
  for (const { sink } of sinks) sink.destroy();
});

describe('in silence', () => {
  afterEach(() => jest.useRealTimers());

  it('a comment every 15 seconds shows each side that the other is there', async () => {
    // All but the interval.
    const real = [
      'setTimeout',
      'clearTimeout',
      'setImmediate',
      'clearImmediate',
      'Date',
      'performance',
      'hrtime',
    ] as const;
    jest.useFakeTimers({ doNotFake: [...real, 'nextTick', 'queueMicrotask'] });
    const { mock, listeners } = await watched();
    const reader = await read(`${mock.origin}/__admin/requests/stream`);
    await until(() => listeners() === 1);
    jest.advanceTimersByTime(14_999);
    jest.advanceTimersByTime(1);
    jest.advanceTimersByTime(15_000);
    await pause(50);
    expect(jest.getTimerCount()).toBe(1);
    reader.leave();
    expect(await reader.rest()).toBe('retry: 1000\n\n:\n\n:\n\n');
    await until(() => listeners() === 0);
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
    await mock.close();
  });
});

/** A client's connection that takes bytes only when a test says so. */
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
const settled = () => pause(5);

const eventOf = ({ id }: Entry): Buffer => Buffer.from(String(id));

describe('a follower', () => {
  let world: World;
  let left: Follower[];
  const followWith = (sink: EventSink, last: number) =>
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
    world = await worldOf(await loadContract(SHIPPED_DOCUMENT), { journalSize: 100 });
    left = [];
  });

  it('gets what it missed, what is added while that is read, and then what is added, each once', async () => {
    const { sink, sent } = slowSink();
    const { journal } = world.state;
    let isRead = false;
    const after: Journal['after'] = async (...asked) => {
      const entries = await journal.after(...asked);
      if (entries.length < 50 && !isRead) {
        isRead = true;
        add(1);
      }
      return entries;
    };
    world = { ...world, state: { ...world.state, journal: { ...journal, after } } };
    // More than the journal is asked for at once.
    add(80);
    const follower = followWith(sink, 1);
    await until(() => sent.length === 80);
    add(2);
    expect(sent).toEqual(Array.from({ length: 82 }, (_, nth) => String(nth + 2)));
    follower.end();
  });

  it('gets each once where the journal announces them late, as one does that other processes write, too', async () => {
    const { sink, sent } = slowSink();
    const journal = world.state.journal;
    const late = {
      ...journal,
      listen: (hear: (entry: Entry) => void) => journal.listen((some) => setImmediate(hear, some)),
    };
    add(2);
    world = { ...world, state: { ...world.state, journal: late } };
    const followers = [1, 2, 7].map((last) => followWith(sink, last));
    journal.add(newEntry());
    await settled();
    // By the one that knows the first, the one that wants only new ones, and the one that knows those of before a reset.
    expect(sent.toSorted()).toEqual(['1', '2', '2', '3', '3', '3']);
    for (const follower of followers) follower.end();
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
    expect(sent.filter((event) => !event.includes('change'))).toEqual(['1', '2', '3']);
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
