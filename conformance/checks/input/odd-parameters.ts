import { documents, isObject, type Operation, own, type Parameter, successOf } from '../../../openapi/contract';
import { brokenTexts } from '../../arbitraries/broken';
import { ODD_QUERIES, oddUses, percentEncoded, UNKNOWN } from '../../arbitraries/spellings';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { likenessOf } from '../../exchange/likeness';
import { requestNameOf } from '../../exchange/request-name';
import { hasMany, type Subject } from '../../exchange/subject';
import { listingOf } from '../../records/lists/listing';
import { type JsonRecord, keyOf, maximumOf, recordOf } from '../../records/records';
import { type RequestParts, toRequest } from '../../requests/request';
import { isChangeable } from '../../rules/relations/compare';
import { type Case, type CaseContext, type Check, resourceOf } from '../../steps/check';
import { requestList } from '../../steps/lists';
import { fetchPath, fetchValidParts, sendParts } from '../../steps/paths/paths';
import { markOf } from '../../steps/records';
import { sendApart } from '../../steps/send-valid';
import { brief } from '../../verdict/brief';
import { answered, fail, inconclusive, PASS, skip, type Verdict } from '../../verdict/verdict';
import { namedParts } from '../idempotency/named';

/** A query that the contract does not explain is refused, or the reply is as it would be without. */
export const inputQuery: Check = {
  id: 'input.query',
  isShownByFew: true,
  isOfAll: true,
  title: 'A query that the contract does not explain does no harm',
  level: 'MUST',
  applies: ({ operation, purpose }) =>
    successOf(operation) !== undefined && (operation.method === 'GET' || purpose?.role === 'create'),
  clause: ({ operation }) => ({
    sentence: 'The parameters that the operation names are what counts.',
    pointer: operation.pointer,
  }),
  cases: (subject) => (subject.purpose?.role === 'list' ? ofList(subject) : ofOther(subject)),
};

function ofList({ operation }: Subject): readonly Case[] {
  const parameters = operation.parameters.filter(({ in: place }) => place === 'query');
  return [
    { name: UNKNOWN.what, tier: 2, run: judgeUnknown },
    ...[...ODD_QUERIES, ...oddUses(parameters)].map(({ what, parts }) => oddCase(what, parts)),
    { name: 'percent-encoded names and values', tier: 2, run: sendEncoded },
  ];
}

/** Operations that ask for no list read a query by the same code: one request has it all. */
function ofOther({ operation, purpose }: Subject): readonly Case[] {
  const all = oddCase(
    'whatever is odd in a query',
    ODD_QUERIES.flatMap(({ parts }) => parts),
  );
  const isOfRecord = operation.parameters.every(({ in: place }) => place !== 'query') && purpose !== undefined;
  return isOfRecord ? [{ name: 'another value in the query', tier: 2, run: judgeOverride }, all] : [all];
}

const oddCase = (what: string, parts: readonly string[]): Case => ({
  name: what,
  kind: what,
  tier: 2,
  run: async (context) =>
    judgeLength(context, await sendOdd(context, parts, await fetchValidParts(context)), what, what),
});

/** @param parts as they stand in a query, between `&` */
function sendOdd(context: CaseContext, parts: readonly string[], { query = {}, ...valid }: RequestParts) {
  const [, ...needed] = toRequest(context.subject.operation, { query }).target.split('?');
  return sendApart(parts, (some) => sendParts(context, { ...valid, rawQuery: [...needed, ...some].join('&') }));
}

/** Whatever is asked for: a page has as many records as it may have. What is no list has no page. */
function judgeLength({ subject }: CaseContext, exchange: Exchange, what: string, key: string): Verdict {
  const resource = subject.purpose?.role === 'list' ? subject.purpose.resource : undefined;
  const most = resource && maximumOf(resource);
  const { length = 0 } = (resource && listingOf(exchange, resource)?.records) ?? [];
  if (most === undefined || length <= most) return PASS;
  return fail({
    expected: `a status of 4xx, or at most ${most} records`,
    actual: `${length} records for ${what}`,
    exchanges: [exchange],
    key,
  });
}

