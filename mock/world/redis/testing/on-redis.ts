import { type ConnectionOptions, connect, type LastingConnection } from '../connection/connection';
import { hasRedis, type RedisServer, startRedis } from './redis-server';

/** A server that is there while tests run; its members may be taken before. */
interface TestRedis {
  readonly server: Pick<RedisServer, 'url' | 'port' | 'process'>;
  /** A connection to it, for all tests. */
  readonly connection: LastingConnection;
}

interface Given extends Omit<ConnectionOptions, 'url'> {
  /** Of the server, see `startRedis`. */
  readonly settings?: readonly string[];
}

/** Tests with a Redis of their own, which is started before the first one and ended after the last. Skipped where there is none. */
export function onRedis(name: string, tests: (redis: TestRedis) => void, { settings, ...options }: Given = {}): void {
  const described = hasRedis() ? describe : describe.skip;
  described(name, () => {
    let started: { readonly server: RedisServer; readonly connection: LastingConnection } | undefined;
    const there = () => {
      if (started === undefined) throw new Error('Redis is there in tests and their hooks alone.');
      return started;
    };
    const asked = () => there().connection;
    const connection: LastingConnection = {
      run: (...args) => asked().run(...args),
      send: (...args) => asked().send(...args),
      publish: (...args) => asked().publish(...args),
      subscribe: (...args) => asked().subscribe(...args),
      withDeadline: (work) => asked().withDeadline(work),
      atEach: (ask) => asked().atEach(ask),
      bar: (reason) => asked().bar(reason),
      onBack: (hear) => asked().onBack(hear),
      tellBack: () => asked().tellBack(),
      get status() {
        return asked().status;
      },
      onStatus: (hear) => asked().onStatus(hear),
      close: () => asked().close(),
    };
    const server: TestRedis['server'] = {
      get url() {
        return there().server.url;
      },
      get port() {
        return there().server.port;
      },
      get process() {
        return there().server.process;
      },
    };
    beforeAll(async () => {
      const own = await startRedis(settings);
      started = { server: own, connection: await connect({ url: own.url, ...options }) };
    });
    tests({ server, connection });
    // Jest runs these in their order: those of the tests come first.
    afterAll(async () => {
      await started?.connection.close();
      await started?.server.stop();
    });
  });
}
