import { clearTimeout, setTimeout } from 'node:timers';
import type { Session, SessionStart, Sessions } from '../../stores/sessions';
import type { Connection } from '../connection/connection';
import { listIn, type Reply, textsIn } from '../connection/replies';
import type { Argument, Script } from '../connection/script';
import type { SharedKeys } from '../state/state';
import {
  END,
  ENDED,
  LIST,
  OPEN,
  readDetails,
  readTerms,
  SWEEP,
  USE,
  writeDetails,
  writeTerms,
} from './stored-sessions';

/** Sessions that several processes share: each hears of the end of those that it has opened or used. */
export interface SharedSessions extends Sessions {
  /** Asks whether a session that is taken for open here still is. */
  check(id: string): Promise<void>;
  /** Looks for what has ended: messages of other processes may have been missed. */
  refresh(): Promise<void>;
}

interface SharedSessionsOptions {
  readonly connection: Connection;
  readonly keys: SharedKeys;
  /** Unix milliseconds, on which all processes agree. */
  readonly real: () => number;
  /** Removes all that is stored of a session's world, its keys included. One process does; another one where it fails. */
  readonly remove: (id: string) => Promise<void>;
}

/** A session that was opened or used in this process. */
interface KnownSession extends SessionStart {
  /** Unix milliseconds, as all here. */
  readonly openedAt: number;
  /** As far as it is known here: other processes may have used it since. */
  expiresAt: number;
  /** When its use was last announced. */
  announcedAt: number;
}

const sessionOf = ({ id, name, openedAt, expiresAt }: Omit<KnownSession, 'announcedAt'>): Session => ({
  ...{ id, name, openedAt, expiresAt },
});

/** So often a process looks for what other processes have left to be done, in milliseconds. */
const SWEEP_MS = 5000;
/** After so long another process removes what one was to remove, in milliseconds. */
const TAKEN_UP_MS = 10_000;
/** So many sessions are remembered whose end is not sure; more of them end by themselves. */
const MOST_UNSURE = 1000;

/**
 * @param onEnd called with the id of each session that ends and was opened or used here
 * @throws StoreUnavailable
 */
