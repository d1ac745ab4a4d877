import { clearInterval, setInterval } from 'node:timers';
import { connectToServers } from './connect-to-servers';
import type { Argument, Reply } from './reply';
import type { Script } from './script';
import { createStatus, type StoreStatus } from './status';

export type { Argument, Reply } from './reply';

/**
 * A connection to Redis, one server or a cluster. What is asked in one turn of the event loop goes in one piece, and is
 * answered in its order. Where Redis is lost, it is looked for until it is back; nothing is sent later that was asked before.
 */
export interface Connection {
  /**
   * Runs a script.
   *
   * @throws StoreUnavailable within the deadline, StoreFull where Redis has no memory left, and Error where the script fails
   */
  run(script: Script, keys: readonly string[], args: readonly Argument[]): Promise<Reply>;
  /**
   * Sends one command.
   *
   * @param key what it is about, which decides on the shard
   * @throws StoreUnavailable within the deadline, StoreFull where Redis has no memory left
   */
  send(key: string, command: readonly Argument[]): Promise<Reply>;
  publish(channel: string, message: string): Promise<void>;
  /**
   * Calls back with each message of a channel, also after a time without a connection; not with those of that time.
   *
   * @returns how to stop
   */
  subscribe(channel: string, hear: (message: string) => void): Promise<() => void>;
  close(): Promise<void>;
}

/** One that Redis may be lost to and come back, and that tells so. */
export interface LastingConnection extends Connection {
  /** Sends a command to each server that takes writes. */
  sendToAll(command: readonly Argument[]): Promise<readonly Reply[]>;
  /** Calls back each time that a connection is there again: messages may have been missed, so that copies may be old. */
  onBack(hear: () => void): void;
  readonly status: StoreStatus;
  /** Calls back each time that it is another one. */
  onStatus(hear: (status: StoreStatus) => void): void;
}

export interface ConnectionOptions {
  /** `redis://[user:password@]host[:port][/db]`, or `rediss://` for TLS. */
  readonly url: string;
  /** Milliseconds within which a command is answered, or rejects. */
  readonly deadline?: number;
  /** A key of one's own that nothing is ever stored under: it is removed to see whether Redis takes writes again. */
  readonly probeKey?: string;
}

const DEADLINE_MS = 1500;
/** How often deadlines are looked at. */
const TICK_MS = 100;
const PATIENCE = { connect: 2000, silence: 4000 };

/** @throws StoreUnavailable where nothing answers there, or not as Redis 7 does */
export async function connect({
  url,
  deadline = DEADLINE_MS,
  probeKey,
}: ConnectionOptions): Promise<LastingConnection> {
  const listeners: (() => void)[] = [];
  const onBack = (): void => {
    for (const hear of listeners) hear();
  };
  const patience = { ...PATIENCE, deadline, deadlineTicks: Math.ceil(deadline / TICK_MS) };
  const servers = await connectToServers(url, patience, onBack);
  const send = (key: string, command: readonly Argument[]): Promise<Reply> =>
    servers.at(
      key,
      (line) => line.send(command),
      () => command,
    );
  const sendToAll = (command: readonly Argument[]): Promise<readonly Reply[]> =>
    Promise.all(servers.lines().map(async (line) => (line === undefined ? null : line.send(command))));
  const status = createStatus({
    lines: servers.lines,
    probe: () =>
      Promise.all([sendToAll(['PING']), probeKey === undefined ? null : send(probeKey, ['UNLINK', probeKey])]),
  });
  status.listen(({ state }) => {
    if (state === 'ok') onBack();
  });
  const timer = setInterval(() => {
    for (const line of servers.lines()) line?.tick();
    status.look();
  }, TICK_MS).unref();

  return {
    run(script, keys, args) {
      const rest = [String(keys.length), ...keys, ...args];
      return servers.at(
        keys[0] ?? '',
        (line) => line.run(script, rest),
        () => ['EVAL', script.lua, ...rest],
      );
    },
    send,
    sendToAll,
    async publish(channel, message) {
      await send(channel, ['PUBLISH', channel, message]);
    },
    subscribe: servers.subscribe,
    onBack: (hear) => {
      listeners.push(hear);
    },
    get status() {
      return status.present;
    },
    onStatus: status.listen,
    async close() {
      clearInterval(timer);
      await servers.close();
    },
  };
}
