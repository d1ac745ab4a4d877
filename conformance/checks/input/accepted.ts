import fc from 'fast-check';
import {
  documents,
  groupedBy,
  isObject,
  itemsOf,
  keywordOf,
  type Parameter,
  type Property,
  propertiesOf,
  stringifyJson,
  successOf,
  typesOf,
} from '../../../openapi/contract';
import { arbitraryOf, firstValue, integerEdges } from '../../arbitraries/schema';
import { tellingTexts, textOfAll } from '../../arbitraries/string';
import { isFigure } from '../../exchange/decimals';
import { type Exchange, isRefusal, isSuccess } from '../../exchange/exchange';
import { recordBodyOf, recordMembers } from '../../exchange/record-body';
import { type BodyMedia, bodyOf, hasMany, type Subject, takenSteps } from '../../exchange/subject';
import { drawnSchemaOf, meantParameters } from '../../records/lists/paging';
import { idOf, isReference, type JsonRecord, recordOf, sameJson } from '../../records/records';
import { isBounded } from '../../records/related/sums';
import { inCompany } from '../../requests/bodies/companions';
import { areOffered, type Given, givenKey, queryFor, withGivenMembers } from '../../requests/bodies/given';
import { inOrder } from '../../requests/bodies/member-order';
import { belowAsMade, ofOneParent, referencesIn } from '../../requests/bodies/references';
import { fits, isKnownBody, knownBody, type ValidBody } from '../../requests/bodies/valid';
import { hintsOf } from '../../requests/hints';
import { acceptedList } from '../../rules/relations/accepted-list';
import type { Case, CaseContext, CaseOptions, Check } from '../../steps/check';
import { fetchPath, NOWHERE, reached, sendParts } from '../../steps/paths/paths';
import { bodyWith, isReadable, markOf, requestRecord } from '../../steps/records';
import { isOwnRule } from '../../steps/send-valid';
import { tryDrawn } from '../../steps/try-drawn';
import { brief } from '../../verdict/brief';
import { CannotJudge, PASS, replied, skip, unjudged, type Verdict, verdictsOf } from '../../verdict/verdict';
import { explainRefusal, judgeAccepted, judgeRefused } from './own-rules';

/** What the contract allows is accepted. */
export const inputAccepted: Check = {
  ...acceptedList,
  applies: ({ operation }) => successOf(operation) !== undefined || operation.replies.length === 0,
  cases: (subject, options) => [
    ...ofParameters(subject, options.given),
    ...ofBodies(subject),
    ...ofRandom(subject, options),
  ],
};

/** Optional query parameters: none, each with each of its telling values, and pairs of them; where operations are many, rows of them. */
function ofParameters({ contract, operation, purpose }: Subject, given: Given): readonly Case[] {
  if (bodyOf(operation) !== undefined) return [];
  const meant = meantParameters(operation);
  // Of a parameter whose good values the user has named the server may refuse all others.
  const givenTo = ({ name }: Parameter) => given.get(givenKey(operation, name));
  const valuesOf = (one: Parameter) => givenTo(one) ?? tellingValues(one);
  const parameters = operation.parameters
    .filter((one) => meant.includes(one) || (one.in === 'query' && givenTo(one) !== undefined))
    .map((parameter) => ({ ...parameter, schema: drawnSchemaOf(purpose?.resource, parameter) }));
  const singleOf = (parameter: Parameter) => valuesOf(parameter).map((value) => ({ [parameter.name]: value }));
  if (hasMany(contract)) {
    // What a schema closes is good whatever stands beside it; of an open value a server may have a rule of its own.
    const [closed, open] = [parameters.filter(isClosed), parameters.filter((one) => !isClosed(one))];
    return [{}, ...inRows(closed.map(singleOf)), ...open.flatMap(singleOf)].map((query) => queryCase(query, 1));
  }
  return [
    ...[{}, ...parameters.flatMap(singleOf)].map((query) => queryCase(query, 1)),
    ...combinations(parameters, valuesOf).map((query, index) => queryCase(query, index === 0 ? 1 : 2)),
  ];
}

