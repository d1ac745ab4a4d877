import { until } from '../../../openapi/program/testing/until';
import { StoreUnavailable } from '../stores/failures';
import type { InTime } from '../stores/in-time';
import { connect, type LastingConnection } from './connection/connection';
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

  it('is waited for by what changes much, which is never told to have failed and done later', async () => {
    const ask = (method: string, path: string) => replica.served.fetch(`/__admin${path}`, { method });
    way.slowDown(250);
    const [reset, opened] = await Promise.all([ask('POST', '/reset'), ask('POST', '/sessions')]);
    expect([reset.status, opened.status]).toEqual([204, 201]);
    // Nobody would have been told of such a session.
    way.slowDown(1300);
    expect((await ask('POST', '/sessions')).status).toBe(503);
    way.slowDown(0);
    await until(() => connection.status.state === 'ok');
    await until(async () => ((await (await ask('GET', '/sessions')).json()) as readonly unknown[]).length === 1);
  });

  it('leads to nothing that is done or noted after the request was refused', async () => {
    const before = await (await list(replica)).json();
    const works: Promise<unknown>[] = [];
    const inTime: InTime = async (work) => {
      works.push(work({ isOver: true }));
      throw new StoreUnavailable('late');
    };
    const own = await connect({ url: server.url });
    const late = await makeReplica({ ...own, status: own.status, inTime }, { keys: [ISSUED] });
    const reply = await create(late);
    expect([reply.status, await reply.json()]).toMatchObject([503, { message: 'late' }]);
    expect(await Promise.allSettled(works)).toEqual([
      { status: 'rejected', reason: new StoreUnavailable('The request was answered without this.') },
    ]);
    expect(await (await list(replica)).json()).toEqual(before);
    await late.worlds.leave();
  });
});