/** The list is asked for without the parameter, too. */
async function judgeUnknown(context: CaseContext): Promise<Verdict> {
  const resource = resourceOf(context);
  const plain = await requestList(context, resource, {});
  if (plain?.listing === undefined) return inconclusive('there is no list');
  const exchange = await sendOdd(context, UNKNOWN.parts, await fetchValidParts(context));
  const listing = listingOf(exchange, resource);
  // No record goes meanwhile, where no operation deletes one.
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

/** What is percent-encoded without need means the same (RFC 3986 §2.3): the relations judge it as any list. */
async function sendEncoded(context: CaseContext): Promise<undefined> {
  const { pageSize, filters } = resourceOf(context);
  const size = pageSize === undefined ? [] : [[pageSize.name, '2']];
  const choices = filters.flatMap(
    ({ parameter: { name, schema } }) => schema.enum?.slice(0, 1).map((one) => [name, String(one)]) ?? [],
  );
  const query = [...size, ...choices].map((pair) => pair.map(percentEncoded).join('='));
  if (query.length > 0) await sendParts(context, { rawQuery: query.join('&') });
}

/** Some frameworks mix the parameters of path, query and body: then the query names another record, or another value. */
async function judgeOverride(context: CaseContext): Promise<Verdict> {
  const valid = await fetchValidParts(context);
  const wanted = overridden(context, valid.path, valid.body);
  if (wanted === undefined) return skip('nothing is known that the query could name instead');
  const { name, value, property, other } = wanted;
  const part = [name, keyOf(other)].map(encodeURIComponent).join('=');
  const exchange = await sendOdd(context, [part], valid);
  const record = isSuccess(exchange) ? recordOf(exchange, resourceOf(context)) : undefined;
  const shown = record && own(record, property);
  // A reply need not show what was sent, nor as it was sent: an id may be the server's own.
  if (shown === undefined || keyOf(shown) === keyOf(value) || !keyOf(shown).includes(keyOf(other))) return PASS;
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

/** A parameter that breaks its schema is refused, or the reply keeps every other promise. */
export const parametersRefused: Check = {
  id: 'input.parameters-refused',
  isShownByFew: true,
  isOfAll: true,
  title: 'A parameter that breaks the contract does no harm',
  level: 'MUST',
  applies: ({ operation }) => judgedOf(operation).length > 0,
  clause: ({ operation }) => ({
    sentence: 'A parameter outside its schema is refused, or the reply keeps every other promise.',
    pointer: judgedOf(operation)[0]?.pointer ?? operation.pointer,
  }),
  cases: ({ contract, operation }) => [
    ...[requestNameOf(operation)]
      .flatMap((name) => (name?.required === true ? [name] : []))
      .map(({ name }) => unnamedCase(name)),
    ...judgedOf(operation).flatMap((parameter) =>
      brokenTexts(parameter).map((text, index) =>
        brokenCase(parameter, text, index < (hasMany(contract) ? 1 : 2) ? 1 : 2),
      ),
    ),
  ],
};

/** Of headers the one by which a request is named, so that the server has to look at it: any other may be one that it passes over. */
const judgedOf = (operation: Operation): readonly Parameter[] =>
  operation.parameters.filter(
    (one) =>
      (one.in === 'query' || one.in === 'path' || one === requestNameOf(operation)) && brokenTexts(one).length > 0,
  );

const brokenCase = ({ name, in: place }: Parameter, text: string, tier: 1 | 2): Case => ({
  name: `${name}=${text}`,
  kind: text,
  tier,
  run: async (context) => {
    const path = await fetchPath(context);
    const what = `${name}=${text}`;
    const exchange = answered(await sendParts(context, await partsWith(context, path, { name, place, text })));
    if (isRefusal(exchange)) return PASS;
    if (place === 'query') return judgeLength(context, exchange, what, 'too many');
    if (place === 'path' && context.subject.operation.method === 'DELETE' && documents(context.subject.operation, 404))
      return fail({
        expected: 'the status 404: there is nothing to delete',
        actual: `${outcomeOf(exchange)} to the deletion of what is not there, ${what}`,
        exchanges: [exchange],
        key: 'nothing deleted',
        topic: { wanted: 404 },
      });
    const actual = `${outcomeOf(exchange)} for ${what}`;
    const topic = { wanted: 400, defect: `${name} ${likenessOf(exchange)}` };
    return fail({ expected: 'a status of 4xx', actual, exchanges: [exchange], key: text, topic });
  },
});

/** A good request without the header by which it has to be named: all else is good, as the same with it shows. */
const unnamedCase = (name: string): Case => ({
  name: `without ${name}`,
  kind: `without ${name}`,
  tier: 1,
  run: async (context) => {
    const named = await namedParts(context);
    const exchange = answered(await sendParts(context, { ...named, isNamed: true, headers: {} }));
    if (isRefusal(exchange))
      return isSuccess(await sendParts(context, named)) ? PASS : inconclusive(`with ${name} it is refused, too`);
    const actual = `${outcomeOf(exchange)} for a request without ${name}`;
    const topic = { wanted: 400, defect: `${name} ${likenessOf(exchange)}` };
    return fail({ expected: 'a status of 4xx', actual, exchanges: [exchange], key: 'missing', topic });
  },
});

interface Odd {
  readonly name: string;
  readonly place: Parameter['in'];
  readonly text: string;
}

async function partsWith(context: CaseContext, path: JsonRecord, { name, place, text }: Odd): Promise<RequestParts> {
  if (place === 'path') return { path: { ...path, [name]: text } };
  if (place === 'query') return { path, query: { [name]: text } };
  // All else is good, so that the header alone can be the reason of a refusal.
  const valid = await fetchValidParts(context);
  return { ...valid, isNamed: true, headers: { [name.toLowerCase()]: text } };
}
