import fc from 'fast-check';
import {
  type Contract,
  documents,
  namesAbove,
  propertiesOf,
  type Resource,
  replyFor,
  type Schema,
  templateNames,
  typesOf,
  validatorOf,
} from '../../openapi/contract';
import { unlikely } from '../arbitraries/path-value';
import { type IdText, NO_IDS, SPELLINGS, type Spelling } from '../arbitraries/spellings';
import { type Exchange, isRefusal, isSuccess, isUnread, outcomeOf } from '../exchange/exchange';
import { idOf, keyOf, recordOf, sameJson } from '../records/records';
import { toRequest } from '../requests/request';
import type { Case, CaseContext, Check } from '../steps/check';
import { fetchSomeRecord } from '../steps/lists';
import { brief } from '../verdict/brief';
import {
  clauseOf,
  fail,
  NOTHING_TO_JUDGE,
  PASS,
  skip,
  type Topic,
  unjudged,
  type Verdict,
  warn,
} from '../verdict/verdict';

/** However an id is written: it leads to its own record, or to none. */
export const recordsById: Check = {
  id: 'records.by-id',
  title: 'An id leads to its own record and no other',
  level: 'MUST',
  applies: ({ purpose }) => purpose?.role === 'read' && purpose.resource.isSure && isOfOneType(purpose.resource),
  clause: ({ purpose, operation }) => ({
    sentence: 'The parameter is the id of the record that comes.',
    pointer: purpose?.resource.idParameter?.pointer ?? operation.pointer,
  }),
  cases: ({ purpose }) => {
    const types = typesOf(purpose?.resource.idParameter?.schema ?? {});
    // Where a text may be an id, too, a number in another spelling may be the id of another record.
    const isNumeric = types.includes('integer') && !types.includes('string');
    return [
      { name: 'percent-encoded', tier: 2, run: judgeEncoded },
      ...(isNumeric ? [...SPELLED, { name: 'the next number', tier: 2, run: judgeNext } as const] : []),
      ...NO_IDS.map((one): Case => ({ name: one.what, tier: 2, run: (context) => judge(context, one) })),
    ];
  },
};

/**
 * Whether the parameter takes the very ids that records show. Where it takes texts and they show numbers, or the document leaves
 * a type open, a service may know other names for a record, such as `latest`.
 */
function isOfOneType({ idParameter, idProperty = '', schema }: Resource): boolean {
  const property = propertiesOf(schema).get(idProperty)?.schema;
  if (idParameter === undefined || property === undefined) return false;
  const shown = typesOf(property);
  const taken = typesOf(idParameter.schema);
  return (
    taken.length > 0 && taken.every((type) => shown.includes(type) || (type === 'integer' && shown.includes('number')))
  );
}

const SPELLED: readonly Case[] = SPELLINGS.map((spelling) => ({
  name: spelling.what,
  tier: 2,
  run: async (context) => {
    const id = await fetchNumber(context, spelling);
    if (id === undefined) return skip(NO_NUMBER);
    return judge(context, { what: spelling.what, text: spelling.write(id), value: spelling.value(id) });
  },
}));

const NO_NUMBER = 'there is no record with a number for an id';

/** The number of a record; of one that a careless reader takes for another one, where there is such a one. */
async function fetchNumber(context: CaseContext, { misread }: Spelling): Promise<bigint | undefined> {
  const { resource } = context.subject.purpose ?? {};
  const record = resource === undefined ? undefined : await fetchSomeRecord(context, resource);
  if (resource === undefined || record === undefined) return undefined;
  const { records } = context.known.collection(resource);
  const numbers = [record, ...records.values()].flatMap(({ id }) => toBigInt(id) ?? []);
  return numbers.find((id) => records.has(keyOf(misread?.(id)))) ?? numbers[0];
}

const toBigInt = (id: unknown): bigint | undefined =>
  typeof id === 'bigint' || Number.isInteger(id) ? BigInt(id as number | bigint) : undefined;

/** In place of the id its text, just as it is. */
async function send(context: CaseContext, text: string): Promise<Exchange> {
  const { subject } = context;
  const name = subject.purpose?.resource.idParameter?.name ?? '';
  return context.send(toRequest(subject.operation, { rawPath: { [name]: text } }));
}

/** A server may refuse an odd text. */
async function judge(context: CaseContext, { what, text, value }: IdText): Promise<Verdict> {
  const exchange = await send(context, text);
  const { response } = exchange;
  if (response === undefined || response.status >= 500) return unjudged(exchange);
  if (isRefusal(exchange)) return PASS;
  const shown = shownIn(context, exchange);
  if (isSuccess(exchange) && shown === undefined) return skip('the reply shows no id');
  if (isSuccess(exchange) && shown === (value === undefined ? text : keyOf(value))) return PASS;
  return fail({
    expected: value === undefined ? 'a status of 4xx' : `a status of 4xx, or the record ${value}`,
    actual: `${outcomeOf(exchange)}${shown === undefined ? '' : ` and the record ${shown}`} for ${what}`,
    exchanges: [exchange],
    key: what,
  });
}