/** The first of each together, then the second ones, until each was there. */
const inRows = (columns: readonly (readonly JsonRecord[])[]): readonly JsonRecord[] =>
  Array.from({ length: Math.max(0, ...columns.map(({ length }) => length)) }, (_, row) =>
    Object.assign({}, ...columns.map((column) => column[Math.min(row, column.length - 1)])),
  );

const isClosed = ({ schema }: Parameter): boolean =>
  (itemsOf(schema) ?? schema).enum !== undefined || tellingValues({ schema }).length > 1;

const queryCase = (query: JsonRecord, tier: 1 | 2): Case => ({
  name: Object.keys(query).length === 0 ? 'no parameters' : brief(query),
  kind: `${Object.keys(query).length} parameters`,
  tier,
  run: async (context) => {
    const { operation, purpose } = context.subject;
    if (Object.keys(query).length === 0 && isSeenToWork(context)) return PASS;
    const path = await fetchPath(context);
    const whole = { ...queryFor(context, context.subject), ...query };
    const exchange = await sendParts(context, { path, query: whole });
    // The record may be gone: that says nothing about the parameters.
    const mayBeGone = Object.keys(path).length > 0 || isOfItsOwn(context);
    if (exchange.response?.status === 404 && mayBeGone) return skip(NOWHERE);
    replied(reached(context, exchange));
    // The relation judges lists of which the document is sure. A body that is no JSON is made up: the server may know better.
    if (isJudgedAsList(purpose)) return undefined;
    return judgeAccepted(exchange, operation.body === undefined && isQueryOffered(context, whole));
  },
});

/** Where operations are many, a good request that was served says that its operation takes what is required. */
const isSeenToWork = ({ notes, subject: { contract, operation } }: CaseContext): boolean =>
  hasMany(contract) && notes.values.worked.has(operation.id);

const isJudgedAsList = (purpose: Subject['purpose']): boolean => purpose?.role === 'list' && purpose.resource.isSure;

/** Whether the operation is about one thing at a path without parameters, which may not be there either. */
const isOfItsOwn = ({ contract: { singletons }, subject: { operation } }: CaseContext): boolean =>
  documents(operation, 404) || singletons.some(({ operations }) => Object.values(operations).includes(operation));

/** Whether the contract or the server itself has said that the values of a query are good ones. */
const isQueryOffered = ({ known, subject }: CaseContext, query: JsonRecord): boolean =>
  areOffered(subject.operation, subject.purpose?.resource, new Map(Object.entries(query)), (property, value) =>
    known.values(subject.purpose?.resource, property).some((one) => sameJson(one, value)),
  );

/** Each choice of an enumeration, or all that a list may have at once; both truths; the bounds of a number and something between them. */
function tellingValues({ name, schema }: Pick<Parameter, 'schema'> & Partial<Parameter>): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum.filter((value) => value !== null);
  const choices = itemsOf(schema)?.enum?.filter((value) => value !== null) ?? [];
  if (choices.length > 1 && schema.minItems === undefined)
    return [choices.slice(0, 1), choices.slice(0, schema.maxItems)];
  if (typesOf(schema).includes('boolean')) return [true, false];
  const { minimum, maximum } = schema;
  if (typesOf(schema).includes('integer') && typeof minimum === 'number' && typeof maximum === 'number') {
    return [...new Set([minimum, maximum, Math.floor((minimum + maximum) / 2)])];
  }
  return [firstValue(schema, name)];
}

/** Every pair of parameters together, each at its first and its last telling value. */
function combinations(
  parameters: readonly Parameter[],
  valuesOf: (parameter: Parameter) => readonly unknown[],
): readonly JsonRecord[] {
  return parameters.flatMap((one, index) =>
    parameters.slice(index + 1).flatMap((other) => {
      const [a, b] = [valuesOf(one), valuesOf(other)];
      return [...new Set([a[0], a.at(-1)])].flatMap((first) =>
        b.map((second) => ({ [one.name]: first, [other.name]: second })),
      );
    }),
  );
}

