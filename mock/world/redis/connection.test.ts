import { type Connection, connect } from './connection';
import { script } from './script';
import { hasRedis, type RedisServer, startRedis } from './testing/redis-server';

const described = hasRedis() ? describe : describe.skip;

described('a connection to Redis', () => {
  let server: RedisServer;
  let connection: Connection;
  beforeAll(async () => {
    server = await startRedis();
    connection = await connect({ url: server.url });
  });
  afterAll(async () => {
    await connection.close();
    await server.stop();
  });

  it('runs a script that the server does not know yet, and again', async () => {
    const both = script('return {KEYS[1], ARGV[1], 7}');
    expect(await connection.run(both, ['a'], ['ä'])).toEqual(['a', 'ä', 7]);
    expect(await connection.run(both, ['a'], ['b'])).toEqual(['a', 'b', 7]);
  });

  it('hears what is published until it stops', async () => {
    const heard: string[] = [];
    const stop = await connection.subscribe('c', (message) => heard.push(message));
    await connection.publish('c', 'one');
    while (heard.length < 1) await new Promise(setImmediate);
    stop();
    expect(heard).toEqual(['one']);
  });
});
