import { invalidControl } from './problems';

/**
 * An instant of a request's body in Unix milliseconds.
 *
 * @param pointer where it stands
 * @throws Problem 400 for one that no calendar has, such as a leap second (RFC 3339 §5.6 lets them through)
 */
export function readInstant(pointer: string, text: string): number {
  const instant = Date.parse(text);
  if (!Number.isNaN(instant)) return instant;
  throw invalidControl(pointer, `must be an instant that the clock can show, not "${text}"`);
}

/** Unix seconds as ISO 8601. */
export const toInstant = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : new Date(seconds * 1000).toISOString();
