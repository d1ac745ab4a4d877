import { allSchemes, schemesOf } from '../../openapi/contract';
import { challengeOf, Problem, phraseOf } from '../errors/problems';
import type { Call, Caller, Engine, Quota } from './model';

/** The mock's codes for statuses where they differ from the phrases of HTTP. */
const CODES: Readonly<Record<number, string>> = {
  413: 'body_too_large',
  429: 'rate_limit_exceeded',
  431: 'headers_too_large',
  500: 'internal_error',
};

/** The error for a status, from 400 on, that a fault or a preference demands, with the headers that a client needs to handle it. */
export function problemOfStatus(
  engine: Engine,
  { source, credentials }: Caller,
  call: Call,
  { resetAt }: Quota,
  status: number,
): Problem {
  return new Problem(status, codeOf(status), forcedStatusMessage(status), {
    ...retryAfter(status, resetAt === undefined ? 0 : resetAt - Math.floor(source.now / 1000)),
    ...headersOf(engine, call, credentials, status),
  });
}

export const forcedStatusMessage = (status: number): string => `The mock was told to answer ${status}.`;

function codeOf(status: number): string {
  return CODES[status] ?? phraseOf(status).toLowerCase().replaceAll("'", '').replaceAll(/\W+/g, '_');
}

/** @param untilReset seconds until the reset in the rate limit headers; 0 without one */
function retryAfter(status: number, untilReset: number): Problem['headers'] {
  if (status === 503) return { 'Retry-After': '1' };
  return status === 429 ? { 'Retry-After': String(Math.max(untilReset, 1)) } : {};
}

function headersOf(
  { contract }: Engine,
  call: Call,
  credentials: Caller['credentials'],
  status: number,
): Problem['headers'] {
  // RFC 9110 §15.5.2: a challenge is required; §15.5.6: so is `Allow`.
  if (status === 405) return { Allow: call.allowed.join(', ') };
  if (status !== 401) return {};
  const asked = call.operation === undefined ? [] : schemesOf(call.operation);
  const schemes = asked.length > 0 ? asked : allSchemes(contract.operations);
  // As that of a key that is not valid: clients tell by its error code whether to ask for another.
  const sent = credentials.map(({ scheme }) => scheme);
  const challenge = challengeOf(contract, schemes, sent);
  return challenge === '' ? {} : { 'WWW-Authenticate': challenge };
}
