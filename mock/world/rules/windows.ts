import type { RunningAllowance, Window } from '../stores/ledger';

/** One window as it stands now: open, or about to open. */
export interface WindowState {
  readonly allowance: RunningAllowance;
  readonly isOpen: boolean;
  /** Unix seconds. Of a sliding one, that of the oldest part that still counts. */
  readonly openedAt: number;
  readonly used: number;
  /** What counts, in the order of the times: several parts of a sliding one, else one at most. */
  readonly parts: readonly Window[];
}

/**
 * How each allowance stands at a time in Unix seconds. Where the clock was set back the end of a window comes nearer, so
 * that it lasts no longer than its length.
 */
export const statesOf = (
  windows: readonly Window[],
  allowances: readonly RunningAllowance[],
  now: number,
): readonly WindowState[] => allowances.map((allowance) => stateOf(windows, allowance, now));

function stateOf(windows: readonly Window[], allowance: RunningAllowance, now: number): WindowState {
  const { window: name, seconds, runs } = allowance;
  const counting: Window[] = [];
  let used = 0;
  for (const window of windows) {
    if (window.name !== name || now >= window.openedAt + seconds) continue;
    counting.push(window.openedAt > now ? { ...window, openedAt: now } : window);
    used += window.used;
  }
  const oldest = counting[0];
  // By the clock, all lengths are parts of a day (UTC).
  const openedAt = oldest?.openedAt ?? (runs === 'calendar' ? roundedDown(now, seconds) : now);
  if (runs === 'sliding') return { allowance, isOpen: used > 0, openedAt, used, parts: counting };
  // There are several where it slid until now: what they count goes on to count.
  const parts = oldest === undefined ? [] : [{ name, openedAt, used }];
  return { allowance, isOpen: oldest !== undefined, openedAt, used, parts };
}

/** A sliding window counts in so many parts. */
const PARTS = 60;

/** For how many seconds a window, or each part of a sliding one, counts what comes to be used. */
const countingTime = ({ runs, seconds }: RunningAllowance): number =>
  runs === 'sliding' ? Math.max(1, Math.floor(seconds / PARTS)) : seconds;

/** The state after so many more requests. Of a sliding one they count for the part of now. */
export function withMore(state: WindowState, more: number, now: number): WindowState {
  const { allowance, used, parts } = state;
  const isSliding = allowance.runs === 'sliding';
  const begin = isSliding ? roundedDown(now, countingTime(allowance)) : state.openedAt;
  const last = parts.at(-1);
  const isLast = last !== undefined && last.openedAt >= begin;
  const part = isLast ? last : { name: allowance.window, openedAt: begin, used: 0 };
  const others = isLast ? parts.slice(0, -1) : parts;
  const isKept = !isSliding || part.used + more > 0;
  const changed = isKept ? [...others, { ...part, used: part.used + more }] : others;
  return { allowance, isOpen: true, openedAt: changed[0]?.openedAt ?? now, used: used + more, parts: changed };
}

/**
 * The windows without one request that was taken from them then, where they still count it: no other time plays a part, so
 * that a request which took long turns no clock back.
 *
 * @param consumedAt Unix seconds
 */
export const withOneBack = (
  windows: readonly Window[],
  allowances: readonly RunningAllowance[],
  consumedAt: number,
): readonly Window[] =>
  allowances.reduce((all, allowance) => {
    const place = all.findIndex(
      ({ name, openedAt, used }) =>
        name === allowance.window &&
        openedAt <= consumedAt &&
        consumedAt < openedAt + countingTime(allowance) &&
        used > 0,
    );
    const window = all[place];
    if (window === undefined) return all;
    const isOver = allowance.runs === 'sliding' && window.used === 1;
    return all.toSpliced(place, 1, ...(isOver ? [] : [{ ...window, used: window.used - 1 }]));
  }, windows);

/** The state with so many requests used, all of them now where it is a sliding one. */
export const withExactly = (state: WindowState, used: number, now: number): WindowState =>
  withMore({ ...state, used: 0, parts: [] }, used, now);

/** The windows with these states in place of those of the same names. */
export function withUsed(windows: readonly Window[], states: readonly WindowState[]): readonly Window[] {
  const all = [...windows];
  for (const { allowance, parts } of states) {
    const first = all.findIndex(({ name }) => name === allowance.window);
    for (let place = all.length - 1; first >= 0 && place >= first; place -= 1)
      if (all[place]?.name === allowance.window) all.splice(place, 1);
    if (allowance.runs === 'sliding' || first < 0) all.push(...parts);
    else all.splice(first, 0, ...parts);
  }
  return all;
}

export const remaining = ({ allowance, used }: WindowState): number => Math.max(0, allowance.requests - used);

/** Unix seconds: when all of it is back; of a sliding one, when the oldest part is. */
export const resetAt = ({ allowance, openedAt }: WindowState): number => openedAt + allowance.seconds;

/** Of the windows that are used up, the one that ends last. */
export function refusing(states: readonly WindowState[]): WindowState | undefined {
  let worst: WindowState | undefined;
  for (const state of states)
    if (remaining(state) === 0 && (worst === undefined || resetAt(state) >= resetAt(worst))) worst = state;
  return worst;
}

/** The window with the fewest requests left; of two with the same number, the one that comes later. */
export function scarcest(states: readonly WindowState[]): WindowState | undefined {
  let least: WindowState | undefined;
  for (const state of states) if (least === undefined || remaining(state) <= remaining(least)) least = state;
  return least;
}

const roundedDown = (number: number, step: number): number => Math.floor(number / step) * step;
