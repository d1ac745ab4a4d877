import { type Contract, type Deprecation, memoized, type Operation } from '../../openapi/contract';
import type { RawHeaders } from '../http/headers';
import { DOCUMENT_PATH } from '../pages/pages';

/**
 * The headers of a deprecated operation's replies: `Deprecation` (RFC 9745 §2), `Sunset` (RFC 8594 §3), and links to the
 * documentation (RFC 9745 §3, RFC 8594 §6) and to the successor (RFC 5829 §3.3).
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
    // A date is required. If the contract gives none, the epoch only says that it is past.
    ...['Deprecation', `@${since ?? 0}`],
    ...(removal === undefined ? [] : ['Sunset', new Date(removal * 1000).toUTCString()]),
    ...['Link', links.join(', ')],
  ];
}
