import { type Contract, isObject, jsonIn, own, stringifyJson, surePurposesOf } from '../../../openapi/contract';
import { type Exchange, isOfOperation, isRefusal, isSuccess, jsonOf, outcomeOf } from '../../exchange/exchange';
import { promisesOf, requestNameOf, saysAgain, signFor } from '../../exchange/request-name';
import { idOf, recordIn, sameJson } from '../../records/records';
import { brief, briefPair } from '../../verdict/brief';
import { operationClause } from '../../verdict/verdict';
import type { Oracle } from '../rule';

/** A request that comes again under its name is not done again: it is answered by what the first one has made. */
export const replayed: Oracle = {
  id: 'idempotency.replayed',
  title: 'A request that comes again under its key is not done again',
  level: 'MUST',
  clause: ({ exchange: { request } }) => ({
    sentence: 'The same request with the same key again has the outcome of the first.',
    pointer: requestNameOf(request.operation)?.pointer ?? request.operation.pointer,
  }),
  judge: ({ exchange, contract, named }) => {
    const { request, response } = exchange;
    if (response === undefined || !isOfOperation(exchange)) return undefined;
    if (named === undefined) return againWithoutKey(exchange);
    if (!isSameRequest(exchange, named.first)) return undefined;
    const { first } = named;
    const breach = { earlier: first, expected: `${outcomeOf(first)}, as before` };
    const isPromised = promisesOf(request.operation)?.sameReply === true;
    if (isRefusal(exchange)) {
      // One that is under way is waited for; a caller may be refused at any time.
      if (!isPromised || ABOUT_THE_MOMENT.includes(response.status) || exchange.together !== undefined)
        return undefined;
      return [{ ...breach, actual: outcomeOf(exchange), key: 'refused' }];
    }
    if (!isSuccess(exchange)) return undefined;
    const [was, is] = [saidIn(first), jsonOf(exchange)];
    const [one, other] = [was, is].map((value) => idIn(value, exchange, contract));
    if (one !== undefined && !sameJson(one, other))
      return [
        {
          earlier: first,
          expected: `the record ${brief(one)}, as before`,
          actual: `the record ${brief(other)}`,
          key: 'another record',
        },
      ];
    const isOfFirst = promisesOf(request.operation)?.isOfFirst === true;
    if (!isPromised || !(named.isLast || isOfFirst)) return one === undefined ? undefined : [];
    if (response.status !== first.response?.status && !hasWordOfReplay(exchange))
      return [{ ...breach, actual: outcomeOf(exchange), key: 'another status' }];
    const [place, now] = [first, exchange].map((one) => one.response?.headers.get('location'));
    if (place !== undefined && now !== undefined && pathIn(place) !== pathIn(now))
      return [{ earlier: first, expected: `Location: ${place}, as before`, actual: now, key: 'another location' }];
    const [tag, later] = [first, exchange].map((one) => one.response?.headers.get('etag'));
    if (isOfFirst && tag !== undefined && later !== undefined && tag !== later)
      return [{ earlier: first, expected: `ETag: ${tag}, as before`, actual: later, key: 'another tag' }];
    if (was === undefined || sameJson(was, is)) return [];
    const [wanted, came] = briefPair(was, is);
    return [{ earlier: first, expected: `${wanted}, as before`, actual: came, key: 'another reply' }];
  },
};

/** What has no key comes again for none, whatever its reply says. */
function againWithoutKey({ request, response }: Exchange) {
  const name = requestNameOf(request.operation)?.name.toLowerCase();
  const sign = signFor(request.operation, response?.status ?? 0)?.name;
  const said = sign && response?.headers.get(sign.toLowerCase());
  if (name === undefined || own(request.headers, name) !== undefined || !saysAgain(said)) return undefined;
  return [
    { expected: `no ${sign}, since the request has no key`, actual: `${sign}: ${said}`, key: 'sign without key' },
  ];
}

/** A location without what a server may sign it with, or where it says it is. */
const pathIn = (location: string): string => location.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '');

const ABOUT_THE_MOMENT: readonly number[] = [401, 403, 425, 429];

/** Whether the document has a reply of its own for what comes again. */
const hasWordOfReplay = ({ request: { operation }, response }: Exchange): boolean =>
  operation.replies.some(
    ({ status, description }) => status === response?.status && /repla|again|repeat|already|same/i.test(description),
  );

/** What the first reply says: of an exchange of before the text alone is kept. */
const saidIn = ({ response }: Exchange): unknown =>
  response?.body.isCut === true ? undefined : jsonIn(response?.body.text ?? '');

/** The id of what a reply shows: of the record, else of what the reply is itself. */
function idIn(value: unknown, { request: { operation } }: Exchange, contract: Contract): unknown {
  const purpose = surePurposesOf(contract).get(operation);
  const record = recordIn(value, operation, purpose?.resource);
  if (purpose !== undefined && record !== undefined) return idOf(record, purpose.resource);
  return isObject(value) ? own(value, 'id') : undefined;
}

const isSameTarget = (one: Exchange, other: Exchange): boolean => one.request.target === other.request.target;

const isSameRequest = (one: Exchange, other: Exchange): boolean => isSameTarget(one, other) && hasSameBody(one, other);

function hasSameBody({ request: { body } }: Exchange, { request: { body: other } }: Exchange): boolean {
  if (body === other) return true;
  return body !== undefined && other !== undefined && sameJson(jsonIn(body) ?? body, jsonIn(other) ?? other);
}

/** Another body under the same name is refused, where the document says so. */
export const otherBodyRefused: Oracle = {
  id: 'idempotency.other-body',
  title: 'Another body under the same key is refused',
  level: 'MUST',
  clause: ({ exchange: { request } }) => {
    const [reply] = promisesOf(request.operation)?.otherBody ?? [];
    return {
      sentence: 'A key that comes again with another body is refused.',
      pointer: reply?.pointer ?? operationClause(request.operation, '').pointer,
    };
  },
  judge: ({ exchange, named }) => {
    const { request, response } = exchange;
    const refusals = promisesOf(request.operation)?.otherBody;
    if (named === undefined || refusals === undefined || response === undefined || !isOfOperation(exchange))
      return undefined;
    if (!isSameTarget(exchange, named.first) || hasSameBody(exchange, named.first)) return undefined;
    if (!isSuccess(exchange)) return isRefusal(exchange) ? [] : undefined;
    const statuses = refusals.map(({ status }) => status).join(' or ');
    return [
      {
        earlier: named.first,
        expected: `the status ${statuses === '' ? '409 or 422' : statuses}`,
        actual: `${outcomeOf(exchange)} for ${stringifyJson(jsonIn(request.body ?? '') ?? null).slice(0, 80)}`,
        key: 'other body',
      },
    ];
  },
};
