import type { Batch, Observed, Unjudged } from './observed';
import { createFlights } from './watch';

/** What the judge has got and not judged yet: beyond it, exchanges are counted and let go. */
const MOST_EXCHANGES = 2000;
const MOST_BYTES = 64 * 2 ** 20;
/** The most exchanges of a batch. */
const MOST_AT_ONCE = 64;
const DELAY_MS = 5;

const LEFT_OUT: Unjudged = 'faster than they could be judged';
const ANSWERED: Unjudged = 'answered by the proxy, as no server was there';

export type Outbox = ReturnType<typeof createOutbox>;

/** Gathers what connections show in batches, so that handing it to the judge costs little. */
export function createOutbox(tell: (batch: Batch) => void) {
  let gathered: Observed[] = [];
  let unjudged: Partial<Record<Unjudged, number>> = {};
  let gap: number | undefined;
  let unreachable: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Bytes of those that the judge has, in their order. */
  let sizes: number[] = [];
  let bytes = 0;
  const flights = createFlights();
  const isChosen = createSampling(() => performance.now());

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const batch: Batch = { observed: gathered, unjudged, gap, unreachable };
    gathered = [];
    unjudged = {};
    gap = undefined;
    unreachable = undefined;
    tell(batch);
  };
  const soon = (): void => {
    if (gathered.length >= MOST_AT_ONCE) flush();
    else timer ??= setTimeout(flush, DELAY_MS);
  };

  const count = (reason: Unjudged): void => {
    unjudged[reason] = (unjudged[reason] ?? 0) + 1;
  };
  /** What was gathered has come before it. */
  const leaveGap = (): void => {
    if (gathered.length > 0) flush();
    gap = flights.now();
  };

  return {
    flights,
    holding: { bytes: 0 },
    /** Hands over all that was gathered. */
    flush,
    /** @returns whether it will be judged */
    observed(exchange: Observed): boolean {
      const size = exchange.requestBody.bytes.length + exchange.replyBody.bytes.length;
      const isKept = isChosen() && sizes.length < MOST_EXCHANGES && bytes + size <= MOST_BYTES;
      if (!isKept) {
        leaveGap();
        count(LEFT_OUT);
      } else {
        gathered.push(exchange);
        sizes.push(size);
        bytes += size;
      }
      soon();
      return isKept;
    },
    unjudged(reason: Unjudged, isSafe: boolean): void {
      // Counted by the connection: it may have failed before a request came over it.
      if (reason === ANSWERED) return;
      if (!isSafe) leaveGap();
      count(reason);
      soon();
    },
    unreachable(reason: string): void {
      unreachable = reason;
      count(ANSWERED);
      soon();
    },
    /** So many of the exchanges that were handed over have been judged. */
    acknowledge(exchanges: number): void {
      for (const size of sizes.slice(0, exchanges)) bytes -= size;
      sizes = sizes.slice(exchanges);
    },
  };
}

/** Up to so many exchanges in a window of time all are judged, which are some 3,000 a second. */
const WINDOW_MS = 100;
const MOST = 300;
/** Of denser traffic so many, in a row. */
const SAMPLE = 20;

/**
 * Judging takes processor time from the server and its clients, where they share a machine: of dense traffic only a sample
 * is judged, so that it isn't slowed down.
 *
 * @returns whether the next exchange is judged
 */
export function createSampling(now: () => number): () => boolean {
  let begun = Number.NEGATIVE_INFINITY;
  let seen = 0;
  let most = MOST;
  return () => {
    const time = now();
    if (time - begun >= WINDOW_MS) {
      most = seen > MOST && time - begun < 2 * WINDOW_MS ? SAMPLE : MOST;
      begun = time;
      seen = 0;
    }
    seen += 1;
    return seen <= most;
  };
}
