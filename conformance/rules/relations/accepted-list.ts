import { keywordOf, own, type Resource, successOf, templateNames } from '../../../openapi/contract';
import { type Exchange, isOfOneCaller, isRefusal, outcomeOf } from '../../exchange/exchange';
import { isPathLawful } from '../../exchange/query';
import { isForeseen, isOfItsState } from '../../exchange/refusals';
import { wantedIn } from '../../records/lists/condition';
import { conditionsOf } from '../../records/lists/conditions';
import { keysIn, sortingOf } from '../../records/lists/orders';
import { asksForFurtherPage, isPageSize } from '../../records/lists/paging';
import { sameJson } from '../../records/records';
import { areOffered } from '../../requests/bodies/given';
import { clauseOf } from '../../verdict/verdict';
import type { Relation } from '../rule';
import { isAboutCaller } from './compare';

/** A list whose query keeps the contract is served, whatever there is to list. */
export const acceptedList: Relation = {
  id: 'input.accepted',
  title: 'Valid input is accepted',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ purpose, operation }) => purpose?.role === 'list' && successOf(operation) !== undefined,
  clause: (subject) =>
    clauseOf(subject, successOf(subject.operation)?.status ?? 200, 'A request that keeps the contract succeeds.'),
  judge: ({ exchange, purpose: { role, resource }, query, before }) => {
    const { request, response } = exchange;
    if (role !== 'list' || response === undefined) return undefined;
    const isRecorded = typeof request.credential === 'object' && isOfOneCaller(request.credential);
    if (request.credential !== 'main' && !isRecorded) return undefined;
    if (!query.isLawful || !isPathLawful(request) || isAboutCaller(response.status)) return undefined;
    const size = query.values.get(resource.pageSize?.name ?? '');
    // Whether a server takes a size that means nothing is its own choice.
    if (typeof size === 'number' && !isPageSize(resource, size)) return undefined;
    if (isRefusal(exchange) && (isReversed(resource, query.values) || isUnknownOrder(resource, query.values)))
      return undefined;
    // Only replies tell which pages there are.
    if (isRefusal(exchange) && asksForFurtherPage(request.operation, query.values)) return undefined;
    const isBelow = templateNames(request.operation.path).length > 0;
    // Its parent may not be there; where nothing was shown below it, any refusal may be due to it, such as of an id of another kind.
    if (isBelow && (response.status === 404 || (isRefusal(exchange) && before.records.size === 0))) return undefined;
    const wanted = successOf(request.operation)?.status;
    if (response.status < 400 && isForeseen(exchange)) return [];
    if (isOfItsState(exchange)) return undefined;
    const actual = outcomeOf(exchange);
    const topic = wanted === undefined ? {} : { wanted };
    const isShown = (property: string, value: unknown): boolean =>
      [...before.records.values()].some(({ latest }) => sameJson(own(latest, property), value));
    const isOffered = areOffered(request.operation, resource, query.values, isShown);
    const breach = { actual, key: actual, topic };
    // Other clients send more than a path and a query, such as headers that a gateway may refuse.
    const isSure = !isForeseen(exchange) || (before.records.size > 0 && isNamedValue(exchange, resource, query.values));
    if (isSure && (!isRefusal(exchange) || (isOffered && !isRecorded)))
      return [{ ...breach, expected: `the status ${wanted}` }];
    const expected = `the status ${wanted}, unless a rule of the server's own forbids ${isRecorded ? 'something in the request' : 'the value'}`;
    // Where nothing of the query is known to be good, all requests may break one rule of the server's own.
    const ofServed =
      isRefusal(exchange) && (!isOffered || query.values.size === 0) ? ({ ofServed: true } as const) : {};
    return [{ ...breach, expected, isExcusable: true, ...ofServed }];
  },
};

/**
 * Whether a query has one parameter alone, of which the document names the value: a choice, or a page size up to a maximum. Of how a
 * request is written nothing else can be wrong, and what fits a schema breaks no rule of what fits it.
 */
function isNamedValue(
  { request: { operation }, response }: Exchange,
  { pageSize }: Resource,
  values: ReadonlyMap<string, unknown>,
): boolean {
  const [name] = values.keys();
  const parameter = operation.parameters.find((one) => one.in === 'query' && one.name === name);
  if (values.size !== 1 || parameter === undefined || ![400, 422].includes(response?.status ?? 0)) return false;
  const { schema } = parameter;
  return (
    keywordOf(schema, 'enum') !== undefined ||
    (parameter === pageSize && keywordOf(schema, 'maximum') !== undefined && keywordOf(schema, 'minimum') !== undefined)
  );
}

/** Whether a query asks for none of the orders that words name: no word of a schema says whether there is another one. */
function isUnknownOrder(resource: Resource, values: ReadonlyMap<string, unknown>): boolean {
  const { by, choices } = sortingOf(resource) ?? {};
  if (by === undefined || choices === undefined || choices.size === 0 || !values.has(by.name)) return false;
  return keysIn(values.get(by.name), choices).length === 0;
}

/** Whether a query asks for a range that ends before it begins: no word of a schema says whether that is valid. */
function isReversed(resource: Resource, values: ReadonlyMap<string, unknown>): boolean {
  const bounds = conditionsOf(resource).map((one) => ({
    ...one,
    asked: wantedIn(one, values.get(one.parameter.name)),
  }));
  const ofKind = (wanted: string) => bounds.filter(({ kind, asked }) => kind === wanted && asked !== undefined);
  return ofKind('least').some((least) =>
    ofKind('greatest').some(
      (greatest) => greatest.property === least.property && least.keeps(greatest.asked, least.asked) === false,
    ),
  );
}
