import { isObject, plain, replyFor } from '../../../openapi/contract';
import { entityTag, hasTag, isConditionalRead, isTagged, listsTag, saidOfTags } from '../../exchange/conditions';
import { isOfOperation, isSuccess, isUnrecorded, jsonOf, mayHaveOthers } from '../../exchange/exchange';
import { EXPANDS } from '../../records/lists/list-words';
import { sameJson } from '../../records/records';
import { clauseOf, replyClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';

/** Who has the representation already is told so, and nobody else (RFC 9110 §13.1.2, §15.4.5). */
export const notModified: Oracle = {
  id: 'conditional.not-modified',
  title: 'Who names the tag of what is there is answered with 304, and nobody else is',
  level: 'MUST',
  clause: ({ exchange: { request } }) =>
    clauseOf(request, 304, 'What the client has already is not sent again (RFC 9110 §13.1.2).'),
  judge: ({ exchange }) => {
    const { request, response } = exchange;
    if (response === undefined || !isOfOperation(exchange) || !isConditionalRead(request.operation)) return undefined;
    const asked = request.headers['if-none-match'];
    const tag = response.headers.get('etag');
    if (response.status === 304) {
      const expected = 'a 304 only where the client named the tag of what is there';
      if (asked === undefined && request.headers['if-modified-since'] === undefined)
        return [{ key: 'unasked', expected, actual: 'a 304 to a request without a condition' }];
      if (asked !== undefined && tag !== undefined && !listsTag(asked, tag))
        return [{ key: 'another', expected, actual: `a 304 with the tag ${tag} to If-None-Match: ${asked}` }];
      if (tag !== undefined || asked === undefined || !isTagged(request.operation, 304)) return [];
      // What the 200 would have had goes with the 304.
      return [{ key: 'no tag', expected: 'the header ETag, as in the 200', actual: 'a 304 without it' }];
    }
    if (asked === undefined || !isSuccess(exchange)) return undefined;
    if (asked.trim() !== '*' && (tag === undefined || !listsTag(asked, tag))) return [];
    const actual = `the status ${response.status}${tag === undefined ? '' : ` with the tag ${tag}`} to If-None-Match: ${asked}`;
    return [{ key: 'sent again', expected: 'the status 304', actual }];
  },
};

/** An entity tag stays with what it came with, and changes with it (RFC 9110 §8.8.1, §8.8.3). */
export const tagKept: Oracle = {
  id: 'conditional.tag',
  title: 'An entity tag stands for one state of what it came with',
  level: 'MUST',
  clause: ({ exchange }) =>
    replyClause(exchange, 'An entity tag is the same for the same representation, and another after a change.'),
  judge: ({ exchange, tagged: { read, written } = {} }) => {
    const { request, response } = exchange;
    const tag = response?.headers.get('etag');
    if (!isOfOperation(exchange) || !isSuccess(exchange)) return undefined;
    if (!hasTag(replyFor(request.operation, response?.status ?? 0))) return undefined;
    const { areStrong, isOnEach, exceptWith, leavesOut } = saidOfTags(request.operation);
    const query = new URLSearchParams(request.target.split('?')[1] ?? '');
    if (tag === undefined) {
      const isLacking = isOnEach && isObject(jsonOf(exchange)) && !exceptWith.some((name) => query.has(name));
      if (!isLacking || response === undefined || isUnrecorded(response, 'headers')) return undefined;
      return [{ key: 'none', expected: 'the header ETag, as words say of each such reply', actual: 'none' }];
    }
    if (isOnEach && exceptWith.some((name) => query.has(name)))
      return [{ key: 'excepted', expected: `no ETag beside ${exceptWith.join(', ')}, as words say`, actual: tag }];
    const parsed = entityTag(tag);
    if (areStrong && parsed?.isWeak === true)
      return [{ key: 'weak', expected: 'a strong entity tag, as words say', actual: tag }];
    if (parsed === undefined)
      return [
        { key: 'form', expected: 'ETag: a text in double quotes, with W/ before it where it is weak', actual: tag },
      ];
    const value = jsonOf(exchange);
    if (request.method !== 'GET' || value === undefined || mayHaveOthers(request.credential)) return [];
    // What is put into a record changes by itself: the tag of a server may stand for the record alone.
    const isExpanded = [...query.keys()].some((name) => EXPANDS.has(plain(name)));
    const without = (whole: unknown): unknown =>
      isObject(whole) ? Object.fromEntries(Object.entries(whole).filter(([name]) => !leavesOut.includes(name))) : whole;
    for (const before of [read, written]) {
      if (before === undefined) continue;
      const isSame = sameJson(before.value, value);
      const earlier = before.exchange;
      if (isSame && before.tag !== tag && !before.isPast)
        return [{ key: 'another', expected: `the tag ${before.tag}, as for the same before`, actual: tag, earlier }];
      // By a weak one a server says itself what counts as a change: what a client has changed does (§8.8.1).
      const isChange = !isExpanded && (!parsed.isWeak || before.isWritten);
      if (before === read && before.tag === tag && isChange && !sameJson(without(before.value), without(value)))
        return [{ key: 'the same', expected: 'another tag than for what was there before', actual: tag, earlier }];
    }
    return [];
  },
};
