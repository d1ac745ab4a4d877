import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { createBodies, type Room } from './bodies';

/** The most bytes of large replies that are made, or wait for their clients, all together. */
export const MOST_REPLY_BYTES = 512 * 2 ** 20;
/** To make one of more bytes takes milliseconds, and so a turn of the event loop. */
const LONG_REPLY = 2 ** 20;
/** How long a client may take to read its reply while others wait for the room, in milliseconds. */
const PATIENCE_MS = 1000;

/**
 * The room that large replies share. One begins when there is room for it. Where others wait for theirs, a client that has
 * not read its reply after a second is disconnected.
 */
export interface Replies {
  /**
   * Takes room until the reply is over. To be called again once it is known how much it is.
   *
   * @param bytes of the body, at most
   * @returns whether there is room; there is none once the client has left. Undefined where there is some at once.
   */
  take(response: ServerResponse, bytes: number): Promise<boolean> | undefined;
  waitingBytes(): number;
}

/** @param most in bytes; a reply that needs more gets all of it */
export function createReplies(most: number): Replies {
  const bodies = createBodies(most, PATIENCE_MS);
  const rooms = new WeakMap<ServerResponse, Room>();
  let turn: Promise<unknown> = Promise.resolve();
  const nextTurn = (): Promise<unknown> => {
    turn = turn.then(() => setImmediate());
    return turn;
  };
  return {
    waitingBytes: bodies.usedBytes,
    take(response, bytes) {
      const known = rooms.get(response);
      if (known !== undefined) known.shrink(bytes);
      if (known !== undefined || response.destroyed) return undefined;
      const room = bodies.take(bytes, () => response.destroy());
      rooms.set(response, room);
      return enter(response, room, bytes > LONG_REPLY ? nextTurn : undefined);
    },
  };
}

function enter(
  response: ServerResponse,
  { wait, leave }: Room,
  nextTurn: (() => Promise<unknown>) | undefined,
): Promise<boolean> | undefined {
  if (wait === undefined && nextTurn === undefined) {
    response.once('close', leave);
    return undefined;
  }
  return new Promise((resolve) => {
    response.once('close', () => {
      leave();
      resolve(false);
    });
    void Promise.resolve(wait)
      .then(nextTurn)
      .then(() => resolve(true));
  });
}
