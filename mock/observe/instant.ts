/** RFC 3339 §1: years have four digits. */
const FIRST_WRITABLE = Date.parse('0000-01-01T00:00:00Z');
const LAST_WRITABLE = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether RFC 3339 can write an instant, given in Unix milliseconds. */
export const isWritable = (instant: number): boolean => instant >= FIRST_WRITABLE && instant <= LAST_WRITABLE;

/** Unix milliseconds as ISO 8601; an instant outside its range is moved to the nearest one within. */
export const instantText = (instant: number): string =>
  new Date(Math.min(Math.max(instant, FIRST_WRITABLE), LAST_WRITABLE)).toISOString();

/** Unix seconds as ISO 8601; null for none. */
export const toInstant = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : instantText(seconds * 1000);
