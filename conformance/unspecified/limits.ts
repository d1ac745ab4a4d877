import type { OptionOf } from '../../openapi/behaviours/options';
import type { Contract } from '../../openapi/contract';
import { type Exchange, isOfOneCaller, isOfOperation, isRefusal, isSuccess } from '../exchange/exchange';
import { type Allowance, allowanceOf, isOfKey, serverTime, TOLERANCE_S } from '../rules/oracles/allowance';
import { createSightings, type NewLearner, type Sight } from './learner';

/** What a reply says of a window. */
interface WindowFigures {
  readonly exchange: Exchange;
  readonly limit: number;
  readonly left: number;
  /** Unix seconds. */
  readonly reset: number;
  readonly now: number;
}

/** What tells the key that a request went with from others. */
const keyOf = ({ request, keyNumber }: Exchange): string => `${JSON.stringify(request.credential)} ${keyNumber ?? ''}`;

/** What is known of a key. */
interface Account {
  last: WindowFigures | undefined;
  /** Whether an end has come nearer: then several counters answer in turn, each with windows of its own. */
  isOfSeveral: boolean;
  /** When its requests were served, and when others were refused, which may have cost nothing; Unix seconds. */
  readonly served: number[];
  readonly refused: number[];
}

const MOST = 20_000;
/** So many requests have to tell one kind of window from another. */
const CLEAR = 3;
/** So often something comes back before the reset. */
const FEWEST_RISES = 3;

/**
 * One window alone tells nothing, since one that slides begins as one that lasts from its first request on: but for one that is
 * not full at its first request and ends by the clock. After the end of one, what still counts of it tells the others apart.
 */
export const learnWindows: NewLearner<'windows'> = (contract) => {
  const sightings = createSightings<OptionOf<'windows'>>();
  const accounts = new Map<string, Account>();
  let rises = 0;

  const look = (account: Account, figures: WindowFigures, length: number): Sight<OptionOf<'windows'>> | undefined => {
    const { last } = account;
    if (last === undefined) return atFirst(figures, length);
    if (figures.reset < last.reset - TOLERANCE_S) account.isOfSeveral = true;
    if (last.limit !== figures.limit || account.isOfSeveral) return undefined;
    if (figures.left > last.left && figures.now < last.reset - TOLERANCE_S) {
      rises += 1;
      const shows = `${last.left} left, then ${figures.left} before the reset`;
      return rises < FEWEST_RISES ? undefined : { option: 'sliding', shows };
    }
    return figures.now < last.reset ? undefined : afterReset(account, last, figures, length);
  };

  return {
    observe(exchange) {
      const figures = figuresIn(exchange, contract);
      if (figures === undefined || !isOfOneCaller(exchange.request.credential)) return;
      const key = keyOf(exchange);
      const account: Account = accounts.get(key) ?? { last: undefined, isOfSeveral: false, served: [], refused: [] };
      accounts.set(key, account);
      const times = isSuccess(exchange) ? account.served : account.refused;
      if (times.length < MOST) times.push(figures.now);
      const length = lengthOf(contract, figures.limit);
      // What went with others may have been counted before or after them.
      const isAlone = exchange.together === undefined && isSuccess(exchange) && isOfOperation(exchange);
      const sight = length === undefined || !isAlone ? undefined : look(account, figures, length);
      const before = account.last;
      if (isAlone) account.last = figures;
      if (sight === undefined || !('option' in sight)) return;
      sightings.see(sight.option, sight.shows, before === undefined ? [exchange] : [before.exchange, exchange]);
    },
    forget() {
      for (const account of accounts.values()) account.last = undefined;
    },
    conclude: () =>
      sightings.conclude(
        contract.allowanceHeaders.reset === undefined
          ? 'no header of the document tells when an allowance is reset'
          : 'no window of a key was seen with one after it, and what was used of the first one tells how they run',
      ),
  };
};

function figuresIn(exchange: Exchange, { allowanceHeaders }: Contract): WindowFigures | undefined {
  const { response } = exchange;
  if (response === undefined || !isOfKey(exchange)) return undefined;
  const { limit, remaining: left, reset } = allowanceOf(response, allowanceHeaders);
  const now = serverTime(response);
  if (limit === undefined || left === undefined || reset === undefined || now === undefined) return undefined;
  return { exchange, limit, left, reset, now };
}

/** The length of the window that a figure belongs to, in seconds; undefined where several have it. */
function lengthOf({ plans }: Contract, limit: number): number | undefined {
  const lengths = plans
    .flatMap(({ allowances }) => (allowances === 'custom' ? [] : allowances))
    .filter(({ requests }) => requests === limit)
    .map(({ seconds }) => seconds);
  return new Set(lengths).size === 1 ? lengths[0] : undefined;
}

