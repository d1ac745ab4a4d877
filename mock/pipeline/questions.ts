import type { Problem } from '../errors/problems';
import { noContent, type Outcome } from '../http/reply';
import { isPreflight, preflightHeaders } from './cors';
import type { Call } from './model';

/**
 * Answers a question about the API: a preflight, OPTIONS, or a request for a document such as the contract. It needs no
 * key and costs nothing.
 *
 * @returns undefined for any other request
 */
export function answerQuestion({
  request,
  operation,
  allowed,
  document,
  refusal,
}: Call): Outcome | Problem | undefined {
  // A preflight looks the same whether or not the contract has OPTIONS at the path (Fetch standard, §4.8).
  if (isPreflight(request)) return noContent(preflightHeaders(request, allowed));
  if (request.method === 'OPTIONS' && operation === undefined && allowed.length > 0)
    return noContent({ Allow: allowed.join(', ') });
  return document === undefined ? undefined : (refusal ?? document);
}
