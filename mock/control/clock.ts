import type { World } from '../world/model';
import { readInstant } from './instant';
import { invalidControl } from './problems';

export interface ClockState {
  /** ISO 8601. */
  readonly now: string;
  readonly frozen: boolean;
  /** How far it is ahead of the real time. */
  readonly offsetSeconds: number;
}

export type ClockChange =
  | { readonly action: 'advance'; readonly seconds: number }
  | { readonly action: 'set'; readonly instant: string }
  | { readonly action: 'freeze' | 'run' | 'reset' };

export function readClock({ clock }: World): ClockState {
  const now = clock.now();
  return { now: new Date(now).toISOString(), frozen: clock.frozen, offsetSeconds: (now - clock.real()) / 1000 };
}

/** @throws Problem 400 for an instant that RFC 3339 can't write */
export function changeClock(world: World, change: ClockChange): ClockState {
  const { clock } = world;
  if (change.action === 'advance') {
    if (clock.now() + change.seconds * 1000 > LAST_INSTANT)
      throw invalidControl('/seconds', 'leads beyond the year 9999');
    clock.advance(change.seconds);
  } else if (change.action === 'set') clock.set(readInstant('/instant', change.instant));
  else clock[change.action]();
  return readClock(world);
}

/** RFC 3339 §1: years have four digits. */
const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59);
