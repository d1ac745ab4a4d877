import type { RecordedRequest } from '../../../../openapi/types/control';
import { itemsOf, type Json, type JsonObject, memberOf, membersOf, objectOf } from './json';

/** Where a request carries an API key. */
export interface Credential {
  readonly in: 'header' | 'query' | 'cookie';
  /** Of the header, the query parameter or the cookie, e.g. `Authorization`. */
  readonly parameter: string;
  /** What comes before the key, e.g. `Bearer `; behind `Basic ` it is a user without a password, encoded. */
  readonly prefix: string;
}

/** The prefix of HTTP Basic. */
export const BASIC = 'Basic ';

export const BEARER: Credential = { in: 'header', parameter: 'Authorization', prefix: 'Bearer ' };

/** The credentials that a request has, valid or not. Any `Cookie` counts, since the mock masks the names of cookies too. */
export function carriedBy({ query, request }: RecordedRequest, credentials: readonly Credential[]) {
  const has = (header: string) => request.headers.some(({ name }) => name.toLowerCase() === header.toLowerCase());
  const parameters = query.split('&').map(parameterOf);
  return credentials.filter((credential) => {
    if (credential.in === 'query') return parameters.some((name) => isNamed(credential, name));
    return has(credential.in === 'cookie' ? 'Cookie' : credential.parameter);
  });
}

/** The name of a query parameter, `name=value`. */
export const parameterOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? '';

/** Compares without case, since the mock masks parameters in any case. */
export const isNamed = (credential: Credential, name: string): boolean =>
  credential.parameter.toLowerCase() === name.toLowerCase();

/** What this page reads from the contract that the mock serves. */
export interface ContractSummary {
  readonly document: JsonObject;
  readonly operations: readonly OperationSummary[];
  /** All credentials that operations accept. */
  readonly credentials: readonly Credential[];
  /** The templates of its paths, without what all of them begin with. */
  readonly paths: readonly string[];
  /** What all of them begin with, such as `/v1`; only the mock knows it. */
  readonly prefix: string;
}

interface OperationSummary {
  readonly id: string;
  /** Those that it asks for, or takes. */
  readonly credentials: readonly Credential[];
}

export const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

export const UNKNOWN_CONTRACT: ContractSummary = {
  document: {},
  operations: [],
  credentials: [BEARER],
  paths: [],
  prefix: '',
};

/** @param document an OpenAPI document; missing or invalid parts are ignored */
export function summarise(document: Json): ContractSummary {
  const schemes = membersOf(memberOf(memberOf(document, 'components'), 'securitySchemes'));
  const known = new Map(schemes.map(([name, scheme]) => [name, credentialOf(objectOf(scheme))]));
  const paths = membersOf(memberOf(document, 'paths'));
  const operations = paths.flatMap(([, item]) =>
    METHODS.flatMap((method) => {
      const { operationId: id, security = memberOf(document, 'security') } = objectOf(memberOf(item, method));
      return typeof id === 'string' ? [{ id, credentials: accepted(security, known) }] : [];
    }),
  );
  const credentials = [...new Set(operations.flatMap((operation) => operation.credentials))];
  return { document: objectOf(document), operations, credentials, paths: paths.map(([path]) => path), prefix: '' };
}

/** Whether a path is one of the contract's, which the mock then does not use for a page of its own. */
export const hasPath = ({ paths, prefix }: ContractSummary, path: string): boolean =>
  paths.some((template) =>
    new RegExp(
      `^${(prefix + template)
        .split(/\{[^{}]*\}/)
        .map(literal)
        .join('[^/]+')}$`,
    ).test(path),
  );

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The credentials of an operation; for a request without an operation, all of the contract. */
export function credentialsOf(contract: ContractSummary, operationId: string | null): readonly Credential[] {
  return contract.operations.find(({ id }) => id === operationId)?.credentials ?? contract.credentials;
}

/** OpenAPI 3.0.3 §4.7.30: each requirement of the list names those that go together; an empty one makes the others optional. */
function accepted(security: Json | undefined, known: ReadonlyMap<string, Credential | undefined>) {
  const names = itemsOf(security).flatMap((requirement) => Object.keys(objectOf(requirement)));
  return [...new Set(names)].flatMap((name) => known.get(name) ?? []);
}

/**
 * The credential of a security scheme (§4.7.27); tokens of OAuth 2 and OpenID Connect are sent as bearer tokens.
 *
 * @returns undefined where no request carries it, as with mutual TLS
 */
export function credentialOf({ type, in: place, name: parameter, scheme }: JsonObject): Credential | undefined {
  if (type === 'oauth2' || type === 'openIdConnect') return BEARER;
  if (type === 'http') {
    if (typeof scheme !== 'string' || /^bearer$/i.test(scheme)) return BEARER;
    return { ...BEARER, prefix: /^basic$/i.test(scheme) ? BASIC : `${scheme} ` };
  }
  if (type !== 'apiKey' || typeof parameter !== 'string') return undefined;
  return place === 'header' || place === 'query' || place === 'cookie'
    ? { in: place, parameter, prefix: '' }
    : undefined;
}
