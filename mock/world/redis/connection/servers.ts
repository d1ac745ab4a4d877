import { clearTimeout, setTimeout } from 'node:timers';
import { createClient, createCluster, RedisClient } from '@redis/client';
import { type Client, createLine, type Line } from './line';
import { isMoved, type Reply, refusalOf } from './replies';
import type { Argument } from './script';

/** The server, or the cluster of servers, that a connection leads to. */
export interface Servers {
  /** @param command what is sent instead where a cluster says that another server has the key */
  at(key: string, ask: (line: Line) => Promise<Reply>, command: () => readonly Argument[]): Promise<Reply>;
  /** Keys that a script is called with besides its own. */
  besides(key: string): readonly string[];
  /** Those of all servers that take writes; undefined for one that is not connected to. */
  lines(): readonly (Line | undefined)[];
  /** Calls back with each message of a channel; returns how to stop. */
  subscribe(channel: string, hear: (message: string) => void): Promise<() => void>;
  close(): Promise<void>;
}

/** In milliseconds. */
export interface Timeouts {
  /** How long a server may take to answer a command. */
  readonly deadline: number;
  /** The same, in ticks of the timer. */
  readonly deadlineTicks: number;
  /** How long it may take to accept a connection. */
  readonly connect: number;
  /** After so long without a byte a connection is ended, and another one begun. */
  readonly silence: number;
}

/** What every client is made with: no command waits for a connection, and nothing is asked on connecting that needs a permission. */
const clientOptions = <Strategy>({ connect, silence }: Timeouts, reconnectStrategy: Strategy) =>
  ({
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    // A line has a timer for all commands; the client would have a signal for each, which takes as long as the rest of it.
    commandOptions: { timeout: 0 },
    pingInterval: Math.floor(silence / 4),
    socket: {
      connectTimeout: connect,
      socketTimeout: silence,
      reconnectStrategy,
    },
  }) as const;

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;

/** Milliseconds until a connection is tried again. */
const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));

/** What some work gives within so many milliseconds; else what `late` gives, or throws. */
export async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
  late: () => Result | Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  }).then(late);
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes once all that was asked is answered, or can't be any more. */
const closeInTime = (close: () => Promise<unknown>, { deadline }: Timeouts): Promise<unknown> =>
  within(deadline, close(), () => undefined).catch(() => {});

/**
 * One server: a connection for commands, and one that listens.
 *
 * @param onBack called when one of them is there again
 */
export async function connectToServer(url: string, timeouts: Timeouts, onBack: () => void): Promise<Servers> {
  const client = createClient({ url, ...clientOptions(timeouts, false as const) });
  const subscriber = client.duplicate();
  // Each command that fails says so itself.
  for (const one of [client, subscriber]) one.on('error', () => {});
  const line = createLine(client, timeouts.deadlineTicks);
  try {
    await Promise.all([client.connect(), subscriber.connect()]);
  } catch (error) {
    for (const one of [client, subscriber]) one.destroy();
    throw error;
  }
  for (const one of [client, subscriber]) {
    one.on('ready', onBack);
    one.unref();
  }
  const stops = [client, subscriber].map(keepConnected);
  return {
    at: (_, ask) => ask(line),
    besides: () => [],
    lines: () => [line],
    async subscribe(channel, hear) {
      // Each call has a listener of its own, whichever function it is given.
      const listener = (message: string): void => hear(message);
      await subscriber.subscribe(channel, listener);
      return () => void subscriber.unsubscribe(channel, listener).catch(() => {});
    },
    async close() {
      for (const stop of stops) stop();
      await closeInTime(() => client.close(), timeouts);
      for (const one of [client, subscriber]) {
        try {
          one.destroy();
        } catch {
          // It is closed already.
        }
      }
    },
  };
}

/** What is needed of a client of Redis that does not connect again by itself. */
interface Terminating {
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: 'terminated' | 'ready', hear: () => void): unknown;
}

/** Connects a client again each time that its server is lost; returns how to stop. The client's own pauses keep the process alive. */
function keepConnected(client: Terminating): () => void {
  let tries = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  client.on('terminated', () => {
    if (isStopped) return;
    // A failure is the same event again.
    timer = setTimeout(() => void client.connect().catch(() => {}), pauseAfter(tries)).unref();
    tries += 1;
  });
  client.on('ready', () => {
    tries = 0;
    // It was under way.
    if (isStopped) client.destroy();
  });
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** A cluster: a connection to each of its masters, which the server of the URL names, and one that listens. */
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
 * A key of the same slot under which nothing is ever stored. While a slot moves, some of its keys are at either server, and a
 * script would take those that it makes up by itself for missing. A script with a key that is missing on both sides is answered
 * TRYAGAIN until all have moved (Redis cluster specification, "Multiple keys operations").
 */
const neverThere = (key: string): string => `${key.slice(0, key.indexOf('}') + 1)}:never`;
