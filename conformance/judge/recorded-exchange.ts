import { createHash } from 'node:crypto';
import { type Contract, createMatcher, type Operation } from '../../openapi/contract';
import { HIDDEN, withoutSecrets } from '../exchange/evidence';
import type { Credential, Exchange, Request, Response } from '../exchange/exchange';
import { type Callers, createCallers } from './callers';

/** A request and its reply as a recorder has them. */
export interface RecordedExchange {
  readonly method: string;
  /** Absolute, as it was sent. */
  readonly url: string;
  /** By name in lower case. */
  readonly requestHeaders: Request['headers'];
  /** Undefined where there was none, or none is known. */
  readonly requestBody: string | undefined;
  readonly sentBy: string;
  /** Undefined where none came, or none that is known: what the request has changed is not known either. */
  readonly response: Response | undefined;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** Where a recorded request belongs. */
type Placed =
  | { readonly kind: 'operation'; readonly operation: Operation; readonly path: Request['path'] }
  /** Below the base URL, and no operation of the contract. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'outside' };

export interface ExchangeReader {
  /** Which operation a request meant. */
  place(method: string, url: string): Placed;
  /**
   * The exchange as the judge takes it, without what tells who sent the request; exchanges are numbered in the order in which
   * they are read. Undefined where it is of no operation, or of more callers than are told apart.
   */
  read(recorded: RecordedExchange): Exchange | undefined;
  /** The secrets in what was sent so far. */
  secrets(): readonly string[];
  /** The callers so far, in their order. */
  callers(): readonly Credential[];
}

/**
 * @param baseUrl where the recorded server has the contract's paths
 * @param isAlone whether no other client has changed the server's records meanwhile
 */
export function createExchangeReader(
  contract: Pick<Contract, 'operations'>,
  baseUrl: string,
  isAlone = false,
): ExchangeReader {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const match = createMatcher({ prefix, operations: contract.operations });
  const callers = createCallers(contract);
  const secrets = new Set<string>();
  const seen = new Map<string, Credential>();
  let number = 0;

  const place = (method: string, url: string): Placed => {
    const { origin, path } = partsOf(url);
    if (origin !== base.origin || !(path === prefix || path.startsWith(`${prefix}/`))) return { kind: 'outside' };
    const found = match(method, path);
    return found.kind === 'operation'
      ? { kind: 'operation', operation: found.operation, path: found.pathParameters }
      : { kind: 'unknown' };
  };

  return {
    place,
    read({ method, url, requestHeaders, requestBody, response, sentBy, startedAt, milliseconds }) {
      const placed = place(method, url);
      if (placed.kind !== 'operation') return undefined;
      const { operation, path } = placed;
      const { path: whole, query } = partsOf(url);
      const called = callers.of(operation, requestHeaders, whole.slice(prefix.length) + query);
      if (called === undefined) return undefined;
      number += 1;
      noteCaller(called.credential, callers, secrets, seen);
      return {
        number,
        request: {
          operation,
          method,
          target: withoutTokens(operation, called.target),
          path,
          headers: shownHeaders(operation, { ...called.headers, ...cookieNames(requestHeaders) }),
          body: requestBody,
          credential: withClient(called.credential, operation, called.headers, isAlone),
        },
        sentBy,
        response,
        failure: response === undefined ? { kind: 'unread', message: 'no reply that is known' } : undefined,
        startedAt,
        milliseconds,
        asked: { encoding: requestHeaders['accept-encoding'], connection: requestHeaders.connection },
      };
    },
    secrets: () => [...secrets],
    callers: () => [...seen.values()],
  };
}

function noteCaller(
  credential: Credential,
  callers: Callers,
  secrets: Set<string>,
  seen: Map<string, Credential>,
): void {
  const name = JSON.stringify(credential);
  if (seen.has(name)) return;
  seen.set(name, credential);
  for (const secret of callers.secretsOf(credential)) secrets.add(secret);
}

/** The parts of a URL as they were sent: `URL` would take `..` and its like away. */
export function partsOf(url: string): { readonly origin: string; readonly path: string; readonly query: string } {
  const [, path = '', query = ''] = /^[^:/?#]+:\/\/[^/?#]*([^?#]*)(\?[^#]*)?/.exec(url) ?? [];
  return { origin: URL.canParse(url) ? new URL(url).origin : '', path: path === '' ? '/' : path, query };
}

/** Headers of requests that change nothing in what a server shows of its records, but for those that `viewOf` knows. */
const NEUTRAL =
  /^(?:accept(?:-.+)?|access-control-.+|alt-used|baggage|cache-control|connection|content-.+|date|dnt|downlink|ect|expect|forwarded|from|host|http2-settings|idempotency-key|if-.+|keep-alive|max-forwards|newrelic|origin|pragma|prefer|priority|proxy-connection|purpose|range|referer|rtt|save-data|sec-.+|sentry-trace|te|trace(?:parent|state)|trailer|transfer-encoding|upgrade(?:-.+)?|user-agent|via|(?:x-)?(?:correlation|request|trace|transaction)-id|x-(?:amzn-trace-id|b3-.+|client-data|cloud-trace-context|csrf-token|datadog-.+|devtools-.+|forwarded-.+|real-ip|requested-with|xsrf-token))$/;

/** A caller with other headers of its own is told apart: they may name a tenant, say, whose records are others. */
function withClient(
  credential: Credential,
  { parameters }: Operation,
  headers: Request['headers'],
  isAlone: boolean,
): Credential {
  if (typeof credential !== 'object' || !('caller' in credential)) return credential;
  const documented = new Set(parameters.filter((one) => one.in === 'header').map(({ name }) => name.toLowerCase()));
  const own = Object.entries(headers).filter(([name]) => !NEUTRAL.test(name) && !documented.has(name));
  if (own.length === 0) return { caller: credential.caller, isAlone };
  const digest = createHash('sha256').update(JSON.stringify(own.sort())).digest('hex');
  return { caller: `${credential.caller} ${digest.slice(0, 12)}`, isAlone, hasMore: true };
}

/** The headers that say how a reply is to look, and the documented ones: any other may hold a secret. */
const SHOWN: readonly string[] = [
  ...['accept', 'accept-language', 'content-type', 'cookie', 'idempotency-key', 'prefer'],
  ...['if-match', 'if-modified-since', 'if-none-match'],
];

const shownHeaders = ({ parameters }: Operation, headers: Request['headers']): Request['headers'] =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) =>
        SHOWN.includes(name) || parameters.some((one) => one.in === 'header' && one.name.toLowerCase() === name),
    ),
  );

/** The names of the cookies alone: of a documented one it matters that it was sent. */
const cookieNames = ({ cookie }: Request['headers']): Request['headers'] =>
  cookie === undefined ? {} : { cookie: cookie.replaceAll(/=[^;]*/g, `=${HIDDEN}`) };

/** A target whose undocumented parameters show no secret. */
function withoutTokens({ parameters }: Operation, target: string): string {
  const [path = '', ...query] = target.split('?');
  if (query.length === 0) return target;
  const isDocumented = (name: string): boolean => parameters.some((one) => one.in === 'query' && one.name === name);
  return `${path}?${withoutSecrets(query.join('?'), isDocumented)}`;
}
