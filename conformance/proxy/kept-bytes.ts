import type { Kept } from './observed';

/** The most bytes of bodies that the relay holds at a time, of all connections: beyond it nothing more of them is kept. */
const MOST_HELD = 64 * 2 ** 20;

const NO_BYTES = Buffer.from('');

/** What is held of all bodies that are on their way. */
export interface Holding {
  bytes: number;
}

/** Keeps the beginning of a body that goes by. */
export interface BodyKeeper {
  add(bytes: Buffer): void;
  kept(): Kept;
  /** Lets it go. */
  release(): void;
}

/** @param most how many of its bytes are kept */
export function createBodyKeeper(holding: Holding, most: number): BodyKeeper {
  let chunks: Buffer[] = [];
  let held = 0;
  let length = 0;
  let isReleased = false;
  return {
    add(bytes) {
      length += bytes.length;
      // What was left out once has no continuation.
      if (isReleased || held < length - bytes.length || held >= most || holding.bytes >= MOST_HELD) return;
      const part = bytes.subarray(0, most - held);
      chunks.push(part);
      held += part.length;
      holding.bytes += part.length;
    },
    kept() {
      const [only = NO_BYTES] = chunks;
      return { bytes: chunks.length < 2 ? only : Buffer.concat(chunks), length };
    },
    release() {
      holding.bytes -= held;
      chunks = [];
      held = 0;
      isReleased = true;
    },
  };
}
