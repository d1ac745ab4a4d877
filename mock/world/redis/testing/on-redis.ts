import { type ConnectionOptions, connect, type LastingConnection } from '../connection/connection';
import { hasRedis, type RedisServer, startRedis } from './redis-server';

/** What a test expects of time it says itself: a slow machine is no failure. */
const PATIENT_MS = 20_000;

interface TestRedis {
  readonly server: RedisServer;
  /** A connection to it, for all tests. */
  readonly connection: LastingConnection;
}

interface Given extends Omit<ConnectionOptions, 'url'> {
  /** Of the server, see `startRedis`. */
  readonly settings?: readonly string[];
}

/**
 * Tests with a Redis of their own, which is started before the first one and ended after the last. Skipped where there is none.
 *
 * @param tests their hooks and bodies find the server and the connection filled in
 */
export function onRedis(name: string, tests: (redis: TestRedis) => void, { settings, ...options }: Given = {}): void {
  const described = hasRedis() ? describe : describe.skip;
  described(name, () => {
    // Neither has a member before the first hook.
    const [server, connection] = [{} as RedisServer, {} as LastingConnection];
    beforeAll(async () => {
      Object.assign(server, await startRedis(settings));
      const connected = await connect({ url: server.url, deadline: PATIENT_MS, ...options });
      Object.defineProperties(connection, Object.getOwnPropertyDescriptors(connected));
    });
    tests({ server, connection });
    // Jest runs these in their order: those of the tests come first.
    afterAll(async () => {
      await connection.close();
      await server.stop();
    });
  });
}
