import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { clearInterval, setInterval } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import type { MemoryPart } from '../control/model';
import { MAX_STREAMS, MAX_WAITING_BYTES } from '../control/streams';
import { SMALL_REPLY } from '../pipeline/perform';

/** How many connections a server holds. */
export interface Capacity {
  /** The most that are served at once. */
  readonly connections: number;
  /** What bounds them: what the user wants, or the files that the system lets the process open. */
  readonly bound: 'option' | 'files';
  /** The most beyond them that are being told so. */
  readonly refusals: number;
}

/** Open files that are left for other things than connections, such as pages and state files, where there are many. */
const RESERVED_FILES = 64;
const LEAST_CONNECTIONS = 4;

/**
 * @param asked the most connections that the user wants
 * @param files how many files this process may have open, and has now; undefined where the system does not say
 */
export function capacityOf(asked: number, files: Files | undefined): Capacity {
  if (files === undefined) return { connections: asked, bound: 'option', refusals: RESERVED_FILES / 2 };
  const reserved = Math.min(RESERVED_FILES, Math.floor(files.most / 4));
  const possible = Math.max(LEAST_CONNECTIONS, files.most - files.open - reserved);
  const refusals = Math.floor(reserved / 2);
  return asked <= possible
    ? { connections: asked, bound: 'option', refusals }
    : { connections: possible, bound: 'files', refusals };
}

export interface Files {
  readonly most: number;
  readonly open: number;
}

/** By the files of Linux; Node asks no system for it. */
export function openFiles(): Files | undefined {
  try {
    const [, most] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return most === undefined ? undefined : { most: Number(most), open: readdirSync('/proc/self/fd').length };
  } catch {
    return undefined;
  }
}

/** The most requests that wait behind others, on all connections together. A connection that sends more is closed. */
export const MAX_PIPELINED = 10_000;

/** The most that the large bodies of all requests may take together, in bytes. */
export const MOST_BODY_BYTES = 256 * 2 ** 20;
/** A body up to this size takes no room: every connection may have one. */
export const SMALL_BODY = 2 ** 16;
/** What a decoder of Brotli may take (RFC 7932 §9.1), and all of them. */
export const DECODER_BYTES = 2 ** 24 + 2 ** 20;
export const MOST_DECODER_BYTES = 4 * DECODER_BYTES;
/** How long a body may be on its way while others wait for its room, in milliseconds. */
const PATIENCE_MS = 5000;
const LOOK_MS = 500;

/** Room for one body. */
export interface Room {
  /** Resolves when there is room; undefined where there is already. */
  readonly wait: Promise<void> | undefined;
  /** To be called when the body has been read: from then on it can't be turned out. */
  settle(): void;
  /** To be called once it is known that the body takes no more than this. */
  shrink(bytes: number): void;
  /** To be called when nobody needs the body any more. */
  leave(): void;
}

/** The room that large bodies share. */
export interface Bodies {
  /** @param turnOut called when the body is still on its way after some seconds, and others wait for its room */
  take(bytes: number, turnOut: () => void): Room;
  usedBytes(): number;
}

interface Guest {
  bytes: number;
  readonly turnOut: () => void;
  /** When it got its room, by `performance.now()`; undefined while it waits, and once it has been read. */
  since: number | undefined;
  enter: (() => void) | undefined;
}

/**
 * @param most the room that there is, in bytes; a body that needs more gets all of it
 * @param patience milliseconds that a body may be on its way while others wait for its room
 */
export function createBodies(most: number, patience = PATIENCE_MS): Bodies {
  const inside = new Set<Guest>();
  const waiting = new Set<Guest>();
  let used = 0;
  let looking: NodeJS.Timeout | undefined;

  const enter = (guest: Guest): void => {
    used += guest.bytes;
    guest.since = performance.now();
    inside.add(guest);
  };
  const letIn = (): void => {
    for (const guest of waiting) {
      if (used > 0 && used + guest.bytes > most) break;
      waiting.delete(guest);
      enter(guest);
      guest.enter?.();
    }
    if (waiting.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };
  const look = (): void => {
    const before = performance.now() - patience;
    for (const { since = before, turnOut } of [...inside]) if (since < before) turnOut();
  };

  return {
    usedBytes: () => used,
    take(bytes, turnOut) {
      const guest: Guest = { bytes: Math.min(bytes, most), turnOut, since: undefined, enter: undefined };
      const hasRoom = waiting.size === 0 && used + guest.bytes <= most;
      const wait = hasRoom ? undefined : new Promise<void>((resolve) => (guest.enter = resolve));
      if (hasRoom) enter(guest);
      else {
        waiting.add(guest);
        looking ??= setInterval(look, LOOK_MS).unref();
      }
      return {
        wait,
        settle() {
          guest.since = undefined;
        },
        shrink(less) {
          if (less >= guest.bytes) return;
          if (inside.has(guest)) used -= guest.bytes - less;
          guest.bytes = less;
          letIn();
        },
        leave() {
          if (inside.delete(guest)) used -= guest.bytes;
          waiting.delete(guest);
          letIn();
        },
      };
    },
  };
}

/** What Node reads of a connection at once, which nobody may have looked at yet. */
const READ_AHEAD_BYTES = 2 ** 16;
/** Of a connection, its requests and its parser, with a head of 16 KiB that is kept for the next to share. */
const CONNECTION_HEAP = 3 * 2 ** 14;
/** Of a request that waits behind another on its connection. */
const PIPELINED_HEAP = 2 ** 13;

/** @param connections the most that are open at once */
export const serverParts = (connections: number): readonly MemoryPart[] => [
  { name: 'connections', mostBytes: connections * CONNECTION_HEAP + MAX_PIPELINED * PIPELINED_HEAP, place: 'heap' },
  {
    name: 'what connections read and send',
    mostBytes: connections * (READ_AHEAD_BYTES + SMALL_BODY + SMALL_REPLY),
    place: 'buffers',
  },
  { name: 'large bodies of requests', mostBytes: MOST_BODY_BYTES + MOST_DECODER_BYTES, place: 'buffers' },
  { name: 'large replies', mostBytes: MOST_REPLY_BYTES, place: 'buffers' },
  { name: 'streams', mostBytes: MAX_STREAMS * MAX_WAITING_BYTES, place: 'buffers' },
];

/** The most bytes of large replies that are made, or wait for their clients, all together. */
export const MOST_REPLY_BYTES = 512 * 2 ** 20;
/** To make one of more bytes takes milliseconds, and so a turn of the event loop. */
const LONG_REPLY = 2 ** 20;
/** How long a client may take to read its reply while others wait for the room, in milliseconds. */
const REPLY_PATIENCE_MS = 1000;

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
  const bodies = createBodies(most, REPLY_PATIENCE_MS);
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
