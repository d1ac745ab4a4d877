import { clearInterval, setInterval } from 'node:timers';
import { type StoreStatus, StoreUnavailable } from '../../stores/store';
import { connectToServers } from './connect-to-servers';
import { createDeadlines, type Deadlines, type Line } from './line';
import { outOfReach, type Reply, refusalOf, tooSlow } from './replies';
import type { Argument, ScriptRunner } from './script';
import { within } from './servers';

/**
 * A connection to one server or a cluster. What is asked in one turn of the event loop goes in one piece, and is answered in its
 * order. A Redis that is lost is looked for until it is back; nothing is sent later that was asked before.
 */
export interface Connection extends ScriptRunner {
  /**
   * @param key decides on the shard
   * @throws StoreUnavailable within the deadline, StoreFull where Redis has no memory left
   */
  send(key: string, command: readonly Argument[]): Promise<Reply>;
  publish(channel: string, message: string): Promise<void>;
  /** Calls back with each message of a channel, but those of a time without a connection; returns how to stop. */
  subscribe(channel: string, hear: (message: string) => void): Promise<() => void>;
  close(): Promise<void>;
}

/** One that outlives a loss of Redis, and announces that it is back. */
export interface LastingConnection extends Connection {
  /** Does something at each server that takes writes: there are several in a cluster. */
  atEach<T>(ask: (send: Send) => Promise<T>): Promise<readonly T[]>;
  /** From now on everything is refused for this reason, whatever Redis does. */
  bar(reason: string): void;
  /** Calls back each time that a connection is there again: messages may have been missed, so that copies may be old. */
  onBack(hear: () => void): void;
  /** Says that copies may be old for another reason. */
  tellBack(): void;
  readonly withDeadline: Deadlines['withDeadline'];
  readonly status: StoreStatus;
  /** Calls back each time that it is another one. */
  onStatus(hear: (status: StoreStatus) => void): void;
}

export type Send = (command: readonly Argument[]) => Promise<Reply>;

export interface ConnectionOptions {
  /** `redis://[user:password@]host[:port][/db]`, or `rediss://` for TLS. */
  readonly url: string;
  /** Milliseconds within which a command is answered, or rejects; and so long all commands of a request may take. */
  readonly deadline?: number;
  /** A key of one's own that nothing is ever stored under: it is removed to see whether Redis takes writes again. */
  readonly probeKey?: string;
}

const DEADLINE_MS = 1500;
/** How often deadlines are looked at. */
const TICK_MS = 100;
const TIMEOUTS = { connect: 2000, silence: 4000 };

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
  const timeouts = { ...TIMEOUTS, deadline, deadlineTicks: Math.ceil(deadline / TICK_MS) };
  const servers = await connectToServers(url, timeouts, onBack);
  let barred: StoreUnavailable | undefined;
  const send = (key: string, command: readonly Argument[]): Promise<Reply> => {
    if (barred !== undefined) return Promise.reject(barred);
    return servers.at(
      key,
      (line) => line.send(command),
      () => command,
    );
  };
  const atEach = <T>(ask: (send: Send) => Promise<T>): Promise<readonly T[]> =>
    Promise.all(servers.lines().map(async (line) => ask((line ?? NO_LINE).send)));
  const status = createStatus({
    lines: servers.lines,
    barred: () => barred?.message,
    probe: () =>
      Promise.all([
        atEach((ask) => ask(['PING'])),
        probeKey === undefined ? null : send(probeKey, ['UNLINK', probeKey]),
      ]),
  });
  status.listen(({ state }) => {
    if (state === 'ok') onBack();
  });
  const requests = createDeadlines(timeouts.deadlineTicks);
  const timer = setInterval(() => {
    const lines = servers.lines();
    for (const line of lines) line?.tick();
    requests.tick(lines.map((line) => line?.oldest ?? 0));
    status.look();
  }, TICK_MS).unref();

  return {
    run(script, keys, args) {
      if (barred !== undefined) return Promise.reject(barred);
      const [first = ''] = keys;
      const besides = servers.besides(first);
      const rest = [String(keys.length + besides.length), ...keys, ...besides, ...args];
      return servers.at(
        first,
        (line) => line.run(script, rest),
        () => ['EVAL', script.lua, ...rest],
      );
    },
    send,
    atEach,
    bar(reason) {
      barred = new StoreUnavailable(reason);
    },
    async publish(channel, message) {
      await send(channel, ['PUBLISH', channel, message]);
    },
    subscribe(channel, hear) {
      const subscribing = servers.subscribe(channel, hear);
      return within(deadline, subscribing, () => {
        subscribing.then((stop) => stop()).catch(() => {});
        throw tooSlow();
      }).catch((error: unknown) => {
        throw error instanceof StoreUnavailable ? error : refusalOf(error);
      });
    },
    onBack: (hear) => {
      listeners.push(hear);
    },
    tellBack: onBack,
    withDeadline: requests.withDeadline,
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

/** In the place of a server that there is no connection to. */
const NO_LINE: { readonly send: Send } = { send: () => Promise.reject(outOfReach()) };

interface Status {
  readonly present: StoreStatus;
  /** Is called every so often. */
  look(): void;
  listen(hear: (status: StoreStatus) => void): void;
}

interface Looked {
  lines(): readonly (Line | undefined)[];
  /** Why everything is refused here from now on; undefined where it is not. */
  barred(): string | undefined;
  /** Asks for something that Redis refuses where it refuses anything; resolves where it does not. */
  probe(): Promise<unknown>;
}

/** While all is well, each so many looks Redis is asked something, also where no request does. */
const LOOKS_A_PROBE = 10;

/** How the servers of a connection are; at first all is well. */
function createStatus({ lines, barred, probe }: Looked): Status {
  let present: StoreStatus = { state: 'ok', since: Date.now(), reason: undefined };
  const listeners: ((status: StoreStatus) => void)[] = [];
  let looks = 0;
  let isProbing = false;

  const seen = (): Pick<StoreStatus, 'state' | 'reason'> => {
    const all = lines();
    const reason = barred();
    if (reason !== undefined) return { state: 'refusing', reason };
    if (all.some((line) => line?.isReady !== true)) return { state: 'lost', reason: 'Redis can not be reached.' };
    if (all.some((line) => line?.isLate)) return { state: 'slow', reason: 'Redis does not answer in time.' };
    if (all.some((line) => line?.isSlow)) return { state: 'slow', reason: 'Redis takes long to answer.' };
    const refusal = all.find((line) => line?.refusal !== undefined)?.refusal;
    return refusal === undefined ? { state: 'ok', reason: undefined } : { state: 'refusing', reason: refusal };
  };
  const probeOnce = (): void => {
    if (isProbing) return;
    isProbing = true;
    probe()
      .then(
        () => {
          for (const line of lines()) line?.forgetRefusal();
        },
        () => {},
      )
      .finally(() => {
        isProbing = false;
      });
  };
  return {
    get present() {
      return present;
    },
    look() {
      looks += 1;
      if (present.state !== 'ok' || looks % LOOKS_A_PROBE === 0) probeOnce();
      const { state, reason } = seen();
      if (state === present.state && reason === present.reason) return;
      const hasChanged = state !== present.state;
      present = { state, since: hasChanged ? Date.now() : present.since, reason };
      if (hasChanged) for (const hear of listeners) hear(present);
    },
    listen: (hear) => {
      listeners.push(hear);
    },
  };
}
