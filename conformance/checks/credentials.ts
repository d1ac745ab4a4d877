import fc from 'fast-check';
import { documents, requirementOf, type SecurityScheme, schemesOf } from '../../openapi/contract';
import { brokenBodies, brokenTexts } from '../arbitraries/broken';
import { unlikely } from '../arbitraries/path-value';
import { firstValue } from '../arbitraries/schema';
import { type Credential, type Exchange, isSuccess, outcomeOf, wrongnessOf } from '../exchange/exchange';
import { takesAnyWord } from '../exchange/near-misses';
import { isKeyRefused, keyRefusalOf } from '../exchange/refusals';
import { bodyOf, type Subject } from '../exchange/subject';
import { drawnSchemaOf, meantParameters } from '../records/paging';
import { type RequestParts, toRequest } from '../requests/request';
import type { Case, CaseContext, Check } from '../steps/check';
import { fetchValidParts } from '../steps/paths';
import { brief } from '../verdict/brief';
import { clauseOf, fail, inconclusive, PASS, skip, type Topic, unjudged, type Verdict } from '../verdict/verdict';

const applies = ({ operation }: Subject): boolean => operation.security.length > 0;
const clause = (subject: Subject) => clauseOf(subject, 401, 'A missing or invalid API key yields 401.');

/** A request without a key is refused. */
export const credentialsRequired: Check = {
  id: 'credentials.required',
  title: 'A request without a key is refused',
  level: 'MUST',
  applies,
  clause,
  cases: (subject) => [
    aCase('no credential', 1, 'none'),
    ...partlyMet(subject).map(({ name }) => aCase(`no credential of ${name}`, 1, { wrong: 'missing', of: name })),
    ...inTurn(subject, schemesOf(subject.operation).some(takesAnyWord) ? EMPTY : NO_KEYS),
    ...(hasOptionalQuery(subject) ? [aCase('no credential, with every parameter', 2, 'none', true)] : []),
  ],
};

const NO_VALUE = aCase('an empty credential', 2, { wrong: 'empty' });
const NO_HEADER = aCase('an empty header', 2, { wrong: 'nothing' });
const NO_KEYS: readonly Case[] = [
  NO_VALUE,
  aCase('a credential of another scheme', 2, { wrong: 'scheme' }),
  aCase('the key in another scheme', 2, { wrong: 'other scheme' }),
  aCase('the key without a scheme', 2, { wrong: 'no scheme' }),
  NO_HEADER,
];

/** What is left of them where nobody knows behind which word a server takes the key. */
const EMPTY: readonly Case[] = [NO_VALUE, NO_HEADER];

/**
 * The schemes of several that are asked for at once, of those without which no other requirement is met (OpenAPI 3.0.3 §4.7.30: all
 * of one requirement, any of several).
 */
function partlyMet({ operation }: Subject): readonly SecurityScheme[] {
  const asked = requirementOf(operation);
  if (asked.length < 2) return [];
  return asked.filter(
    (left) => !operation.security.some((way) => way.every((one) => asked.includes(one) && one !== left)),
  );
}

/**
 * How a credential is read is the same for every operation: each takes its share. A server may meter what comes without a
 * valid key by the address of the client, on a small allowance.
 */
function inTurn({ contract, operation }: Subject, cases: readonly Case[]): readonly Case[] {
  const keyed = contract.operations.filter(({ security }) => security.length > 0);
  return cases.filter((_, place) => place % keyed.length === keyed.indexOf(operation) % cases.length);
}

const hasOptionalQuery = ({ operation }: Subject): boolean =>
  operation.parameters.some(({ in: place, required }) => place === 'query' && !required);

/** A request with a wrong key is refused, however similar to the right one. */
export const credentialsChecked: Check = {
  id: 'credentials.checked',
  title: 'A request with a wrong key is refused',
  level: 'MUST',
  applies,
  clause,
  cases: (subject) => {
    const first = firstOf(subject);
    const isTelling = (place: number) => (place - first + NEAR_MISSES.length) % NEAR_MISSES.length < 2;
    const all = NEAR_MISSES.map(([name, wrong], place) => aCase(name, isTelling(place) ? 1 : 2, { wrong }));
    const further = inTurn(subject, [...all, ...INHERITED]);
    const ofOne = partlyMet(subject).map(({ name }) =>
      aCase(`an unknown key in the place of that of ${name}`, 1, { wrong: 'unknown', of: name }),
    );
    return [...all.filter(({ tier }) => tier === 1), ...ofOne, ...further.filter(({ tier }) => tier === 2)];
  },
};

