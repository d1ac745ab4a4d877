import { clearTimeout, setTimeout } from 'node:timers';
import type { Session, Sessions } from '../../stores/sessions';
import type { Connection } from '../connection/connection';
import { listIn, type Reply, textsIn } from '../connection/replies';
import type { Argument, Script } from '../connection/script';
import type { SharedKeys } from '../state/keys';
import { type KnownSession, readDetails, sessionOf, writeDetails } from './known-session';
import { END, ENDED, LIST, OPEN, SWEEP, USE } from './session-scripts';
import { readTerms, writeTerms } from './session-terms';
import { createSessionUses } from './session-uses';

/** Sessions that several processes share. Each process is told of the end of those that it has opened or used. */
export interface SharedSessions extends Sessions {
  /** Asks whether a session that is taken for open here still is. */
  check(id: string): Promise<void>;
  /** Looks for what has ended; to be called where messages of other processes may have been missed. */
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

/** So often a process looks for what others have left to be done, in milliseconds. */
const SWEEP_MS = 5000;
/** After so long another process removes what one was to remove, in milliseconds. */
const TAKEN_UP_MS = 10_000;
/** So many sessions are remembered whose end could not be told; more of them end by themselves. */
const MOST_UNTOLD_ENDS = 1000;
/** The longest time that a timer of Node's can wait, in milliseconds. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * @param onEnd called with the id of each session that ends and was opened or used here, whoever has ended it
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

  /** What this process has to remove: one after the other. What fails is taken up by whichever process comes first. */
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
  const uses = createSessionUses({
    real,
    async tell({ id, expiresAt }) {
      // Only where it is open, and no other process has told of a later use.
      const args = ['ZADD', `${key}:expiry`, 'XX', 'GT', 'CH', String(expiresAt), id];
      if ((await connection.send(key, args)) === 0) await check(id);
    },
  });

  let asked = 0;
  /** @returns the answer, and the number of the question */
  const ask = async (script: Script, ...args: readonly Argument[]): Promise<readonly [readonly Reply[], number]> => {
    // Whoever ends idle ones has to know of these.
    void uses.tellAll();
    asked += 1;
    const [nth, now] = [asked, real()];
    const times = [String(now), String(now + TAKEN_UP_MS)];
    const answer = listIn(await connection.run(script, [key], [keys.channel, ...times, ...args]));
    return [answer, nth];
  };
  /** What became known to be open by an answer to an earlier question, and is not open, has ended. */
  const forgetAllBut = (open: readonly string[], nth: number): void => {
    const isOpen = new Set(open);
    for (const [id, session] of known) if (session.asked < nth && !isOpen.has(id)) forget(id);
  };

  const end = async (id: string): Promise<boolean> => {
    const [[was]] = await ask(END, id);
    forget(id);
    if (was === 1) await removeAll([id]);
    return was === 1;
  };
  /** Those that nobody is told of: whether they were opened, or ended, is not known. */
  const untoldEnds = new Set<string>();
  const endLater = (id: string): void => {
    if (untoldEnds.size < MOST_UNTOLD_ENDS) untoldEnds.add(id);
  };
  const endUntold = async (): Promise<void> => {
    for (const id of untoldEnds) {
      await end(id);
      untoldEnds.delete(id);
    }
  };

  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  /** When the timer wakes up, by the real time. */
  let wakesAt = Number.POSITIVE_INFINITY;
  const wakeBy = (instant: number): void => {
    if (instant >= wakesAt || isClosed) return;
    clearTimeout(timer);
    wakesAt = instant;
    const wait = Math.min(Math.max(instant - real(), 0) + 1, LONGEST_WAIT_MS);
    timer = setTimeout(() => void sweep().catch(() => {}), wait).unref();
  };
  const sweep = async (): Promise<void> => {
    wakesAt = Number.POSITIVE_INFINITY;
    wakeBy(real() + SWEEP_MS);
    const [[left, next, open], nth] = await ask(SWEEP);
    forgetAllBut(textsIn(open), nth);
    void removeAll(textsIn(left));
    if (next !== '') wakeBy(Number(next));
    await endUntold();
  };

  const use: SharedSessions['use'] = async (id) => {
    const [[ended, details, till, terms], nth] = await ask(USE, id, known.has(id) ? '' : WITH_TERMS);
    void removeAll(textsIn(ended));
    if (typeof details !== 'string') {
      forget(id);
      return undefined;
    }
    const now = real();
    const session = known.get(id) ?? {
      ...readDetails(id, details),
      terms: typeof terms === 'string' ? readTerms(terms) : undefined,
      ...{ expiresAt: 0, toldAt: now, asked: nth },
    };
    known.set(id, session);
    session.toldAt = now;
    session.expiresAt = Math.max(session.expiresAt, Number(till));
    wakeBy(session.expiresAt);
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
      isClosed = true;
      clearTimeout(timer);
      stop();
      await Promise.all([uses.tellAll(), removing]);
    },
    async list() {
      const [[ended, ...found], nth] = await ask(LIST);
      void removeAll(textsIn(ended));
      const sessions = found.map((one): Session => {
        const [id = '', details = '', till = ''] = textsIn(one);
        return sessionOf({ ...readDetails(id, details), expiresAt: Number(till) });
      });
      const open = sessions.map(({ id }) => id);
      forgetAllBut(open, nth);
      return sessions;
    },
    async open(start, most) {
      const { id, timeToLiveMs, terms } = start;
      const openedAt = real();
      const texts = [String(timeToLiveMs), writeDetails(openedAt, start), terms === undefined ? '' : writeTerms(terms)];
      const mostText = String(Math.min(most, Number.MAX_SAFE_INTEGER));
      const [[ended, till, next], nth] = await ask(OPEN, id, mostText, ...texts).catch((error: unknown) => {
        endLater(id);
        throw error;
      });
      void removeAll(textsIn(ended));
      if (typeof till !== 'string') {
        return { untilNextMs: next === '' ? Number.POSITIVE_INFINITY : Math.max(0, Number(next) - real()) };
      }
      const session: KnownSession = { ...start, openedAt, expiresAt: Number(till), toldAt: openedAt, asked: nth };
      known.set(id, session);
      wakeBy(session.expiresAt);
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

/** What asks for the terms of a session. */
const WITH_TERMS = 'terms';
