import { STATUS_CODES } from 'node:http';
import { challengeOf } from '../errors/challenge';
import { Problem } from '../errors/problems';
import { valueIn } from '../http/raw-headers';
import { peek } from './meter';
import type { Call, Caller, Engine } from './model';

/** The words that the mock has for a status where they are not those of HTTP. */
const CODES: Readonly<Record<number, string>> = {
  413: 'body_too_large',
  429: 'rate_limit_exceeded',
  431: 'headers_too_large',
  500: 'internal_error',
};

/**
 * The error of a status that the mock was told to answer: with a code, and with the headers without which a client
 * would learn nothing from it.
 *
 * @param status from 400 to 599
 */
export async function problemOfStatus(engine: Engine, caller: Caller, call: Call, status: number): Promise<Problem> {
  const wait = await retryAfterOf(engine, caller, status);
  const again = wait === undefined ? {} : { 'Retry-After': String(wait) };
  return new Problem(status, codeOf(status), `The mock was told to answer ${status}.`, {
    ...again,
    ...headersOf(engine, call, status),
  });
}

function codeOf(status: number): string {
  const phrase = STATUS_CODES[status] ?? (status < 500 ? 'client error' : 'server error');
  return CODES[status] ?? phrase.toLowerCase().replaceAll("'", '').replaceAll(/\W+/g, '_');
}

/** Seconds; of a 429 to the end of the window that the rate limit headers tell of. */
async function retryAfterOf(engine: Engine, caller: Caller, status: number): Promise<number | undefined> {
  if (status === 503) return 1;
  if (status !== 429) return undefined;
  const { headers } = await peek(engine, caller);
  const reset = Number(valueIn(headers, engine.contract.allowanceHeaders.reset ?? ''));
  const now = Math.floor(caller.state.clock.now() / 1000);
  // NaN where the contract has no such header.
  return reset > now ? reset - now : 1;
}

function headersOf({ contract }: Engine, call: Call, status: number): Readonly<Record<string, string>> {
  // RFC 9110 §15.5.2: a challenge is required; §15.5.6: so is `Allow`.
  if (status === 405) return { Allow: call.allowed.join(', ') };
  if (status !== 401) return {};
  const asked = call.operation?.security ?? [];
  const schemes = asked.length > 0 ? asked : contract.operations.flatMap(({ security }) => security);
  const challenge = challengeOf(contract, schemes, []);
  return challenge === '' ? {} : { 'WWW-Authenticate': challenge };
}