const NEAR_MISSES = [
  ['an unknown key', 'unknown'],
  ['the key with its last character changed', 'changed'],
  ['the key shortened by a character', 'shortened'],
  ['the key lengthened by a character', 'lengthened'],
  ['the key with a character before it', 'preceded'],
  ['the key with its first character changed', 'first changed'],
  ['the key in another case', 'case'],
] as const;

/** The two most telling keys are tried on the first three operations, others on each further one: all of them, where many are. */
function firstOf({ contract, operation }: Subject): number {
  const place = contract.operations.indexOf(operation);
  return (Math.max(0, place - 2) * 2) % NEAR_MISSES.length;
}

const INHERITED: readonly Case[] = [
  aCase('the key __proto__', 2, { wrong: 'object prototype' }),
  aCase('the key constructor', 2, { wrong: 'object constructor' }),
];

function aCase(name: string, tier: 1 | 2, credential: Credential, isFull = false): Case {
  return { name, tier, run: (context) => judgeKey(context, name, credential, isFull) };
}

/** Everything else in the request is valid, so that the reply is to the credential alone. */
async function judgeKey(context: CaseContext, name: string, credential: Credential, isFull: boolean): Promise<Verdict> {
  const { subject } = context;
  const { operation } = subject;
  const parts = await fetchValidParts(context);
  const query = isFull ? fullQuery(subject) : parts.query;
  const exchange = await context.send(toRequest(operation, { ...parts, query, credential }));
  if (exchange.response === undefined) return unjudged(exchange);
  if (isKeyRefused(exchange)) return PASS;
  const actual = `${outcomeOf(exchange)} with ${name}`;
  const key = isInherited(credential) ? 'a name of every object' : brief(credential);
  return fail({ expected: keyRefusalOf(operation), actual, exchanges: [exchange], key, topic: topicOf(exchange, key) });
}

const isInherited = (credential: Credential): boolean => wrongnessOf(credential)?.startsWith('object ') === true;

/** What is served without a key, or with any key, is served with every wrong one as well. */
function topicOf(exchange: Exchange, key: string): Topic {
  if (!isSuccess(exchange)) return { wanted: 401, defect: outcomeOf(exchange) };
  const { credential } = exchange.request;
  const isAny = credential === 'none' || wrongnessOf(credential) === 'unknown';
  return {
    wanted: 401,
    defect: `${OBJECT_NAMES.includes(key) ? 'a name of every object' : key} is served`,
    ...(isAny ? { whole: KEY } : {}),
    ...(credential === 'none' ? {} : { part: KEY }),
  };
}

const KEY = 'credentials';

/** Both are found where keys are looked up among the names of an object. */
const OBJECT_NAMES = ['object prototype', 'object constructor'].map((wrong) => brief({ wrong }));

function fullQuery({ operation, purpose }: Subject): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    meantParameters(operation).map((parameter) => [
      parameter.name,
      firstValue(drawnSchemaOf(purpose?.resource, parameter)),
    ]),
  );
}

/** Something wrong with a request besides its key. */
interface Wrong {
  readonly what: string;
  /** What takes the place of the same parts of a request that is otherwise right. */
  readonly parts: RequestParts;
  readonly by: readonly Credential[];
}

/** The key comes first: nobody without one learns what exists or what is valid. */
export const credentialsFirst: Check = {
  id: 'credentials.first',
  title: 'Without a valid key it is 401, whatever else is wrong',
  level: 'MUST',
  applies: ({ operation }) => operation.security.length > 0 && documents(operation, 401),
  clause: (subject) => clauseOf(subject, 401, 'A missing or invalid API key yields 401, whatever else is wrong.'),
  cases: (subject) =>
    wrongsOf(subject).flatMap((wrong) =>
      wrong.by.map(
        (credential): Case => ({
          name: `${wrong.what}, ${shown(credential)}`,
          tier: 2,
          run: (context) => judgeFirst(context, wrong, credential),
        }),
      ),
    ),
};

