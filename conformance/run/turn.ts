import type { Operation } from '../../openapi/contract';
import { evidenceOf } from '../exchange/evidence';
import { type Connection, type Exchange, isOfOperation, isSafe, isSuccess, type Request } from '../exchange/exchange';
import type { Observation } from '../verdict/verdict';
import { createLockouts, type Lockouts } from './lockout';

/** That what worked before works nowhere any more. */
export interface Turn {
  /** The request after which it began. */
  readonly after: Exchange;
  /** Whether that one may have done it: it changes something, or got no reply itself. Else the server may have ended by itself. */
  readonly isDoer: boolean;
  /** One that worked before, and the same as it fails now. */
  readonly worked: Exchange;
  readonly fails: Exchange;
}

/** Notices when a server stops serving. */
export interface TurnWatch {
  /** Undefined as long as it serves. */
  readonly turn: Turn | undefined;
  readonly lockouts: Lockouts;
  /**
   * Looks at replies before they are judged. Where one of them may come of a turn, some requests that worked before are sent
   * again; nothing is sent where none does.
   *
   * @param again sends a request once more; undefined where there is no budget for it
   * @returns whether they came of a lockout that has ended since
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

/** What a server that is restarted by others may take until it serves again, in milliseconds. */
const RESTART_MS = [1000];
/** The same of a key that is locked out: a minute in all. */
const LOCKOUT_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000];

/** The share of a run's time that a lockout may take: a minute of ten. */
const LOCKOUT_SHARE = 1 / 9;

/** @param pause waits so many milliseconds @param maxTimeMs of the run */
export function createTurnWatch(
  pause: (milliseconds: number) => Promise<void>,
  maxTimeMs = Number.POSITIVE_INFINITY,
): TurnWatch {
  /** The last success of each operation that changes nothing, the newest one last. */
  const working = new Map<Operation, Exchange>();
  /** What looked like a turn and was none. */
  const own = new Set<string>();
  /** The last one that was served. */
  let last: Exchange | undefined;
  let row = 0;
  /** Of the main key that was served last. */
  let keyNumber: number | undefined;
  let turn: Turn | undefined;
  const lockouts = createLockouts();
  const lockoutMs = LOCKOUT_MS.filter((wait) => 2 * wait < maxTimeMs * LOCKOUT_SHARE);

  const note = (exchange: Exchange): void => {
    const { operation, credential } = exchange.request;
    lockouts.note(exchange);
    if (credential === 'main') keyNumber = exchange.keyNumber;
    last = exchange;
    // A refusal of a wrong key tells that the server serves, and nothing of the good one.
    if (credential !== 'main') return;
    row = 0;
    if (!isSuccess(exchange) || !isSafe(exchange.request) || !isOfOperation(exchange)) return;
    working.delete(operation);
    working.set(operation, evidenceOf(exchange));
  };

  /** Whether all of some requests that worked before fail now in the same way; one of them. */
  const failing = async (
    sign: Sign,
    again: Again,
    over: Connection,
  ): Promise<Pick<Turn, 'worked' | 'fails'> | undefined> => {
    const all = [...working.values()].toReversed();
    const tried = (isOfAccess(sign) ? all.filter(({ request }) => isKeyed(request)) : all).slice(0, MOST_AGAIN);
    // That one operation fails by its own fault says nothing of the others.
    if (tried.length < (sign === 'failure' ? 2 : 1)) return undefined;
    let found: Pick<Turn, 'worked' | 'fails'> | undefined;
    for (const worked of tried) {
      const fails = await again(worked.request, over);
      if (fails === undefined || signOf(fails) !== sign) return undefined;
      found ??= { worked, fails };
    }
    return found;
  };

  return {
    lockouts,
    get turn() {
      return turn;
    },
    another: (operation) => [...working.values()].findLast(({ request }) => request.operation !== operation)?.request,
    async look(exchanges, again) {
      let isLockout = false;
      for (const exchange of exchanges) {
        const shown = signOf(exchange);
        if (shown === undefined) note(exchange);
        const sign = shown ?? (lockouts.isDue(exchange) ? '401' : undefined);
        if (sign === undefined) continue;
        // A key that has had its time is renewed first.
        if (sign === '401' && exchange.keyNumber !== undefined && exchange.keyNumber === keyNumber) continue;
        row += 1;
        const name = `${exchange.request.method} ${exchange.request.operation.id} ${sign}`;
        if (own.has(name) && row % MANY !== 0) continue;
        const began = await failing(sign, again, 'kept');
        const isLocked = began !== undefined && sign === '401';
        if (isLocked) lockouts.begin();
        let found = began;
        for (const wait of isLocked ? lockoutMs : RESTART_MS) {
          if (found === undefined) break;
          await pause(wait);
          found = await failing(sign, again, 'fresh');
        }
        if (found !== undefined) {
          turn = { ...found, ...beginningOf(exchange, last) };
          return false;
        }
        if (isLocked) lockouts.end(began.fails, last);
        else if (shown !== undefined) own.add(name);
        isLockout ||= isLocked && shown !== undefined;
        row = 0;
      }
      return isLockout;
    },
  };
}

/** What a server answers that serves no more: nothing, that it is not there, or that it does not know who asks. */
type Sign = 'silence' | 'outage' | 'failure' | '401' | '403';

const isOfAccess = (sign: Sign): boolean => sign === '401' || sign === '403';

const isKeyed = ({ operation }: Request): boolean => operation.security.length > 0;

function signOf({ request, response, failure }: Exchange): Sign | undefined {
  if (failure !== undefined) return SILENT.includes(failure.kind) ? 'silence' : undefined;
  const status = response?.status ?? 0;
  if ([502, 503, 504].includes(status)) return 'outage';
  if (status === 500) return 'failure';
  // What a wrong key or none is refused by is meant to be, and the allowance of the second key is used up on purpose.
  if (request.credential !== 'main' || !isKeyed(request)) return undefined;
  return status === 401 ? '401' : status === 403 ? '403' : undefined;
}

const SILENT: readonly string[] = ['unreachable', 'closed', 'timeout'];

/** Where a turn began, by the first request that shows it and the last one that was served. */
function beginningOf(first: Exchange, before: Exchange = first): Pick<Turn, 'after' | 'isDoer'> {
  if (!isSafe(before.request) || before.request.credential !== 'main') return { after: before, isDoer: true };
  const isDoer = !isSafe(first.request) && first.failure?.kind !== 'unreachable';
  return { after: isDoer ? first : before, isDoer };
}

/** Why nothing more is sent, in a phrase. */
export const reasonOf = ({ after, fails }: Turn): string =>
  `the server serves no more: since request ${after.number} (${after.request.operation.id}) ${nowOf(fails)}`;

const nowOf = ({ response }: Exchange): string =>
  response === undefined ? 'nothing is answered' : `everything is answered by ${response.status}`;

/** What the run tells of it. */
export function observationOf({ after, isDoer, worked, fails }: Turn): Observation {
  const { method, target } = after.request;
  const when = `after request ${after.number}, ${method} ${target},`;
  const shown = isDoer ? [worked, after, fails] : [worked, fails];
  return {
    key: fails.response === undefined ? 'no reply' : String(fails.response.status),
    expected: `${worked.request.method} ${worked.request.target} to be served, as it was before`,
    actual: `${when} ${nowOf(fails)}${isDoer ? '' : '; that one changes nothing, so the server may have ended by itself'}`,
    exchanges: shown.filter((exchange, place) => place === 0 || exchange.number > (shown[place - 1]?.number ?? 0)),
    topic: {},
  };
}
