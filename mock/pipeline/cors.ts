import type { Contract } from '../../openapi/contract';
import type { RawHeaders, WithHeaders } from '../http/headers';
import type { HttpRequest } from './request';

/** The headers that browsers need for requests to another origin (Fetch standard, §3.3 "CORS protocol"). */
export interface Cors {
  /** The headers that let the page at this request's `Origin` read the reply; for an origin that may not, `Vary` alone. */
  headersFor(request: WithHeaders): RawHeaders;
}

/** Headers that the mock adds to the contract's and that a program in a browser may need. */
const STANDARD_HEADERS = [
  'Allow',
  'Date',
  'Deprecation',
  'Link',
  'Preference-Applied',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
];
/** The reply depends on the origin even if none is sent (RFC 9110 §12.5.5). */
const VARY: RawHeaders = ['Vary', 'Origin'];
const MAX_AGE_S = 600;
const METHOD = /^[A-Za-z]{1,20}$/;
const HEADER_NAMES = /^[\w\-!#$%&'*+.^`|~, ]{0,2000}$/;

/** @param origins the origins that may read replies; `*` stands for all */
export function createCors({ operations }: Contract, origins: readonly string[]): Cors {
  const documented = operations.flatMap(({ replies }) => replies).flatMap(({ headers }) => headers);
  // With credentials a `*` would be taken literally, so every header is named.
  const exposed = [...new Set([...documented.map(({ name }) => name), ...STANDARD_HEADERS])].join(', ');
  const any = origins.includes('*');
  return {
    headersFor({ headers: { origin } }) {
      if (origin === undefined || !(any || origins.includes(origin))) return VARY;
      return [
        ...VARY,
        ...['Access-Control-Allow-Origin', origin],
        ...['Access-Control-Allow-Credentials', 'true'],
        ...['Access-Control-Expose-Headers', exposed],
      ];
    },
  };
}

/** The further headers that answer a preflight for a path with these methods. */
export function preflightHeaders(
  { headers }: WithHeaders,
  allowed: readonly string[],
): Readonly<Record<string, string>> {
  const method = headers['access-control-request-method'] ?? '';
  const names = headers['access-control-request-headers'] ?? '';
  // The requested method is allowed even if the path does not have it, so that the page can read the 405.
  const methods = new Set([...allowed, ...(METHOD.test(method) ? [method] : [])]);
  return {
    'Access-Control-Allow-Methods': [...methods].join(', '),
    ...(names !== '' && HEADER_NAMES.test(names) ? { 'Access-Control-Allow-Headers': names } : {}),
    'Access-Control-Max-Age': String(MAX_AGE_S),
    // A page from the network may send requests to a server on this machine (WICG Private Network Access).
    ...(headers['access-control-request-private-network'] === 'true'
      ? { 'Access-Control-Allow-Private-Network': 'true' }
      : {}),
  };
}

/** The origin of a page that can be named: neither all of them, nor that of pages without one. */
export const isPageOrigin = (value: unknown): value is string => isOrigin(value) && /^https?:/.test(value);

/** Whether a request is a preflight, sent by the browser and not by the page. */
export const isPreflight = ({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** An origin as browsers send it: scheme, host and port, nothing more (RFC 6454 §6.2); or `*` for all. */
export const isOrigin = (value: unknown): value is string =>
  value === '*' ||
  value === 'null' ||
  (typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value);