/** Some services look for a key at their door, and ask whether it is valid after everything else: so mostly there is one. */
const UNKNOWN: readonly Credential[] = [{ wrong: 'unknown' }];
const NONE: readonly Credential[] = ['none'];
const BOTH: readonly Credential[] = [...NONE, ...UNKNOWN];

function wrongsOf(subject: Subject): readonly Wrong[] {
  return [...wrongIds(subject), ...wrongQueries(subject), ...wrongBodies(subject)];
}

function wrongIds({ operation, purpose }: Subject): readonly Wrong[] {
  const id = purpose?.resource.itemPath === operation.path ? purpose.resource.idParameter : undefined;
  if (id === undefined) return [];
  const [missing] = fc.sample(unlikely(id.schema), { numRuns: 1, seed: 1 });
  const [broken] = brokenTexts(id);
  return [
    { what: 'an id that no record has', parts: { path: { [id.name]: missing } }, by: BOTH },
    ...(broken === undefined
      ? []
      : [{ what: 'an id that breaks its schema', parts: { path: { [id.name]: broken } }, by: UNKNOWN }]),
  ];
}

/** All that can be wrong with a query, in one; then numbers that are just out of their bounds. */
function wrongQueries({ operation }: Subject): readonly Wrong[] {
  const broken = operation.parameters
    .filter(({ in: place }) => place === 'query')
    .map((parameter) => ({ name: parameter.name, texts: brokenTexts(parameter) }))
    .filter(({ texts }) => texts.length > 0);
  const queryOf = (choose: (texts: readonly string[]) => string | undefined): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      broken.map(({ name, texts }) => [name, choose(texts)] as const).filter(([, text]) => text !== undefined),
    );
  if (broken.length === 0) return [];
  const near = queryOf(
    (texts) => texts.filter((text) => /^-?\d+$/.test(text)).toSorted((a, b) => a.length - b.length)[0],
  );
  return [
    {
      what: 'a query that breaks the contract',
      parts: { query: { ...queryOf(([first]) => first), unknown: 1 } },
      by: UNKNOWN,
    },
    ...(Object.keys(near).length === 0
      ? []
      : [{ what: 'a number out of its bounds', parts: { query: near }, by: NONE }]),
  ];
}

function wrongBodies({ operation }: Subject): readonly Wrong[] {
  const media = bodyOf(operation);
  if (media === undefined) return [];
  const broken = brokenBodies(media.schema, {}).filter(({ isTelling }) => isTelling);
  return [
    { what: 'malformed JSON', parts: { rawBody: '{"broken": ' }, by: BOTH },
    ...(broken[0] === undefined
      ? []
      : [{ what: 'a body that breaks its schema', parts: { body: broken[0].value }, by: UNKNOWN }]),
    { what: 'an empty body', parts: { rawBody: '' }, by: UNKNOWN },
    { what: 'a body of no media type', parts: { headers: { 'content-type': undefined } }, by: UNKNOWN },
    {
      what: 'a body of another media type',
      parts: { rawBody: 'x', headers: { 'content-type': 'text/plain' } },
      by: UNKNOWN,
    },
  ];
}

const shown = (credential: Credential): string => (credential === 'none' ? 'without a key' : 'with an unknown key');

async function judgeFirst(
  context: CaseContext,
  { what, parts: wrong }: Wrong,
  credential: Credential,
): Promise<Verdict> {
  const { operation } = context.subject;
  const valid = await fetchValidParts(context);
  const parts = { ...valid, ...wrong, path: { ...valid.path, ...wrong.path }, credential };
  const exchange = await context.send(toRequest(operation, parts));
  const { response } = exchange;
  if (response === undefined || response.status >= 500) return unjudged(exchange);
  if (response.status === 401 || (response.status === 403 && documents(operation, 403))) return PASS;
  if (response.status === 429) return inconclusive('requests without a valid key are refused for their number');
  // Where nothing else is wrong, credentials.required and credentials.checked say so.
  const plain = await context.send(toRequest(operation, { ...valid, credential }));
  if (plain.response?.status !== 401) return skip('a request that is otherwise right is not answered with 401 either');
  const topic = { wanted: 401, defect: `${outcomeOf(exchange)} for ${what}` };
  const actual = `${outcomeOf(exchange)} for ${what}, ${shown(credential)}`;
  return fail({ expected: 'the status 401', actual, exchanges: [exchange], key: what, topic });
}
