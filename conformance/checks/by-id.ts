import { propertiesOf, type Resource, typesOf } from '../../openapi/contract';
import { type IdText, NO_IDS, SPELLINGS, type Spelling } from '../arbitraries/spellings';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../exchange/exchange';
import { idOf, keyOf, recordOf } from '../records/records';
import { toRequest } from '../requests/request';
import type { Case, CaseContext, Check } from '../steps/check';
import { fetchSomeRecord } from '../steps/lists';
import { brief } from '../verdict/brief';
import { fail, PASS, skip, unjudged, type Verdict } from '../verdict/verdict';

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
