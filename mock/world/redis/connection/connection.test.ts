import { createServer } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
import { until } from '../../../../openapi/program/testing/until';
import { onRedis } from '../testing/on-redis';
import { freePort, startRedis } from '../testing/redis-server';
import { connect } from './connection';
import { script } from './script';

const messageOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'no error',
    (error: Error) => `${error.name}: ${error.message}`,
  );

onRedis(
  'a connection to Redis',
  ({ connection, server }) => {
    it('runs a script that the server does not know yet, and again', async () => {
      const both = script('return {KEYS[1], ARGV[1], 7}');
      expect(await connection.run(both, ['a'], ['ä'])).toEqual(['a', 'ä', 7]);
      await connection.send('', ['SCRIPT', 'FLUSH']);
      expect(await connection.run(both, ['a'], ['b'])).toEqual(['a', 'b', 7]);
    });

    it('keeps the order of what is asked at once, scripts that are new among it', async () => {
      const append = script("return redis.call('APPEND', KEYS[1], ARGV[1])");
      await Promise.all([
        connection.send('order', ['APPEND', 'order', '1']),
        connection.run(append, ['order'], ['2']),
        connection.send('order', ['APPEND', 'order', '3']),
        connection.run(append, ['order'], ['4']),
      ]);
      expect(await connection.send('order', ['GET', 'order'])).toBe('1234');
    });

    it('tells what Redis refuses, and why', async () => {
      const refusing = async (setting: string, wrong: string, right: string) => {
        await connection.send('', ['CONFIG', 'SET', setting, wrong]);
        const told = await messageOf(connection.run(script("return redis.call('SET', KEYS[1], 'x')"), ['a'], []));
        await connection.send('', ['CONFIG', 'SET', setting, right]);
        return told;
      };
      expect(await refusing('maxmemory', '1', '0')).toMatch(/^StoreFull: Redis has no memory left for it\..*maxmemory/);
      expect(await refusing('min-replicas-to-write', '1', '0')).toMatch(
        /^StoreUnavailable: Redis has too few replicas/,
      );
      await until(() => connection.status.state === 'refusing');
      await until(() => connection.status.state === 'ok');
      expect(await messageOf(connection.send('a', ['NONSENSE']))).toMatch(/unknown command/);
    });

    it('answers within the deadline while Redis is slow, sends nothing more, and goes on with its first answer', async () => {
      const states: string[] = [];
      connection.onStatus(({ state }) => states.push(state));
      server.process.kill('SIGSTOP');
      const slow = [1, 2].map(() => messageOf(connection.send('n', ['INCR', 'n'])));
      expect(await messageOf(connection.subscribe('d', () => {}))).toMatch(/^StoreUnavailable: .*in time/);
      expect(await Promise.all(slow)).toEqual(slow.map(() => expect.stringMatching(/^StoreUnavailable: .*in time/)));
      expect(await messageOf(connection.send('n', ['INCR', 'n']))).toMatch(/in time/);
      await until(() => connection.status.state === 'slow');
      server.process.kill('SIGCONT');
      await until(() => connection.status.state === 'ok');
      expect(await connection.send('n', ['GET', 'n'])).toBe('2');
      expect(states).toEqual(['slow', 'ok']);
    });

    it('says at the start what is wrong, without the password', async () => {
      const start = (url: string) => messageOf(connect({ url }));
      const http = createServer((_, response) => response.end('no Redis')).listen(0, '127.0.0.1');
      await new Promise((resolve) => http.once('listening', resolve));
      const { port } = http.address() as AddressInfo;
      await connection.send('', ['CONFIG', 'SET', 'requirepass', 'right']);
      const told = await Promise.all([
        start('redis://user:s3cret@127.0.0.1:1/0'),
        start(`redis://:s3cret@127.0.0.1:${port}`),
        start(`redis://:s3cret@127.0.0.1:${server.port}/0`),
        start(server.url),
        start(`redis://:right@127.0.0.1:${server.port}/99`),
        start(`rediss://:s3cret@127.0.0.1:${port}`),
      ]);
      http.closeAllConnections();
      http.close();
      await connection.send('', ['CONFIG', 'SET', 'requirepass', '']);
      expect(told.map((line) => line.replaceAll(/:\d{4,5}/g, ':PORT'))).toEqual([
        'StoreUnavailable: Redis at redis://127.0.0.1:1/0 can not be reached: nothing listens there. Start it there, or name another with --store.',
        'StoreUnavailable: Redis at redis://127.0.0.1:PORT can not be reached: it was connected to, and has ended the connection at once; where it speaks TLS, the URL begins with rediss://. Start it there, or name another with --store.',
        'StoreUnavailable: Redis at redis://127.0.0.1:PORT/0 has refused the connection: Redis does not know this user with this password; correct the URL of the store.',
        'StoreUnavailable: Redis at redis://127.0.0.1:PORT asks for a password; give it in the URL of the store.',
        'StoreUnavailable: Redis at redis://127.0.0.1:PORT/99 has refused the connection: ERR DB index is out of range',
        'StoreUnavailable: Redis at rediss://127.0.0.1:PORT can not be reached: what answers there speaks no TLS; for a Redis without TLS the URL begins with redis://. Start it there, or name another with --store.',
      ]);
    });

    it('looks for a Redis that is lost until it is back, and listens again', async () => {
      let first = await startRedis();
      const lost = await connect({ url: first.url, deadline: 300 });
      const heard: string[] = [];
      let back = 0;
      lost.onBack(() => {
        back += 1;
      });
      await lost.subscribe('c', (message) => heard.push(message));
      const double = script("return redis.call('INCRBY', KEYS[1], 2)");
      await lost.run(double, ['n'], []);
      const waiting = messageOf(lost.send('n', ['BLPOP', 'none', '0']));
      await first.stop();
      expect(await waiting).toMatch(/^StoreUnavailable: .* can not be reached/);
      expect(await messageOf(lost.run(double, ['n'], []))).toMatch(/^StoreUnavailable: .* can not be reached/);
      expect(await messageOf(lost.subscribe('d', () => {}))).toMatch(/^StoreUnavailable: /);
      await until(() => lost.status.state === 'lost');
      first = await startRedis(['--port', String(first.port)]);
      await until(() => lost.status.state === 'ok' && back >= 2);
      // Nothing that was refused has been kept for later, and the script is known again.
      expect(await Promise.all([lost.run(double, ['n'], []), lost.send('n', ['GET', 'n'])])).toEqual([2, '2']);
      await lost.publish('c', 'again');
      await until(() => heard.length > 0);
      expect(heard).toEqual(['again']);
      await lost.close();
      await first.stop();
    });

    it('finds out by itself that a server is one of a cluster', async () => {
      const node = await startRedis(['--cluster-enabled', 'yes', '--cluster-port', `${await freePort()}`]);
      const plain = await messageOf(connect({ url: `${node.url}/1` }));
      await sendAlone(node.port, 'CLUSTER ADDSLOTSRANGE 0 16383');
      const cluster = await connect({ url: node.url });
      expect(plain).toContain('is a cluster, which has the database 0 alone. Leave out the database');
      const heard: string[] = [];
      await cluster.subscribe('c', (message) => heard.push(message));
      await cluster.publish('c', 'one');
      expect(await cluster.atEach((send) => send(['DBSIZE']))).toEqual([0]);
      await until(() => heard.length > 0);
      await cluster.close();
      await node.stop();
    });
  },
  { deadline: 300, probeKey: 'probe' },
);

/** Before a node has slots it is no cluster that one could connect to. */
const sendAlone = (port: number, command: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.end(`${command}\r\n`));
    socket
      .once('error', reject)
      .once('close', () => resolve())
      .resume();
  });
