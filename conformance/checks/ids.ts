import {
  type Contract,
  documents,
  fits,
  type Operation,
  propertiesOf,
  type Resource,
  replyFor,
  type Schema,
  sentencesAround,
  templateNames,
  typesOf,
} from '../../openapi/contract';
import { type IdText, NO_IDS, SPELLINGS } from '../arbitraries/spellings';
import { type Exchange, isRefusal, isSuccess, isUnread, outcomeOf } from '../exchange/exchange';
import { isForItsReasons } from '../exchange/refusals';
import { idOf, type KnownRecord, keyOf, recordOf } from '../records/records';
import { toRequest } from '../requests/request';
import { type Case, type CaseContext, type Check, resourceOf } from '../steps/check';
import { fetchSomeRecord } from '../steps/lists';
import { type Host, hostsOf, isTelling } from '../steps/paths/parents';
import { sendParts } from '../steps/paths/paths';
import { idsLike, pathTo, unknownId, unknownIds } from '../steps/records';
import { brief } from '../verdict/brief';
import {
  answered,
  CannotJudge,
  clauseOf,
  fail,
  type Observation,
  PASS,
  skip,
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
    const types = typesOf(idSchema(purpose?.resource));
    // Where a text may be an id, too, a number in another spelling may be the id of another record.
    const isNumeric = types.includes('integer') && !types.includes('string');
    return [
      { name: 'percent-encoded', tier: 2, run: judgeEncoded },
      ...(isNumeric ? [...SPELLED, NEXT] : []),
      ...NO_IDS.map((one) => textCase(one.what, () => [one])),
    ];
  },
};

const idSchema = (resource: Resource | undefined): Schema => resource?.idParameter?.schema ?? {};

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

/** Each text is sent in the place of the id, just as it is, until one is answered wrongly. */
const textCase = (
  name: string,
  texts: (context: CaseContext) => readonly IdText[] | Promise<readonly IdText[]>,
): Case => ({
  name,
  tier: 2,
  run: async (context) => {
    for (const text of await texts(context)) {
      const verdict = await judgeText(context, text);
      if (verdict.outcome !== 'pass') return verdict;
    }
    return PASS;
  },
});

/** Of the number of a record; of one that a careless reader takes for another one, where there is such a one. */
const SPELLED: readonly Case[] = SPELLINGS.map(({ what, write, value, misread }) =>
  textCase(what, async (context) => {
    const [first, ...others] = await fetchNumbers(context);
    const { records } = context.known.collection(resourceOf(context));
    const id = [first, ...others].find((one) => records.has(keyOf(misread?.(one)))) ?? first;
    return [{ what, text: write(id), value: value(id) }];
  }),
);

/** Beyond 2^53 not every number has a double of its own. */
const NEXT = textCase('the next number', async (context) => {
  const ids = await fetchNumbers(context);
  const large = ids.find((id) => BigInt(Number(id)) !== id || id > 2n ** 53n || id < -(2n ** 53n));
  if (large === undefined) throw new CannotJudge(skip('no record has an id beyond 2^53'));
  return [large + 1n, large - 1n].map((value) => ({ what: `the id ${value}`, text: String(value), value }));
});

/** A record to read. @throws CannotJudge where there is none */
async function fetchRecord(context: CaseContext, reason: string): Promise<KnownRecord> {
  const record = await fetchSomeRecord(context, resourceOf(context));
  if (record === undefined) throw new CannotJudge(skip(reason));
  return record;
}

/** The ids of records that are numbers. @throws CannotJudge where none is */
async function fetchNumbers(context: CaseContext): Promise<readonly [bigint, ...bigint[]]> {
  const record = await fetchRecord(context, NO_NUMBER);
  const all = [record, ...context.known.collection(resourceOf(context)).records.values()];
  const [first, ...others] = all.flatMap(({ id }) => {
    return typeof id === 'bigint' || (typeof id === 'number' && Number.isInteger(id)) ? [BigInt(id)] : [];
  });
  if (first === undefined) throw new CannotJudge(skip(NO_NUMBER));
  return [first, ...others];
}

const NO_NUMBER = 'there is no record with a number for an id';

const sendText = (context: CaseContext, text: string): Promise<Exchange> =>
  sendParts(context, { rawPath: { [resourceOf(context).idParameter?.name ?? '']: text } });