/** Bodies: the least, each choice, the documented examples, and the values that break real servers. */
function ofBodies(subject: Subject): readonly Case[] {
  const media = drawnBodyOf(subject);
  if (media === undefined) return [];
  const properties = [...propertiesOf(media.schema).values()].filter(({ schema }) => schema.readOnly !== true);
  // No record is known by any text.
  const openOf = (type: string) =>
    properties.filter(
      ({ name, schema }) =>
        typesOf(schema).includes(type) &&
        keywordOf(schema, 'enum') === undefined &&
        !(type === 'string' && isReference(name, schema)),
    );
  const withValue = (name: string, value: unknown, what: string, tier: 1 | 2): Case => {
    const kept = { [name]: value };
    const body = bodyCase(`${name}: ${what}`, tier, (context) => knownBody(context, subject, kept), kept);
    return { ...body, kind: what };
  };
  return [
    leastCase(subject),
    // Where operations are many, `input.bounds` tries those of records together.
    ...properties.flatMap(({ name, schema }) =>
      (schema.enum ?? []).map((value) =>
        withValue(name, value, brief(value), hasMany(subject.contract) && subject.purpose !== undefined ? 2 : 1),
      ),
    ),
    ...media.examples.map(({ name, value, pointer }) => {
      const body = isObject(value) ? value : {};
      return bodyCase(`the example "${name}"`, 2, (context) => ({
        body,
        isKnown: isKnownBody(context, subject, body),
        // One that the user has named has no place in the document.
        isExample: pointer !== '',
      }));
    }),
    ...(hasMany(subject.contract) ? ofFewTexts : ofTexts)(openOf('string'), withValue),
    ...openOf('integer').flatMap(({ name, schema }) =>
      integerEdges(schema).map((value) =>
        withValue(name, value, String(value), Math.abs(Number(value)) > 2 ** 53 ? 1 : 2),
      ),
    ),
    { name: 'what was refused to other checks', tier: 3, run: judgeRefused },
    { name: 'a body of 150 kB, else one of 16 kB', tier: 3, run: judgeLarge },
  ];
}

/** What an operation takes; of a change that names types alone, within the limits of the create. */
const drawnBodyOf = (subject: Subject): BodyMedia | undefined =>
  takenSteps(subject).length === 0 ? recordBodyOf(subject) : bodyOf(subject.operation);

type WithValue = (name: string, value: string, what: string, tier: 1 | 2) => Case;

/** Where operations are many, the most telling texts in one; where that is refused, each by itself. */
function ofFewTexts(properties: readonly Property[], withValue: WithValue): readonly Case[] {
  const each = ofTexts(properties, withValue);
  const all = properties.flatMap(({ name, schema }) => {
    const text = textOfAll(schema);
    return text === undefined ? [] : [[name, text] as const];
  });
  const run = async function* (context: CaseContext): AsyncGenerator<Verdict> {
    if (await isTaken(context, Object.fromEntries(all))) yield PASS;
    else for (const { tier, run } of each) if (tier === 1) yield* await verdictsOf(() => run(context));
  };
  if (all.length === 0) return each;
  const [telling, others] = [each.filter(({ tier }) => tier === 1), each.filter(({ tier }) => tier !== 1)];
  return telling.length < 2 ? each : [{ name: 'telling texts', kind: 'texts', tier: 1, run }, ...others];
}

