import { headers, retryAfter } from '../server/allowance';
import type { Behaviour } from '../server/behaviour';
import type { Fault } from '../server/cases';
import { clause } from './clauses';

const cases: readonly (readonly [name: string, behaviour: Behaviour])[] = [
  ['429 without Retry-After', { retryAfter: () => undefined }],
  [
    '429 with Retry-After on lists alone',
    { retryAfter: (allowance, asked) => (asked.operation === 'list' ? retryAfter(allowance, asked) : undefined) },
  ],
  ['Retry-After in milliseconds', { retryAfter: (allowance, asked) => `${retryAfter(allowance, asked)}000` }],
  ['Retry-After in minutes', { retryAfter: () => '1' }],
  ['Retry-After as a Unix timestamp', { retryAfter: ({ resetAt }) => String(Math.ceil(resetAt / 1_000)) }],
  ['Retry-After as a date of ISO 8601', { retryAfter: ({ resetAt }) => new Date(resetAt).toISOString() }],
  ['Retry-After in words', { retryAfter: () => 'soon' }],
  ['Retry-After without a value', { retryAfter: () => '' }],
  ['Retry-After with its unit', { retryAfter: (allowance, asked) => `${retryAfter(allowance, asked)}s` }],
  ['Retry-After negative', { retryAfter: () => '-5' }],
  ['Retry-After zero', { retryAfter: () => '0' }],
  ['Retry-After of an hour, Reset within the minute', { retryAfter: () => '3600' }],
  ['Retry-After a date long gone', { retryAfter: () => new Date(0).toUTCString() }],
  [
    'Retry-After a date an hour after Reset',
    { retryAfter: ({ resetAt }) => new Date(resetAt + 3_600_000).toUTCString() },
  ],
  [
    'Reset of a 429 is a day later than Retry-After',
    {
      headers: (allowance, { status }) =>
        headers(status === 429 ? { ...allowance, resetAt: allowance.resetAt + 80_000_000 } : allowance),
    },
  ],
];

/** A 429 that does not say when to come back, or says two things. */
export const retryAfters: readonly Fault[] = cases.map(([name, behaviour]) => ({
  name,
  breaks: clause.retryAfter,
  caughtBy: ['limits.retry-after-agrees', 'allowance.retry-after', 'reply.headers', 'allowance.headers'],
  behaviour,
  needs: { limitKey: true },
}));
