import type { OutgoingHttpHeaders } from 'node:http';
import type { Allowance, Asked, Plan, Row, Window } from './model';

export const minute = 60_000;
const day = 86_400_000;

/** Fixed windows of a minute and of a day, each opened by its first request. A refused request costs nothing. */
export function meter(asked: Asked, plan: Plan = asked.world.behaviour.planOf(asked.key)): Allowance {
  const { behaviour } = asked.world;
  const now = behaviour.now();
  const row = rowOf(asked);
  if (now >= row.minute.opened + minute) open(row.minute, behaviour.minuteBegan(now, row.minute));
  if (now >= row.day.opened + day) open(row.day, now);

  const cost = behaviour.cost(asked);
  const refused = row.minute.used + cost > plan.minute || row.day.used + cost > plan.day;
  if (!refused) {
    row.minute.used += cost;
    row.day.used += cost;
  }
  const ofMinute = stateOf(row.minute, plan.minute, minute, refused);
  const ofDay = stateOf(row.day, plan.day, day, refused);
  return ofDay.remaining < ofMinute.remaining ? ofDay : ofMinute;
}

export function rowOf(asked: Asked): Row {
  const { ledger, behaviour } = asked.world;
  const name = behaviour.rowOf(asked);
  const row = ledger.get(name) ?? { minute: { opened: 0, used: 0 }, day: { opened: 0, used: 0 }, times: [] };
  ledger.set(name, row);
  return row;
}

function open(window: Window, began: number): void {
  window.opened = began;
  window.used = 0;
}

function stateOf({ opened, used }: Window, limit: number, length: number, refused: boolean): Allowance {
  return { limit, remaining: Math.max(0, limit - used), resetAt: opened + length, refused };
}

const seconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);

export const headers = ({ limit, remaining, resetAt }: Allowance): OutgoingHttpHeaders => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(seconds(resetAt)),
});

export const retryAfter = ({ resetAt }: Allowance, { world }: Asked): string =>
  String(Math.max(1, seconds(resetAt - world.behaviour.now())));
