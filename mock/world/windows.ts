import type { Allowance } from '../../openapi/contract';

/** What an account has used since a window opened. */
export interface Window {
  /** Unix seconds. */
  readonly openedAt: number;
  readonly used: number;
}

/** One window as it stands now: open, or about to open. */
export interface WindowState extends Window {
  readonly allowance: Allowance;
  readonly isOpen: boolean;
}

/**
 * How each allowance stands at a time in Unix seconds. A clock that was set back would make a window last for longer
 * than it does: its end comes nearer instead.
 */
export function statesOf(
  windows: ReadonlyMap<string, Window>,
  allowances: readonly Allowance[],
  now: number,
): readonly WindowState[] {
  return allowances.map((allowance) => {
    const window = windows.get(allowance.window);
    if (window === undefined || now >= window.openedAt + allowance.seconds) {
      return { allowance, isOpen: false, openedAt: now, used: 0 };
    }
    return { allowance, isOpen: true, openedAt: Math.min(window.openedAt, now), used: window.used };
  });
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
