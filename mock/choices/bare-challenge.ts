import { allowsHeader } from './documented';
import type { Send } from './model';
import { headerOf, withHeader } from './reply-headers';

const NAME = 'WWW-Authenticate';
/** As `mock/errors/problems.ts` writes it. */
const PARAMETER = /,? ?([\w-]+)="[^"]*"/g;

/** The schemes alone. Basic keeps its realm, which it must have (RFC 7617 §2). */
export const bareChallenge: Send = (answer, about) => {
  if (about.choices.of('challenge') !== 'bare') return answer;
  const detailed = headerOf(answer, NAME.toLowerCase());
  if (detailed === undefined) return answer;
  const bare = detailed
    .split(/, (?=[\w-]+(?: |$|,))/)
    .map((challenge) => (challenge.startsWith('Basic ') ? basic(challenge) : challenge.replaceAll(PARAMETER, '')))
    .join(', ');
  return allowsHeader(about, answer.status, NAME, bare) ? withHeader(answer, NAME, bare) : answer;
};

const basic = (challenge: string): string =>
  challenge.replaceAll(PARAMETER, (parameter, name) => (name === 'realm' ? parameter : ''));
