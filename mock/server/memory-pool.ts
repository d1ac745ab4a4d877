import type { ServerResponse } from 'node:http';
import { clearInterval, setInterval } from 'node:timers';
import { createSlices } from '../world/rules/turns';

/** The most that the large bodies of all requests may take together, in bytes. */
export const MOST_BODY_BYTES = 256 * 2 ** 20;
/** A body up to this size needs no reservation: every connection may have one. */
export const SMALL_BODY = 2 ** 16;
/** What a decoder of Brotli may take (RFC 7932 §9.1), and all of them. */
export const DECODER_BYTES = 2 ** 24 + 2 ** 20;
export const MOST_DECODER_BYTES = 4 * DECODER_BYTES;
/** How long a body may be on its way while others wait for memory, in milliseconds. */
const PATIENCE_MS = 5000;
const CHECK_MS = 500;

/** Memory for one body. */
export interface Reservation {
  /** Resolves when there is memory; undefined where there is already. */
  readonly wait: Promise<void> | undefined;
  /** To be called when the body has been read: from then on it can't be evicted. */
  settle(): void;
  /** To be called once it is known that the body takes no more than this. */
  shrink(bytes: number): void;
  /** To be called when the body is not needed any more. */
  release(): void;
}

/** The memory that large bodies share. */
export interface Pool {
  /** @param evict called when the body is still on its way after some seconds, and others wait for its memory */
  reserve(bytes: number, evict: () => void): Reservation;
  usedBytes(): number;
}

interface Holder {
  bytes: number;
  readonly evict: () => void;
  /** When it got its memory, by `performance.now()`; undefined while it waits, and once it has been read. */
  since: number | undefined;
  begin: (() => void) | undefined;
}

/**
 * @param most in bytes; a body that needs more gets all of it
 * @param patience milliseconds that a body may be on its way while others wait
 */
export function createPool(most: number, patience = PATIENCE_MS): Pool {
  const holding = new Set<Holder>();
  const waiting = new Set<Holder>();
  let used = 0;
  let checking: NodeJS.Timeout | undefined;

  const grant = (holder: Holder): void => {
    used += holder.bytes;
    holder.since = performance.now();
    holding.add(holder);
    holder.begin?.();
  };
  const grantWaiting = (): void => {
    for (const holder of waiting) {
      if (used > 0 && used + holder.bytes > most) return;
      waiting.delete(holder);
      grant(holder);
    }
    clearInterval(checking);
    checking = undefined;
  };
  const evictSlow = (): void => {
    const before = performance.now() - patience;
    for (const { since = before, evict } of [...holding]) if (since < before) evict();
  };

  return {
    usedBytes: () => used,
    reserve(bytes, evict) {
      const holder: Holder = { bytes: Math.min(bytes, most), evict, since: undefined, begin: undefined };
      let wait: Promise<void> | undefined;
      if (waiting.size === 0 && used + holder.bytes <= most) grant(holder);
      else {
        wait = new Promise((resolve) => (holder.begin = resolve));
        waiting.add(holder);
        checking ??= setInterval(evictSlow, CHECK_MS).unref();
      }
      return {
        wait,
        settle() {
          holder.since = undefined;
        },
        shrink(less) {
          if (less >= holder.bytes) return;
          if (holding.has(holder)) used -= holder.bytes - less;
          holder.bytes = less;
          grantWaiting();
        },
        release() {
          if (holding.delete(holder)) used -= holder.bytes;
          waiting.delete(holder);
          grantWaiting();
        },
      };
    },
  };
}

/** The most bytes of large replies that are made, or wait for their clients, all together. */
export const MOST_REPLY_BYTES = 512 * 2 ** 20;
/** To make one of more bytes takes milliseconds, and so a turn of the event loop. */
const LONG_REPLY = 2 ** 20;
/** How long a client may take to read its reply while others wait for memory, in milliseconds. */
const REPLY_PATIENCE_MS = 1000;

/** The memory that large replies share. While others wait, a client that has not read its reply in a second is disconnected. */
interface ReplyPool {
  /**
   * Reserves memory until the reply is over. To be called again once it is known how much it is.
   *
   * @param bytes of the body, at most
   * @returns whether there is memory; there is none once the client has left. Undefined where there is some at once.
   */
  reserve(response: ServerResponse, bytes: number): Promise<boolean> | undefined;
  usedBytes(): number;
}

/** @param most in bytes; a reply that needs more gets all of it */
export function createReplyPool(most: number): ReplyPool {
  const pool = createPool(most, REPLY_PATIENCE_MS);
  const reservations = new WeakMap<ServerResponse, Reservation>();
  const nextSlice = createSlices();
  return {
    usedBytes: pool.usedBytes,
    reserve(response, bytes) {
      const known = reservations.get(response);
      known?.shrink(bytes);
      if (known !== undefined || response.destroyed) return undefined;
      const reservation = pool.reserve(bytes, () => response.destroy());
      reservations.set(response, reservation);
      response.once('close', reservation.release);
      if (reservation.wait === undefined && bytes <= LONG_REPLY) return undefined;
      return new Promise((resolve) => {
        response.once('close', () => resolve(false));
        void Promise.resolve(reservation.wait)
          .then(bytes > LONG_REPLY ? nextSlice : undefined)
          .then(() => resolve(true));
      });
    },
  };
}
