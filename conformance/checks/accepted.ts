import fc from 'fast-check';
import { isObject, own, type Parameter, propertiesOf, successOf, typesOf } from '../../openapi/contract';
import { arbitraryOf, firstValue } from '../arbitraries';
import { integerEdges } from '../arbitraries/integer';
import { tellingTexts } from '../arbitraries/string';
import type { Case, Check, Exchange, JsonRecord, Session, Subject, Verdict } from '../model';
import { toRequest } from '../request';
import { bodyOf, clauseOf } from '../subject';
import { knownBody, knownPath, type ValidBody } from '../valid';
import { brief, fail, isRefusal, outcomeOf, PASS, unjudged, warn } from '../verdict';
import { judgeEcho } from './echo';

/** What the contract allows is accepted. */
export const inputAccepted: Check = {
  id: 'input.accepted',
  title: 'Valid input is accepted',
  level: 'MUST',
  applies: ({ operation }) => successOf(operation) !== undefined,
  clause: (subject) =>
    clauseOf(subject, successOf(subject.operation)?.status ?? 200, 'A request that keeps the contract succeeds.'),
  cases: (subject, options) => [
    ...ofParameters(subject),
    ...ofBodies(subject),
    ...ofRandom(subject, options.examples, options.seed),
  ],
};

/** Optional query parameters: none, each at each of its telling values, and all combinations of one value each. */
function ofParameters({ operation }: Subject): readonly Case[] {
  if (bodyOf(operation) !== undefined) return [];
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const queries: { query: Readonly<Record<string, unknown>>; tier: 1 | 2 }[] = [
    { query: {}, tier: 1 },
    ...parameters.flatMap((parameter) =>
      tellingValues(parameter).map((value) => ({ query: { [parameter.name]: value }, tier: 1 as const })),
    ),
    ...combinations(parameters).map((query, index) => ({ query, tier: index === 0 ? (1 as const) : (2 as const) })),
  ];
  return queries.map(({ query, tier }) => ({
    name: Object.keys(query).length === 0 ? 'no parameters' : brief(query),
    tier,
    cost: 2,
    run: async (session) => {
      const path = await knownPath(session, session.subject);
      const exchange = await session.send(toRequest(operation, { path, query: withRequired(parameters, query) }));
      // A record that is not there any more is no fault of the parameters.
      if (exchange.response?.status === 404 && Object.keys(path).length > 0) return PASS;
      return judge(exchange, true);
    },
  }));
}

const withRequired = (parameters: readonly Parameter[], query: Readonly<Record<string, unknown>>) => ({
  ...Object.fromEntries(
    parameters.filter(({ required }) => required).map(({ name, schema }) => [name, firstValue(schema)]),
  ),
  ...query,
});

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

/** Bodies: the least, everything, each choice, the documented examples, and the values that break real servers. */
function ofBodies(subject: Subject): readonly Case[] {
  const { operation } = subject;
  const media = bodyOf(operation);
  if (media === undefined) return [];
  const properties = [...propertiesOf(media.schema).values()].filter(({ schema }) => schema.readOnly !== true);
  const withValue = (name: string, value: unknown, what: string, tier: 1 | 2): Case =>
    bodyCase(`${name}: ${what}`, tier, (session) => knownBody(session, subject, { [name]: value }));
  return [
    bodyCase('what is required alone', 1, (session) => knownBody(session, subject)),
    ...properties.flatMap(({ name, schema }) =>
      (schema.enum ?? []).map((value) => withValue(name, value, brief(value), 1)),
    ),
    ...media.examples.map(({ name, value }) =>
      bodyCase(`the example "${name}"`, 2, (session) => {
        const body = isObject(value) ? value : {};
        const resource = subject.part?.resource.name ?? '';
        const isKnown = Object.entries(body).every(([field, one]) =>
          session.known.values(resource, field).includes(one),
        );
        return { body, isKnown };
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
  ];
}

function bodyCase(name: string, tier: 1 | 2, make: (session: Session) => ValidBody): Case {
  return {
    name,
    tier,
    cost: 2,
    run: async (session) => {
      const { body, isKnown } = make(session);
      const path = await knownPath(session, session.subject);
      return sendBody(session, path, body, isKnown);
    },
  };
}

async function sendBody(session: Session, path: JsonRecord, body: JsonRecord, isKnown: boolean): Promise<Verdict> {
  const exchange = await session.send(toRequest(session.subject.operation, { path, body }));
  const verdict = judge(exchange, isKnown);
  return verdict.outcome === 'pass' && isKnownSuccess(exchange) ? judgeEcho(session, exchange, body) : verdict;
}

const isKnownSuccess = ({ request, response }: Exchange): boolean =>
  response?.status === successOf(request.operation)?.status;

/** Success is due to a value that the server has shown itself; of another it may know better, and say so with a 4xx. */
function judge(exchange: Exchange, isKnown: boolean): Verdict {
  if (exchange.response === undefined) return unjudged(exchange);
  const wanted = successOf(exchange.request.operation)?.status;
  if (exchange.response.status === wanted) return PASS;
  const observation = {
    expected: `the status ${wanted}`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: outcomeOf(exchange),
  };
  // A status of 5xx, or one that is not documented, is an oracle's finding.
  if (!isRefusal(exchange)) return fail(observation);
  return isKnown ? fail(observation) : warn(observation);
}

/** Random valid requests, shrunk to the plainest that fails. */
function ofRandom(subject: Subject, examples: number, seed: number): readonly Case[] {
  const media = bodyOf(subject.operation);
  const queries = subject.operation.parameters.filter((parameter) => parameter.in === 'query');
  if (examples === 0 || (media === undefined && queries.length === 0)) return [];
  const arbitrary = fc.record({
    query: fc.record(Object.fromEntries(queries.map(({ name, schema }) => [name, arbitraryOf(schema)])), {
      requiredKeys: queries.filter(({ required }) => required).map(({ name }) => name),
    }),
    body: media === undefined ? fc.constant(undefined) : arbitraryOf(media.schema),
  });
  return [
    {
      name: 'random valid requests',
      tier: 3,
      cost: examples + 1,
      run: async (session) => {
        const path = await knownPath(session, subject);
        const verdicts: Verdict[] = [];
        const property = fc.asyncProperty(arbitrary, async ({ query, body }) => {
          const isBody = isObject(body);
          const verdict = isBody
            ? await sendBody(session, path, body, isAllKnown(session, body))
            : judge(await session.send(toRequest(subject.operation, { path, query })), true);
          if (verdict.outcome === 'warn') verdicts.push(verdict);
          if (verdict.outcome !== 'fail') return true;
          // The last one is the plainest.
          verdicts[0] = verdict;
          return false;
        });
        await fc.check(property, { numRuns: examples, seed });
        return verdicts.length === 0 ? PASS : verdicts;
      },
    },
  ];
}

const isAllKnown = ({ known, subject }: Session, body: JsonRecord): boolean =>
  Object.keys(body).every((name) => known.values(subject.part?.resource.name ?? '', name).includes(own(body, name)));
