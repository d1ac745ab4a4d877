import {
  type Allowance,
  allSchemes,
  type Contract,
  memoized,
  type Requirement,
  type SecurityScheme,
} from '../../openapi/contract';
import { behavioursOfNext } from '../behaviours';
import { challengeOf, ENDED, INVALID, type Problem, unauthorized } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import { basicUser, bearerToken, canonicalCredential, cookieOf } from '../http/headers';
import { sourceOf } from '../values/source';
import type { KeyHolder, Worlds } from '../world/model';
import { accountOfAddress, accountOfKey } from '../world/rules/account';
import type { World } from '../world/stores/model';
import { type Awaitable, after } from '../world/stores/store';
import { isKeyOfSession } from '../world/worlds';
import { refusalByRole } from './authorize';
import type { Call, Caller, Context, Credential, Engine } from './model';

/**
 * The stage that finds the caller, its world and the time. A caller without a valid key is in the default world, under the
 * account of its address and on the smallest plan; it is refused once it is admitted.
 */
export function authenticate(context: Context): Awaitable<undefined> {
  const { engine, call } = context;
  const credentials = credentialsOf(engine, call);
  return after(findHolder(engine, call, credentials), (holder) => {
    context.caller =
      holder?.key.revoked === false
        ? callerWith(engine, call, holder, credentials)
        : callerAt(engine, call.request.address, refusalWithoutKey(engine, call, credentials), credentials);
    return undefined;
  });
}

/** The credentials of a request, in every scheme that counts for it. */
function credentialsOf({ contract }: Engine, call: Call): readonly Credential[] {
  const found: Credential[] = [];
  for (const requirement of requirementsFor(contract, call)) {
    for (const scheme of requirement) {
      if (found.some((one) => one.scheme === scheme)) continue;
      const value = credentialIn(scheme, call);
      if (value !== undefined) found.push({ scheme, value });
    }
  }
  return found;
}

/** The holder of the credentials that first meet a requirement: all that it asks for, and of one holder. Others do not matter. */
function findHolder(engine: Engine, call: Call, credentials: readonly Credential[]): Awaitable<KeyHolder | undefined> {
  const [first] = credentials;
  if (first === undefined) return undefined;
  const requirements = requirementsFor(engine.contract, call);
  const { connection } = call.request;
  if (credentials.length === 1) {
    const isEnough = requirements.some(([scheme, ...others]) => others.length === 0 && scheme === first.scheme);
    return isEnough ? holderIn(engine.worlds, first, connection) : undefined;
  }
  return firstMet(engine.worlds, requirements, credentials, connection);
}

/** The holder of a credential, where that counts in the scheme in which it came. */
function holderIn(worlds: Worlds, { scheme, value }: Credential, connection: object): Awaitable<KeyHolder | undefined> {
  return after(worlds.holderOf(value, connection), (holder) =>
    holder?.schemes === undefined || holder.schemes.includes(scheme.name) ? holder : undefined,
  );
}

async function firstMet(
  worlds: Worlds,
  requirements: readonly Requirement[],
  credentials: readonly Credential[],
  connection: object,
): Promise<KeyHolder | undefined> {
  const holders = new Map<SecurityScheme, KeyHolder>();
  for (const credential of credentials) {
    const holder = await holderIn(worlds, credential, connection);
    if (holder?.key.revoked === false) holders.set(credential.scheme, holder);
  }
  for (const requirement of requirements) {
    const [first, ...others] = requirement.map((scheme) => holders.get(scheme));
    if (first !== undefined && others.every((other) => other !== undefined && isSame(first, other))) return first;
  }
  return undefined;
}

const isSame = (one: KeyHolder, other: KeyHolder): boolean =>
  one.world === other.world && one.key.name === other.key.name;

/** Why a call without a valid key is refused, unless its operation asks for none. */
export function refusalWithoutKey(
  { contract }: Engine,
  call: Call,
  credentials: readonly Credential[],
): Problem | undefined {
  const { security = [] } = call.operation ?? {};
  return security.length === 0 ? undefined : refuse(contract, security, credentials, call);
}

const callerWith = (
  { contract }: Engine,
  { operation }: Call,
  { world, key }: KeyHolder,
  credentials: readonly Credential[],
): Caller =>
  callerIn(contract, world, accountOfKey(key.name), key.allowances, credentials, {
    keyName: key.name,
    refusal: refusalByRole(contract, operation, key, credentials),
  });

