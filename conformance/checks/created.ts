import {
  itemsOf,
  mostInteger,
  propertiesOf,
  type Resource,
  type Schema,
  sentencesAround,
  typesOf,
  validatorOf,
} from '../../openapi/contract';
import { mapOf } from '../arbitraries/plain';
import { isPlainMultiple } from '../arbitraries/schema';
import { isSuccess } from '../exchange/exchange';
import { bodyOf, hasMany, type Subject } from '../exchange/subject';
import { type Listing, passes } from '../records/lists/listing';
import { type Collection, createdIn, isReference, type JsonRecord, keyOf } from '../records/records';
import { ALL_FRESH } from '../requests/bodies/fresh';
import { knownRecordBody } from '../requests/bodies/record-in-body';
import { toRequest } from '../requests/request';
import { listed, newId, readable } from '../rules/relations/created';
import { numbered } from '../rules/relations/numbered';
import { type Case, type CaseContext, type Check, resourceOf } from '../steps/check';
import { fetchSomeRecord, lookAgain, noteLate, notWhole, requestWholeList, waitForLists } from '../steps/lists';
import {
  createRecord,
  createWithMost,
  type Made,
  notCreated,
  rarestChoices,
  readRecord,
  requestRecord,
} from '../steps/records';
import { isOfBefore, isOwnRule, sendValid } from '../steps/send-valid';
import { CannotJudge, inconclusive, replied, type Verdict } from '../verdict/verdict';

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
export const tellingRecord = (subject: Subject): Case =>
  createAndRead('a record of telling values', 1, (context) => ({
    ...tellingFields(subject),
    ...mailAsWritten(context),
  }));

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

function createAndRead(name: string, tier: 1 | 2, extra: (context: CaseContext) => JsonRecord, times = 1): Case {
  const run = async (context: CaseContext): Promise<undefined> => {
    const { id } = await createWithMost(context, extra(context));
    for (let time = 0; time < times; time += 1) await requestRecord(context, resourceOf(context), id);
  };
  return { name, tier, run };
}

/** For each field the value that most servers get wrong. Whether they may refuse it is judged elsewhere. */
function tellingFields({ operation }: Subject): JsonRecord {
  const fields = [...propertiesOf(bodyOf(operation)?.schema ?? {}).values()].flatMap(({ name, schema, readOnly }) => {
    if (readOnly || schema.enum !== undefined || schema.pattern !== undefined || schema.format === 'uuid') return [];
    // No record is known by such a text.
    if (isReference(name, schema) && typesOf(schema).includes('string')) return [];
    const fits = validatorOf(schema, 'request');
    const value = tellingFor(schema).find((one) => one !== undefined && fits(one) === undefined);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

/** Mail addresses with capitals, where words say that they are kept as they were sent. */
function mailAsWritten({ subject, options, notes }: CaseContext): JsonRecord {
  const isSaidOfAll = sentencesAround(subject.operation).some((text) => OF_TEXTS.test(text) && AS_WRITTEN.test(text));
  const shown = propertiesOf(subject.purpose?.resource.schema ?? {});
  const fields = [...propertiesOf(bodyOf(subject.operation)?.schema ?? {}).values()].flatMap(
    ({ name, schema, readOnly }) => {
      const value = `Kept.As${options.seed}x${notes.values.made}@Example.com`;
      const isSaid =
        isSaidOfAll || [schema, shown.get(name)?.schema].some((one) => AS_WRITTEN.test(String(one?.description ?? '')));
      const isMail = !readOnly && schema.format === 'email' && validatorOf(schema, 'request')(value) === undefined;
      return isMail && isSaid ? [[name, value] as const] : [];
    },
  );
  return Object.fromEntries(fields);
}

const OF_TEXTS = /\b(?:texts?|strings?|values?|members?|fields?)\b/i;
const AS_WRITTEN =
  /\b(?:as|how) (?:(?:it|they|you|the client) (?:was|were|is|are|has|have)? ?)?(?:been )?(?:written|sent|sends?|writes?|entered|enter|typed|given|gives?|provided|provide|supplied|received)\b|(?:\bnever|\b(?:do|does)(?: not|n['’]t)) [^.;]{0,30}\b(?:re-?case|change (?:the |its |their )?case)\b|\bcapitals? (?:letters? )?(?:are |is )?(?:included|kept|preserved)\b|\bcase (?:is )?(?:kept|preserved)\b|\bpreserv\w* (?:the |its )?case\b|\bverbatim\b|\bbyte for byte\b/i;

/** The first of them that fits is sent: of texts one that is as long as it may be. */
function tellingFor(schema: Schema): readonly unknown[] {
  const types = typesOf(schema);
  const { maxLength = Number.POSITIVE_INFINITY, multipleOf } = schema;
  if (types.includes('integer')) return [2n ** 53n + 1n, mostInteger(schema)];
  if (types.includes('number')) return DECIMALS.filter((one) => isPlainMultiple(one, Number(multipleOf ?? one)));
  if (types.includes('array')) return [inFallingOrder(schema)];
  if (types.includes('object')) {
    const map = mapOf(schema, TELLING_TEXT);
    // What has no text in it is easily taken for what is not there.
    const [, blank] = Object.keys(Object(map));
    return blank === undefined ? [map] : [{ ...Object(map), [blank]: '' }, map];
  }
  if (!types.includes('string') || schema.format !== undefined) return [];
  const text = maxLength < OF_LINES || maxLength === Number.POSITIVE_INFINITY ? TELLING_TEXT : LINES;
  const long = maxLength > MOST_LETTERS ? text : text.padEnd(maxLength, 'aB').slice(0, maxLength);
  return [long.replace(/.$/u, ' '), long, TELLING_TEXT];
}

const DECIMALS: readonly number[] = [1234.56, 98.76, 1234.25, 0.07, 0.25];

/** Two choices that a server would have to turn round to sort them. */
function inFallingOrder(schema: Schema): unknown {
  const choices = (itemsOf(schema)?.enum ?? []).filter((one) => typeof one === 'string');
  return choices.length < 2 ? undefined : choices.toSorted().toReversed().slice(0, 2);
}

/** What has room for so much has room for several lines. */
const OF_LINES = 400;
/** Longer texts are tried elsewhere. */
const MOST_LETTERS = 2000;

/** Space around, quotes, markup, an emoji and an unnormalised accent in one. */
const TELLING_TEXT = ` O'Brien, "Bo" \\ <b>&amp;</b> \u{1F415} Ame\u0301lie `;
const LINES = ` O'Brien, "Bo" \\ \n\n<b>&amp;</b> \u{1F415}\nAme\u0301lie `;

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
