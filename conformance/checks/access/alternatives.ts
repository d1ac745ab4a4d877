import {
  type Contract,
  memoized,
  type Operation,
  type Requirement,
  requirementOf,
  type SecurityScheme,
  schemesOf,
  sentencesIn,
} from '../../../openapi/contract';
import { type Credential, isSuccess, outcomeOf } from '../../exchange/exchange';
import { namesOf } from '../../exchange/keys/keys';
import { limitedWays, refusedWays } from '../../exchange/keys/refused-ways';
import { isKeyRefused, keyRefusalOf } from '../../exchange/refusals';
import { isPastRole, saidOfBoth } from '../../exchange/said-of-all';
import { hasMany, type Subject } from '../../exchange/subject';
import type { Case, CaseContext, Check } from '../../steps/check';
import { fetchValidParts, readyPath, sendParts } from '../../steps/paths/paths';
import { answered, clauseOf, fail, inconclusive, PASS, skip, type Verdict } from '../../verdict/verdict';
import { boundWays } from './bound-words';

/** Any of several requirements lets a caller in, each by itself (OpenAPI 3.0.3 §4.7.30). */
export const credentialsAlternatives: Check = {
  id: 'credentials.alternatives',
  isOfEach: true,
  title: 'Each of several ways to give a credential works, and is checked',
  level: 'MUST',
  applies: ({ contract, operation }) =>
    alternativesOf(operation).length > 0 || refusedWays(contract)(operation).length > 0,
  clause: (subject) => clauseOf(subject, 401, 'Any one of the security requirements lets a caller in.'),
  cases: (subject, { schemes = [], distinct = [], mainScheme }) => {
    const first = requirementOf(subject.operation);
    const isNamed = (one: Requirement): boolean => one.every(({ name }) => schemes.includes(name));
    const isKnown = (one: Requirement): boolean => isKnownWay(one, schemes, mainScheme);
    const turnedAway = refusedWays(subject.contract)(subject.operation);
    const isAmong = (ways: readonly Requirement[], one: Requirement): boolean =>
      ways.some((way) => namesOf(way) === namesOf(one));
    const limited = limitedWays(subject.contract)(subject.operation);
    const bound = boundWays(subject.contract).map(({ way }) => way);
    const others = alternativesOf(subject.operation).flatMap((other): readonly Case[] => {
      const [scheme] = other.filter((one) => !first.includes(one));
      const [ofFirst] = first.filter((one) => !other.includes(one));
      if (scheme === undefined || ofFirst === undefined) return [];
      const [name, right] = [namesOf(other), namesOf(first)];
      return [
        // A way may be forgotten where it is named for one operation; how its credential is looked at is the same for all.
        ...(isKnown(other) && !isAmong([...turnedAway, ...limited], other)
          ? [servedCase(name, right, isNamed(other), isAmong(bound, other) ? [401] : [401, 403])]
          : []),
        refusedCase(`an unknown credential by ${name}`, isAmongFirst(subject) || !hasMany(subject.contract) ? 1 : 2, {
          wrong: 'unknown',
          of: scheme.name,
        }),
        ...inTurn(subject, [
          besideCase(scheme, { ...{ wrong: 'unknown', of: scheme.name }, beside: right }),
          ...(isKnown(other)
            ? [besideCase(ofFirst, { ...{ wrong: 'unknown', of: ofFirst.name }, beside: name }, { by: name })]
            : []),
        ]),
      ];
    });
    const all = schemesOf(subject.operation).filter(({ name }) => distinct.includes(name));
    const crossed =
      isAmongFirst(subject) && (bound.length > 0 || saysNotCrossed(subject.contract))
        ? all.flatMap((from) => all.filter((to) => to !== from).map((to) => crossedCase(from, to)))
        : [];
    return [...turnedAway.filter(isKnown).map(turnedAwayCase), ...others, ...crossed];
  },
};

/** A credential that is good elsewhere, by a way that words refuse here. */
const turnedAwayCase = (way: Requirement): Case => ({
  name: `the credential by ${namesOf(way)}, which words refuse`,
  tier: 1,
  run: async (context): Promise<Verdict> => {
    // What is done to a record may be refused for its state before anybody looks at who asks.
    const parts = { ...(await fetchValidParts(context)), path: await readyPath(context) };
    const exchange = answered(await sendParts(context, { ...parts, credential: { by: namesOf(way), way } }));
    // What is looked at later than who asks tells that nobody has looked at that.
    if (!isSuccess(exchange) && !isPastRole(context.contract, exchange.response.status)) return PASS;
    return fail({
      expected: `the status 403: words say that it is refused by ${namesOf(way)}`,
      actual: outcomeOf(exchange),
      exchanges: [exchange],
      key: `${namesOf(way)} served`,
      topic: { wanted: 403 },
    });
  },
});

/** A credential that is good by one way, and is sent by another: that is for others, or words say that it is not good there. */
const crossedCase = (from: SecurityScheme, to: SecurityScheme): Case =>
  refusedCase(`the credential of ${from.name} by ${to.name}`, 1, { wrong: 'crossed', of: to.name, from: from.name });

const saysNotCrossed = memoized(({ description }: Pick<Contract, 'description'>): boolean =>
  sentencesIn(description).some((text) => NOT_CROSSED.test(text)),
);

