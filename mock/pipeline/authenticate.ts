import type { Contract, SecurityScheme } from '../../openapi/contract';
import { challengeOf, INVALID } from '../errors/challenge';
import { type Problem, unauthorized } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import { basicUser } from '../http/basic-user';
import { bearerToken } from '../http/bearer-token';
import { cookieOf } from '../http/cookie';
import { sourceOf } from '../values/source';
import type { KeyHolder, Worlds } from '../world/model';
import { accountOfAddress, accountOfKey } from '../world/rules/account-names';
import type { Awaitable } from '../world/stores/awaitable';
import type { World } from '../world/stores/model';
import type { Call, Caller, Credential, Engine } from './model';

/** The credentials of a request, in every scheme that counts for it. */
export function credentialsOf({ contract }: Engine, call: Call): readonly Credential[] {
  const found: Credential[] = [];
  for (const scheme of schemesFor(contract, call)) {
    const value = credentialOf(scheme, call);
    if (value !== undefined) found.push({ scheme, value });
  }
  return found;
}

/** The holder of the first valid key; a valid key in any scheme is enough, whatever the others hold. */
export function findHolder(
  { worlds }: Engine,
  { request: { connection } }: Call,
  credentials: readonly Credential[],
): Awaitable<KeyHolder | undefined> {
  const [first] = credentials;
  if (credentials.length <= 1) return first && worlds.holderOf(first.value, connection);
  return firstValid(worlds, credentials, connection);
}

async function firstValid(
  worlds: Worlds,
  credentials: readonly Credential[],
  connection: object,
): Promise<KeyHolder | undefined> {
  for (const { value } of credentials) {
    const holder = await worlds.holderOf(value, connection);
    if (holder?.key.revoked === false) return holder;
  }
  return undefined;
}

/**
 * Who sends the request, to which world, and at what time. A caller without a valid key is in the default world, under
 * the account of its address and on the smallest plan; it is refused after metering.
 */
export function authenticate(
  engine: Engine,
  call: Call,
  credentials: readonly Credential[],
  holder: KeyHolder | undefined,
): Caller {
  if (holder?.key.revoked === false) return callerWith(holder);
  return callerAt(engine.worlds.main, call.request.address, refusalWithoutKey(engine, call, credentials));
}

/** Why a call without a valid key is refused, unless its operation asks for none. */
export function refusalWithoutKey(
  { contract }: Engine,
  call: Call,
  credentials: readonly Credential[],
): Problem | undefined {
  const { security = [] } = call.operation ?? {};
  return security.length === 0 ? undefined : refuse(contract, security, credentials, call);
}

function callerWith({ world, key }: KeyHolder): Caller {
  const { state } = world;
  return {
    world,
    state,
    source: sourceOf(state),
    account: accountOfKey(key.name),
    allowances: key.allowances,
    keyName: key.name,
    refusal: undefined,
  };
}

/** A caller without a valid key. */
export function callerAt(world: World, address: string, refusal?: Problem): Caller {
  const { state, anonymous } = world;
  return {
    world,
    state,
    source: sourceOf(state),
    account: accountOfAddress(address),
    allowances: anonymous.allowances,
    keyName: undefined,
    refusal,
  };
}

/**
 * The schemes in which a credential is looked for. Even if the operation needs none, or there is no operation, a key
 * decides on the world and the account; then any scheme of the contract counts, or a bearer token if it has none.
 */
function schemesFor({ operations }: Contract, { operation }: Call): readonly SecurityScheme[] {
  if (operation !== undefined && operation.security.length > 0) return operation.security;
  return schemesOf({ operations });
}

/** Every scheme of the contract; bearer tokens if it has none. */
export function schemesOf({ operations }: Pick<Contract, 'operations'>): readonly SecurityScheme[] {
  const all = new Set(operations.flatMap(({ security }) => security));
  return all.size > 0 ? [...all] : [BEARER];
}

const BEARER: SecurityScheme = { name: '', kind: 'bearer', pointer: '' };

/** The credential that a request has in this scheme, if any; an empty one counts as none. */
function credentialOf(scheme: SecurityScheme, { request, query }: Call): string | undefined {
  if (scheme.kind === 'bearer') return bearerToken(request);
  // The key is the name of the user, who has no password.
  if (scheme.kind === 'basic') return basicUser(request);
  const { in: place, parameter } = scheme;
  const value = {
    header: () => [request.headers[parameter.toLowerCase()]].flat()[0],
    query: () => new URLSearchParams(query).get(parameter) ?? undefined,
    cookie: () => cookieOf(request, parameter),
  }[place]();
  return value === '' ? undefined : value;
}

function refuse(
  contract: Contract,
  schemes: readonly SecurityScheme[],
  credentials: readonly Credential[],
  { request, operation }: Call,
): Problem {
  const status = refusalFor(operation, 'unauthenticated');
  const sent = credentials.map(({ scheme }) => scheme);
  const challenge = challengeOf(contract, schemes, sent);
  if (sent.length > 0) return unauthorized(challenge, INVALID, status);
  const isBearer = schemes.some(({ kind }) => kind === 'bearer');
  const other =
    isBearer && request.headers.authorization !== undefined ? ', and the Authorization header holds none' : '';
  const problem = `An API key is missing: send it as ${schemes.map(howToSend).join(' or ')}${other}.`;
  return unauthorized(challenge, problem, status);
}

function howToSend(scheme: SecurityScheme): string {
  if (scheme.kind === 'bearer') return '"Authorization: Bearer <API key>"';
  if (scheme.kind === 'basic') return 'the user name of HTTP Basic, with an empty password';
  return scheme.in === 'query' ? `the query parameter "${scheme.parameter}"` : `the ${scheme.in} "${scheme.parameter}"`;
}
