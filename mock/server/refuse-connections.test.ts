import { connect, type Socket } from 'node:net';
import { until } from '../../openapi/program/testing/until';
import { type StartedMock, startMock } from '../index';
import { firstReply, sendRaw } from '../testing/socket';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer demo-enterprise\r\n\r\n`;

describe('a mock with the most connections', () => {
  let mock: StartedMock;
  const sockets: Socket[] = [];
  const open = () => {
    const socket = connect(Number(new URL(mock.baseUrl).port), '127.0.0.1');
    sockets.push(socket);
    return Object.assign(socket, { received: '' }).on('data', function (this: Socket & { received: string }, data) {
      this.received += data;
    });
  };

  beforeEach(async () => {
    mock = await startMock({ maxConnections: 2 });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await mock.close();
  });

  test('refuses one more with a 503 in the envelope, though nothing was sent on it, and serves the others', async () => {
    await mock.faults.add({ match: { path: '/v1/pets/1' }, delayMs: 500 });
    const [first, second] = [open(), open()];
    first.write(get('/v1/pets/1'));
    second.write(get('/v1/pets/1'));
    await until(() => first.bytesWritten > 0 && second.bytesWritten > 0);
    const refused = await sendRaw(mock.baseUrl, [], { patience: 5000 });
    expect(refused.closed).toBe(true);
    const reply = firstReply(refused);
    expect(reply?.status).toBe(503);
    expect(reply?.headers).toMatch(/^Retry-After: 1\r?$/m);
    expect(reply?.headers).toMatch(/^Connection: close\r?$/m);
    expect(JSON.parse(reply?.body ?? '')).toMatchObject({
      code: 'too_many_connections',
      message:
        '2 connections are open, which is the most. Close one, or start the mock with a higher --max-connections.',
    });
    const health = await mock.fetch(`${new URL(mock.baseUrl).origin}/__admin/health`);
    expect(await health.json()).toMatchObject({ refusedConnections: 1 });
    await until(() => first.received.includes('Biscuit') && second.received.includes('Biscuit'));
  });

  test('closes the connection that has been idle the longest, to make room', async () => {
    const first = open();
    first.write(get('/v1/pets/1'));
    await until(() => first.received.includes('Biscuit'));
    const second = open();
    second.write(get('/v1/pets/1'));
    await until(() => second.received.includes('Biscuit'));
    const served = async (): Promise<boolean> =>
      firstReply(await sendRaw(mock.baseUrl, [get('/v1/pets/1').replace('Host', 'Connection: close\r\nHost')]))
        ?.status === 200;
    await until(served);
    expect([first, second].map(({ readyState }) => readyState)).toEqual(['closed', 'open']);
  });
});
