import { allowsHeader } from './documented';
import type { Send } from './model';
import { headerOf, withHeader } from './reply-headers';

const NAME = 'Retry-After';
/** A date of HTTP has a year of four figures. */
const LATEST = Date.parse('9999-12-31');

/** The time to come again, by the world's clock (RFC 9110 §10.2.3), in the second that the rate limit headers tell. */
export const retryAtDate: Send = (answer, about) => {
  if (about.choices.of('retry-after') !== 'date') return answer;
  const seconds = headerOf(answer, NAME.toLowerCase());
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds)) return answer;
  const until = (Math.floor(about.source.now / 1000) + Number(seconds)) * 1000;
  if (until > LATEST) return answer;
  const date = new Date(until).toUTCString();
  return allowsHeader(about, answer.status, NAME, date) ? withHeader(answer, NAME, date) : answer;
};
