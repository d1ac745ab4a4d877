import fc from 'fast-check';
import {
  documents,
  isObject,
  type Parameter,
  propertiesOf,
  stringifyJson,
  successOf,
  typesOf,
} from '../../../openapi/contract';
import { arbitraryOf, firstValue, integerEdges } from '../../arbitraries/schema';
import { tellingTexts } from '../../arbitraries/string';
import { type Exchange, isSuccess } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { drawnSchemaOf, meantParameters } from '../../records/paging';
import { idOf, type JsonRecord, recordOf } from '../../records/records';
import { type Given, givenKey, requiredQuery, withGivenMembers } from '../../requests/given';
import { toRequest } from '../../requests/request';
import { fits, isKnownBody, knownBody, type ValidBody } from '../../requests/valid';
import { acceptedList } from '../../rules/relations/accepted-list';
import type { Case, CaseContext, Check } from '../../steps/check';
import { fetchPath, leadsNowhere, NOWHERE } from '../../steps/paths';
import { isReadable, markOf, requestRecord } from '../../steps/records';
import { tryDrawn } from '../../steps/try-drawn';
import { brief } from '../../verdict/brief';
import { PASS, skip, unjudged, type Verdict } from '../../verdict/verdict';
import { isQueryOffered, judgeAccepted, judgeRefused, sendBody } from './send-body';

/** What the contract allows is accepted. */
export const inputAccepted: Check = {
  ...acceptedList,
  applies: ({ operation }) => successOf(operation) !== undefined || operation.replies.length === 0,
  cases: (subject, options) => [
    ...ofParameters(subject, options.given),
    ...ofBodies(subject),
    ...ofLarge(subject),
    ...ofRandom(subject, options.examples, options.seed),
  ],
};

/** Optional query parameters: none, each with each of its telling values, and pairs of them. */
export function ofParameters({ operation, purpose }: Subject, given: Given): readonly Case[] {
  if (bodyOf(operation) !== undefined) return [];
  const isGiven = ({ name }: Parameter): boolean => given.has(givenKey(operation, name));
  const meant = meantParameters(operation);
  const parameters = operation.parameters
    .filter((parameter) => meant.includes(parameter) || (parameter.in === 'query' && isGiven(parameter)))
    .map((parameter) => ({ ...parameter, schema: drawnSchemaOf(purpose?.resource, parameter) }));
  const queries: { query: Readonly<Record<string, unknown>>; tier: 1 | 2 }[] = [
    { query: {}, tier: 1 },
    ...parameters.flatMap((parameter) =>
      [...(given.get(givenKey(operation, parameter.name)) ?? tellingValues(parameter))].map((value) => ({
        query: { [parameter.name]: value },
        tier: 1 as const,
      })),
    ),
    ...combinations(parameters).map((query, index) => ({ query, tier: index === 0 ? (1 as const) : (2 as const) })),
  ];
  return queries.map(({ query, tier }) => ({
    name: Object.keys(query).length === 0 ? 'no parameters' : brief(query),
    tier,
    run: async (context) => {
      const path = await fetchPath(context, context.subject);
      const required = requiredQuery(context.subject, given);
      const exchange = await context.send(toRequest(operation, { path, query: { ...required, ...query } }));
      // The record may be gone: that says nothing about the parameters.
      const mayBeGone = Object.keys(path).length > 0 || isOfItsOwn(context);
      if (exchange.response?.status === 404 && mayBeGone) return skip(NOWHERE);
      if (leadsNowhere(context, exchange)) return skip(NOWHERE);
      // The relation judges lists.
      return purpose?.role === 'list' && exchange.response !== undefined
        ? []
        : // A body that is no JSON is made up: the server may know better.
          judgeAccepted(exchange, operation.body === undefined && isQueryOffered(context, { ...required, ...query }));
    },
  }));
}

/** Whether the operation is about one thing at a path without parameters, which may not be there either. */
const isOfItsOwn = ({ contract: { singletons }, subject: { operation } }: CaseContext): boolean =>
  documents(operation, 404) || singletons.some(({ operations }) => Object.values(operations).includes(operation));

/** Each choice of an enumeration; the bounds of a number and something between them. */
function tellingValues({ schema }: Parameter): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  const { minimum, maximum } = schema;
  if (typesOf(schema).includes('integer') && typeof minimum === 'number' && typeof maximum === 'number') {
    return [...new Set([minimum, maximum, Math.floor((minimum + maximum) / 2)])];
  }
  return [firstValue(schema)];
}

/** Every pair of parameters together, each at its first and its last telling value. */
function combinations(parameters: readonly Parameter[]): readonly Readonly<Record<string, unknown>>[] {
  return parameters.flatMap((one, index) =>
    parameters.slice(index + 1).flatMap((other) => {
      const [a, b] = [tellingValues(one), tellingValues(other)];
      return [...new Set([a[0], a.at(-1)])].flatMap((first) =>
        b.map((second) => ({ [one.name]: first, [other.name]: second })),
      );
    }),
  );
}

