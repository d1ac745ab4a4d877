import type { Resource } from '../../openapi/contract';
import { isSuccess } from '../exchange/exchange';
import { hasMany } from '../exchange/subject';
import { type Listing, passes } from '../records/lists/listing';
import { type Collection, createdIn, type JsonRecord, keyOf } from '../records/records';
import { ALL_FRESH } from '../requests/bodies/fresh';
import { knownRecordBody } from '../requests/bodies/record-in-body';
import { toRequest } from '../requests/request';
import { listed, newId, readable } from '../rules/relations/created';
import { numbered } from '../rules/relations/numbered';
import { type Case, type CaseContext, type Check, resourceOf } from '../steps/check';
import { fetchSomeRecord, lookAgain, noteLate, notWhole, requestWholeList, waitForLists } from '../steps/lists';
import { createRecord, type Made, notCreated, rarestChoices, readRecord, requestRecord } from '../steps/records';
import { isOfBefore, isOwnRule, sendValid } from '../steps/send-valid';
import { CannotJudge, inconclusive, replied, type Verdict } from '../verdict/verdict';
import { createAndRead, tellingRecord } from './telling-record';

export const createdReadable: Check = {
  ...readable,
  cases: (subject) => [
    // Where operations are many a budget may end after the first one.
    ...(hasMany(subject.contract) ? [tellingRecord(subject), LEAST_RECORD] : [LEAST_RECORD, tellingRecord(subject)]),
    createAndRead('created record 2', 2, () => ({}), 2),
    createAndRead('created record 3', 2, () => ({})),
    ASKED_BEFORE,
  ],
};

const LEAST_RECORD = createAndRead('a created record', 1, () => ({}));

/** A server may remember that an id was not there. */
const ASKED_BEFORE: Case = {
  name: 'created record 4, whose id was asked for before',
  tier: 2,
  run: async (context) => {
    const resource = resourceOf(context);
    const next = nextId(context.known.collection(resource));
    if (next !== undefined) await readRecord(context, resource, next);
    const { id } = await createRecord(context);
    return requestRecord(context, resource, id);
  },
};

/** The id that a created record will probably have: one more step from the last one. Undefined where ids are no numbers. */
function nextId(collection: Collection): bigint | undefined {
  const ids = createdIn(collection).flatMap(({ id }) => (/^-?\d+$/.test(keyOf(id)) ? [BigInt(keyOf(id))] : []));
  const last = ids.at(-1);
  const steps = ids.slice(1).map((id, index) => id - (ids[index] ?? id));
  const step = steps.filter((one) => one > 0n).sort((a, b) => (a < b ? -1 : 1))[0];
  return last === undefined || step === undefined ? undefined : last + step;
}

export const createdNewId: Check = {
  ...newId,
  cases: () => [{ name: 'two records', tier: 1, run: createTwo }],
};

/**
 * The same body twice makes two records; where the server has a rule against that, two alike. What a server may take for the
 * record of before is followed by one of which it may not: no value of it is one that another record has.
 */
async function createTwo(context: CaseContext): Promise<undefined> {
  const { subject } = context;
  await fetchSomeRecord(context, resourceOf(context));
  const { exchange, body } = await sendValid(context, subject);
  if (!isSuccess(replied(exchange))) throw new CannotJudge(notCreated(exchange));
  const second = replied(await context.send(toRequest(subject.operation, { body })));
  if (isOwnRule(second)) await createRecord(context);
  if (![exchange, second].some((one) => isOfBefore(context, one))) return;
  const chosen = { strategy: ALL_FRESH, isTaken: true };
  const other = knownRecordBody(context, subject, {}, chosen).body;
  await context.send(toRequest(subject.operation, { body: other }));
}

export const createdNumbered: Check = {
  ...numbered,
  cases: () => [{ name: 'two records', tier: 1, run: createTwo }],
};

export const createdListed: Check = {
  ...listed,
  cases: ({ purpose }) => [
    { name: 'a created record, in the whole list or in the part that a filter leaves', tier: 1, run: createAndList },
    ...(purpose?.resource.filters ?? []).flatMap(({ parameter: { name, schema }, property }) =>
      (schema.enum ?? []).slice(-MOST_VALUES).map((value) => filteredAtOnce(name, property, value)),
    ),
  ],
};

/** Values of one filter that are tried: the rarest is tried by the first case, too. */
const MOST_VALUES = 2;

/** A list is asked for just before the create and right after it: so a copy that is kept for however short a time is found out. */
const filteredAtOnce = (name: string, property: string, value: unknown): Case => ({
  name: `a created record, right away in the list with ${name}=${value}`,
  tier: 2,
  run: async (context) => {
    const resource = resourceOf(context);
    const query = { [name]: value };
    const choices = { [property]: value };
    await requestWholeList(context, resource, query);
    const made = await createRecord(context, choices);
    const listing = (await requestWholeList(context, resource, query))?.listing;
    if (misses(listing, made)) return lookLater(context, resource, choices, [query]);
    return listing?.isWhole === false ? inconclusive('the list is too long to show it all') : undefined;
  },
});

async function createAndList(context: CaseContext): Promise<Verdict | readonly Verdict[] | undefined> {
  const resource = resourceOf(context);
  const choices = rarestChoices(context);
  const filters = resource.filters.flatMap(({ parameter, property }) =>
    choices[property] === undefined ? [] : [{ [parameter.name]: choices[property] }],
  );
  // Also before the create, so that a server that caches lists is found out.
  for (const query of filters) await requestWholeList(context, resource, query);
  const made = await createRecord(context, choices);
  let isJudged = false;
  const missing: JsonRecord[] = [];
  for (const query of [{}, ...filters]) {
    const listing = (await requestWholeList(context, resource, query))?.listing;
    if (misses(listing, made)) missing.push(query);
    isJudged ||= listing?.isWhole === true || listing?.byKey.has(keyOf(made.id)) === true;
  }
  if (missing.length > 0) return lookLater(context, resource, choices, missing);
  return isJudged ? undefined : notWhole(resource, 'it all');
}

/** Whether a list that should show a record does not. */
const misses = (listing: Listing | undefined, { id, record }: Made): boolean =>
  listing?.isWhole === true && !listing.byKey.has(keyOf(id)) && passes(listing, record);

/**
 * Lists without a new record may only be late. So another record is made, and looked for after a while: then that is no excuse,
 * and neither is it for the first record. What a cache keeps, or what takes some requests to appear, is missing all the same.
 */
async function lookLater(
  context: CaseContext,
  resource: Resource,
  choices: JsonRecord,
  queries: readonly JsonRecord[],
): Promise<readonly Verdict[] | undefined> {
  const areListed = async (made: Made): Promise<boolean> => {
    let areAll = true;
    for (const query of queries)
      areAll = !misses((await requestWholeList(context, resource, query))?.listing, made) && areAll;
    return areAll;
  };
  const another = await createRecord(context, choices);
  if ((await lookAgain(context, () => areListed(another))) !== 'late') return undefined;
  // The looks before may have led to that, and not the time.
  const last = await createRecord(context, choices);
  await waitForLists(context);
  return (await areListed(last)) ? noteLate(context, resource, another.exchange) : undefined;
}