/** Each telling text in all members that have room for it, in one body; where that is refused, in each of them by itself. */
function ofTexts(properties: readonly Property[], withValue: WithValue): readonly Case[] {
  const texts = properties.flatMap(({ name, schema }) =>
    tellingTexts(schema).map(({ what, value }, index) => ({ name, what, value, tier: index < 4 ? 1 : 2 }) as const),
  );
  const caseOf = ({ name, what, value, tier }: (typeof texts)[number]): Case => withValue(name, value, what, tier);
  return [...groupedBy(texts, ({ what }) => what).values()].map((alike): Case => {
    const first = caseOf(alike[0]);
    if (alike.length === 1) return first;
    const run = async function* (context: CaseContext): AsyncGenerator<Verdict> {
      const all = Object.fromEntries(alike.map(({ name, value }) => [name, value]));
      if (await isTaken(context, all)) yield PASS;
      else for (const one of alike) yield* await verdictsOf(() => caseOf(one).run(context));
    };
    return { ...first, name: `${first.name}, and ${alike.length - 1} other members`, run };
  });
}

async function isTaken(context: CaseContext, members: JsonRecord): Promise<boolean> {
  const { body } = knownBody(context, context.subject, members);
  const media = bodyOf(context.subject.operation);
  if (media === undefined || !fits(media, body)) return false;
  return isSuccess(await sendParts(context, { path: await fetchPath(context), body }));
}

/** A body to try. */
interface Tried extends ValidBody {
  /** Whether the document shows it. */
  readonly isExample?: boolean;
}

const bodyCase = (name: string, tier: 1 | 2, make: (context: CaseContext) => Tried, kept?: JsonRecord): Case => ({
  name,
  tier,
  run: async function* (context) {
    const made = make(context);
    const media = bodyOf(context.subject.operation);
    if (media === undefined || !fits(media, made.body))
      throw new CannotJudge(skip('no valid body with this value is known'));
    const path = await fetchPath(context);
    yield* await verdictsOf(() => judgeBody(context, path, made, kept));
    yield* await judgeRefused(context);
  },
});

/** What other checks have sent, too, where operations are many; then what was refused to them is judged. */
function leastCase(subject: Subject): Case {
  const least = bodyCase('what is required alone', 1, (context) => knownBody(context, subject), {});
  const run = async function* (context: CaseContext): AsyncGenerator<Verdict> {
    if (!isSeenToWork(context)) return yield* await verdictsOf(() => least.run(context));
    yield PASS;
    yield* await judgeRefused(context);
  };
  return { ...least, run };
}

/**
 * Sends a valid body.
 *
 * @param kept the members that are tried; the others may have any good value
 */
async function judgeBody(
  context: CaseContext,
  path: JsonRecord,
  made: Tried,
  kept: JsonRecord = made.body,
): Promise<Verdict> {
  const { body } = made;
  const { subject } = context;
  const isKnown = made.isKnown && isQueryOffered(context, queryFor(context, subject));
  const exchange = reached(context, await sendParts(context, { path, body }));
  if (isKnown && isOwnRule(exchange)) return explainRefusal(context, { path, exchange, body, isKnown }, kept);
  const verdict = judgeAccepted(exchange, isKnown, made.isExample);
  if (!isRefusal(exchange) || verdict.outcome !== 'warn') return verdict;
  if (goesBeyondNamed(context, body)) return skip('good values of its properties are named');
  return isOfToldRule(context, exchange) ? skip('the document says itself when such a value is refused') : verdict;
}

/** Whether a refusal is about members of which words say when they are refused: the id of a record, a figure that has a bound. */
function isOfToldRule({ subject }: CaseContext, exchange: Exchange): boolean {
  const properties = recordMembers(subject);
  const wrong = hintsOf(exchange).flatMap(({ in: place, at }) => (place === 'body' ? [at.at(-1) ?? ''] : []));
  const references = [...referencesIn(subject), ...belowAsMade(subject)].map(({ name }) => name);
  const isFigureBound = isBounded(subject.operation);
  return (
    wrong.length > 0 &&
    wrong.every((name) => references.includes(name) || (isFigureBound && isFigure(properties.get(name)?.schema ?? {})))
  );
}

