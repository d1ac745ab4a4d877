import { type Operation, takesCredential } from '../../../openapi/contract';
import { evidenceOf } from '../../exchange/evidence';
import {
  type Connection,
  type Exchange,
  isOfOperation,
  isSafe,
  isSuccess,
  type Request,
} from '../../exchange/exchange';
import type { Observation } from '../../verdict/verdict';
import { createLockouts, type Lockouts } from './lockout';
import { retryAfterMs } from './pace';

/** That what worked before works nowhere any more. */
export interface Turn {
  /** The request with which or after which it began. */
  readonly after: Exchange;
  /** The one before that, where it may as well have done it. */
  readonly or: Exchange | undefined;
  /** Whether the first one may have done it: it changes something, or has a wrong key. Else the server may have ended by itself. */
  readonly isDoer: boolean;
  /** After how many, rounded up, it served again; undefined where it was waited for in vain. */
  readonly seconds?: number;
  /** One that worked before, and the same as it fails now. */
  readonly worked: Exchange;
  readonly fails: Exchange;
}

/** Notices when a server stops serving. */
export interface TurnWatch {
  /** Undefined as long as it serves. */
  readonly turn: Turn | undefined;
  /** The first one that has ended by itself. */
  readonly outage: Turn | undefined;
  readonly lockouts: Lockouts;
  /**
   * Looks at replies before they are judged. Where one of them may come of a turn, some requests that worked before are sent
   * again; nothing is sent where none does.
   *
   * @param again sends a request once more; undefined where there is no budget for it
   * @returns whether they came of a lockout or an outage that has ended since
   */
  look(exchanges: readonly Exchange[], again: Again): Promise<boolean>;
  /** A request of another operation that was served last, and changes nothing. */
  another(operation: Operation): Request | undefined;
}

type Again = (request: Request, over: Connection) => Promise<Exchange | undefined>;

/** How many requests that worked before are sent again, each of another operation. */
const MOST_AGAIN = 3;
/** So many signs in a row are looked into, though each was seen before with an operation that has a fault of its own. */
const MANY = 5;

/** What a key that is locked out is waited for, in milliseconds: a minute in all; a server that is restarted by others half of it. */
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];
const LONGEST_RESTART_MS = 16_000;
/** What else may be over soon. */
const SHORT_MS = [1_000];

/** The share of a run's time that such waits may take: a minute of ten. */
const WAITS_SHARE = 1 / 9;
/** The same of a time that the server asks for. */
const ASKED_SHARE = 1 / 2;

export interface Watched {
  readonly maxTimeMs?: number;
  /** How often the main key was renewed; undefined where it never is. */
  readonly renewals?: (() => number) | undefined;
  /** Whether a request carries a credential of the user. */
  readonly isKeyed?: (request: Request) => boolean;
}

