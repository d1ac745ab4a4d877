import type { Problem } from '../errors/problems';
import { isPreflight } from './cors';
import type { Call, Engine, Outcome } from './model';

/**
 * The answer to a question about the API, which is nobody's request to it, needs no key and costs nothing: what a path
 * takes, asked by a browser (a preflight) or a person (OPTIONS), and the contract itself.
 *
 * @returns undefined for a request that is no such question
 */
export function answerQuestion(
  { cors }: Engine,
  { request, method, operation, allowed, document, refusal }: Call,
): Outcome | Problem | undefined {
  // A browser asks in the same words whether or not the path has an OPTIONS of its own (Fetch standard, §4.8).
  if (isPreflight(request)) return noContent(cors.preflight(request, allowed));
  if (method === 'OPTIONS' && operation === undefined && allowed.length > 0)
    return noContent({ Allow: allowed.join(', ') });
  return document === undefined ? undefined : (refusal ?? document);
}

/** A reply that its headers are all of. */
export const noContent = (headers: Outcome['headers']): Outcome => ({
  status: 204,
  headers,
  body: undefined,
  mediaType: '',
});
