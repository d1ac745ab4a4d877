import {
  type Operation,
  type Requirement,
  requirementOf,
  SAYS_ANY_CASE,
  type SecurityScheme,
  schemesOf,
  sentencesAround,
} from '../../../openapi/contract';
import { firstValue } from '../../arbitraries/schema';
import { type Credential, type Exchange, isSuccess, outcomeOf, wrongnessOf } from '../../exchange/exchange';
import { namesOf } from '../../exchange/keys/keys';
import { IN_QUERY, SMALL_WORD, takesAnyWord } from '../../exchange/keys/near-misses';
import { isForItsReasons, isKeyRefused, keyRefusalOf } from '../../exchange/refusals';
import { isPastKey, saysEveryPathAsks, saysNoKeyInQuery } from '../../exchange/said-of-all';
import { hasMany, type Subject } from '../../exchange/subject';
import { drawnSchemaOf, meantParameters } from '../../records/lists/paging';
import { type RequestParts, toRequest } from '../../requests/request';
import { atOnceOfMany, type Case, type CaseContext, type Check, telling } from '../../steps/check';
import { fetchValidParts, sendParts } from '../../steps/paths/paths';
import { brief } from '../../verdict/brief';
import { answered, clauseOf, fail, PASS, skip, type Topic, type Verdict, warn } from '../../verdict/verdict';
import { isKnownWay } from './alternatives';

const applies = ({ operation }: Subject): boolean => operation.security.length > 0;
const clause = (subject: Subject) => clauseOf(subject, 401, 'A missing or invalid API key yields 401.');

/** A request without a key is refused. */
export const credentialsRequired: Check = {
  id: 'credentials.required',
  isOfEach: true,
  title: 'A request without a key is refused',
  level: 'MUST',
  applies,
  clause,
  cases: (subject) =>
    atOnceOfMany(subject, [
      keyCase('no credential', 1, 'none'),
      ...(isFirstRead(subject) && saysEveryPathAsks(subject.contract) ? [AT_NO_PATH] : []),
      ...partlyMet(subject).map(({ name }) => keyCase(`no credential of ${name}`, 1, { wrong: 'missing', of: name })),
      ...inTurn(subject, oddKeys(subject)).map((one) => (isAmongFirst(subject) ? telling(subject, one) : one)),
      ...(hasOptionalQuery(subject) ? [keyCase('no credential, with every parameter', 2, 'none', fullQuery)] : []),
    ]),
};

const isFirstRead = ({ contract, operation }: Subject): boolean =>
  contract.operations.find(({ method, security }) => method === 'GET' && security.length > 0) === operation;

/** Where words say that every path asks for a key first, one that is not there does. */
const AT_NO_PATH: Case = {
  name: 'no credential, at a path that is not there',
  tier: 1,
  run: async ({ subject, send }) => {
    const asked = toRequest(subject.operation, { credential: 'none' });
    const exchange = answered(await send({ ...asked, target: '/no-such-path' }));
    // What asks for no key there is another thing than what is told first.
    if (exchange.response.status !== 404) return PASS;
    return fail({
      expected: 'the status 401: words say that every path asks for credentials',
      actual: `${outcomeOf(exchange)} without a key, at a path that is not there`,
      exchanges: [exchange],
      key: 'no path',
      topic: { wanted: 401 },
    });
  },
};

/** Whether an operation is one of the first, each of which has another of such cases. */
const isAmongFirst = ({ contract, operation }: Subject): boolean =>
  contract.operations.filter(({ security }) => security.length > 0).indexOf(operation) < MOST_ODD;

/** So many ways there are to give a key that are none. */
const MOST_ODD = 6;

