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

  const end = (id: string): boolean => {
    const kept = open.get(id);
    if (kept === undefined) return false;
    open.delete(id);
    forget(kept.world);
    return true;
  };

  const sweep = (): void => {
    const now = real();
    for (const [id, kept] of open) if (expiry(kept) <= now) end(id);
    wake();
  };

  /** An idle session goes by itself: nobody may ever ask for it again. */
  const wake = (): void => {
    clearTimeout(timer);
    if (open.size === 0) return;
    const next = [...open.values()].reduce((least, kept) => Math.min(least, expiry(kept)), Infinity) - real();
    timer = setTimeout(sweep, Math.min(Math.max(next, 0) + 1, LONGEST_WAIT_MS)).unref();
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
      return open.size;
    },
    list: () => [...open].map(([id, kept]) => faceOf(id, kept)),
    add(world, timeToLiveMs) {
      const now = real();
      const kept = { world, openedAt: now, timeToLiveMs, usedAt: now };
      open.set(world.id, kept);
      wake();
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