/** `A client token is not valid as a bearer token, nor the other way round` */
const NOT_CROSSED =
  /\b(?:keys?|tokens?|credentials?)\b[^.;]{0,30}\b(?:is|are|does|do|can|may|will)(?: ?not|n['’]t)(?: be)? (?:valid|good|work|accepted|taken|used|usable|recogni[sz]ed|sent) (?:as|like|in (?:the )?place of|instead of) (?:an? |the )?(?:\w+ ){0,2}(?:keys?|tokens?|credentials?|bearer)\b/i;

/** Whether the user has given the credentials of a way: those of its schemes, or the main one for it. */
export const isKnownWay = (way: Requirement, schemes: readonly string[], mainScheme: string | undefined): boolean =>
  way.every(({ name }) => schemes.includes(name)) || namesOf(way) === mainScheme;

/** The requirements beside the first, by which requests go. */
const alternativesOf = ({ security }: Operation): readonly Requirement[] => security.slice(1);

/** How credentials are read together is the same for every operation: each takes its share. */
function inTurn({ contract, operation }: Subject, cases: readonly Case[]): readonly Case[] {
  const all = contract.operations.filter((one) => alternativesOf(one).length > 0);
  return cases.filter(
    (_, place) => all.indexOf(operation) % cases.length === place && all.indexOf(operation) < MOST_BESIDE,
  );
}

const MOST_BESIDE = 8;

const isAmongFirst = ({ contract, operation }: Subject): boolean =>
  contract.operations
    .filter((one) => alternativesOf(one).length > 0)
    .slice(0, FIRST)
    .includes(operation);

const FIRST = 3;

const refusedCase = (name: string, tier: 1 | 2, credential: Credential): Case => ({
  name,
  tier,
  run: async (context) => {
    const parts = await fetchValidParts(context);
    const exchange = answered(await sendParts(context, { ...parts, credential }));
    if (isKeyRefused(exchange)) return PASS;
    if (!isSuccess(exchange) && !(await isServed(context, parts)))
      return skip(`refused with ${outcomeOf(exchange)} with a good key as well`);
    return fail({
      expected: keyRefusalOf(context.subject.operation),
      actual: `${outcomeOf(exchange)} with ${name}`,
      exchanges: [exchange],
      key: name,
      topic: { defect: `${name}: ${outcomeOf(exchange)}`, wanted: 401 },
    });
  },
});

/**
 * @param isGiven whether the user has said that the credential is one for it
 * @param statuses by which a credential is turned away that should be served; what is somebody else's may be refused with 403
 */
const servedCase = (other: string, first: string, isGiven: boolean, statuses: readonly number[]): Case => ({
  name: `the credential by ${other}`,
  tier: 1,
  run: async (context): Promise<Verdict> => {
    const parts = await fetchValidParts(context);
    const exchange = answered(await sendParts(context, { ...parts, credential: { by: other } }));
    const isOtherRefused = statuses.includes(exchange.response.status);
    // By the first way all other requests go.
    if (!isOtherRefused && !context.notes.turnedAway.has(context.subject.operation.id)) return PASS;
    if (isOtherRefused && !isGiven && !context.notes.servedBy.has(other))
      return inconclusive(`the key is unknown to the server by ${other}: --credential ${other}=KEY names another`);
    const usual = await sendParts(context, parts);
    if (isOtherRefused && !isSuccess(usual))
      return skip(`refused with ${outcomeOf(exchange)} by the other way as well`);
    const isUsualRefused = [401, 403].includes(usual.response?.status ?? 0);
    if (!isOtherRefused && !(isSuccess(exchange) && isUsualRefused)) return PASS;
    const [refused, served, name] = isOtherRefused ? [exchange, usual, other] : [usual, exchange, first];
    return fail({
      expected: `what the other way gets: ${name} is one of the ways`,
      actual: outcomeOf(refused),
      exchanges: [served, refused],
      key: `${name} refused`,
      topic: { defect: `${name} refused` },
    });
  },
});

/**
 * One of the requirements is met, so the request is let in; that a server refuses it for the credential that is wrong is its
 * choice, unless words say which of two counts, or that two are refused. Anything else is not about credentials.
 *
 * @param alone the right one by itself, where it is another than that of all other requests
 */
function besideCase(wrong: SecurityScheme, credential: Credential, alone?: Credential): Case {
  const name = `a wrong credential of ${wrong.name} beside a right one`;
  return {
    name,
    tier: 1,
    run: async (context): Promise<Verdict> => {
      const parts = await fetchValidParts(context);
      const exchange = answered(await sendParts(context, { ...parts, credential }));
      const { counts, refusedBy } = saidOfBoth(context.contract) ?? {};
      const { status } = exchange.response;
      const isWrongCounting = counts === 'both' || (counts !== undefined && (counts === 'token') === isToken(wrong));
      const isAsSaid =
        refusedBy !== undefined
          ? status === refusedBy
          : isKeyRefused(exchange)
            ? counts === undefined || isWrongCounting
            : !isWrongCounting && (isSuccess(exchange) || status === 400);
      if (isAsSaid) return PASS;
      // The right one by itself may be of somebody who does not see this.
      if (!(await isServed(context, { ...parts, ...(alone && { credential: alone }) })))
        return skip(`answered with ${outcomeOf(exchange)} with a good key as well`);
      const refusal = keyRefusalOf(context.subject.operation);
      return fail({
        expected:
          refusedBy !== undefined
            ? `the status ${refusedBy}, as words say of two credentials`
            : counts === undefined
              ? `a success, or ${refusal}`
              : `${isWrongCounting ? refusal : 'a success'}, since words say that ${counts === 'both' ? 'both have to be good' : `the ${counts} counts alone`}`,
        actual: `${outcomeOf(exchange)} with ${name}`,
        exchanges: [exchange],
        key: name,
      });
    },
  };
}

const isToken = ({ kind }: SecurityScheme): boolean => kind === 'bearer';

const isServed = async (context: CaseContext, parts: Parameters<typeof sendParts>[1]): Promise<boolean> =>
  isSuccess(await sendParts(context, parts));