export async function createSharedSessions(
  { connection, keys, real, remove }: SharedSessionsOptions,
  onEnd: (id: string) => void,
): Promise<SharedSessions> {
  const key = keys.sessions;
  const known = new Map<string, KnownSession>();
  const forget = (id: string): void => {
    if (known.delete(id)) onEnd(id);
  };

  /** What this process has to remove: one after the other. What fails is taken up by the process that looks first. */
  let removing: Promise<void> = Promise.resolve();
  const removeOne = async (id: string): Promise<void> => {
    await remove(id);
    await connection.send(key, ['ZREM', `${key}:leaving`, id]);
  };
  const removeAll = (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      forget(id);
      removing = removing.then(() => removeOne(id)).catch(() => {});
    }
    return removing;
  };

  const check = async (id: string): Promise<void> => {
    const session = known.get(id);
    const till = await connection.send(key, ['ZSCORE', `${key}:expiry`, id]);
    if (till === null && known.get(id) === session) forget(id);
  };
  const uses = createUses(real, async ({ id, expiresAt }) => {
    // Only where it is open, and no other process has announced a later use.
    const args = ['ZADD', `${key}:expiry`, 'XX', 'GT', 'CH', String(expiresAt), id];
    if ((await connection.send(key, args)) === 0) await check(id);
  });

  const ask = async (script: Script, ...args: readonly Argument[]): Promise<readonly Reply[]> => {
    // A script that ends idle ones has to know of these.
    void uses.announceAll();
    const now = real();
    const times = [String(now), String(now + TAKEN_UP_MS)];
    return listIn(await connection.run(script, [key], [keys.channel, ...times, ...args]));
  };
  /** Answers come in the order of the questions: what is known to be open by an earlier one, and is not open, has ended. */
  const forgetAllBut = (open: readonly string[]): void => {
    const isOpen = new Set(open);
    for (const id of known.keys()) if (!isOpen.has(id)) forget(id);
  };

  const end = async (id: string): Promise<boolean> => {
    const [isClosed, wasOpen] = await ask(END, id);
    forget(id);
    if (isClosed === 1) await removeAll([id]);
    return wasOpen === 1;
  };
  /** Those that may be open or have ended: Redis has not answered. */
  const unsure = new Set<string>();
  const endLater = (id: string): void => {
    if (unsure.size < MOST_UNSURE) unsure.add(id);
  };
  const endUnsure = async (): Promise<void> => {
    for (const id of unsure) {
      await end(id);
      unsure.delete(id);
    }
  };

  const alarm = createAlarm(real, () => void sweep().catch(() => {}));
  const sweep = async (): Promise<void> => {
    alarm.clear();
    alarm.setBy(real() + SWEEP_MS);
    const [left, next, open] = await ask(SWEEP);
    forgetAllBut(textsIn(open));
    void removeAll(textsIn(left));
    if (next !== '') alarm.setBy(Number(next));
    await endUnsure();
  };

  const use: SharedSessions['use'] = async (id) => {
    const [ended, details, till, terms] = await ask(USE, id, known.has(id) ? '' : 'terms');
    void removeAll(textsIn(ended));
    if (typeof details !== 'string') {
      forget(id);
      return undefined;
    }
    const now = real();
    const session = known.get(id) ?? {
      ...readDetails(id, details),
      terms: typeof terms === 'string' ? readTerms(terms) : undefined,
      ...{ expiresAt: 0, announcedAt: now },
    };
    known.set(id, session);
    session.announcedAt = now;
    session.expiresAt = Math.max(session.expiresAt, Number(till));
    alarm.setBy(session.expiresAt);
    return { ...sessionOf(session), terms: session.terms };
  };

  const stop = await connection.subscribe(keys.channel, (message) => {
    if (message.startsWith(ENDED)) forget(message.slice(ENDED.length));
  });
  await sweep();

  return {
    check,
    refresh: sweep,
    use,
    async leave() {
      alarm.stop();
      stop();
      await Promise.all([uses.announceAll(), removing]);
    },
    async list() {
      const [ended, ...found] = await ask(LIST);
      void removeAll(textsIn(ended));
      const sessions = found.map((one): Session => {
        const [id = '', details = '', till = ''] = textsIn(one);
        return sessionOf({ ...readDetails(id, details), expiresAt: Number(till) });
      });
      forgetAllBut(sessions.map(({ id }) => id));
      return sessions;
    },
    async open(start, most) {
      const { id, timeToLiveMs, terms } = start;
      const openedAt = real();
      const texts = [String(timeToLiveMs), writeDetails(openedAt, start), terms === undefined ? '' : writeTerms(terms)];
      const mostText = String(Math.min(most, Number.MAX_SAFE_INTEGER));
      const [ended, till, next] = await ask(OPEN, id, mostText, ...texts).catch((error: unknown) => {
        endLater(id);
        throw error;
      });
      void removeAll(textsIn(ended));
      if (typeof till !== 'string') {
        return { untilNextMs: next === '' ? Number.POSITIVE_INFINITY : Math.max(0, Number(next) - real()) };
      }
      const session: KnownSession = { ...start, openedAt, expiresAt: Number(till), announcedAt: openedAt };
      known.set(id, session);
      alarm.setBy(session.expiresAt);
      return sessionOf(session);
    },
    touch(id) {
      const session = known.get(id);
      const now = real();
      // Others may have used it.
      if (session === undefined || session.expiresAt <= now) return use(id);
      session.expiresAt = Math.max(session.expiresAt, now + session.timeToLiveMs);
      uses.note(session, now);
      // Its world may not have been joined yet: that may go on, or have failed.
      return { ...sessionOf(session), terms: session.terms };
    },
    end: (id) =>
      end(id).catch((error: unknown) => {
        endLater(id);
        throw error;
      }),
  };
}

/** Uses are announced so often, in milliseconds, and so many times within a session's idle time. */
const ANNOUNCED_MS = 1000;
const ANNOUNCED_TIMES = 10;

/** Announces until when sessions last to other processes, without a message for each use. */
function createUses(real: () => number, announce: (session: KnownSession) => Promise<void>) {
  const waiting = new Set<KnownSession>();
  const announceOne = async (session: KnownSession): Promise<void> => {
    waiting.delete(session);
    session.announcedAt = real();
    await announce(session).catch(() => {
      session.announcedAt = Number.NEGATIVE_INFINITY;
    });
  };
  const announceAll = async (): Promise<void> => {
    alarm.clear();
    await Promise.all([...waiting].map(announceOne));
  };
  const alarm = createAlarm(real, () => void announceAll());
  return {
    announceAll,
    /** Announces a use, at once or soon. */
    note(session: KnownSession, now: number): void {
      const due = session.announcedAt + Math.min(ANNOUNCED_MS, session.timeToLiveMs / ANNOUNCED_TIMES);
      if (due <= now) {
        void announceOne(session);
        return;
      }
      waiting.add(session);
      alarm.setBy(due);
    },
  };
}

/** The longest time that a timer of Node's can wait, in milliseconds. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** Calls `act` at the earliest of the instants that it was set to, by the real time. */
function createAlarm(real: () => number, act: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let at = Number.POSITIVE_INFINITY;
  let isStopped = false;
  const clear = (): void => {
    clearTimeout(timer);
    at = Number.POSITIVE_INFINITY;
  };
  return {
    clear,
    setBy(instant: number): void {
      if (instant >= at || isStopped) return;
      clearTimeout(timer);
      at = instant;
      const wait = Math.min(Math.max(instant - real(), 0) + 1, LONGEST_WAIT_MS);
      timer = setTimeout(() => {
        at = Number.POSITIVE_INFINITY;
        act();
      }, wait).unref();
    },
    stop(): void {
      isStopped = true;
      clear();
    },
  };
}
