import { describeFaults } from '../stores/faults.behaviour';
import { describeFaultsByExample } from '../stores/faults-examples.behaviour';
import { type Connection, connect } from './connection';
import { createRedisFaults } from './faults';
import { freshState } from './testing/fresh-state';
import { hasRedis, type RedisServer, startRedis } from './testing/redis-server';

/** Cases of a law that takes a round trip for each step; whom the faults strike is tried more often, below. */
const FEW = 10;

const described = hasRedis() ? describe : describe.skip;

described('with a server', () => {
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

  const make = async (chances: number, prefix: string) =>
    createRedisFaults(connection, await freshState(connection, chances), prefix);

  describeFaults('faults in Redis', make, FEW);
  describeFaultsByExample('a fault in Redis', make, FEW);
});
