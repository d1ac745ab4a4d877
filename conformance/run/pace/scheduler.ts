import type { Operation } from '../../../openapi/contract';
import { evidenceOf } from '../../exchange/evidence';
import {
  type Connection,
  type Credential,
  type Exchange,
  isSuccess,
  type Request,
  type Response,
} from '../../exchange/exchange';
import type { Carried } from '../../exchange/keys/keys';
import { LOOK_MS } from '../../records/lists/listing';
import { withQuery } from '../../requests/request';
import { isFailure, type Sent, type Transport } from '../../wire/transport';
import { createAsides, MOST_SILENT } from './aside';
import { OutOfBudget, remainingOf, retryAfterMs, untilReset, waveOf } from './pace';
import { createRunTime, type RunTimeOptions, TIME_IS_UP } from './time';
import { isUnserved, reasonOf, type TurnWatch } from './turn';

export interface SchedulerOptions extends RunTimeOptions {
  readonly baseUrl: string;
  readonly maxRequests: number;
  /** Requests a minute at most; undefined: as fast as the server's allowance lets. */
  readonly ratePerMinute: number | undefined;
  /** The most requests that are sent at once. */
  readonly parallel: number;
  /** What a request carries beside its own headers. */
  readonly carried: (request: Request) => Carried;
  /** The number of the main key that is in use. */
  readonly keyNumber?: () => number;
  /** Names, in lower case, of the rate limit headers. */
  readonly allowance: { readonly remaining: string | undefined; readonly reset: string | undefined };
  /** Looks at what came before it is judged. */
  readonly watch?: TurnWatch | undefined;
  /** Asked of each exchange before it is told: what is to be told looks at it again, where those may say something else of it. */
  readonly doubtOf?: (exchange: Exchange) => ((looks: readonly Exchange[]) => void) | undefined;
}

/** That a server goes on refusing a request, though it was given the time that it asked for. */
interface Refusal {
  readonly exchange: Exchange;
  readonly why: string;
}

/** Sends every request of a run, within the budget and at the server's pace. */
export interface Scheduler {
  readonly sent: number;
  /** Requests that may still be sent. */
  readonly left: number;
  /** Why nothing more is sent: the server serves no more, or the time is over. */
  readonly ended: string | undefined;
  /** The first request that waiting did not help; undefined where there was none. */
  readonly refusal: Refusal | undefined;
  /**
   * Sends a request. A 429 is waited out and the request sent again, unless `provoking`.
   *
   * @throws OutOfBudget
   */
  send(request: Request, sentBy: string, provoking: boolean): Promise<Exchange>;
  /**
   * Sends requests at once, as many as may be, then the next ones. What gets a 429 is sent again by itself once that is
   * waited out, unless `provoking`.
   *
   * @returns one exchange for each request, in their order
   * @throws OutOfBudget
   */
  sendTogether(requests: readonly Request[], sentBy: string, provoking: boolean): Promise<readonly Exchange[]>;
  /** Keeps so many of the requests that are left for later: none of them is sent before less is kept back. */
  keepBack(requests: number): void;
  /** @throws OutOfBudget when it would take longer than there is time */
  wait(milliseconds: number, why: string): Promise<void>;
}

/** What is on its way may create a record, whose id the reply tells. */
const GRACE_MS = 500;
/** Why nothing is sent any more once `--max-requests` have been. */
export const USED_UP = 'the budget of requests (--max-requests) was used up';
/** The wait after a 429 that names no time (RFC 6585 §4 has no rule for it), doubled each time. */
const FIRST_BACKOFF_MS = 1000;
const MOST_RETRIES = 4;
/** Where so many operations in a row refuse a key for longer than there is time, all are taken to do so. */
const MOST_REFUSED = 3;
/** What is waited for without asking whether other operations are served meanwhile. */
const PATIENCE_MS = 5000;

/**
 * @param onExchanges is called with each exchange, or with all of those that took place at once; not with those that show
 * that the server serves no more, nor with what is sent to see that, but with `isJudged` false
 */