/** What is in the place of a key and is none, and a key in no place of one: without a scheme only where the document has all words for one. */
function oddKeys({ contract, operation }: Subject): readonly Case[] {
  const schemes = schemesOf(operation);
  const of = schemes.find(({ kind }) => kind === 'bearer' || kind === 'basic')?.name;
  const odd = (name: string, wrong: string): Case => keyCase(name, 2, of === undefined ? { wrong } : { wrong, of });
  const ofSchemes = [
    odd('a credential of another scheme', 'scheme'),
    odd('the key in another scheme', 'other scheme'),
    odd('the key without a scheme', 'no scheme'),
  ];
  return [
    keyCase('an empty credential', 2, { wrong: 'empty' }),
    ...(schemes.some(takesAnyWord) ? [] : ofSchemes),
    odd('an empty header', 'nothing'),
    ...(saysNoKeyInQuery(contract) ? [keyCase('the key in the query', 1, { wrong: IN_QUERY })] : []),
  ];
}

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
  isOfAll: true,
  title: 'A request with a wrong key is refused, and a right one is not for how its scheme is written',
  level: 'MUST',
  applies,
  clause,
  cases: (subject, { schemes = [], mainScheme }) => {
    const isTelling = tellingOf(subject);
    const bearer = bearerOf(
      subject,
      (way) => way === requirementOf(subject.operation) || isKnownWay(way, schemes, mainScheme),
    );
    const all = waysOf(subject.operation)
      .flatMap((of) => NEAR_MISSES.map((one) => [of, ...one] as const))
      .map(([of, name, wrong], place) =>
        of === undefined
          ? keyCase(name, isTelling(place) ? 1 : 2, { wrong })
          : keyCase(`${name}, of ${of}`, isTelling(place) ? 1 : 2, { wrong, of }),
      );
    const further = inTurn(subject, [...all, ...INHERITED]);
    const ofOne = partlyMet(subject).map(({ name }) =>
      keyCase(`an unknown key in the place of that of ${name}`, 1, { wrong: 'unknown', of: name }),
    );
    return atOnceOfMany(subject, [
      ...(isFirstRead(subject) && hasMany(subject.contract) && bearer !== undefined ? [inSmallLetters(bearer)] : []),
      ...all.filter(({ tier }) => tier === 1),
      ...ofOne,
      ...further.filter(({ tier }) => tier === 2),
    ]);
  },
};

/** The way to be let in by a token behind a word of which a key is known, where no scheme takes whatever word. */
const bearerOf = ({ operation }: Subject, isKnown: (way: Requirement) => boolean): Requirement | undefined =>
  schemesOf(operation).some(takesAnyWord)
    ? undefined
    : operation.security.find((way) => way.some(({ kind }) => kind === 'bearer') && isKnown(way));

/** The word before a token is the same one in whatever case (RFC 9110 §11.1): few clients write it so, so only words make it more than a warning. */
const inSmallLetters = (way: Requirement): Case => ({
  name: 'the word before the key in small letters',
  tier: 1,
  run: async (context) => {
    const of = way.find(({ kind }) => kind === 'bearer')?.name ?? '';
    const valid = await fetchValidParts(context);
    const exchange = answered(await sendParts(context, { ...valid, credential: { wrong: SMALL_WORD, of } }));
    if (!isKeyRefused(exchange)) return PASS;
    if (!isSuccess(await sendParts(context, { ...valid, credential: { by: namesOf(way) } })))
      return skip('refused however it is written');
    const isSaid = sentencesAround(context.subject.operation).some(
      (text) => /\bbearer\b/i.test(text) && SAYS_ANY_CASE.test(text),
    );
    return (isSaid ? fail : warn)({
      expected: 'success: the word of a scheme is the same in whatever case (RFC 9110 §11.1)',
      actual: `${outcomeOf(exchange)} with the word in small letters`,
      exchanges: [exchange],
      key: 'small letters',
      topic: { defect: 'small letters' },
    });
  },
});

const NEAR_MISSES = [
  ['an unknown key', 'unknown'],
  ['the key with its last character changed', 'changed'],
  ['the key shortened by a character', 'shortened'],
  ['the key lengthened by a character', 'lengthened'],
  ['the key with a character before it', 'preceded'],
  ['the key with its first character changed', 'first changed'],
  ['the key in another case', 'case'],
] as const;

