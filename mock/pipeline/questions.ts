import type { Problem } from '../errors/problems';
import { noContent, type Outcome } from '../http/outcome';
import { isPreflight } from './cors';
import type { Call, Engine } from './model';

/**
 * The answer to a question about the API, which is nobody's request to it, needs no key and costs nothing: what a path
 * takes, asked by a browser (a preflight) or a person (OPTIONS), and the contract itself.
 *
 * @returns undefined for a request that is no such question
 */
export function answerQuestion(
  { cors }: Engine,
  { request, operation, allowed, document, refusal }: Call,
): Outcome | Problem | undefined {
  // A browser asks in the same words whether or not the path has an OPTIONS of its own (Fetch standard, §4.8).
  if (isPreflight(request)) return noContent(cors.preflight(request, allowed));
  if (request.method === 'OPTIONS' && operation === undefined && allowed.length > 0)
    return noContent({ Allow: allowed.join(', ') });
  return document === undefined ? undefined : (refusal ?? document);
}