/** Whether a body has, at any depth, a value that is none of those that the user has named for a property of its name. */
function goesBeyondNamed(context: CaseContext, body: unknown): boolean {
  const { known, subject } = context;
  if (Array.isArray(body)) return body.some((item) => goesBeyondNamed(context, item));
  if (!isObject(body)) return false;
  return Object.entries(body).some(([name, value]) =>
    known.isNamed(name)
      ? !known.values(subject.purpose?.resource, name).some((one) => sameJson(one, value))
      : goesBeyondNamed(context, value),
  );
}

/**
 * Bodies of many packets, whose characters of several bytes may come in two pieces. How large a body may be is open: a
 * server may refuse it with a 4xx. What comes back of it is judged by relations.
 */
async function judgeLarge(context: CaseContext): Promise<Verdict> {
  const { subject } = context;
  const path = await fetchPath(context);
  let verdict: Verdict = PASS;
  for (const write of [padded, (text: string) => text]) {
    // With a text of 16 kB where the schema has room for one.
    const long = bodyWith(context, { [markOf(subject) ?? '']: '\u8a9e\u{1F408}'.repeat(2300) });
    const rawBody = write(stringifyJson(long ?? knownBody(context, subject).body));
    const exchange = reached(context, await sendParts(context, { path, rawBody }));
    if (isSuccess(exchange)) {
      const record = recordOf(exchange, subject.purpose?.resource);
      if (subject.purpose?.role === 'create' && record !== undefined && isReadable(subject))
        await requestRecord(context, subject.purpose.resource, idOf(record, subject.purpose.resource));
      return PASS;
    }
    if (exchange.response === undefined || exchange.response.status >= 500) verdict = unjudged(exchange);
  }
  return verdict;
}

/** The text is where the first 64 kB of the request end: so much is read at once. */
const padded = (text: string): string => ' '.repeat(56_000) + text + ' '.repeat(Math.max(0, 94_000 - text.length));

/** Random valid requests, shrunk to the plainest that fails as far as the cost allows. */
function ofRandom(subject: Subject, { examples, seed, given }: CaseOptions): readonly Case[] {
  const { operation, purpose } = subject;
  const media = drawnBodyOf(subject);
  const queries = meantParameters(operation);
  if (examples === 0 || (media === undefined && queries.length === 0)) return [];
  const drawn = queries.map((one) => {
    const values = given.get(givenKey(operation, one.name));
    const schema = drawnSchemaOf(purpose?.resource, one);
    return [one.name, values === undefined ? arbitraryOf(schema) : fc.constantFrom(...values)] as const;
  });
  const arbitrary = fc.record({
    query: fc.record(Object.fromEntries(drawn), {
      requiredKeys: queries.filter(({ required }) => required).map(({ name }) => name),
    }),
    body: media === undefined ? fc.constant(undefined) : arbitraryOf(media.schema),
  });
  const run = async function* (context: CaseContext): AsyncGenerator<Verdict> {
    const path = await fetchPath(context);
    const bounds = { numRuns: examples, seed, most: examples + SHRINKS };
    const verdicts = tryDrawn(arbitrary, bounds, async ({ query, body: value }) => {
      if (isObject(value)) {
        const ordered = inOrder(operation, withGivenMembers(context.options.given, operation, value));
        const body = ofOneParent(context, subject, inCompany(operation, ordered, {}, context.options.given), {});
        return judgeBody(context, path, { body, isKnown: isKnownBody(context, subject, body) });
      }
      const exchange = reached(context, await sendParts(context, { path, query, body: value }));
      return judgeAccepted(exchange, operation.body === undefined && isQueryOffered(context, query));
    });
    // The relation judges lists.
    for await (const verdict of verdicts)
      if (!isJudgedAsList(purpose) || verdict.outcome === 'inconclusive') yield verdict;
  };
  return [{ name: 'random valid requests', tier: 3, run }];
}

/** Requests to look for a plainer example than the one that failed. */
const SHRINKS = 10;
