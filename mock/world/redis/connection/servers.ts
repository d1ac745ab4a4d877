import { clearTimeout, setTimeout } from 'node:timers';
import type { Line } from './line';
import type { Argument, Reply } from './reply';

/** The server, or the cluster of servers, that a connection leads to. */
export interface Servers {
  /**
   * Does something with the line of the server that has a key.
   *
   * @param command what is sent instead where a cluster says that another server has the key
   */
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
export interface Patience {
  /** How long a server may take to answer a command. */
  readonly deadline: number;
  /** The same, in ticks of the timer. */
  readonly deadlineTicks: number;
  /** How long it may take to accept a connection. */
  readonly connect: number;
  /** After so long without a byte a connection is ended, and another one begun. */
  readonly silence: number;
}

/**
 * What every client of Redis is made with: commands are refused while there is no connection, since whoever asked is not to
 * wait, and is not to be surprised by them later. Nothing is asked of the server on connecting that needs a permission.
 *
 * @param reconnectStrategy what the client does where its connection has failed
 */
export const clientOptions = <Strategy>({ connect, silence }: Patience, reconnectStrategy: Strategy) =>
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
export const pauseAfter = (tries: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries, 10));

/** Ends once all that was asked is answered, or can't be any more. */
export async function answered(close: () => Promise<unknown>, { deadline }: Patience): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise((resolve) => {
    timer = setTimeout(resolve, deadline);
  });
  await Promise.race([close(), tooLong]).catch(() => {});
  clearTimeout(timer);
}