/** @param pause waits so many milliseconds */
export function createTurnWatch(
  pause: (milliseconds: number) => Promise<void>,
  { maxTimeMs = Number.POSITIVE_INFINITY, renewals, isKeyed = needsKey }: Watched = {},
): TurnWatch {
  /** The last success of each operation that changes nothing, the newest one last. */
  const working = new Map<Operation, Exchange>();
  /** Whether an operation serves those without a key, where that was asked. */
  const open = new Map<Operation, boolean>();
  /** What looked like a turn and was none. */
  const own = new Set<string>();
  /** The last one that was served. */
  let last: Exchange | undefined;
  let row = 0;
  /** How often the main key had been renewed when it was served last. */
  let renewed: number | undefined;
  let turn: Turn | undefined;
  let outage: Turn | undefined;
  const lockouts = createLockouts();
  const waitsMs = WAITS_MS.filter((wait) => 2 * wait < maxTimeMs * WAITS_SHARE);
  const restartMs = waitsMs.filter((wait) => wait <= LONGEST_RESTART_MS);

  const waitsOf = (sign: Sign, { response, failure }: Exchange): readonly number[] => {
    if (sign === '401') return waitsMs;
    if (sign === 'silence') return failure?.kind === 'timeout' ? SHORT_MS : restartMs;
    if (sign !== 'outage') return SHORT_MS;
    const asked = (response && retryAfterMs(response, undefined)) ?? 0;
    return asked > 0 && asked < maxTimeMs * ASKED_SHARE ? [asked, ...restartMs] : restartMs;
  };

  const signIn = (exchange: Exchange): Sign | undefined => signOf(exchange, isKeyed);

  const note = (exchange: Exchange): void => {
    const { operation, credential } = exchange.request;
    lockouts.note(exchange);
    if (credential === 'main' && isKeyed(exchange.request)) renewed = renewals?.();
    last = exchange;
    // A refusal of a wrong key tells that the server serves, and nothing of the good one.
    if (credential !== 'main') return;
    row = 0;
    if (!isSuccess(exchange) || !isOfOperation(exchange)) return;
    if (exchange.request.method === 'DELETE') forget(exchange.request);
    if (!isSafe(exchange.request)) return;
    working.delete(operation);
    working.set(operation, evidenceOf(exchange));
  };

  /** What was asked for below a record works no more once that is deleted, and some servers say that nobody may see it. */
  const forget = ({ target }: Request): void => {
    const gone = pathOf(target);
    for (const [operation, { request }] of working)
      if (`${pathOf(request.target)}/`.startsWith(`${gone}/`)) working.delete(operation);
  };

  /** Whether all of some requests that worked before fail now in the same way; one of them. */
  const failing = async (
    sign: Sign,
    again: Again,
    over: Connection,
  ): Promise<Pick<Turn, 'worked' | 'fails'> | undefined> => {
    const all = [...working.values()].toReversed();
    const tried = isOfAccess(sign) ? all.filter(({ request }) => isKeyed(request)) : all;
    // That one operation fails by its own fault says nothing of the others.
    if (tried.length < (sign === 'failure' ? 2 : 1)) return undefined;
    const found: Pick<Turn, 'worked' | 'fails'>[] = [];
    for (const worked of tried) {
      if (found.length === MOST_AGAIN) break;
      if (isOfAccess(sign) && open.get(worked.request.operation) === true) continue;
      const fails = await again(worked.request, over);
      if (fails !== undefined && signIn(fails) === sign) found.push({ worked, fails });
      // Over a fresh connection one that works says that the turn is over.
      else if (fails === undefined || !isOfAccess(sign) || over === 'fresh') return undefined;
      else if (!(await isOpen(worked.request, again))) return undefined;
    }
    return found[0];
  };

  /** Whether an operation serves those without a key, too, whatever the document says: that it serves tells nothing of the key. */
  const isOpen = async (request: Request, again: Again): Promise<boolean> => {
    const { operation } = request;
    const without = open.has(operation) ? undefined : await again({ ...request, credential: 'none' }, 'kept');
    if (without !== undefined) open.set(operation, isSuccess(without));
    return open.get(operation) === true;
  };

  return {
    lockouts,
    get turn() {
      return turn;
    },
    get outage() {
      return outage;
    },
    another: (operation) => [...working.values()].findLast(({ request }) => request.operation !== operation)?.request,
    async look(exchanges, again) {
      let isOver = false;
      for (const exchange of exchanges) {
        const shown = signIn(exchange);
        if (shown === undefined) note(exchange);
        const sign = shown ?? (lockouts.isDue(exchange) ? '401' : undefined);
        if (sign === undefined) continue;
        // A key that has had its time is renewed first.
        if (shown === '401' && renewals !== undefined && renewals() === renewed) continue;
        row += 1;
        const name = `${exchange.request.method} ${exchange.request.operation.id} ${sign}`;
        if (own.has(name) && row % MANY !== 0) continue;
        const began = await failing(sign, again, 'kept');
        const isLocked = began !== undefined && sign === '401';
        if (isLocked) lockouts.begin();
        let found = began;
        for (const wait of began === undefined ? [] : waitsOf(sign, began.fails)) {
          if (found === undefined) break;
          await pause(wait);
          found = await failing(sign, again, 'fresh');
        }
        const cause = beginningOf(exchange, last);
        if (found !== undefined) {
          turn = { ...found, ...cause };
          return false;
        }
        // Where it comes again with the request that showed it, that one is judged by itself.
        const isEnded = began !== undefined && wasOut(exchange, sign);
        if (isLocked) lockouts.end(began.fails, last);
        else if (shown !== undefined) own.add(name);
        if (isEnded) outage ??= { ...began, ...cause, seconds: Math.ceil((Date.now() - exchange.startedAt) / 1000) };
        isOver ||= isEnded || (isLocked && shown !== undefined);
        row = 0;
      }
      return isOver;
    },
  };
}