/** The id of the record that a reply shows, as a path writes it. */
function shownIn({ subject }: CaseContext, exchange: Exchange): string | undefined {
  const { resource } = subject.purpose ?? {};
  const id = resource === undefined ? undefined : idOf(recordOf(exchange, resource) ?? {}, resource);
  return id === undefined ? undefined : keyOf(id);
}

/** A letter or digit and its percent-encoding are the same (RFC 3986 §2.3). */
async function judgeEncoded(context: CaseContext): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const record = resource === undefined ? undefined : await fetchSomeRecord(context, resource);
  if (resource === undefined || record === undefined) return skip('there is no record to read');
  const id = keyOf(record.id);
  const encoded = encodeURIComponent(id).replace(/^[a-z\d]/i, (char) => `%${char.charCodeAt(0).toString(16)}`);
  if (encoded === id) return skip('its id begins with no letter or digit');
  const exchange = await send(context, encoded);
  if (exchange.response === undefined || exchange.response.status >= 500) return unjudged(exchange);
  if (isSuccess(exchange) && shownIn(context, exchange) === id) return PASS;
  // Somebody may have deleted it, or the id is another name for it.
  const plain = await send(context, encodeURIComponent(id));
  if (!isSuccess(plain) || shownIn(context, plain) !== id) return skip('the record is gone');
  return fail({
    expected: `the record ${brief(record.id)}, as without percent-encoding`,
    actual: `${outcomeOf(exchange)} and ${shownIn(context, exchange) ?? 'no record'}`,
    exchanges: [plain, exchange],
    key: 'encoded',
  });
}

/** Beyond 2^53 not every number has a double of its own. */
async function judgeNext(context: CaseContext): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return skip(NO_NUMBER);
  await fetchSomeRecord(context, resource);
  const ids = [...context.known.collection(resource).records.values()].flatMap(({ id }) => toBigInt(id) ?? []);
  const large = ids.find((id) => BigInt(Number(id)) !== id || id > 2n ** 53n || id < -(2n ** 53n));
  if (large === undefined) return skip('no record has an id beyond 2^53');
  for (const value of [large + 1n, large - 1n]) {
    const verdict = await judge(context, { what: `the id ${value}`, text: String(value), value });
    if (verdict.outcome !== 'pass') return verdict;
  }
  return PASS;
}

/** What does not exist is not found. */
export const missingNotFound: Check = {
  id: 'missing.not-found',
  title: 'What does not exist is not found',
  level: 'MUST',
  applies: ({ contract, purpose, operation }) =>
    purpose?.role === 'read' &&
    documents(operation, 404) &&
    purpose.resource.idParameter !== undefined &&
    areIdsShown(contract, purpose.resource),
  clause: (subject) => clauseOf(subject, 404, 'There is no record with this id.'),
  cases: (subject) => {
    const { schema } = subject.purpose?.resource.idParameter ?? { schema: {} };
    return [
      { name: 'an unknown id', tier: 1, run: judgeUnknown },
      ...(typesOf(schema).includes('integer')
        ? NEAR_IDS.map(({ what, make }): Case => ({ name: what, tier: 2, run: (context) => judgeNear(context, make) }))
        : []),
      ...oddIds(schema).map(
        ({ id, isLawful }, index): Case => ({
          name: `the id ${id}`,
          tier: index < 2 ? 1 : 2,
          run: (context) => judgeOdd(context, id, isLawful),
        }),
      ),
    ];
  },
};

/**
 * Where nobody is ever told an id, a server may have something for whatever is asked for: where nothing lists or makes records, or
 * they are listed only below something whose id nobody is told.
 */
function areIdsShown(
  contract: Contract,
  { idProperty, collectionPath, operations: { list, create } }: Resource,
): boolean {
  if (idProperty === undefined || (list ?? create) === undefined) return false;
  const above = templateNames(collectionPath).length;
  if (above === 0 || create !== undefined) return true;
  const host = contract.resources.find(
    ({ itemPath }) =>
      namesAbove(collectionPath, itemPath) !== undefined && templateNames(itemPath ?? '').length === above,
  );
  return host !== undefined && areIdsShown(contract, host);
}

