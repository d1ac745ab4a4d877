import { clearTimeout, setTimeout } from 'node:timers';
import type { Session, SessionStart, Sessions } from '../stores/sessions';
import { realTime } from './clock';

interface OpenSession extends SessionStart {
  readonly openedAt: number;
  usedAt: number;
}

/** The longest time that a timer of Node's can wait, in milliseconds. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * @param onEnd called with the id of each session that ends, by itself or by `end`
 * @param real the real time, in Unix milliseconds
 */
export function createMemorySessions(onEnd: (id: string) => void, real: () => number = realTime): Sessions {
  const open = new Map<string, OpenSession>();
  let timer: NodeJS.Timeout | undefined;
  /** When the timer wakes up, by the real time. */
  let wakesAt = Number.POSITIVE_INFINITY;

  const end = (id: string): boolean => {
    if (!open.delete(id)) return false;
    if (open.size === 0) clearTimeout(timer);
    onEnd(id);
    return true;
  };

  const endIdle = (): void => {
    const now = real();
    for (const [id, session] of open) if (expiryOf(session) <= now) end(id);
  };

  const nextExpiry = (): number =>
    [...open.values()].reduce((least, session) => Math.min(least, expiryOf(session)), Number.POSITIVE_INFINITY);

  /** An idle session ends by itself: it may never be asked for again. */
  const wakeAt = (instant: number): void => {
    clearTimeout(timer);
    wakesAt = instant;
    timer = setTimeout(sweep, Math.min(Math.max(instant - real(), 0) + 1, LONGEST_WAIT_MS)).unref();
  };

  const sweep = (): void => {
    endIdle();
    wakesAt = Number.POSITIVE_INFINITY;
    if (open.size > 0) wakeAt(nextExpiry());
  };

  const use = (id: string): Session | undefined => {
    const session = open.get(id);
    if (session === undefined) return undefined;
    const now = real();
    if (expiryOf(session) <= now) {
      end(id);
      return undefined;
    }
    session.usedAt = now;
    return sessionOf(session);
  };

  return {
    list() {
      endIdle();
      return [...open.values()].map(sessionOf);
    },
    open(start, most) {
      endIdle();
      const now = real();
      if (open.size >= most) return { untilNextMs: Math.max(0, nextExpiry() - now) };
      const session = { ...start, openedAt: now, usedAt: now };
      open.set(start.id, session);
      // A session that is used lasts longer: the timer may wake up too early, but never too late.
      if (open.size === 1 || expiryOf(session) < wakesAt) wakeAt(expiryOf(session));
      return sessionOf(session);
    },
    use,
    touch: use,
    end,
    leave() {
      for (const id of open.keys()) end(id);
    },
  };
}

const expiryOf = ({ usedAt, timeToLiveMs }: OpenSession): number => usedAt + timeToLiveMs;

const sessionOf = (session: OpenSession): Session => ({
  id: session.id,
  name: session.name,
  openedAt: session.openedAt,
  expiresAt: expiryOf(session),
});
