import { essence, memoized, type Operation } from '../../openapi/contract';
import { type Exchange, type Request, wrongnessOf } from './exchange';

/**
 * Whether two exchanges show that a server answers requests of one kind alike: with the same status, media type and text, but
 * for ids, numbers and the words that name the operation. A 500 without a word of its reason says nothing (RFC 9110 §15.6.1), nor does a
 * reply that never came: those are alike where the requests have the same oddity, too.
 */
export function areAlike(one: Exchange | undefined, other: Exchange | undefined): boolean {
  if (one === undefined || other === undefined || !isSameReply(one, other)) return false;
  if (one.response !== undefined && (one.response.status !== 500 || tellsReason(likenessOf(one)))) return true;
  const oddity = oddityOf(one.request);
  return oddity !== '' && oddity === oddityOf(other.request);
}

/** A text that is the same to the letter may have the words of one of the operations in it. */
function isSameReply(one: Exchange, other: Exchange): boolean {
  if (likenessOf(one) === likenessOf(other)) return true;
  const [a, b] = [one.response, other.response];
  return (
    a !== undefined &&
    a.status === b?.status &&
    (a.body.text ?? '') !== '' &&
    a.body.text === b.body.text &&
    a.headers.get('content-type') === b.headers.get('content-type')
  );
}

/** What a reply is like: the same text for all that differ only in what differs from request to request. */
export const likenessOf: (exchange: Exchange) => string = memoized(({ request, response, failure }: Exchange) => {
  if (response === undefined) return failure?.kind ?? '';
  const { status, headers, body } = response;
  const path = request.target.split('?', 1)[0] ?? '';
  const text = (body.text ?? '').replaceAll(path, 'PATH').replaceAll(request.method, 'METHOD');
  const naming = wordsOf(request.operation);
  const said = text.replaceAll(WORD, (word) => (naming.has(stemOf(word)) ? '' : withoutNumber(word)));
  return `${status} ${essence(headers.get('content-type') ?? '')} ${said.replaceAll(/ +/g, ' ')}`;
});

/** What an operation does, and with what: the words of its id and its path. */
const wordsOf: (operation: Operation) => ReadonlySet<string> = memoized(
  ({ id, path }: Operation) => new Set((`${id} ${path}`.match(/\p{Lu}?\p{Ll}{2,}/gu) ?? []).map(stemOf)),
);

/** The same of one and of several. */
const stemOf = (word: string): string => word.toLowerCase().replace(/s?[:.]*$/, '');

const WORD = /[\p{L}\p{N}_.:+-]+/gu;

/** Ids, times and figures have digits in them. */
const withoutNumber = (word: string): string => (/\p{N}/u.test(word) ? '#' : word);

/** Whether a reply has more words than those of servers that do not know why; names of members and tags are none. */
function tellsReason(likeness: string): boolean {
  const [, , text = ''] = /^(\S+ \S* )(.*)$/s.exec(likeness) ?? [];
  const said = text.replaceAll(/"[^"]*"\s*:|<[^<>]*>/g, '').replaceAll(VAGUE, '');
  return (said.match(/\p{L}{2,}/gu) ?? []).length > 1;
}

const VAGUE =
  /PATH|METHOD|\b(?:internal|server|error|failure|exception|unexpected|unknown|has|occurred|something|went|wrong|null|true|false)\b/gi;

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