/** At most two random ids: a server may have one of them by chance, not both. */
async function judgeUnknown(context: CaseContext): Promise<Verdict> {
  const { subject, known, options } = context;
  const { resource } = subject.purpose ?? {};
  if (resource?.idParameter === undefined) return NOTHING_TO_JUDGE;
  const { schema } = resource.idParameter;
  if (schema.enum !== undefined || schema.const !== undefined)
    return skip('the contract names all ids that there may be');
  const { records } = known.collection(resource);
  const drawn = fc.sample(unlikely(resource.idParameter.schema), { numRuns: 20, seed: options.seed });
  const unknown = drawn.filter((id) => !records.has(keyOf(id))).slice(0, 2);
  let found: Verdict = skip('every random id exists');
  for (const id of unknown) {
    const exchange = await context.send(toRequest(subject.operation, { path: { [resource.idParameter.name]: id } }));
    if (exchange.response === undefined) return unjudged(exchange);
    if (exchange.response.status >= 500) return unjudged(exchange);
    if (exchange.response.status === 404 || isOtherwiseRefused(exchange)) return PASS;
    const judge =
      isRefusal(exchange) && replyFor(subject.operation, exchange.response.status) === undefined ? warn : fail;
    found = judge({
      expected: 'the status 404',
      actual: `${outcomeOf(exchange)} for the id ${brief(id)}`,
      exchanges: [exchange],
      key: 'unknown id',
      topic: topicOf(exchange, id),
    });
    const isThatOne = isSuccess(exchange) && sameJson(idOf(recordOf(exchange, resource) ?? {}, resource), id);
    if (!isThatOne) return found;
  }
  return found;
}

/** Whether an id is refused as no id, or as nobody's business, where the operation documents that as well as its 404. */
function isOtherwiseRefused({ request: { operation }, response }: Exchange): boolean {
  const { status = 0 } = response ?? {};
  return [400, 403, 410, 422].includes(status) && documents(operation, status);
}

/** What a careless reader of paths takes for the id of a record. */
const NEAR_IDS: readonly { what: string; make: (id: bigint) => string }[] = [
  { what: 'the id of a record, and letters', make: (id) => `${id}abc` },
  { what: 'the id of a record and 2^32', make: (id) => String(id + 2n ** 32n) },
  { what: 'the id of a record and 2^64', make: (id) => String(id + 2n ** 64n) },
  { what: 'the id of a record and a half', make: (id) => `${id}.5` },
];

async function judgeNear(context: CaseContext, make: (id: bigint) => string): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const record = resource === undefined ? undefined : await fetchSomeRecord(context, resource);
  const id = record?.id;
  if (resource === undefined || (typeof id !== 'bigint' && !Number.isInteger(id)))
    return skip('there is no record with a number for an id');
  const near = make(BigInt(id as number | bigint));
  const isLawful = /^-?\d+$/.test(near) && BigInt(near) < 2n ** 63n;
  return judgeOdd(context, near, isLawful);
}

/** Ids that hardly any server has; those that break the parameter's schema are no lawful ids. */
function oddIds(schema: Schema): readonly { id: string; isLawful: boolean }[] {
  if (!typesOf(schema).includes('integer')) return [];
  const fits = validatorOf(schema, 'request');
  const candidates = [0n, 2n ** 63n - 1n, -1n, 2n ** 63n, -(2n ** 63n), 10n ** 30n];
  return candidates.map((value) => ({ id: String(value), isLawful: fits(value) === undefined }));
}

/** A server may answer an odd id with 404 or as a bad request. It must not find another record. */
async function judgeOdd({ subject, send }: CaseContext, id: string, isLawful: boolean): Promise<Verdict> {
  const { resource } = subject.purpose ?? {};
  if (resource?.idParameter === undefined) return NOTHING_TO_JUDGE;
  const exchange = await send(toRequest(subject.operation, { path: { [resource.idParameter.name]: id } }));
  const { response } = exchange;
  if (response === undefined) return unjudged(exchange);
  if (response.status >= 500) return unjudged(exchange);
  if (isRefusal(exchange) && (response.status === 404 || response.status === 400 || response.status === 422))
    return PASS;
  if (isLawful && isUnread(exchange)) return unjudged(exchange);
  const shown = idOf(recordOf(exchange, resource) ?? {}, resource);
  if (isLawful && isSuccess(exchange) && String(shown) === id) return PASS;
  return fail({
    expected: 'the status 404',
    actual: `${outcomeOf(exchange)} for the id ${id}`,
    exchanges: [exchange],
    key: `id ${id}`,
    topic: topicOf(exchange, id),
  });
}

/** The same reply to another id is the same defect. What is no number is read by other code than a number. */
const topicOf = (exchange: Exchange, id: unknown): Topic => {
  const { response } = exchange;
  const shown = isRefusal(exchange) ? '' : (response?.body.text ?? '').slice(0, 1000);
  return { wanted: 404, defect: `${/^-?\d+$/.test(String(id)) || isRefusal(exchange)} ${response?.status} ${shown}` };
};
