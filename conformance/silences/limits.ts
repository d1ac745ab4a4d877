import type { Contract } from '../../openapi/contract';
import { type Exchange, isOfOneCaller, isOfOperation, isRefusal, isSuccess } from '../model/exchange';
import { type Allowance, allowanceOf, isOfKey, serverTime, TOLERANCE_S } from '../oracles/allowance';
import { createSightings, lessonOf, type NewLearner } from './learner';

/** So often the same has to be seen, and so much more often than anything else. */
const FEWEST = 3;
const SHARE = 0.8;

/** A reply's figures, and the requests of its key that were refused since the last success. */
interface Told {
  readonly allowance: Allowance;
  readonly exchange: Exchange;
  readonly refused: number;
}

/** Between two successes of a key, what is gone besides the second one is what the refusals in between have cost. */
export const learnCost: NewLearner<'refusals.cost'> = ({ allowanceHeaders: names }) => {
  const sightings = createSightings<'counted' | 'free'>();
  const last = new Map<string, Told>();
  let compared = 0;

  const compare = (before: Told, { allowance, exchange }: Omit<Told, 'refused'>): void => {
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
      lessonOf(
        sightings.all(Math.max(FEWEST, compared * SHARE)),
        compared < FEWEST
          ? 'too few replies told what was left before and after a refusal'
          : 'what refusals cost was not the same each time: others may use the key, or some of the allowance comes back meanwhile',
      ),
  };
};

const keyOf = ({ request, keyNumber }: Exchange): string => `${JSON.stringify(request.credential)} ${keyNumber ?? ''}`;

const isSameWindow = (one: Allowance, other: Allowance): boolean =>
  one.limit === other.limit && one.reset !== undefined && one.reset === other.reset;

/** What a key was told of one window. */
interface Window {
  readonly length: number;
  readonly reset: number;
  readonly first: Exchange;
  /** Seconds by the server's clock. */
  readonly firstAt: number;
}

/**
 * A window tells its kind together with another one: two that end by the clock; a second one that began with its first
 * request, after the end of the one before; or some of the allowance that comes back before the end.
 */
export const learnWindows: NewLearner<'windows'> = (contract) => {
  const { allowanceHeaders: names } = contract;
  const refills = createSightings<'sliding'>();
  const windows = new Map<string, Window[]>();
  const before = new Map<string, { readonly allowance: Allowance; readonly exchange: Exchange }>();
  let rises = 0;

  return {
    observe(exchange) {
      const { request, response, together } = exchange;
      if (response === undefined || !isOfOneCaller(request.credential) || !isOfKey(exchange)) return;
      const key = keyOf(exchange);
      const allowance = allowanceOf(response, names);
      const now = serverTime(response);
      const { limit, remaining, reset } = allowance;
      const length = lengthOf(contract, limit);
      if (limit === undefined || remaining === undefined || reset === undefined || now === undefined) return;
      const last = before.get(key);
      if (together === undefined && isSuccess(exchange)) before.set(key, { allowance, exchange });
      else before.delete(key);
      if (last !== undefined && comesBack(last.allowance, allowance, now)) {
        rises += 1;
        if (rises >= FEWEST)
          refills.see(
            'sliding',
            `${names.remaining}: ${last.allowance.remaining}, then ${remaining} before the reset`,
            [last.exchange, exchange],
          );
      }
      if (length === undefined) return;
      const known = windows.get(key) ?? [];
      if (!known.some((one) => Math.abs(one.reset - reset) <= TOLERANCE_S) && known.length < 20)
        windows.set(key, [...known, { length, reset, first: exchange, firstAt: now }]);
    },
    forget: () => before.clear(),
    conclude() {
      if (refills.all().length > 0) return lessonOf(refills.all(), '');
      const sightings = createSightings<'first-request' | 'calendar'>();
      const all = [...windows.values()];
      for (const one of byClock(all.flat())) sightings.see('calendar', `two windows end by the clock`, one);
      if (sightings.count('calendar') === 0)
        for (const pair of all.flatMap(begunByRequests))
          sightings.see('first-request', `a window began with its first request, after the one before`, pair);
      return lessonOf(
        sightings.all(),
        names.reset === undefined
          ? 'no header tells when an allowance is reset'
          : 'no two windows of a key were seen, of which the second one tells how they run',
      );
    },
  };
};

/** The length of the window that a figure belongs to, in seconds; undefined where several have it. */
function lengthOf({ plans }: Contract, limit: number | undefined): number | undefined {
  const lengths = plans
    .flatMap(({ allowances }) => (allowances === 'custom' ? [] : allowances))
    .filter(({ requests }) => requests === limit)
    .map(({ seconds }) => seconds);
  return new Set(lengths).size === 1 ? lengths[0] : undefined;
}

/** Whether more is left than before, though the window is not over: so much that no refusal was given back. */
const comesBack = (before: Allowance, now: Allowance, time: number): boolean =>
  before.limit === now.limit &&
  before.remaining !== undefined &&
  now.remaining !== undefined &&
  now.remaining > before.remaining &&
  before.reset !== undefined &&
  time < before.reset - TOLERANCE_S;

/** Windows that all end by the clock, two of them at least, opened at times that differ. */
function byClock(windows: readonly Window[]): readonly (readonly Exchange[])[] {
  const [first, ...others] = windows;
  if (first === undefined || !windows.every(({ reset, length }) => reset % length === 0)) return [];
  const second = others.find(({ firstAt }) => Math.abs(firstAt - first.firstAt) > TOLERANCE_S);
  // That a day ends at midnight by chance is rare enough by itself.
  if (first.length >= 3600) return [[first.first]];
  return second === undefined ? [] : [[first.first, second.first]];
}

/** Of a key a window, and one after it that lasts for its length from its first request on. */
const begunByRequests = (windows: readonly Window[]): readonly (readonly Exchange[])[] =>
  windows.slice(1).flatMap((one, place) => {
    const before = windows[place];
    const isFromRequest = Math.abs(one.reset - one.firstAt - one.length) <= 1 && one.reset % one.length !== 0;
    return before !== undefined && one.firstAt >= before.reset && isFromRequest ? [[before.first, one.first]] : [];
  });