/** One scheme of each way to be let in, by which a key is sent wrong; undefined: of the way by which requests go. */
function waysOf(operation: Operation): readonly (string | undefined)[] {
  const first = requirementOf(operation);
  const others = operation.security.flatMap((way) => way.find((one) => !first.includes(one))?.name ?? []);
  return [undefined, ...new Set(others)];
}

/**
 * Which of the wrong keys are tried first on an operation. The two most telling ones are on the first three operations, others on each
 * further one. Where there are many, the first three share all of them, and each further one has another.
 */
function tellingOf({ contract, operation }: Subject): (place: number) => boolean {
  const count = NEAR_MISSES.length;
  if (!hasMany(contract)) {
    const first = (Math.max(0, contract.operations.indexOf(operation) - 2) * 2) % count;
    return (place) => place < count && (place - first + count) % count < 2;
  }
  const turn = contract.operations.filter(({ security }) => security.length > 0).indexOf(operation);
  return turn < SHARING ? (place) => place % SHARING === turn : (place) => place === turn % count;
}

const SHARING = 3;

const INHERITED: readonly Case[] = [
  keyCase('the key __proto__', 2, { wrong: 'object prototype' }),
  keyCase('the key constructor', 2, { wrong: 'object constructor' }),
];

/** How a server refuses a request for something else than its key. */
const TOLD_BEFORE: readonly number[] = [400, 404, 405, 409, 410, 413, 415, 422];

/** Everything else in the request is valid, so that the reply is to the credential alone. */
function keyCase(
  name: string,
  tier: 1 | 2,
  credential: Credential,
  query?: (subject: Subject) => RequestParts['query'],
): Case {
  const run = async (context: CaseContext): Promise<Verdict> => {
    const { subject } = context;
    const valid = await fetchValidParts(context);
    const parts = { ...valid, query: query?.(subject) ?? valid.query, credential };
    const exchange = answered(await sendParts(context, parts));
    if (isKeyRefused(exchange)) return PASS;
    // What a good key does not save either is wrong in two ways, and mostly nothing says which is told first.
    if (
      !isPastKey(context.contract, exchange.response.status) &&
      TOLD_BEFORE.includes(exchange.response.status) &&
      !isSuccess(await sendParts(context, { ...parts, credential: 'main' }))
    )
      return skip(`refused by ${exchange.response.status} with a good key as well`);
    const key = isInherited(credential) ? INHERITANCE : brief(credential);
    // It is refused, and `default` stands for how, though the document names another status for it.
    const verdictOf = exchange.response.status === 403 && isForItsReasons(exchange) ? warn : fail;
    return verdictOf({
      expected: keyRefusalOf(subject.operation),
      actual: `${outcomeOf(exchange)} with ${name}`,
      exchanges: [exchange],
      key,
      topic: topicOf(exchange, key),
    });
  };
  return { name, kind: name, tier, run };
}

/** With each parameter that can be given without asking first. */
const fullQuery = ({ operation, purpose }: Subject): RequestParts['query'] =>
  Object.fromEntries(
    meantParameters(operation).map((parameter) => [
      parameter.name,
      firstValue(drawnSchemaOf(purpose?.resource, parameter), parameter.name),
    ]),
  );

/** Both are found where keys are looked up among the names of an object. */
const isInherited = (credential: Credential): boolean => wrongnessOf(credential)?.startsWith('object ') === true;
const INHERITANCE = 'a name of every object';

/** What is served without a key, or with any key, is served with every wrong one as well. */
function topicOf(exchange: Exchange, key: string): Topic {
  if (!isSuccess(exchange)) return { wanted: 401, defect: outcomeOf(exchange) };
  const { credential } = exchange.request;
  const isAny = credential === 'none' || wrongnessOf(credential) === 'unknown';
  return {
    wanted: 401,
    defect: `${key} is served`,
    ...(isAny ? { whole: KEY } : {}),
    ...(credential === 'none' ? {} : { part: KEY }),
  };
}

const KEY = 'credentials';