/** A server may refuse an odd text. */
async function judgeText(context: CaseContext, { what, text, value }: IdText): Promise<Verdict> {
  const exchange = answered(await sendText(context, text));
  if (isRefusal(exchange)) return PASS;
  const shown = shownId(context, exchange);
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
function shownId(context: CaseContext, exchange: Exchange): string | undefined {
  const resource = resourceOf(context);
  const id = idOf(recordOf(exchange, resource) ?? {}, resource);
  return id === undefined ? undefined : keyOf(id);
}

/** A letter or digit and its percent-encoding are the same (RFC 3986 §2.3). */
async function judgeEncoded(context: CaseContext): Promise<Verdict> {
  const record = await fetchRecord(context, 'there is no record to read');
  const id = keyOf(record.id);
  const encoded = encodeURIComponent(id).replace(/^[a-z\d]/i, (char) => `%${char.charCodeAt(0).toString(16)}`);
  if (encoded === id) return skip('its id begins with no letter or digit');
  const exchange = answered(await sendText(context, encoded));
  if (isSuccess(exchange) && shownId(context, exchange) === id) return PASS;
  // Another client may have deleted it, or the id is another name for it.
  const plain = await sendText(context, encodeURIComponent(id));
  if (!isSuccess(plain) || shownId(context, plain) !== id) return skip('the record is gone');
  return fail({
    expected: `the record ${brief(record.id)}, as without percent-encoding`,
    actual: `${outcomeOf(exchange)} and ${shownId(context, exchange) ?? 'no record'}`,
    exchanges: [plain, exchange],
    key: 'encoded',
  });
}

/** A record that does not exist is not found. */
export const missingNotFound: Check = {
  id: 'missing.not-found',
  title: 'A record that does not exist is not found',
  level: 'MUST',
  applies: ({ contract, purpose, operation }) =>
    documents(operation, 404) &&
    ((purpose?.role === 'read' &&
      purpose.resource.idParameter !== undefined &&
      areIdsShown(contract, purpose.resource)) ||
      (purpose?.role === 'list' && hostsOf(contract, purpose.resource).some(isTelling))),
  clause: (subject) => clauseOf(subject, 404, 'There is no record with this id.'),
  cases: ({ contract, purpose, operation }) => {
    if (purpose?.role === 'list')
      return hostsOf(contract, purpose.resource)
        .filter(isTelling)
        .map((host) => ({
          name: `a list below an unknown id of ${host.resource.name}`,
          tier: 1,
          run: (context) => listBelowUnknown(context, host),
        }));
    const unknown: Case = { name: 'an unknown id', tier: 1, run: judgeUnknown };
    const alike: Case = { name: 'an unknown id like others', tier: 1, run: judgeAlike };
    const none: readonly Case[] = saysNoIdIsMissing(operation)
      ? [{ name: 'what could be no id', tier: 1, run: judgeNoId }]
      : [];
    if (!typesOf(idSchema(purpose?.resource)).includes('integer')) return [unknown, alike, ...none];
    return [
      unknown,
      ...none,
      ...NEAR_IDS.map(([what, make]) => oddCase(what, 2, async (context) => make((await fetchNumbers(context))[0]))),
      ...ODD_IDS.map((id, index) => oddCase(`the id ${id}`, index < 2 ? 1 : 2, () => String(id))),
    ];
  },
};

/**
 * Where no client is ever told an id, a server may have something for whatever is asked for: where nothing lists or makes records,
 * or they are listed only below something whose id is never told.
 */
function areIdsShown(contract: Contract, resource: Resource): boolean {
  const { list, create } = resource.operations;
  if (resource.idProperty === undefined || (list ?? create) === undefined) return false;
  const above = templateNames(resource.collectionPath).at(-1);
  if (above === undefined || create !== undefined) return true;
  const host = hostsOf(contract, resource).find(({ parameter }) => parameter === above);
  return host !== undefined && areIdsShown(contract, host.resource);
}

/** At most two random ids: a server may have one of them by chance, not both. */
async function judgeUnknown(context: CaseContext): Promise<Verdict> {
  const { operation } = context.subject;
  const resource = resourceOf(context);
  const schema = idSchema(resource);
  if (schema.enum !== undefined || schema.const !== undefined)
    return skip('the contract names all ids that there may be');
  let found: Verdict = PASS;
  for (const id of unknownIds(context, resource, 0).slice(0, 2)) {
    const exchange = answered(await sendParts(context, { path: pathTo(resource, id) }));
    const { status } = exchange.response;
    // Or refused as no id, as one that is kept from the client, or for a reason that has nothing to do with it.
    if (isRefusal(exchange) && (documents(operation, status) || isForItsReasons(exchange))) return PASS;
    const judge = isRefusal(exchange) ? warn : fail;
    found = judge(notMissing(exchange, String(id), brief(id), 'unknown id'));
    if (!isSuccess(exchange) || shownId(context, exchange) !== keyOf(id)) return found;
  }
  return found;
}

/** An id of the form that all others have is no wrong request: there is no such record. */
async function judgeAlike(context: CaseContext): Promise<Verdict> {
  const { operation } = context.subject;
  const resource = resourceOf(context);
  const record = await fetchRecord(context, 'there is no record to read');
  const { records } = context.known.collection(resource);
  const fitting = (id: string): boolean => fits(idSchema(resource), 'request', id) && !records.has(keyOf(id));
  const id = typeof record.id === 'string' ? idsLike(record.id).find(fitting) : undefined;
  if (id === undefined) return skip('ids have no form of their own');
  const exchange = answered(await sendParts(context, { path: pathTo(resource, id) }));
  const isWrong = [400, 422].includes(exchange.response.status) && !saysOfForm(operation);
  return isWrong ? fail(notMissing(exchange, id, brief(id), 'unknown id like others')) : PASS;
}

/** Whether words say that what is of no form of an id is answered as one that no record has: `Something that is no UUID is a 404, too`. */
const saysNoIdIsMissing = (operation: Operation): boolean =>
  sentencesAround(operation).some((text) => NO_ID.test(text) && OF_NO_RECORD.test(text) && !OF_BAD_ID.test(text));
const OF_BAD_ID =
  /\b4(?!04)\d\d\b|\bbad[ _-]request|\bvalidation|\binvalid|\bmalformed_|\b(?:not|never) (?:an? )?404|\b(?:refused|rejected)\b|\bnot (?:treated|answered|taken)\b/i;
const NO_ID =
  /\b(?:ids?|identifiers?|path)\b[^.;]{0,40}\b(?:(?:is|are|which is|that is) (?:no|not an?) (?:uuid|ulid|number|integer|id)s?\b|could not be (?:one|an id)|malformed|ill-formed|of (?:another|the wrong|no such) form)|\b(?:malformed|ill-formed) (?:path )?ids?\b/i;
const OF_NO_RECORD = /\b404\b|\bnot found\b|\b(?:like|as) an unknown (?:one|id|record)\b/i;

/** It is not refused as a bad request, where words say so. */
async function judgeNoId(context: CaseContext): Promise<Verdict> {
  const id = 'no~id';
  const exchange = answered(await sendParts(context, { path: pathTo(resourceOf(context), id) }));
  return exchange.response.status === 404 || isForItsReasons(exchange)
    ? PASS
    : fail(notMissing(exchange, id, id, 'no id'));
}

/** Whether words leave open by which status an id is refused. */
const saysOfForm = (operation: Operation): boolean =>
  [
    ...[400, 422].map((status) => replyFor(operation, status)?.description ?? ''),
    ...sentencesAround(operation).filter((text) => /\b4(?:00|22)\b/.test(text)),
  ].some((text) => /\b(?:ids?|identifiers?)\b/i.test(text) && !OF_FORM.test(text));
/** What has another form than an id is something else. */
const OF_FORM = /\b(?:forms?|formats?|formed|malformed|syntax|shape|pattern)\b/i;

/** What is below a record that is not there is not found either; a read of that record says whether it is. */
async function listBelowUnknown(context: CaseContext, { resource, parameter }: Host): Promise<Verdict> {
  const id = unknownId(context, resource, 3);
  const { read } = resource.operations;
  const exchange = answered(await context.send(toRequest(context.subject.operation, { path: { [parameter]: id } })));
  if (!isSuccess(exchange) || read === undefined) return PASS;
  const above = await context.send(toRequest(read, { path: pathTo(resource, id) }));
  if (above.response?.status !== 404) return skip('the id that was tried may have a record');
  return fail({
    ...notMissing(exchange, keyOf(id), brief(id), 'below unknown id'),
    exchanges: [above, exchange],
  });
}

const oddCase = (name: string, tier: 1 | 2, make: (context: CaseContext) => string | Promise<string>): Case => ({
  name,
  tier,
  run: async (context) => judgeOdd(context, await make(context)),
});

/** What a careless reader of paths takes for the id of a record. */
const NEAR_IDS: readonly (readonly [string, (id: bigint) => string])[] = [
  ['the id of a record, and letters', (id) => `${id}abc`],
  ['the id of a record and 2^32', (id) => String(id + 2n ** 32n)],
  ['the id of a record and 2^64', (id) => String(id + 2n ** 64n)],
  ['the id of a record and a half', (id) => `${id}.5`],
];

/** Ids that hardly any server has. */
const ODD_IDS = [0n, 2n ** 63n - 1n, -1n, 2n ** 63n, -(2n ** 63n), 10n ** 30n];

/** A server may answer an odd id with 404 or as a bad request. It must not find another record. */
async function judgeOdd(context: CaseContext, id: string): Promise<Verdict> {
  const resource = resourceOf(context);
  const exchange = answered(await sendParts(context, { path: pathTo(resource, id) }));
  if ([400, 404, 422].includes(exchange.response.status) || isForItsReasons(exchange)) return PASS;
  const isLawful = NUMBER.test(id) && fits(idSchema(resource), 'request', BigInt(id));
  if (isLawful && isUnread(exchange)) return unjudged(exchange);
  if (isLawful && isSuccess(exchange) && shownId(context, exchange) === id) return PASS;
  return (isRefusal(exchange) ? warn : fail)(notMissing(exchange, id, id, `id ${id}`));
}

const NUMBER = /^-?\d+$/;

/** The same reply to another id is the same defect, and the same refusal one finding. What is no number is read by other code than a number. */
function notMissing(exchange: Exchange, id: string, written: string, key: string): Observation {
  const { response } = exchange;
  const shown = isRefusal(exchange) ? '' : (response?.body.text ?? '').slice(0, 1000);
  return {
    expected: 'the status 404',
    actual: `${outcomeOf(exchange)} for the id ${written}`,
    exchanges: [exchange],
    key: isRefusal(exchange) ? outcomeOf(exchange) : key,
    topic: { wanted: 404, defect: `${NUMBER.test(id) || isRefusal(exchange)} ${response?.status} ${shown}` },
  };
}
