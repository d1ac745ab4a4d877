import type { StoreInUse } from '../world/stores/status';

/** How what the mock remembers is doing. */
export interface ShownStore {
  readonly kind: StoreInUse['kind'];
  readonly state: 'ok' | 'degraded';
  /** Why, in a sentence; null where all is well. */
  readonly reason: string | null;
  /** ISO 8601; null where all is well. */
  readonly since: string | null;
}

export function shownStore({ kind, status }: StoreInUse): ShownStore {
  const { reason, since } = status();
  if (reason === undefined) return { kind, state: 'ok', reason: null, since: null };
  return { kind, state: 'degraded', reason, since: new Date(since).toISOString() };
}
