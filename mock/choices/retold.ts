import type { Problem } from '../errors/problems';
import type { Answer, Outcome } from '../http/reply';
import { bareChallenge } from './bare-challenge';
import { compressed } from './compressed';
import { closing, inChunks, inLowerCase } from './delivered';
import { withFurtherHeaders } from './further-headers';
import type { About, Say, Send } from './model';
import { refusedOtherwise } from './refused-otherwise';
import { retryAtDate } from './retry-at-date';
import { toldError } from './told-error';
import { withCharset, writtenAgain } from './written-again';

/** What of a reply is said otherwise, each in its order. A silence that is not chosen otherwise changes nothing. */
const SAYING: readonly Say[] = [refusedOtherwise, toldError];

/** How it is sent otherwise. What changes the bytes comes first, what depends on their number or coding last. */
const SENDING: readonly Send[] = [
  writtenAgain,
  withCharset,
  bareChallenge,
  retryAtDate,
  withFurtherHeaders,
  compressed,
  inChunks,
  closing,
  inLowerCase,
];

/**
 * A reply as the choices for its request have it: lawful all the same, wherever the document leaves it open.
 *
 * @param write writes what is said as the mock would by itself
 */
export function retold(about: About, result: Outcome | Problem, write: (said: Outcome | Problem) => Answer): Answer {
  const said = SAYING.reduce((before, say) => say(before, about), result);
  return SENDING.reduce((before, send) => send(before, about), write(said));
}
