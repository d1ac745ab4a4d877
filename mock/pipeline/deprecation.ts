import { type Contract, type Deprecation, memoized, type Operation } from '../../openapi/contract';
import type { RawHeaders } from '../http/raw-headers';
import { DOCUMENT_PATH } from '../pages/document';

/**
 * What a deprecated operation's replies say of its end: `Deprecation` (RFC 9745 §2), `Sunset` (RFC 8594 §3), and links
 * to what to read (RFC 9745 §3, RFC 8594 §6) and what to use instead (RFC 5829 §3.3).
 */
export function deprecationHeaders(contract: Contract, operation: Operation): RawHeaders {
  return operation.deprecation === undefined ? NONE : headersIn(contract)(operation);
}

const NONE: RawHeaders = [];

const headersIn = memoized((contract: Contract) =>
  memoized(({ deprecation }: Operation) => (deprecation === undefined ? NONE : headersOf(contract, deprecation))),
);

function headersOf({ prefix, operations }: Contract, deprecation: Deprecation): RawHeaders {
  const { since, removal, replacement, documentation = DOCUMENT_PATH } = deprecation;
  const successor = operations.find(({ id }) => id === replacement);
  const links = [
    `<${documentation}>; rel="deprecation"`,
    ...(removal === undefined ? [] : [`<${documentation}>; rel="sunset"`]),
    ...(successor === undefined ? [] : [`<${prefix}${successor.path}>; rel="successor-version"`]),
  ];
  return [
    // A date is required. Where the contract gives none, the epoch says no more than that it has come.
    ...['Deprecation', `@${since ?? 0}`],
    ...(removal === undefined ? [] : ['Sunset', new Date(removal * 1000).toUTCString()]),
    ...['Link', links.join(', ')],
  ];
}
