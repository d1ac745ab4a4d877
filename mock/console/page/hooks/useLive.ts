import { createContext } from 'preact';
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { RecordedRequest } from '../../../../openapi/types/control';
import type { Api } from '../link/api';
import { follow, type Link } from '../link/live';
import { type ClockReading, timeAt } from '../model/figures';
import { isSame, KEPT, withArrived } from '../model/journal';

interface Live {
  readonly link: Link;
  /** Newest first. */
  readonly journal: readonly RecordedRequest[];
  /** Whether the journal of this world has been read. */
  readonly known: boolean;
  /** Connects again, which reads the journal anew. */
  restart(): void;
  readonly loadOlder: LoadOlder;
}

/** Reads what came before a request, `KEPT` at most, newest first, and keeps it if that request is still the oldest. */
export type LoadOlder = (than: RecordedRequest) => Promise<readonly RecordedRequest[]>;

/** Follows a world. Requests are collected until the next frame, so that 1000 a second mean 60 renderings, not 1000. */
export function useLive(api: Api, hasToken: boolean, nudge: () => void): Live {
  const [link, setLink] = useState<Link>({ state: 'connecting' });
  const [journal, setJournal] = useState<readonly RecordedRequest[]>([]);
  const [known, setKnown] = useState(false);
  const [round, setRound] = useState(0);
  /** How many requests are kept: more than at first once older ones were asked for. */
  const kept = useRef(KEPT);
  const restart = useCallback(() => setRound((count) => count + 1), []);

  // Another world: nothing of the previous one is shown.
  useEffect(() => {
    setJournal([]);
    setKnown(false);
  }, [api]);

  // A new round is a new connection.
  useEffect(() => {
    setLink((last) => (last.state === 'live' ? last : { state: 'connecting' }));
    const ended = new AbortController();
    let newest: RecordedRequest | undefined;
    let arrived: readonly RecordedRequest[] = [];
    let frame: number | undefined;
    let check: number | undefined;
    const show = () => {
      frame = undefined;
      const batch = arrived;
      arrived = [];
      setJournal((known) => withArrived(known, batch, kept.current));
    };
    const follower = {
      link: setLink,
      journal(requests: readonly RecordedRequest[]) {
        newest = requests[0];
        arrived = [];
        kept.current = KEPT;
        setJournal(requests);
        setKnown(true);
        nudge();
      },
      arrived(requests: readonly RecordedRequest[]) {
        newest = requests.at(-1);
        // A hidden page gets no frames, so only the newest are kept.
        arrived = [...arrived, ...requests].slice(-KEPT);
        frame ??= requestAnimationFrame(show);
        nudge();
      },
      changed() {
        nudge();
        if (check !== undefined || newest === undefined) return;
        const last = newest;
        check = window.setTimeout(() => {
          check = undefined;
          void isNewest(api, last).then((same) => {
            if (!same && !ended.signal.aborted) restart();
          });
        }, CHECK_AFTER);
      },
    };
    void follow(api, follower, { signal: ended.signal, hasToken });
    return () => {
      ended.abort();
      clearTimeout(check);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [api, hasToken, nudge, restart, round]);

  const loadOlder = useCallback<LoadOlder>(
    async (than) => {
      const older = await api.requests(KEPT, { before: than.id });
      setJournal((known) => {
        const oldest = known.at(-1);
        if (oldest === undefined || !isSame(oldest, than)) return known;
        kept.current = known.length + older.length;
        return [...known, ...older];
      });
      return older;
    },
    [api],
  );

  return { link, journal, known, restart, loadOlder };
}

/** Milliseconds; many changes in a row lead to one check. */
const CHECK_AFTER = 200;

/**
 * Whether the newest request is still the known one. If so, the change did not clear the journal; otherwise it may have,
 * and the page starts again.
 */
async function isNewest(api: Api, known: RecordedRequest): Promise<boolean> {
  try {
    const [newest] = await api.requests(1);
    return newest !== undefined && isSame(newest, known);
  } catch {
    return true;
  }
}

/** The state of the connection to the mock; a new object with each connection. */
export const LinkContext = createContext<Link>({ state: 'connecting' });

/** Whether nothing can be asked or changed: the mock is gone, or the world has ended. The page shows its last state. */
export const useOffline = (): boolean => ['gone', 'ended'].includes(useContext(LinkContext).state);

/** Whether the world has ended, for good. */
export const useEnded = (): boolean => useContext(LinkContext).state === 'ended';

/** The world's time in Unix milliseconds, updated every second; if the world has ended, the time of its end. */
export function useWorldTime(reading: ClockReading | undefined): number | undefined {
  const [, tick] = useState(0);
  const ended = useEnded();
  const last = useRef(performance.now());
  useEffect(() => {
    if (ended) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [ended]);
  if (!ended && reading !== undefined) last.current = performance.now();
  return reading && timeAt(reading, last.current);
}