export function createScheduler(
  transport: Transport,
  options: SchedulerOptions,
  onExchanges: (exchanges: readonly Exchange[], isJudged: boolean) => void,
): Scheduler {
  const time = createRunTime(options);
  const { unlessOver, wait } = time;
  const asides = createAsides(options.maxTimeMs);
  let sent = 0;
  let allowed = options.maxRequests;
  let nextAt = 0;
  let silent = 0;
  let batches = 0;
  let refusal: Refusal | undefined;
  /** Operations that a key was refused for longer than there is time, since it was served. */
  const refusedLong = new Map<Credential, Set<Operation>>();
  /** Keys that are refused so whatever they ask for. */
  const closed = new Set<Credential>();
  /** The most requests that go together. */
  let atOnce = options.parallel;
  /** For each credential, what its last reply says is left of its allowance. */
  const leftOf = new Map<Credential, number>();
  /** For each credential, until when its allowance is used up, by our clock. */
  const emptyUntil = new Map<Credential, number>();

  const ended = (): string | undefined => {
    const turn = options.watch?.turn;
    return turn && reasonOf(turn);
  };

  /** Waits until so many requests may be sent at once. @throws OutOfBudget */
  const mayStill = async (count: number): Promise<void> => {
    if (ended() !== undefined) throw new OutOfBudget(ended());
    if (sent + count > allowed) throw new OutOfBudget(USED_UP);
    if (silent >= MOST_SILENT) throw new OutOfBudget(`${silent} requests in a row got no reply`);
    time.checkLeft();
    if (options.ratePerMinute === undefined) return;
    const each = 60_000 / options.ratePerMinute;
    // So that in no minute more are sent, they take the time of all of them, before and after.
    await wait(nextAt + (count - 1) * each - Date.now(), 'the pace of --rate');
    nextAt = Date.now() + count * each;
  };

  /** Sends one request; `mayStill` has let it. */
  const dispatch = async (request: Request, sentBy: string): Promise<Exchange> => {
    sent += 1;
    const number = sent;
    const startedAt = Date.now();
    const clock = performance.now();
    const { headers, query } = options.carried(request);
    const keyNumber = request.credential === 'main' ? options.keyNumber?.() : undefined;
    const sendOver = (wanted: Connection): Promise<Sent> =>
      unlessOver(
        () =>
          transport.send(
            request.method,
            options.baseUrl + withQuery(request.target, query),
            { ...request.headers, ...headers },
            request.body,
            wanted,
          ),
        GRACE_MS,
      );
    const wanted = request.connection ?? 'kept';
    const first = await sendOver(wanted);
    // A server may close a connection that it kept alive just as the next request arrives: that is lawful (RFC 9112
    // §9.5), and the request is sent once more.
    const isRepeated = wasClosedIdle(first);
    if (isRepeated && sent >= allowed) throw new OutOfBudget(USED_UP);
    if (isRepeated) sent += 1;
    const { came, connection } = isRepeated ? await sendOver(wanted === 'kept' ? 'fresh' : wanted) : first;
    return {
      number,
      request,
      ...(keyNumber === undefined ? {} : { keyNumber }),
      sentBy,
      response: isFailure(came) ? undefined : came,
      failure: isFailure(came) ? came : undefined,
      connection,
      isRepeated,
      startedAt,
      milliseconds: performance.now() - clock,
    };
  };

  /**
   * @param exchanges one, or all of those that took place at once
   * @returns whether they came of a lockout or an outage that has ended: then what was refused is to be sent again
   */
  const note = async (exchanges: readonly Exchange[]): Promise<boolean> => {
    const again: Exchange[] = [];
    const isOver = await options.watch?.look(exchanges, async (request, connection) => {
      if (sent >= allowed) return undefined;
      await mayStill(1);
      const exchange = await dispatch({ ...request, connection }, 'probe');
      again.push(exchange);
      return exchange;
    });
    onExchanges(exchanges, ended() === undefined && isOver !== true);
    if (again.length > 0) onExchanges(again, false);
    if (ended() !== undefined) throw new OutOfBudget(ended());
    asides.note(exchanges);
    const isAnswered = [...exchanges, ...again].some(({ response }) => response !== undefined);
    silent = isAnswered ? 0 : silent + 1;
    return isOver === true;
  };

  /** @throws OutOfBudget before what would lock out the valid key, and where the key is not served any more */
  const refuse = (requests: readonly Request[]): void => {
    if (requests.some((request) => options.watch?.lockouts.isLocking(request)))
      throw new OutOfBudget('such a request locks the valid key out for a while');
    if (requests.some(({ credential }) => closed.has(credential)))
      throw new OutOfBudget('the key is refused (429) for longer than --max-time allows');
  };

  const sendOnce = async (request: Request, sentBy: string): Promise<Exchange> => {
    refuse([request]);
    asides.refuse(request.operation);
    await mayStill(1);
    const exchange = await dispatch(request, sentBy);
    const settle = options.doubtOf?.(exchange);
    const looks = settle === undefined ? [] : await lookAgain(request, sentBy);
    settle?.(looks);
    const isToBeSentAgain = await note([exchange]);
    for (const look of looks) await note([look]);
    return isToBeSentAgain ? sendOnce(request, sentBy) : exchange;
  };

  /** The same request again right away, and once more after a while; fewer where no more may be sent. */
  const lookAgain = async (request: Request, sentBy: string): Promise<readonly Exchange[]> => {
    const looks: Exchange[] = [];
    try {
      for (const after of [0, LOOK_MS]) {
        await wait(after, 'a further look at what differs');
        await mayStill(1);
        looks.push(await dispatch(request, sentBy));
      }
    } catch (error) {
      if (!(error instanceof OutOfBudget)) throw error;
    }
    return looks;
  };

  const sendWave = async (wave: readonly Request[], sentBy: string): Promise<readonly Exchange[]> => {
    refuse(wave);
    for (const { operation } of wave) asides.refuse(operation);
    await mayStill(wave.length);
    batches += 1;
    const batch = batches;
    const settled = await Promise.allSettled(
      wave.map(async (request): Promise<Exchange> => {
        const began = performance.now();
        const exchange = await dispatch(request, sentBy);
        return { ...exchange, together: { batch, requests: wave, began, ended: performance.now() } };
      }),
    );
    const exchanges = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const isOver = await note(exchanges);
    for (const one of settled) if (one.status === 'rejected') throw one.reason;
    if (!isOver) return exchanges;
    const again: Exchange[] = [];
    for (const one of exchanges) again.push(isUnserved(one) ? await sendOnce(one.request, sentBy) : one);
    return again;
  };

  /** Whether a 429 is to be waited out. One that says that more is left refuses something else. */
  const isUsedUp = (response: Response | undefined): response is Response =>
    response?.status === 429 && (remainingOf(response, options.allowance.remaining) ?? 0) === 0;

  /** @param exchanges one, or all of those that took place at once: the least that one of them tells is left */
  const noteAllowances = (exchanges: readonly Exchange[]): void => {
    for (const { credential } of exchanges.map(({ request }) => request)) leftOf.delete(credential);
    for (const { request, response } of exchanges) {
      const remaining = response && remainingOf(response, options.allowance.remaining);
      if (response === undefined || remaining === undefined || response.status === 429) continue;
      const { credential } = request;
      leftOf.set(credential, Math.min(remaining, leftOf.get(credential) ?? remaining));
      if (remaining === 0) emptyUntil.set(credential, Date.now() + untilReset(response, options.allowance.reset));
    }
  };

  const send = async (request: Request, sentBy: string): Promise<Exchange> => {
    await wait((emptyUntil.get(request.credential) ?? 0) - Date.now(), 'the window of the allowance');
    for (let tries = 0; ; tries += 1) {
      const exchange = await sendOnce(request, sentBy);
      const { response } = exchange;
      if (response?.status !== 429) {
        noteAllowances([exchange]);
        refusedLong.delete(request.credential);
        return exchange;
      }
      const milliseconds = retryAfterMs(response, options.allowance.reset) ?? FIRST_BACKOFF_MS * 2 ** tries;
      const isLong = milliseconds > PATIENCE_MS || tries >= MOST_RETRIES;
      const isOther = isLong ? await areOthersServed(request) : undefined;
      if (isOther === true) asides.setAside(request.operation, milliseconds);
      if (time.endsWithin(milliseconds)) noteRefused(request, isOther === false);
      if (tries >= MOST_RETRIES) {
        const why = `the server went on answering 429 after ${tries} waits`;
        refusal ??= { exchange: evidenceOf(exchange), why };
        throw new OutOfBudget(why);
      }
      await wait(milliseconds, 'a 429');
    }
  };

  /** @param isOther whether another operation is, which worked before */
  const noteRefused = ({ credential, operation }: Request, isOther: boolean): void => {
    const all = (refusedLong.get(credential) ?? new Set()).add(operation);
    refusedLong.set(credential, all);
    if (isOther || all.size >= MOST_REFUSED) closed.add(credential);
  };

  /** Whether another operation is served that worked before, so that a 429 is of the one alone; undefined where there is none. */
  const areOthersServed = async ({ operation, credential }: Request): Promise<boolean | undefined> => {
    const other = credential === 'main' ? options.watch?.another(operation) : undefined;
    if (other === undefined || sent >= allowed) return undefined;
    await mayStill(1);
    const exchange = await dispatch({ ...other, connection: 'kept' }, 'probe');
    onExchanges([exchange], false);
    return isSuccess(exchange);
  };

  return {
    get sent() {
      return sent;
    },
    get left() {
      return allowed - sent;
    },
    get ended() {
      return ended() ?? (time.endsWithin(0) ? TIME_IS_UP : undefined);
    },
    get refusal() {
      return refusal;
    },
    keepBack(requests) {
      allowed = options.maxRequests - requests;
    },
    wait,
    send: (request, sentBy, provoking) => (provoking ? sendOnce(request, sentBy) : send(request, sentBy)),
    async sendTogether(requests, sentBy, provoking) {
      if (sent + requests.length > allowed) throw new OutOfBudget(USED_UP);
      const exchanges: Exchange[] = [];
      while (exchanges.length < requests.length) {
        const most = Math.min(provoking ? options.parallel : atOnce, options.ratePerMinute ?? options.parallel);
        const wave = waveOf(requests.slice(exchanges.length), most, (credential) =>
          provoking ? undefined : leftOf.get(credential),
        );
        const [first] = wave;
        if (wave.length === 1 && first !== undefined) {
          exchanges.push(await (provoking ? sendOnce(first, sentBy) : send(first, sentBy)));
          continue;
        }
        const came = await sendWave(wave, sentBy);
        if (provoking) {
          exchanges.push(...came);
          continue;
        }
        noteAllowances(came);
        const waits = came.flatMap(({ response }) =>
          isUsedUp(response) ? [retryAfterMs(response, options.allowance.reset) ?? FIRST_BACKOFF_MS] : [],
        );
        // What was refused was too much at once: no more than the others go together from now on.
        const refused = came.filter(({ response }) => response?.status === 429).length;
        if (refused > 0) atOnce = Math.max(1, came.length - refused);
        await wait(Math.max(0, ...waits), 'a 429');
        for (const exchange of came)
          exchanges.push(isUsedUp(exchange.response) ? await send(exchange.request, sentBy) : exchange);
      }
      return exchanges;
    },
  };
}

/** Whether a connection that had carried requests before was closed in the place of a reply. */
const wasClosedIdle = ({ came, hasBegun, connection }: Sent): boolean =>
  isFailure(came) && came.kind === 'closed' && !hasBegun && connection !== undefined && connection.carried > 0;
