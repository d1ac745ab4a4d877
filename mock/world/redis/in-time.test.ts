import { until } from '../../../openapi/program/testing/until';
import type { Deadline } from '../stores/admission';
import { StoreUnavailable } from '../stores/store';
import { connect, type LastingConnection } from './connection/connection';
import { createDeadlines, type Deadlines } from './connection/line';
import { onRedis } from './testing/on-redis';
import { makeReplica, type Replica } from './testing/replica';
import { type SlowWay, slowWayTo } from './testing/slow-way';

onRedis('a Redis that answers each command late, but in time', ({ server }) => {
  const ISSUED = { value: 'value-of-ann', key: { name: 'ann', plan: 'Free', allowances: [], revoked: false } };
  let way: SlowWay;
  let connection: LastingConnection;
  let replica: Replica;
  beforeAll(async () => {
    way = await slowWayTo(server.port);
    connection = await connect({ url: way.url, deadline: 1000 });
    replica = await makeReplica(connection, { keys: [ISSUED] });
  });
  afterAll(async () => {
    await replica.worlds.leave();
    way.stop();
  });

  const headers = { authorization: 'Bearer value-of-ann', 'content-type': 'application/json' };
  const list = ({ served }: Replica) => served.fetch('/v1/pets', { headers });
  const create = ({ served }: Replica) =>
    served.fetch('/v1/pets', { method: 'POST', headers, body: '{"name":"Rex","categoryId":1}' });

  it('is waited for once by a request, but not again and again', async () => {
    expect((await create(replica)).status).toBe(201);
    way.slowDown(700);
    const [read, created, state] = await Promise.all([
      list(replica),
      create(replica),
      replica.served.fetch('/__admin/state'),
    ]);
    expect([read.status, await read.json()]).toEqual([200, [expect.objectContaining({ name: 'Rex' })]]);
    expect([created.status, created.headers.get('retry-after'), await created.json()]).toEqual([
      503,
      '1',
      { status: 503, code: 'store_unavailable', message: expect.stringContaining('does not answer in time') },
    ]);
    expect(state.status).toBe(503);
    await until(() => connection.status.state === 'slow');
    way.slowDown(0);
    await until(() => connection.status.state === 'ok');
    expect((await list(replica)).status).toBe(200);
  });

  it('leads to nothing that is done or noted after the request was refused', async () => {
    const before = await (await list(replica)).json();
    const works: Promise<unknown>[] = [];
    const over: Deadline = {
      throwIfOver() {
        throw new StoreUnavailable('The request was answered without this.');
      },
      excluded: (wait) => wait,
    };
    const withDeadline: Deadlines['withDeadline'] = async (work) => {
      works.push(work(over));
      throw new StoreUnavailable('late');
    };
    const own = await connect({ url: server.url });
    const late = await makeReplica({ ...own, status: own.status, withDeadline }, { keys: [ISSUED] });
    const reply = await create(late);
    expect([reply.status, await reply.json()]).toMatchObject([503, { message: 'late' }]);
    expect(await Promise.allSettled(works)).toEqual([
      { status: 'rejected', reason: new StoreUnavailable('The request was answered without this.') },
    ]);
    // What takes many steps, too.
    for (const path of ['/reset', '/sessions']) {
      expect((await late.served.fetch(`/__admin${path}`, { method: 'POST' })).status).toBe(503);
    }
    await Promise.allSettled(works);
    expect([await (await list(replica)).json(), await replica.worlds.sessions()]).toEqual([before, []]);
    expect(before).not.toEqual([]);
    await late.worlds.leave();
  });

  it('does not count while a request waits for its body, a fault or the time that a slow server takes', async () => {
    const own = await connect({ url: server.url });
    let paused = 0;
    const pauses: number[] = [];
    const deadline: Deadline = {
      throwIfOver() {},
      async excluded(wait) {
        paused += 1;
        pauses.push(paused);
        return wait.finally(() => {
          paused -= 1;
        });
      },
    };
    const counting = await makeReplica(
      { ...own, status: own.status, withDeadline: (work) => work(deadline) },
      { keys: [ISSUED] },
    );
    const control = (method: string, path: string, body: unknown) =>
      counting.served.fetch(`/__admin${path}`, { method, body: JSON.stringify(body) });
    await list(counting);
    expect([paused, pauses]).toEqual([0, []]);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const creating = counting.served.fetch('/v1/pets', { method: 'POST', headers, body: readable, duplex: 'half' });
    await until(() => paused === 1);
    await writer.write(Buffer.from('{"name":"Rex","categoryId":1}'));
    await writer.close();
    expect([(await creating).status, paused, pauses]).toEqual([201, 0, [1]]);
    await control('POST', '/faults', { delayMs: 1, times: 1 });
    expect([(await list(counting)).status, paused, pauses]).toEqual([200, 0, [1, 1]]);
    await control('PUT', '/choices', { choices: { latency: ['slow'] } });
    expect([(await list(counting)).status, paused, pauses]).toEqual([200, 0, [1, 1, 1]]);
    await counting.worlds.leave();
  });
});

/** For so many ticks the command has been waiting that waits longest. */
const SLOW = 5;

test('a deadline ends what waits for Redis alone, and counts no tick of what waits for something besides', async () => {
  const { withDeadline, tick } = createDeadlines(4);
  const deadlines: Deadline[] = [];
  const ended: string[] = [];
  const begin = (name: string) =>
    withDeadline((deadline) => {
      deadlines.push(deadline);
      return new Promise<never>(() => {});
    }).catch(({ message }: Error) => ended.push(`${name}: ${message}`));
  void begin('paused');
  void begin('waiting');
  const [paused, waiting] = deadlines as [Deadline, Deadline];
  const isOver = (deadline: Deadline): boolean => {
    try {
      deadline.throwIfOver();
      return false;
    } catch {
      return true;
    }
  };
  // Such as a body that is read while a fault delays the request.
  const [body, delay] = [resolvable(), resolvable()];
  const both = [paused.excluded(body.promise), paused.excluded(delay.promise)];
  tick([SLOW, SLOW]);
  await Promise.resolve();
  expect([ended.length, isOver(paused), isOver(waiting)]).toEqual([1, false, true]);
  expect(ended[0]).toBe('waiting: Redis, where this mock stores everything, does not answer in time.');
  body.resolve(1);
  expect(await both[0]).toBe(1);
  for (let ticks = 0; ticks < 9; ticks += 1) tick([SLOW, SLOW]);
  expect(isOver(paused)).toBe(false);
  delay.resolve(2);
  expect(await both[1]).toBe(2);
  for (let ticks = 0; ticks < 3; ticks += 1) tick([SLOW, SLOW]);
  // One server of two answers: that may be the one that it asks.
  for (let ticks = 0; ticks < 9; ticks += 1) tick([SLOW, 0]);
  expect(isOver(paused)).toBe(false);
  tick([SLOW, SLOW]);
  expect(isOver(paused)).toBe(true);
});

function resolvable(): { readonly promise: Promise<number>; resolve(value: number): void } {
  let resolve = (_: number): void => {};
  const promise = new Promise<number>((done) => {
    resolve = done;
  });
  return { promise, resolve: (value) => resolve(value) };
}
