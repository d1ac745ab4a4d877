import { clearTimeout, setTimeout } from 'node:timers';
import type { Session, SessionStart, Sessions } from '../stores/sessions';
import { realTime } from './clock';

interface OpenSession extends SessionStart {
  readonly openedAt: number;
  usedAt: number;
  timer?: NodeJS.Timeout;
}

/** The longest time that a timer of Node's can wait, in milliseconds. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * @param onEnd called with the id of each session that ends, by itself or by `end`
 * @param real the real time, in Unix milliseconds
 */
export function createMemorySessions(onEnd: (id: string) => void, real: () => number = realTime): Sessions {
  const open = new Map<string, OpenSession>();

  const end = (id: string): boolean => {
    clearTimeout(open.get(id)?.timer);
    if (!open.delete(id)) return false;
    onEnd(id);
    return true;
  };

  /** A session that is idle ends by itself. One that was used meanwhile is looked at again. */
  const watch = (session: OpenSession): void => {
    const waitMs = Math.min(expiryOf(session) - real() + 1, LONGEST_WAIT_MS);
    const look = (): void => void (expiryOf(session) <= real() ? end(session.id) : watch(session));
    session.timer = setTimeout(look, waitMs).unref();
  };

  const endIdle = (): void => {
    const now = real();
    for (const [id, session] of open) if (expiryOf(session) <= now) end(id);
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
      if (open.size >= most) return { untilNextMs: Math.min(...[...open.values()].map(expiryOf)) - now };
      const session = { ...start, openedAt: now, usedAt: now };
      open.set(start.id, session);
      watch(session);
      return sessionOf(session);
    },
    use,
    touch: use,
    // Its timer may be late.
    end: (id) => use(id) !== undefined && end(id),
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