/** Whether a request may be sent again once the server is back: it was refused in its name, or got no connection. */
const wasOut = ({ failure }: Exchange, sign: Sign): boolean => sign === 'outage' || failure?.kind === 'unreachable';

/** What a server answers that serves no more: nothing, that it is not there, or that it does not know who asks. */
type Sign = 'silence' | 'outage' | 'failure' | '401' | '403';

const isOfAccess = (sign: Sign): boolean => sign === '401' || sign === '403';

const needsKey = ({ operation }: Request): boolean => takesCredential(operation);

function signOf({ request, response, failure }: Exchange, isKeyed: (request: Request) => boolean): Sign | undefined {
  if (failure !== undefined) return SILENT.includes(failure.kind) ? 'silence' : undefined;
  const status = response?.status ?? 0;
  if ([502, 503, 504].includes(status)) return 'outage';
  if (status === 500) return 'failure';
  // What a wrong key or none is refused by is meant to be, and the allowance of the second key is used up on purpose.
  if (request.credential !== 'main' || !isKeyed(request)) return undefined;
  return status === 401 ? '401' : status === 403 ? '403' : undefined;
}

/** Whether a request that met a lockout or an outage got nothing of its own. */
export const isUnserved = (exchange: Exchange): boolean =>
  ['401', 'outage', 'silence'].includes(signOf(exchange, () => true) ?? '');

const pathOf = (target: string): string => (target.split('?', 1)[0] ?? '').replace(/\/$/, '');

const SILENT: readonly string[] = ['unreachable', 'closed', 'timeout'];

/** Where a turn began, by the first request that shows it and the last one that was served. */
function beginningOf(first: Exchange, before: Exchange = first): Pick<Turn, 'after' | 'or' | 'isDoer'> {
  const mayDo = ({ request }: Exchange): boolean => !isSafe(request) || request.credential !== 'main';
  // What was refused a connection has done nothing; one that was closed on it may be its own doing.
  const hasArrived = first.failure?.kind !== 'unreachable' || first.isRepeated === true;
  const doers = [...new Set(hasArrived ? [first, before] : [before])].filter(mayDo);
  return { after: doers[0] ?? before, or: doers[1], isDoer: doers.length > 0 };
}

/** Why nothing more is sent, in a phrase. */
export const reasonOf = ({ after, fails }: Turn): string =>
  `the server serves no more: since request ${after.number} (${after.request.operation.id}) ${nowOf(fails)}`;

const nowOf = ({ response }: Exchange): string =>
  response === undefined ? 'nothing is answered' : `everything is answered by ${response.status}`;

/** What the run tells of it. */
export function observationOf({ after, or, isDoer, worked, fails, seconds }: Turn): Observation {
  const named = [after, ...(or === undefined ? [] : [or])].map(
    ({ number, request: { method, target } }) => `request ${number}, ${method} ${target},`,
  );
  const end = seconds === undefined ? '' : `, for up to ${seconds} s`;
  const doubt = isDoer ? '' : '; that one changes nothing, so the server may have ended by itself';
  const shown = [worked, ...(or === undefined ? [] : [or]), ...(isDoer ? [after] : []), fails];
  return {
    key: fails.response === undefined ? 'no reply' : String(fails.response.status),
    expected: `${worked.request.method} ${worked.request.target} to be served, as it was before`,
    actual: `after ${named.join(' or ')} ${nowOf(fails)}${end}${doubt}`,
    exchanges: shown.filter((exchange, place) => place === 0 || exchange.number > (shown[place - 1]?.number ?? 0)),
    topic: {},
  };
}
