import { headerOf, withHeader } from '../http/headers';
import type { Answer } from '../http/reply';
import { allowsHeader, describesHeader, isOwnJson, traceOf } from './documented';
import { behaviour, type ReplyAbout } from './model';

/** The charset that JSON always has (RFC 8259 §8.1). */
export const charset = behaviour('charset', {
  named: {
    send(answer, about) {
      const mediaType = headerOf(answer, 'content-type') ?? '';
      if (!isOwnJson(mediaType, about) || /;\s*charset\s*=/i.test(mediaType)) return answer;
      return withHeader(answer, 'Content-Type', `${mediaType}; charset=utf-8`);
    },
  },
});

/** The schemes alone. Basic keeps its realm, which it must have (RFC 7617 §2). */
export const challenge = behaviour('challenge', {
  bare: {
    send: (answer, about) =>
      withValue(answer, about, 'WWW-Authenticate', (detailed) =>
        detailed
          .split(/, (?=[\w-]+(?: |$|,))/)
          .map((one) => (one.startsWith('Basic ') ? basic(one) : one.replaceAll(PARAMETER, '')))
          .join(', '),
      ),
  },
});

/** As `mock/errors/problems.ts` writes it. */
const PARAMETER = /,? ?([\w-]+)="[^"]*"/g;

const basic = (scheme: string): string =>
  scheme.replaceAll(PARAMETER, (parameter, name) => (name === 'realm' ? parameter : ''));

/** The time to come again, by the world's clock (RFC 9110 §10.2.3), in the second that the rate limit headers tell. */
export const retryAfter = behaviour('retry-after', {
  date: {
    send: (answer, about) =>
      withValue(answer, about, 'Retry-After', (seconds) => {
        if (!/^\d{1,12}$/.test(seconds)) return undefined;
        const until = (Math.floor(about.source.now / 1000) + Number(seconds)) * 1000;
        return until > LATEST ? undefined : new Date(until).toUTCString();
      }),
  },
});

/** A date of HTTP has a year of four figures. */
const LATEST = Date.parse('9999-12-31');

/** The answer with another value of a header that it has, where the document allows that. */
function withValue(
  answer: Answer,
  about: ReplyAbout,
  name: string,
  change: (value: string) => string | undefined,
): Answer {
  const before = headerOf(answer, name);
  const value = before === undefined ? undefined : change(before);
  return value !== undefined && allowsHeader(about, answer.status, name, value)
    ? withHeader(answer, name, value)
    : answer;
}

/** What servers often send besides, and no document describes. */
export const headersFurther = behaviour('headers.further', {
  some: {
    send: (answer, about) =>
      FURTHER.reduce((before, [name, textOf]) => {
        const isKnown = describesHeader(about, answer.status, name) || headerOf(before, name) !== undefined;
        return isKnown ? before : withHeader(before, name, textOf(about));
      }, answer),
  },
});

const FURTHER: readonly (readonly [name: string, textOf: (about: ReplyAbout) => string])[] = [
  ['X-Request-Id', traceOf],
  ['Server', () => 'nginx'],
];
