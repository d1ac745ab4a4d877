import { createCluster, RedisClient } from '@redis/client';
import { type Client, createLine, type Line } from './line';
import { isMoved, type Reply, refusalOf } from './replies';

import { clientOptions, closeInTime, pauseAfter, type Servers, type Timeouts } from './servers';

/**
 * A cluster: a connection to each of its masters, and one that listens. Its servers are found by way of the one that the
 * URL names, and asked for anew when one of them has moved or gone.
 *
 * @param onBack called when a connection is there again
 * @throws what the client throws where nothing answers there
 */
export async function connectToCluster(url: string, timeouts: Timeouts, onBack: () => void): Promise<Servers> {
  let isStarting = true;
  const { username, password, socket } = RedisClient.parseURL(url);
  // While nothing has been connected yet, the first failure ends it.
  const options = clientOptions(timeouts, (tries: number) => (isStarting ? (false as const) : pauseAfter(tries)));
  const cluster = createCluster({
    rootNodes: [{ url }],
    defaults: {
      ...options,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
      socket: { ...options.socket, tls: socket?.tls ?? false },
    },
    topologyRefreshOnReconnectionAttemptStrategy: timeouts.connect,
  });
  cluster.on('error', () => {});
  cluster.on('node-error', () => {});
  await cluster.connect();
  isStarting = false;
  cluster.on('node-ready', onBack);

  const lines = new WeakMap<Client, Line>();
  const lineOf = (client: Client): Line => {
    const line = lines.get(client) ?? createLine(client, timeouts.deadlineTicks);
    lines.set(client, line);
    return line;
  };
  return {
    async at(key, ask, command) {
      const line = lineOf(await cluster.getNodeClientForKey(key, false));
      return ask(line).catch((error: unknown) => {
        if (!isMoved(error)) throw error;
        // It follows to where the key is, and learns that for the next time.
        return cluster.sendCommand<Reply>(key, false, [...command()]).catch((refused: unknown) => {
          throw refusalOf(refused);
        });
      });
    },
    besides: (key) => [neverThere(key)],
    lines: () => cluster.masters.map(({ client }) => client && lineOf(client)),
    async subscribe(channel, hear) {
      const listener = (message: string | Buffer): void => hear(String(message));
      await cluster.subscribe(channel, listener, false);
      cluster.pubSubNode?.client.unref();
      return () => void cluster.unsubscribe(channel, listener, false)?.catch(() => {});
    },
    async close() {
      await closeInTime(() => cluster.close(), timeouts);
      cluster.destroy();
    },
  };
}

/**
 * A key of the same slot under which nothing is ever stored. While a slot moves from one server to another, some of its keys
 * are here and some there, and a script would take those that it makes up by itself for missing. Of a script with a key that
 * is missing on both sides neither server lets anything happen until all have moved: it is answered TRYAGAIN (Redis cluster
 * specification, "Multiple keys operations").
 */
const neverThere = (key: string): string => `${key.slice(0, key.indexOf('}') + 1)}:never`;
