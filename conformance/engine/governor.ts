import type { Connection, Credential, Exchange, Request, Response } from '../model/exchange';
import type { Carried } from '../model/keys';
import { withQuery } from '../model/request';
import { isFailure, type Sent, type Transport } from './transport';

/** No further request may be sent: the budget, the time or the server's patience is used up. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget';
}

export interface GovernorOptions {
  readonly baseUrl: string;
  readonly maxRequests: number;
  readonly maxTimeMs: number;
  /** Requests a minute at most; undefined: as fast as the server's allowance lets. */
  readonly ratePerMinute: number | undefined;
  /** Headers for every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly carried: (request: Request) => Carried;
  /** Names, in lower case, of the rate limit headers. */
  readonly allowance: { readonly remaining: string | undefined; readonly reset: string | undefined };
  /** Called before a wait, with its end in Unix milliseconds. */
  readonly onWait: (until: number, why: string) => void;
}

/** Sends every request of a run, within the budget and at the server's pace. */
export interface Governor {
  readonly sent: number;
  /** Requests that may still be sent. */
  readonly left: number;
  /**
   * Sends a request. A 429 is waited out and the request sent again, unless `provoking`.
   *
   * @throws OutOfBudget
   */
  send(request: Request, sentBy: string, provoking: boolean): Promise<Exchange>;
  /** @throws OutOfBudget when it would take longer than there is time */
  wait(milliseconds: number, why: string): Promise<void>;
}

const USED_UP = 'the budget of requests (--max-requests) is used up';
/** The wait after a 429 that names no time (RFC 6585 §4 has no rule for it), doubled each time. */
const FIRST_BACKOFF_MS = 1000;
const MOST_RETRIES = 4;
/** After so many requests in a row without a reply, no more are sent. */
const MOST_SILENT = 5;

export function createGovernor(
  transport: Transport,
  options: GovernorOptions,
  onExchange: (exchange: Exchange) => void,
): Governor {
  const deadline = Date.now() + options.maxTimeMs;
  let sent = 0;
  let nextAt = 0;
  let silent = 0;
  /** For each credential, until when its allowance is used up, by our clock. */
  const emptyUntil = new Map<Credential, number>();

  const wait = async (milliseconds: number, why: string): Promise<void> => {
    if (milliseconds <= 0) return;
    const until = Date.now() + milliseconds;
    if (until > deadline) throw new OutOfBudget(`${why} lasts longer than --max-time allows`);
    if (milliseconds > 1000) options.onWait(until, why);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  };

  const sendOnce = async (request: Request, sentBy: string): Promise<Exchange> => {
    if (sent >= options.maxRequests) throw new OutOfBudget(USED_UP);
    if (silent >= MOST_SILENT) throw new OutOfBudget(`${silent} requests in a row got no reply`);
    if (Date.now() > deadline) throw new OutOfBudget('the time (--max-time) is used up');
    if (options.ratePerMinute !== undefined) {
      await wait(nextAt - Date.now(), 'the pace of --rate');
      nextAt = Date.now() + 60_000 / options.ratePerMinute;
    }
    sent += 1;
    const number = sent;
    const startedAt = Date.now();
    const clock = performance.now();
    const { headers, query } = options.carried(request);
    const sendOver = (wanted: Connection): Promise<Sent> =>
      transport.send(
        request.method,
        options.baseUrl + withQuery(request.target, query),
        { ...options.headers, ...request.headers, ...headers },
        request.body,
        wanted,
      );
    const wanted = request.connection ?? 'kept';
    const first = await sendOver(wanted);
    // A server may close a connection that it kept alive just as the next request arrives: that is lawful (RFC 9112
    // §9.5), and the request is sent once more.
    const isRepeated = wasClosedIdle(first);
    if (isRepeated && sent >= options.maxRequests) throw new OutOfBudget(USED_UP);
    if (isRepeated) sent += 1;
    const { came, connection } = isRepeated ? await sendOver(wanted === 'kept' ? 'fresh' : wanted) : first;
    const exchange: Exchange = {
      number,
      request,
      sentBy,
      response: isFailure(came) ? undefined : came,
      failure: isFailure(came) ? came : undefined,
      connection,
      isRepeated,
      startedAt,
      milliseconds: performance.now() - clock,
    };
    onExchange(exchange);
    silent = exchange.response === undefined ? silent + 1 : 0;
    return exchange;
  };

  return {
    get sent() {
      return sent;
    },
    get left() {
      return options.maxRequests - sent;
    },
    wait,
    async send(request, sentBy, provoking) {
      if (provoking) return sendOnce(request, sentBy);
      await wait((emptyUntil.get(request.credential) ?? 0) - Date.now(), 'the window of the allowance');
      for (let tries = 0; ; tries += 1) {
        const exchange = await sendOnce(request, sentBy);
        const { response } = exchange;
        if (response?.status !== 429) {
          if (response !== undefined && remainingOf(response, options.allowance.remaining) === 0) {
            emptyUntil.set(request.credential, Date.now() + untilReset(response, options.allowance.reset));
          }
          return exchange;
        }
        if (tries >= MOST_RETRIES) throw new OutOfBudget(`the server went on answering 429 after ${tries} waits`);
        await wait(retryAfterMs(response, options.allowance.reset) ?? FIRST_BACKOFF_MS * 2 ** tries, 'a 429');
      }
    },
  };
}

/** Whether a connection that had carried requests before was closed in the place of a reply. */
const wasClosedIdle = ({ came, connection }: Sent): boolean =>
  isFailure(came) && came.kind === 'closed' && connection !== undefined && connection.carried > 0;

function remainingOf({ headers }: Response, name: string | undefined): number | undefined {
  const text = name === undefined ? undefined : headers.get(name);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Milliseconds until the reset that a reply announces, by the server's own clock where it shows one. */
function untilReset({ headers }: Response, name: string | undefined): number {
  const text = name === undefined ? undefined : headers.get(name);
  if (text === undefined || !/^\d+$/.test(text)) return 0;
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Math.max(0, Number(text) * 1000 - now);
}

/** What `Retry-After` asks for (RFC 9110 §10.2.3), else what is left until the reset; undefined where there is neither. */
function retryAfterMs(response: Response, resetName: string | undefined): number | undefined {
  const text = response.headers.get('retry-after');
  if (text !== undefined && /^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text ?? '');
  if (!Number.isNaN(date)) return Math.max(0, date - (Date.parse(response.headers.get('date') ?? '') || Date.now()));
  return untilReset(response, resetName) || undefined;
}
