import { clearTimeout, setTimeout } from 'node:timers';
import type { KnownSession } from './known-session';

/** Others are told of uses so often, in milliseconds, and so many times within a session's idle time. */
const TOLD_MS = 1000;
const TOLD_TIMES = 10;

/** Tells other processes of the uses of sessions, without a message for each use. */
export interface SessionUses {
  /** Notes a use, of which others are told at once or soon. */
  note(session: KnownSession, now: number): void;
  /** Tells them now of what they were not told yet. */
  tellAll(): Promise<void>;
}

interface SessionUsesOptions {
  readonly real: () => number;
  /** Tells others until when a session lasts. */
  readonly tell: (session: KnownSession) => Promise<void>;
}

export function createSessionUses({ real, tell }: SessionUsesOptions): SessionUses {
  const untold = new Set<KnownSession>();
  let timer: NodeJS.Timeout | undefined;
  /** When the timer wakes up, by the real time. */
  let wakesAt = Number.POSITIVE_INFINITY;

  const tellOf = async (session: KnownSession): Promise<void> => {
    untold.delete(session);
    session.toldAt = real();
    await tell(session).catch(() => {
      session.toldAt = Number.NEGATIVE_INFINITY;
    });
  };
  const tellAll = async (): Promise<void> => {
    clearTimeout(timer);
    wakesAt = Number.POSITIVE_INFINITY;
    await Promise.all([...untold].map(tellOf));
  };
  return {
    tellAll,
    note(session, now) {
      const due = session.toldAt + Math.min(TOLD_MS, session.timeToLiveMs / TOLD_TIMES);
      if (due <= now) {
        void tellOf(session);
        return;
      }
      untold.add(session);
      if (due >= wakesAt) return;
      clearTimeout(timer);
      wakesAt = due;
      timer = setTimeout(() => void tellAll(), due - now).unref();
    },
  };
}