/** Bodies: the least, each choice, the documented examples, and the values that break real servers. */
export function ofBodies(subject: Subject): readonly Case[] {
  const { operation } = subject;
  const media = bodyOf(operation);
  if (media === undefined) return [];
  const properties = [...propertiesOf(media.schema).values()].filter(({ schema }) => schema.readOnly !== true);
  const withValue = (name: string, value: unknown, what: string, tier: 1 | 2): Case =>
    bodyCase(media, `${name}: ${what}`, tier, (context) => knownBody(context, subject, { [name]: value }), {
      [name]: value,
    });
  return [
    bodyCase(media, 'what is required alone', 1, (context) => knownBody(context, subject), {}),
    ...properties.flatMap(({ name, schema }) =>
      (schema.enum ?? []).map((value) => withValue(name, value, brief(value), 1)),
    ),
    ...media.examples.map(({ name, value }) =>
      bodyCase(media, `the example "${name}"`, 2, (context) => {
        const body = isObject(value) ? value : {};
        return { body, isKnown: isKnownBody(context, subject, body) };
      }),
    ),
    ...properties
      .filter(({ schema }) => typesOf(schema).includes('string') && schema.enum === undefined)
      .flatMap(({ name, schema }) =>
        tellingTexts(schema).map(({ what, value }, index) => withValue(name, value, what, index < 4 ? 1 : 2)),
      ),
    ...properties
      .filter(({ schema }) => typesOf(schema).includes('integer') && schema.enum === undefined)
      .flatMap(({ name, schema }) =>
        integerEdges(schema).map((value) =>
          withValue(name, value, String(value), Math.abs(Number(value)) > 2 ** 53 ? 1 : 2),
        ),
      ),
    { name: 'what was refused to other checks', tier: 3, run: judgeRefused },
  ];
}

function bodyCase(
  media: NonNullable<ReturnType<typeof bodyOf>>,
  name: string,
  tier: 1 | 2,
  make: (context: CaseContext) => ValidBody,
  kept?: JsonRecord,
): Case {
  return {
    name,
    tier,
    run: async (context) => {
      const { body, isKnown } = make(context);
      if (!fits(media, body)) return skip('no valid body with this value is known');
      const path = await fetchPath(context, context.subject);
      const verdict = await sendBody(context, path, body, isKnown, kept);
      return [verdict, ...(await judgeRefused(context))];
    },
  };
}

/**
 * Bodies of many packets, whose characters of several bytes may come in two pieces. How large a body may be is open: a
 * server may refuse it with a 4xx. What comes back of it is judged by relations.
 */
export function ofLarge(subject: Subject): readonly Case[] {
  return bodyOf(subject.operation) === undefined
    ? []
    : [{ name: 'a body of 150 kB, else one of 16 kB', tier: 3, run: judgeLarge }];
}

async function judgeLarge(context: CaseContext): Promise<Verdict> {
  const path = await fetchPath(context, context.subject);
  let verdict: Verdict = PASS;
  for (const write of [padded, (text: string) => text]) {
    const rawBody = write(stringifyJson(largeBody(context)));
    const exchange = await context.send(toRequest(context.subject.operation, { path, rawBody }));
    if (leadsNowhere(context, exchange)) return skip(NOWHERE);
    if (isSuccess(exchange)) return read(context, exchange);
    if (exchange.response === undefined || exchange.response.status >= 500) verdict = unjudged(exchange);
  }
  return verdict;
}

/** The text is where the first 64 kB of the request end: so much is read at once. */
const padded = (text: string): string => ' '.repeat(56_000) + text + ' '.repeat(Math.max(0, 94_000 - text.length));

/** With a text of 16 kB where the schema has room for one. */
function largeBody(context: CaseContext): JsonRecord {
  const { subject } = context;
  const media = bodyOf(subject.operation);
  const { body } = knownBody(context, subject, { [markOf(subject) ?? '']: '\u8a9e\u{1F408}'.repeat(2300) });
  return media !== undefined && fits(media, body) ? body : knownBody(context, subject).body;
}

async function read(context: CaseContext, made: Exchange): Promise<Verdict> {
  const { subject } = context;
  const record = recordOf(made, subject.purpose?.resource);
  if (subject.purpose?.role !== 'create' || record === undefined || !isReadable(subject)) return PASS;
  await requestRecord(context, subject.purpose.resource, idOf(record, subject.purpose.resource));
  return PASS;
}

/** Random valid requests, shrunk to the plainest that fails as far as the cost allows. */
export function ofRandom(subject: Subject, examples: number, seed: number): readonly Case[] {
  const { operation, purpose } = subject;
  const media = bodyOf(operation);
  const queries = meantParameters(operation);
  if (examples === 0 || (media === undefined && queries.length === 0)) return [];
  const arbitrary = fc.record({
    query: fc.record(
      Object.fromEntries(
        queries.map((parameter) => [parameter.name, arbitraryOf(drawnSchemaOf(purpose?.resource, parameter))]),
      ),
      { requiredKeys: queries.filter(({ required }) => required).map(({ name }) => name) },
    ),
    body: media === undefined ? fc.constant(undefined) : arbitraryOf(media.schema),
  });
  const run = async (context: CaseContext): Promise<readonly Verdict[]> => {
    const path = await fetchPath(context, subject);
    let left = examples + SHRINKS;
    const verdicts = await tryDrawn(arbitrary, { numRuns: examples, seed }, async ({ query, body }) => {
      if (left === 0) return undefined;
      left -= 1;
      const named = isObject(body) ? withGivenMembers(context.options.given, operation, body) : undefined;
      return named !== undefined
        ? sendBody(context, path, named, isKnownBody(context, subject, named))
        : judgeDrawn(context, await context.send(toRequest(operation, { path, query, body })), query);
    });
    // The relation judges lists.
    return purpose?.role === 'list' ? verdicts.filter(({ outcome }) => outcome === 'inconclusive') : verdicts;
  };
  return [{ name: 'random valid requests', tier: 3, run }];
}

function judgeDrawn(context: CaseContext, exchange: Exchange, query: JsonRecord): Verdict {
  if (leadsNowhere(context, exchange)) return skip(NOWHERE);
  return judgeAccepted(exchange, exchange.request.operation.body === undefined && isQueryOffered(context, query));
}

/** Requests to look for a plainer example than the one that failed. */
const SHRINKS = 10;
