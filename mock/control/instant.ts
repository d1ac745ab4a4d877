import { quoted, type RefuseInput } from './problems';

/** RFC 3339 §1: years have four digits. */
const FIRST_WRITABLE = Date.parse('0000-01-01T00:00:00Z');
const LAST_WRITABLE = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether RFC 3339 can write an instant, given in Unix milliseconds. */
export const isWritable = (instant: number): boolean => instant >= FIRST_WRITABLE && instant <= LAST_WRITABLE;

/**
 * An instant of a request in Unix milliseconds.
 *
 * @throws what `refuse` makes of an instant that no calendar has, such as a leap second (RFC 3339 §5.6 lets them through),
 *   or that has a year of five digits, or one before the first, once its offset is taken off
 */
export function readInstant(text: string, refuse: RefuseInput): number {
  const instant = Date.parse(text);
  if (isWritable(instant)) return instant;
  throw refuse(`must be an instant that the clock can show, not ${quoted(text)}`);
}

/** Unix milliseconds as ISO 8601; beyond what that can write, the last instant that it can. */
export const instantText = (instant: number): string =>
  new Date(Math.min(Math.max(instant, FIRST_WRITABLE), LAST_WRITABLE)).toISOString();

/** Unix seconds as ISO 8601. */
export const toInstant = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : instantText(seconds * 1000);
