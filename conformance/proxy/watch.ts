import { BODY_LIMIT } from '../wire/coding';
import { type Framing, readRequestHead, readResponseHead } from './http1';
import type { Kept, Observed, Unjudged } from './observed';

/** The most bytes of bodies that the relay holds at a time, of all connections: beyond it nothing more of them is kept. */
const MOST_HELD = 64 * 2 ** 20;

/** What is held of all bodies that are on their way. */
export interface Holding {
  bytes: number;
}

type BodyKeeper = ReturnType<typeof createBodyKeeper>;

/** Keeps the first bytes of a body, `most` of them. */
function createBodyKeeper(holding: Holding, most: number) {
  let chunks: Buffer[] = [];
  let held = 0;
  let length = 0;
  let isReleased = false;
  return {
    add(bytes: Buffer): void {
      length += bytes.length;
      // What was left out once has no continuation.
      if (isReleased || held < length - bytes.length || held >= most || holding.bytes >= MOST_HELD) return;
      const part = bytes.subarray(0, most - held);
      chunks.push(part);
      held += part.length;
      holding.bytes += part.length;
    },
    kept(): Kept {
      const [only = NO_BYTES] = chunks;
      return { bytes: chunks.length < 2 ? only : Buffer.concat(chunks), length };
    },
    release(): void {
      holding.bytes -= held;
      chunks = [];
      held = 0;
      isReleased = true;
    },
  };
}

type Flights = ReturnType<typeof createFlights>;

/** Counts the requests in flight over all connections, and gives each beginning and end its place in one order. */
export function createFlights() {
  let at = 0;
  let safe = 0;
  let unsafe = 0;
  return {
    begin(isSafe: boolean): number {
      if (isSafe) safe += 1;
      else unsafe += 1;
      at += 1;
      return at;
    },
    /** The last place that was given. */
    now: () => at,
    /** @returns its place, and what is still in flight */
    end(isSafe: boolean): Pick<Observed, 'meanwhile'> & { readonly at: number } {
      if (isSafe) safe -= 1;
      else unsafe -= 1;
      at += 1;
      return { at, meanwhile: unsafe > 0 ? 'any' : safe > 0 ? 'safe' : 'nothing' };
    },
  };
}

/** Takes what a connection shows. */
export interface Witness {
  readonly flights: Flights;
  readonly holding: Holding;
  observed(exchange: Observed): void;
  /** @param isSafe whether the request asked for no change */
  unjudged(reason: Unjudged, isSafe: boolean): void;
}

/** A request, and what has come of its reply. */
interface Pending extends Pick<Observed, 'began' | 'isSafe' | 'startedAt' | 'carried' | 'requestHead'> {
  readonly method: string;
  readonly clock: number;
  readonly requestBody: BodyKeeper;
  readonly replyBody: BodyKeeper;
  isSent: boolean;
  replyHead: Buffer;
  isStream: boolean;
}

/** RFC 9110 §9.2.1. */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
const NO_BYTES = Buffer.from('');
/** A change whose reply was not seen counts as in flight for so much longer. */
const AFTERMATH_MS = 2000;
const MOST_OF_MALFORMED = 1000;
/** The judge remembers requests longer than replies, one at least of each client. */
const MOST_OF_REQUEST = 2 ** 18;

/**
 * Pairs the requests of one connection with their replies (RFC 9112 §9.3.2: they come in the same order).
 *
 * @param connection its number
 */
