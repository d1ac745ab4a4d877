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
 * How each allowance stands at a time in Unix seconds. A clock that was set back would make a window last for longer
 * than it does: its end comes nearer instead.
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

/** These windows as open with so much used, and those of other names as they were. */
export function withUsed(windows: readonly Window[], states: readonly WindowState[]): readonly Window[] {
  const changed = states.map(({ allowance, openedAt, used }): Window => ({ name: allowance.window, openedAt, used }));
  for (const window of windows) if (!changed.some(({ name }) => name === window.name)) changed.push(window);
  return changed;
}

export const remaining = ({ allowance, used }: WindowState): number => Math.max(0, allowance.requests - used);

/** Unix seconds. */
export const resetAt = ({ allowance, openedAt }: WindowState): number => openedAt + allowance.seconds;

/** Of the windows that are used up, the one that stays so for longest. */
export function refusing(states: readonly WindowState[]): WindowState | undefined {
  let worst: WindowState | undefined;
  for (const state of states) {
    if (remaining(state) > 0) continue;
    if (worst === undefined || resetAt(state) >= resetAt(worst)) worst = state;
  }
  return worst;
}

/** The window with the fewest requests left; of two that are alike, the one that lasts longer. */
export function scarcest(states: readonly WindowState[]): WindowState | undefined {
  let least: WindowState | undefined;
  for (const state of states) if (least === undefined || remaining(state) <= remaining(least)) least = state;
  return least;
}
