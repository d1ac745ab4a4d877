import { clearInterval, setInterval } from 'node:timers';

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
