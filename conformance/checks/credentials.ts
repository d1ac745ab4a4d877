import { requirementOf, type SecurityScheme, schemesOf } from '../../openapi/contract';
import { firstValue } from '../arbitraries/schema';
import { type Credential, type Exchange, isSuccess, outcomeOf, wrongnessOf } from '../exchange/exchange';
import { takesAnyWord } from '../exchange/near-misses';
import { isKeyRefused, keyRefusalOf } from '../exchange/refusals';
import type { Subject } from '../exchange/subject';
import { drawnSchemaOf, meantParameters } from '../records/paging';
import { toRequest } from '../requests/request';
import type { Case, CaseContext, Check } from '../steps/check';
import { fetchValidParts } from '../steps/paths';
import { brief } from '../verdict/brief';
import type { Topic } from '../verdict/verdict';
import { clauseOf, fail, PASS, unjudged, type Verdict } from '../verdict/verdict';

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
  return { name, tier, run: (context) => judge(context, name, credential, isFull) };
}

/** Everything else in the request is valid, so that the reply is to the credential alone. */
async function judge(context: CaseContext, name: string, credential: Credential, isFull: boolean): Promise<Verdict> {
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
