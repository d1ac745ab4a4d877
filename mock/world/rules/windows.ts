import type { Allowance } from '../../../openapi/contract';
import type { Window } from '../stores/ledger';

/** One window as it stands now: open, or about to open. */
export interface WindowState {
  readonly allowance: Allowance;
  readonly isOpen: boolean;
  /** Unix seconds. */
  readonly openedAt: number;
  readonly used: number;
}

/**
 * How each allowance stands at a time in Unix seconds. Where the clock was set back the end of a window comes nearer, so
 * that it lasts no longer than its length.
 */
export const statesOf = (
  windows: readonly Window[],
  allowances: readonly Allowance[],
  now: number,
): readonly WindowState[] => allowances.map((allowance) => stateOf(windows, allowance, now));

function stateOf(windows: readonly Window[], allowance: Allowance, now: number): WindowState {
  for (const { name, openedAt, used } of windows) {
    if (name !== allowance.window) continue;
    if (now >= openedAt + allowance.seconds) break;
    return { allowance, isOpen: true, openedAt: Math.min(openedAt, now), used };
  }
  return { allowance, isOpen: false, openedAt: now, used: 0 };
}

/** The windows with these states in place of those of the same names. */
export function withUsed(windows: readonly Window[], states: readonly WindowState[]): readonly Window[] {
  const changed = [...windows];
  for (const { allowance, openedAt, used } of states) {
    const window: Window = { name: allowance.window, openedAt, used };
    const place = windows.findIndex(({ name }) => name === window.name);
    if (place < 0) changed.push(window);
    else changed[place] = window;
  }
  return changed;
}

export const remaining = ({ allowance, used }: WindowState): number => Math.max(0, allowance.requests - used);

/** Unix seconds. */
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