export function createWatch(connection: number, { flights, holding, observed, unjudged }: Witness) {
  /** In the order of sending; those to which no final reply has ended. */
  const waiting: Pending[] = [];
  let sending: Pending | undefined;
  /** Its reply has ended in the bytes that are being read. */
  let ended: Omit<Observed, 'hasExcess'> | undefined;
  let carried = 0;
  let isOver = false;
  let hasClientEnded = false;

  const drop = (one: Pending, reason: Unjudged): void => {
    // A server may go on with a request whose client waits no longer.
    if (!one.isStream && !one.isSafe) setTimeout(() => flights.end(false), AFTERMATH_MS).unref();
    else if (!one.isStream) flights.end(true);
    release(one);
    unjudged(reason, one.isSafe);
  };

  const finish = (one: Pending, ending: Observed['ending']): void => {
    const { at, meanwhile } = flights.end(one.isSafe);
    tell(false);
    const { method: _, clock, isStream: __, requestBody, replyBody, ...known } = one;
    ended = {
      ...known,
      ended: at,
      meanwhile,
      milliseconds: performance.now() - clock,
      connection,
      requestBody: requestBody.kept(),
      replyBody: replyBody.kept(),
      ending,
      held: undefined,
    };
    release(one);
  };

  const tell = (hasExcess: boolean): void => {
    if (ended === undefined) return;
    observed({ ...ended, hasExcess });
    ended = undefined;
  };

  const abandon = (reason: Unjudged): void => {
    isOver = true;
    tell(false);
    for (const one of waiting.splice(0)) drop(one, reason);
  };

  return {
    requestHead(head: Buffer): Framing | undefined {
      const read = readRequestHead(head.toString('latin1'));
      if (read === undefined || isOver) return undefined;
      const isSafe = SAFE.includes(read.method);
      sending = {
        began: flights.begin(isSafe),
        method: read.method,
        isSafe,
        startedAt: Date.now(),
        clock: performance.now(),
        carried,
        requestHead: head,
        requestBody: createBodyKeeper(holding, MOST_OF_REQUEST),
        replyBody: createBodyKeeper(holding, BODY_LIMIT),
        isSent: false,
        replyHead: NO_BYTES,
        isStream: false,
      };
      carried += 1;
      waiting.push(sending);
      return read.framing;
    },
    requestBody: (bytes: Buffer): void => sending?.requestBody.add(bytes),
    requestEnd(): void {
      if (sending !== undefined) sending.isSent = true;
      sending = undefined;
    },
    replyHead(head: Buffer): Framing | undefined {
      const [one] = waiting;
      const read = readResponseHead(head.toString('latin1'), one?.method);
      if (one === undefined || isOver) {
        tell(true);
        return undefined;
      }
      if (read === undefined) {
        waiting.shift();
        one.replyHead = head.subarray(0, MOST_OF_MALFORMED);
        finish(one, 'malformed');
        return undefined;
      }
      if (read.framing.kind === 'tunnel') return read.framing;
      // An interim reply is none (RFC 9110 §15.2).
      if (read.status < 200) return read.framing;
      one.replyHead = head;
      if (read.isStream) {
        one.isStream = true;
        flights.end(one.isSafe);
      }
      return read.framing;
    },
    replyBody: (bytes: Buffer): void => {
      const [one] = waiting;
      if (one?.isStream === false) one.replyBody.add(bytes);
    },
    replyEnd(): void {
      const [one] = waiting;
      // The end of an interim reply.
      if (one === undefined || one.replyHead.length === 0) return;
      waiting.shift();
      if (one.isStream) drop(one, 'answered by a stream');
      else finish(one, 'whole');
    },
    /** All that has come from the server was looked at. @param hasMore whether some of it belongs to no reply yet */
    settle(hasMore: boolean): void {
      tell(hasMore && waiting.length === 0);
    },
    /** The client sends no more: it may have gone, and then a server may break its reply off. */
    clientEnded(): void {
      hasClientEnded = true;
    },
    /** The server sends no more. */
    serverEnded(): void {
      const [one] = waiting;
      if (one !== undefined) {
        waiting.shift();
        const hasBegun = one.replyHead.length > 0;
        // Between two requests a server may close at any time (RFC 9112 §9.5).
        if (one.isStream) drop(one, 'answered by a stream');
        else if (hasClientEnded) drop(one, 'left by the client');
        else if (!hasBegun && one.carried > 0) drop(one, 'lost as the server closed a connection between two');
        else finish(one, hasBegun ? 'cut' : 'none');
      }
      abandon('lost as the server closed a connection between two');
    },
    /** Nothing more is judged, for this reason. */
    abandon,
  };
}

function release({ requestBody, replyBody }: Pending): void {
  requestBody.release();
  replyBody.release();
}
