import { essence, memoized } from '../../openapi/contract';
import { type Exchange, type Request, wrongnessOf } from './exchange';

/**
 * Whether two exchanges show that a server answers requests of one kind alike: with the same status, media type and text, but
 * for ids, numbers and what names the operation. A 500 says nothing of its reason (RFC 9110 §15.6.1), nor does a reply that
 * never came: those are alike where the requests have the same oddity, too.
 */
export function areAlike(one: Exchange | undefined, other: Exchange | undefined): boolean {
  if (one === undefined || other === undefined || likenessOf(one) !== likenessOf(other)) return false;
  if (one.response !== undefined && one.response.status !== 500) return true;
  const oddity = oddityOf(one.request);
  return oddity !== '' && oddity === oddityOf(other.request);
}

/** What a reply is like: the same text for all that differ only in what differs from request to request. */
export const likenessOf: (exchange: Exchange) => string = memoized(({ request, response, failure }: Exchange) => {
  if (response === undefined) return failure?.kind ?? '';
  const { status, headers, body } = response;
  const path = request.target.split('?', 1)[0] ?? '';
  const text = (body.text ?? '').replaceAll(path, 'PATH').replaceAll(request.method, 'METHOD');
  return `${status} ${essence(headers.get('content-type') ?? '')} ${text.replaceAll(WORD, withoutNumber)}`;
});

const WORD = /[\p{L}\p{N}_.:+-]+/gu;

/** Ids, times and figures have digits in them. */
const withoutNumber = (word: string): string => (/\p{N}/u.test(word) ? '#' : word);

/** What of a request no document has: a wrong key, another method, names in its query, escapes in its path; empty where there is none. */
function oddityOf(request: Request): string {
  const { operation, method, target, credential } = request;
  const [path = '', query = ''] = target.split('?');
  const documented = new Set(operation.parameters.map(({ name }) => name));
  const isOdd = (part: string): boolean => part !== '' && ![...new URLSearchParams(part).keys()].every(isDocumented);
  const isDocumented = (name: string): boolean => documented.has(name);
  return [
    wrongnessOf(credential) ?? '',
    method === operation.method ? '' : method,
    ...path.split('/').filter((segment) => segment.includes('%')),
    ...query.split('&').filter(isOdd),
  ].join('');
}
