import type { RunningAllowance, Window } from '../stores/ledger';

/** One window as it stands now: open, or about to open. */
export interface WindowState {
  readonly allowance: RunningAllowance;
  readonly isOpen: boolean;
  /** Unix seconds. Of a sliding one, that of the oldest part that still counts. */
  readonly openedAt: number;
  readonly used: number;
  /** Of a sliding one: the parts that count, in the order of their times. */
  readonly parts?: readonly Window[];
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
  if (allowance.runs === 'sliding') return slidingStateOf(windows, allowance, now);
  let openedAt: number | undefined;
  let used = 0;
  for (const window of windows) {
    if (window.name !== allowance.window || now >= window.openedAt + allowance.seconds) continue;
    // There are several where it slid until now: what they count goes on to count.
    openedAt ??= Math.min(window.openedAt, now);
    used += window.used;
  }
  if (openedAt === undefined) return { allowance, isOpen: false, openedAt: beginOf(allowance, now), used: 0 };
  return { allowance, isOpen: true, openedAt, used };
}

/** When a window that opens now has begun, in Unix seconds: by the clock, all lengths being parts of a day (UTC). */
const beginOf = ({ runs, seconds }: RunningAllowance, now: number): number =>
  runs === 'calendar' ? now - modulo(now, seconds) : now;

function slidingStateOf(windows: readonly Window[], allowance: RunningAllowance, now: number): WindowState {
  const parts = windows
    .filter(({ name, openedAt }) => name === allowance.window && now < openedAt + allowance.seconds)
    .map((part) => (part.openedAt > now ? { ...part, openedAt: now } : part));
  const used = parts.reduce((sum, part) => sum + part.used, 0);
  return { allowance, isOpen: used > 0, openedAt: parts[0]?.openedAt ?? now, used, parts };
}

/** A sliding window counts in so many parts. */
const PARTS = 60;

/** How long a part is, in seconds. */
const partOf = ({ seconds }: RunningAllowance): number => Math.max(1, Math.floor(seconds / PARTS));

/** The state after so many more requests. Of a sliding one they count for the part of now. */
export function withMore(state: WindowState, more: number, now: number): WindowState {
  const { allowance, openedAt, used, parts } = state;
  if (parts === undefined) return { allowance, isOpen: true, openedAt, used: used + more };
  const present = now - modulo(now, partOf(allowance));
  const last = parts.at(-1);
  const isLast = last !== undefined && last.openedAt >= present;
  const part = isLast ? last : { name: allowance.window, openedAt: present, used: 0 };
  const others = isLast ? parts.slice(0, -1) : parts;
  const changed = part.used + more > 0 ? [...others, { ...part, used: part.used + more }] : others;
  return { allowance, isOpen: true, openedAt: changed[0]?.openedAt ?? now, used: used + more, parts: changed };
}

/**
 * The windows without one request that was taken from them then, where they still count it: no other time plays a part, so
 * that a request which took long turns nobody's clock back.
 *
 * @param takenAt Unix seconds
 */
export const withOneBack = (
  windows: readonly Window[],
  allowances: readonly RunningAllowance[],
  takenAt: number,
): readonly Window[] =>
  allowances.reduce((all, allowance) => {
    const length = allowance.runs === 'sliding' ? partOf(allowance) : allowance.seconds;
    const place = all.findIndex(
      ({ name, openedAt, used }) =>
        name === allowance.window && openedAt <= takenAt && takenAt < openedAt + length && used > 0,
    );
    const window = all[place];
    if (window === undefined) return all;
    const isOver = allowance.runs === 'sliding' && window.used === 1;
    return all.toSpliced(place, 1, ...(isOver ? [] : [{ ...window, used: window.used - 1 }]));
  }, windows);

/** The state with so many requests used, all of them now where it is a sliding one. */
export const withExactly = (state: WindowState, used: number, now: number): WindowState =>
  state.parts === undefined ? { ...state, used } : withMore({ ...state, used: 0, parts: [] }, used, now);

/** The windows with these states in place of those of the same names. */
export function withUsed(windows: readonly Window[], states: readonly WindowState[]): readonly Window[] {
  let changed = [...windows];
  for (const { allowance, openedAt, used, parts } of states) {
    const name = allowance.window;
    const place = changed.findIndex((window) => window.name === name);
    if (parts !== undefined) changed = [...changed.filter((window) => window.name !== name), ...parts];
    else if (place < 0) changed.push({ name, openedAt, used });
    else {
      const isOne = changed.findLastIndex((window) => window.name === name) === place;
      if (!isOne) changed = changed.filter((window, at) => at === place || window.name !== name);
      changed[place] = { name, openedAt, used };
    }
  }
  return changed;
}

export const remaining = ({ allowance, used }: WindowState): number => Math.max(0, allowance.requests - used);

/** Unix seconds: when all of it is back; of a sliding one, when the oldest part is. */
export const resetAt = ({ allowance, openedAt }: WindowState): number => openedAt + allowance.seconds;

/** Of the windows that are used up, the one that ends last. */
export function refusing(states: readonly WindowState[]): WindowState | undefined {
  let worst: WindowState | undefined;
  for (const state of states) {
    if (remaining(state) > 0) continue;
    if (worst === undefined || resetAt(state) >= resetAt(worst)) worst = state;
  }
  return worst;
}

/** The window with the fewest requests left; of two with the same number, the one that comes later. */
export function scarcest(states: readonly WindowState[]): WindowState | undefined {
  let least: WindowState | undefined;
  for (const state of states) if (least === undefined || remaining(state) <= remaining(least)) least = state;
  return least;
}

/** What is left over of a division, from 0 on also before 1970. */
const modulo = (number: number, divisor: number): number => ((number % divisor) + divisor) % divisor;
