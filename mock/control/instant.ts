import { isWritable } from '../observe/instant';
import { quoted, type RefuseInput } from './problems';

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
