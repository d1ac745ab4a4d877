import type { World } from './model';

/** A world of its own that lasts for as long as somebody uses it. Its times are real ones: its own clock may be moved. */
export interface Session {
  readonly id: string;
  readonly world: World;
  /** Unix milliseconds. */
  readonly openedAt: number;
  /** Unix milliseconds; later with every use. */
  readonly expiresAt: number;
}

/** The sessions that are open. */
export interface Sessions {
  readonly count: number;
  /** Oldest first. */
  list(): readonly Session[];
  add(world: World, timeToLiveMs: number): Session;
  /** The session of a world, which counts as a use; undefined when it is over. */
  use(id: string): Session | undefined;
  /** Whether it was open. */
  end(id: string): boolean;
}

interface Kept {
  readonly world: World;
  readonly openedAt: number;
  readonly timeToLiveMs: number;
  usedAt: number;
}

/** The longest time that a timer of Node's can wait, in milliseconds. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * @param real the real time, in Unix milliseconds
 * @param forget told of each session that is over, however that came
 */
export function createSessions(forget: (world: World) => void, real: () => number = Date.now): Sessions {
  const open = new Map<string, Kept>();
  let timer: NodeJS.Timeout | undefined;
  /** When the timer wakes up, by the real time. */
  let wakesAt = Number.POSITIVE_INFINITY;

  const end = (id: string): boolean => {
    const kept = open.get(id);
    if (kept === undefined) return false;
    open.delete(id);
    if (open.size === 0) clearTimeout(timer);
    forget(kept.world);
    return true;
  };

  const endIdle = (): void => {
    const now = real();
    for (const [id, kept] of open) if (expiry(kept) <= now) end(id);
  };

  /** An idle session goes by itself: nobody may ever ask for it again. */
  const wakeAt = (instant: number): void => {
    clearTimeout(timer);
    wakesAt = instant;
    timer = setTimeout(sweep, Math.min(Math.max(instant - real(), 0) + 1, LONGEST_WAIT_MS)).unref();
  };

  const sweep = (): void => {
    endIdle();
    wakesAt = Number.POSITIVE_INFINITY;
    if (open.size > 0) wakeAt([...open.values()].reduce((least, kept) => Math.min(least, expiry(kept)), Infinity));
  };

  const use = (id: string): Session | undefined => {
    const kept = open.get(id);
    if (kept === undefined) return undefined;
    const now = real();
    if (expiry(kept) <= now) {
      end(id);
      return undefined;
    }
    kept.usedAt = now;
    return faceOf(id, kept);
  };

  return {
    get count() {
      endIdle();
      return open.size;
    },
    list() {
      endIdle();
      return [...open].map(([id, kept]) => faceOf(id, kept));
    },
    add(world, timeToLiveMs) {
      const now = real();
      const kept = { world, openedAt: now, timeToLiveMs, usedAt: now };
      open.set(world.id, kept);
      // Whatever is used lasts longer: the timer may wake up for nothing, but never too late.
      if (open.size === 1 || expiry(kept) < wakesAt) wakeAt(expiry(kept));
      return faceOf(world.id, kept);
    },
    use,
    end,
  };
}

const expiry = ({ usedAt, timeToLiveMs }: Kept): number => usedAt + timeToLiveMs;

const faceOf = (id: string, kept: Kept): Session => ({
  id,
  world: kept.world,
  openedAt: kept.openedAt,
  expiresAt: expiry(kept),
});