/** A caller without a valid key, who is in the default world. */
export const callerAt = (
  { contract, worlds: { main } }: Pick<Engine, 'contract' | 'worlds'>,
  address: string,
  refusal?: Problem,
  credentials: readonly Credential[] = [],
): Caller => callerIn(contract, main, accountOfAddress(address), main.anonymous.allowances, credentials, { refusal });

function callerIn(
  contract: Contract,
  world: World,
  account: string,
  allowances: readonly Allowance[],
  credentials: readonly Credential[],
  { keyName, refusal }: { readonly keyName?: string; readonly refusal?: Problem | undefined },
): Caller {
  const { state } = world;
  const behaviours = behavioursOfNext(state.choices, contract.leftOpen);
  return {
    world,
    state,
    source: sourceOf(state),
    account,
    allowances: behaviours.windows(allowances, undefined),
    credentials,
    keyName,
    behaviours,
    refusal,
  };
}

/**
 * The requirements that count for a call. Without an operation, or where it asks for none, any scheme of the contract is
 * enough: a key still decides on the world and the account.
 */
function requirementsFor(contract: Contract, { operation }: Call): readonly Requirement[] {
  if (operation !== undefined && operation.security.length > 0) return operation.security;
  return anyScheme(contract);
}

const anyScheme = memoized((contract: Contract): readonly Requirement[] =>
  schemesAccepted(contract).map((scheme) => [scheme]),
);

/** Every scheme of the contract; bearer tokens if it has none. */
export function schemesAccepted({ operations }: Pick<Contract, 'operations'>): readonly SecurityScheme[] {
  const all = allSchemes(operations);
  return all.length > 0 ? all : [BEARER];
}

const BEARER: SecurityScheme = { name: '', kind: 'bearer', pointer: '' };

function refuse(
  contract: Contract,
  requirements: readonly Requirement[],
  credentials: readonly Credential[],
  { request, operation }: Call,
): Problem {
  const status = refusalFor(operation, 'unauthenticated');
  const schemes = [...new Set(requirements.flat())];
  const sent = credentials.map(({ scheme }) => scheme);
  const reason = sent.length > 0 && credentials.every(({ value }) => isKeyOfSession(value)) ? ENDED : INVALID;
  const challenge = challengeOf(contract, schemes, sent, reason);
  const isWhole = requirements.some((requirement) => requirement.every((scheme) => sent.includes(scheme)));
  if (isWhole) return unauthorized(challenge, reason, status);
  const isBearer = schemes.some(({ kind }) => kind === 'bearer');
  const other =
    isBearer && !sent.some(({ kind }) => kind === 'bearer') && request.headers.authorization !== undefined
      ? ', and the Authorization header holds none'
      : '';
  const ways = requirements.map((requirement) => requirement.map(howToSend).join(' and ')).join(' or ');
  return unauthorized(challenge, `An API key is missing: send it as ${ways}${other}.`, status);
}

/** The credential that a request has in this scheme, in its canonical form; an empty one counts as none. */
function credentialIn(scheme: SecurityScheme, { request, query }: Pick<Call, 'request' | 'query'>): string | undefined {
  if (scheme.kind === 'bearer') return bearerToken(request);
  if (scheme.kind === 'basic') return basicUser(request);
  const { in: place, parameter } = scheme.kind === 'http' ? AUTHORIZATION : scheme;
  const value = {
    header: () => [request.headers[parameter.toLowerCase()]].flat()[0],
    // Of several the last one counts, as in most frameworks.
    query: () => new URLSearchParams(query).getAll(parameter).at(-1),
    cookie: () => cookieOf(request, parameter),
  }[place]();
  return value === undefined || value === '' ? undefined : canonicalCredential(scheme, value);
}

const AUTHORIZATION = { in: 'header', parameter: 'authorization' } as const;

/** How a message tells of a scheme. */
function howToSend(scheme: SecurityScheme): string {
  if (scheme.kind === 'bearer') return '"Authorization: Bearer <API key>"';
  if (scheme.kind === 'http') return `"Authorization: ${scheme.scheme} <API key>"`;
  if (scheme.kind === 'basic') return 'the user name of HTTP Basic, with an empty password';
  return scheme.in === 'query' ? `the query parameter "${scheme.parameter}"` : `the ${scheme.in} "${scheme.parameter}"`;
}