const isByClock = ({ reset }: WindowFigures, length: number): boolean => reset % length === 0;

/** A window that is new, and of which some is over all the same. */
function atFirst(figures: WindowFigures, length: number): Sight<'calendar'> | undefined {
  const { left, limit, reset, now } = figures;
  const isPartlyOver = reset - now < length - TOLERANCE_S && reset > now;
  if (left !== limit - 1 || !isPartlyOver || !isByClock(figures, length)) return undefined;
  return { option: 'calendar', shows: `the first request of a window, which ends by the clock ${reset - now} s later` };
}

/** What is left after the end of a window tells whether what was used late in it still counts. */
function afterReset(
  account: Account,
  last: WindowFigures,
  figures: WindowFigures,
  length: number,
): Sight<OptionOf<'windows'>> | undefined {
  const { limit, left, now, reset } = figures;
  // Windows of one key that lie across each other are one that slides: it tells the end of its oldest part.
  const later = reset - last.reset;
  if (later > TOLERANCE_S && later < length - TOLERANCE_S && reset > now + TOLERANCE_S) {
    const shows = `a window that ends at ${last.reset}, and another one of ${length} s that ends at ${reset}`;
    return { option: 'sliding', shows };
  }
  const countSince = (times: readonly number[], since: number): number => times.filter((time) => time > since).length;
  /** The least and the most that is left, since refusals may have cost nothing. */
  const leftOf = (since: number) => {
    const served = countSince(account.served, since);
    return { least: limit - served - countSince(account.refused, since), most: limit - served };
  };
  const [slid, renewed] = [leftOf(now - length), leftOf(Math.max(last.reset - 1, last.now))];
  // Nothing tells them apart, or dates in whole seconds do not.
  if (renewed.least - slid.most < CLEAR) return undefined;
  const shows = `${last.left} left, then ${left} of ${limit} after the reset`;
  if (left >= slid.least - 1 && left <= slid.most + 1) return { option: 'sliding', shows };
  if (left < renewed.least - 1 || left > renewed.most + 1) return undefined;
  if (isByClock(figures, length) && isByClock(last, length)) return { option: 'calendar', shows };
  const isFromRequest = Math.abs(reset - now - length) <= 1;
  return isFromRequest && !isByClock(figures, length) ? { option: 'first-request', shows } : undefined;
}

/** So often the same has to be seen, and so much more often than anything else. */
const FEWEST = 3;
const SHARE = 0.8;

/** A reply's figures, and the requests of its key that were refused since the last success. */
interface Figures {
  readonly allowance: Allowance;
  readonly exchange: Exchange;
  readonly refused: number;
}

/** Between two successes of a key, what is gone besides the second one is what the refusals in between have cost. */
export const learnCost: NewLearner<'refusals.cost'> = ({ allowanceHeaders: names }) => {
  const sightings = createSightings<'counted' | 'free'>();
  const last = new Map<string, Figures>();
  let compared = 0;

  const compare = (before: Figures, { allowance, exchange }: Omit<Figures, 'refused'>): void => {
    const { refused } = before;
    const [had, left] = [before.allowance.remaining, allowance.remaining];
    if (refused === 0 || had === undefined || left === undefined || !isSameWindow(before.allowance, allowance)) return;
    const gone = had - left - 1;
    compared += 1;
    const shows = `${names.remaining}: ${had}, then ${left} after ${refused} refused and one that was served`;
    if (gone === refused) sightings.see('counted', shows, [before.exchange, exchange]);
    if (gone === 0) sightings.see('free', shows, [before.exchange, exchange]);
  };

  return {
    observe(exchange) {
      const { request, response, together, isRepeated } = exchange;
      if (response === undefined || !isOfOneCaller(request.credential)) return void last.delete(keyOf(exchange));
      const key = keyOf(exchange);
      const before = last.get(key);
      const allowance = allowanceOf(response, names);
      if (together !== undefined || isRepeated === true || response.status === 429) return void last.delete(key);
      if (isSuccess(exchange) && isOfOperation(exchange)) {
        if (before !== undefined) compare(before, { allowance, exchange });
        last.set(key, { allowance, exchange, refused: 0 });
      } else if (before !== undefined && isRefusal(exchange) && isOfKey(exchange))
        last.set(key, { ...before, refused: before.refused + 1 });
      else last.delete(key);
    },
    forget: () => last.clear(),
    conclude: () =>
      sightings.conclude(
        compared < FEWEST
          ? 'too few replies showed what was left before and after a refusal'
          : 'what refusals cost was not the same each time: others may use the key, or some of the allowance comes back meanwhile',
        (_, count) => count >= Math.max(FEWEST, compared * SHARE),
      ),
  };
};

const isSameWindow = (one: Allowance, other: Allowance): boolean =>
  one.limit === other.limit && one.reset !== undefined && one.reset === other.reset;
