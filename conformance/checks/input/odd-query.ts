import { isObject, own, type Resource, successOf } from '../../../openapi/contract';
import { ODD_QUERIES, oddUses, percentEncoded, UNKNOWN } from '../../arbitraries/spellings';
import { isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { listingOf } from '../../records/listing';
import { type JsonRecord, keyOf, maximumOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { isChangeable } from '../../rules/relations/compare';
import type { Case, CaseContext, Check } from '../../steps/check';
import { requestList } from '../../steps/lists';
import { fetchValidParts } from '../../steps/paths';
import { markOf } from '../../steps/records';
import { sendApart } from '../../steps/send-valid';
import { brief } from '../../verdict/brief';
import { fail, inconclusive, PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';

/** A query that the contract does not explain is refused, or the reply is as it would be without. */
export const inputQuery: Check = {
  id: 'input.query',
  title: 'A query that the contract does not explain does no harm',
  level: 'MUST',
  applies: ({ operation, purpose }) =>
    successOf(operation) !== undefined && (operation.method === 'GET' || purpose?.role === 'create'),
  clause: ({ operation }) => ({
    sentence: 'The parameters that the operation names are what counts.',
    pointer: operation.pointer,
  }),
  cases: (subject) => {
    const { resource, role } = subject.purpose ?? {};
    return resource !== undefined && role === 'list' ? ofList(subject, resource) : ofOther(subject);
  },
};

function ofList({ operation }: Subject, resource: Resource): readonly Case[] {
  const parameters = operation.parameters.filter(({ in: place }) => place === 'query');
  return [
    { name: UNKNOWN.what, tier: 2, run: (context) => judgeUnknown(context, resource) },
    ...[...ODD_QUERIES, ...oddUses(parameters)].map(
      ({ what, parts }): Case => ({
        name: what,
        tier: 2,
        run: (context) => judgeOdd(context, resource, what, parts),
      }),
    ),
    { name: 'percent-encoded names and values', tier: 2, run: (context) => sendEncoded(context, resource) },
  ];
}

/** The list is asked for without the parameter, too. */
async function judgeUnknown(context: CaseContext, resource: Resource): Promise<Verdict> {
  const plain = await requestList(context, resource, {});
  if (plain?.listing === undefined) return inconclusive('there is no list');
  const exchange = await sendApart(context, UNKNOWN.parts, await fetchValidParts(context));
  if (exchange.response === undefined) return unjudged(exchange);
  const listing = listingOf(exchange, resource);
  // No record goes meanwhile, where nobody can delete one.
  if (listing === undefined || isChangeable(resource) || listing.isCut || !plain.listing.isPlain) return PASS;
  const [wanted, shown] = [plain.listing.records.length, listing.records.length];
  if (shown >= wanted) return PASS;
  return fail({
    expected: `at least ${wanted} records, as without ${UNKNOWN.what}, or a status of 4xx`,
    actual: `${shown} records`,
    exchanges: [plain.exchange, exchange],
    key: 'unknown',
  });
}

async function judgeOdd(
  context: CaseContext,
  resource: Resource,
  what: string,
  parts: readonly string[],
): Promise<Verdict> {
  const exchange = await sendApart(context, parts, await fetchValidParts(context));
  if (exchange.response === undefined || exchange.response.status >= 500) return unjudged(exchange);
  const most = maximumOf(resource);
  const { length = 0 } = listingOf(exchange, resource)?.records ?? [];
  if (most === undefined || length <= most) return PASS;
  const expected = `a status of 4xx, or at most ${most} records`;
  return fail({ expected, actual: `${length} records for ${what}`, exchanges: [exchange], key: what });
}

/** What is percent-encoded without need means the same (RFC 3986 §2.3): the relations judge it as any list. */
async function sendEncoded(context: CaseContext, resource: Resource): Promise<readonly Verdict[]> {
  const { pageSize, filters } = resource;
  const size = pageSize === undefined ? [] : [[pageSize.name, '2']];
  const choices = filters.flatMap(
    ({ parameter: { name, schema } }) => schema.enum?.slice(0, 1).map((one) => [name, String(one)]) ?? [],
  );
  const query = [...size, ...choices].map((pair) => pair.map(percentEncoded).join('='));
  const { list } = resource.operations;
  if (list !== undefined && query.length > 0) await context.send(toRequest(list, { rawQuery: query.join('&') }));
  return [];
}

/** Operations that ask for no list read a query by the same code: one request has it all. */
function ofOther({ operation, purpose }: Subject): readonly Case[] {
  const odd = ODD_QUERIES.flatMap(({ parts }) => parts);
  const all: Case = {
    name: 'whatever is odd in a query',
    tier: 2,
    run: async (context) => {
      const exchange = await sendApart(context, odd, await fetchValidParts(context));
      return exchange.response === undefined || exchange.response.status >= 500 ? unjudged(exchange) : PASS;
    },
  };
  const isOfRecord = operation.parameters.every(({ in: place }) => place !== 'query') && purpose !== undefined;
  return isOfRecord ? [{ name: 'another value in the query', tier: 2, run: judgeOverride }, all] : [all];
}

/** Some frameworks mix the parameters of path, query and body: then the query names another record, or another value. */
async function judgeOverride(context: CaseContext): Promise<Verdict> {
  const valid = await fetchValidParts(context);
  const wanted = overridden(context, valid.path, valid.body);
  if (wanted === undefined) return skip('nothing is known that the query could name instead');
  const { name, value, property, other } = wanted;
  const part = [name, keyOf(other)].map(encodeURIComponent).join('=');
  const exchange = await sendApart(context, [part], valid);
  if (exchange.response === undefined) return unjudged(exchange);
  const record = isSuccess(exchange) ? recordOf(exchange, context.subject.purpose?.resource) : undefined;
  const shown = record && own(record, property);
  // A reply need not show all that was sent.
  if (shown === undefined || keyOf(shown) === keyOf(value)) return PASS;
  return fail({
    expected: `${property}: ${brief(value)}, or a status of 4xx`,
    actual: `${outcomeOf(exchange)} and ${property}: ${brief(shown)}, with ${part} in the query`,
    exchanges: [exchange],
    key: 'overridden',
  });
}

/** A parameter of the path, or a member of the body, and a value that it has not. */
function overridden({ subject, known }: CaseContext, path: JsonRecord = {}, body: unknown) {
  const { resource, role } = subject.purpose ?? {};
  if (resource === undefined) return undefined;
  const mark = markOf(subject);
  if (role === 'create' && mark !== undefined)
    return { name: mark, property: mark, value: isObject(body) ? own(body, mark) : undefined, other: 'Another' };
  const { idParameter, idProperty } = resource;
  if (role !== 'read' || idParameter === undefined || idProperty === undefined) return undefined;
  const value = own(path, idParameter.name);
  const other = [...known.collection(resource).records.values()].find(({ id }) => keyOf(id) !== keyOf(value))?.id;
  return other === undefined ? undefined : { name: idParameter.name, property: idProperty, value, other };
}
