import type { Contract } from '../../openapi/contract';
import type { WithHeaders } from '../http/header-values';
import type { RawHeaders } from '../http/raw-headers';
import type { HttpRequest } from './request';

/** What browsers ask before, and need after, a request to another origin (Fetch standard, §3.3 "CORS protocol"). */
export interface Cors {
  /** The headers that let the page at this request's `Origin` read the reply; none for an origin that may not. */
  headersFor(request: WithHeaders): RawHeaders;
  /** The further headers that answer a preflight for a path with these methods. */
  preflight(request: WithHeaders, allowed: readonly string[]): Readonly<Record<string, string>>;
}

/** Headers beyond the contract's own that the mock sends and that a program in a browser may need. */
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
/** What depends on the origin even where none is sent (RFC 9110 §12.5.5). */
const VARY: RawHeaders = ['Vary', 'Origin'];
const MAX_AGE_S = 600;
const METHOD = /^[A-Za-z]{1,20}$/;
const HEADER_NAMES = /^[\w\-!#$%&'*+.^`|~, ]{0,2000}$/;

/** @param origins the origins that may read replies, or `*` among them for every one */
export function createCors({ operations }: Contract, origins: readonly string[]): Cors {
  const documented = operations.flatMap(({ replies }) => replies).flatMap(({ headers }) => headers);
  // With credentials a `*` would be taken literally, so each is named.
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
    preflight({ headers }, allowed) {
      const method = headers['access-control-request-method'] ?? '';
      const names = headers['access-control-request-headers'] ?? '';
      // The method that is asked for is let through even where the path has it not, so that the page can read the 405.
      const methods = new Set([...allowed, ...(METHOD.test(method) ? [method] : [])]);
      return {
        'Access-Control-Allow-Methods': [...methods].join(', '),
        ...(names !== '' && HEADER_NAMES.test(names) ? { 'Access-Control-Allow-Headers': names } : {}),
        'Access-Control-Max-Age': String(MAX_AGE_S),
        // A page on the network may ask for a server on this machine (WICG Private Network Access).
        ...(headers['access-control-request-private-network'] === 'true'
          ? { 'Access-Control-Allow-Private-Network': 'true' }
          : {}),
      };
    },
  };
}

/** Whether a request is a preflight: a browser's question, not a caller's request. */
export const isPreflight = ({ method, headers }: Pick<HttpRequest, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

/** An origin as browsers send it: scheme, host and port, nothing more (RFC 6454 §6.2); or `*` for every one. */
export const isOrigin = (value: unknown): value is string =>
  value === '*' ||
  value === 'null' ||
  (typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value);
