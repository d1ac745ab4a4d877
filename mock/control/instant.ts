import { isWritable } from '../observe/instant';
import { quoted, type RefuseInput } from './problems';

/**
 * Reads an instant, in Unix milliseconds.
 *
 * @throws what `refuse` makes, for an instant that a `Date` can't hold, such as a leap second (which RFC 3339 §5.6
 *   allows), or whose year in UTC does not have four digits
 */
export function readInstant(text: string, refuse: RefuseInput): number {
  const instant = Date.parse(text);
  if (isWritable(instant)) return instant;
  throw refuse(`must be an instant that the clock can show, not ${quoted(text)}`);
}
