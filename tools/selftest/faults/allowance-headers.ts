import type { OutgoingHttpHeaders } from 'node:http';
import { headers } from '../server/allowance';
import type { Asked, Behaviour, Reply } from '../server/behaviour';
import type { Fault, Needs } from '../server/cases';
import type { Allowance } from '../server/model';
import { clause } from './clauses';

type Change = (allowance: Allowance, reply: Reply, asked: Asked) => OutgoingHttpHeaders;
type Test = (reply: Reply, asked: Asked) => boolean;

const changed = (change: Change, where: Test = () => true): Behaviour => ({
  headers: (allowance, reply, asked) => ({
    ...headers(allowance),
    ...(where(reply, asked) ? change(allowance, reply, asked) : {}),
  }),
});

const fault = (name: string, breaks: string, change: Change, where?: Test, needs?: Needs): Fault => ({
  name,
  breaks,
  caughtBy: ['allowance.headers', 'reply.headers'],
  behaviour: changed(change, where),
  ...(needs === undefined ? {} : { needs }),
});

const missing = (name: string, without: readonly OutgoingName[], where?: Test, needs?: Needs): Fault =>
  fault(name, clause.rateHeaders, () => Object.fromEntries(without.map((header) => [header, undefined])), where, needs);

type OutgoingName = 'X-RateLimit-Limit' | 'X-RateLimit-Remaining' | 'X-RateLimit-Reset';
const limit = 'X-RateLimit-Limit';
const remaining = 'X-RateLimit-Remaining';
const reset = 'X-RateLimit-Reset';
const all = [limit, remaining, reset] as const;

const secondsOf = ({ resetAt }: Allowance): number => Math.ceil(resetAt / 1_000);

/** The three rate limit headers: missing, or with other values than the contract says. */
export const allowanceHeaders: readonly Fault[] = [
  missing('no rate limit headers', all),
  missing('no Limit header', [limit]),
  missing('no Remaining header', [remaining]),
  missing('no Reset header', [reset]),
  missing('no rate limit headers on errors', all, ({ status }) => status >= 400),
  missing('no rate limit headers on 401', all, ({ status }) => status === 401),
  missing('no rate limit headers on 404', all, ({ status }) => status === 404),
  missing('no rate limit headers on 400', all, ({ status }) => status === 400),
  missing('no rate limit headers on 201', all, ({ status }) => status === 201),
  missing('no rate limit headers on reads', all, (_reply, { operation }) => operation === 'read'),
  missing('no Reset header on lists', [reset], (_reply, { operation }) => operation === 'list'),
  missing('no Remaining header on errors', [remaining], ({ status }) => status >= 400),
  missing('no rate limit headers on 429', all, ({ status }) => status === 429, { limitKey: true }),
  fault('rate limit headers under other names', clause.rateHeaders, (allowance) => ({
    [limit]: undefined,
    [remaining]: undefined,
    [reset]: undefined,
    'RateLimit-Limit': allowance.limit,
    'RateLimit-Remaining': allowance.remaining,
    'RateLimit-Reset': secondsOf(allowance),
  })),
  fault('rate limit headers without values', clause.rateHeaders, () => ({ [limit]: '', [remaining]: '', [reset]: '' })),
  fault('Limit twice', clause.limitHeader, (allowance) => ({ [limit]: [String(allowance.limit), '5000'] })),
  fault('Limit with its unit', clause.limitHeader, (allowance) => ({ [limit]: `${allowance.limit}/min` })),
  fault('Limit with its window', clause.limitHeader, (allowance) => ({ [limit]: `${allowance.limit}, 1000;w=60` })),
  fault('Limit with a comma for the thousands', clause.limitHeader, () => ({ [limit]: '1,000' })),
  fault('Limit with a fraction', clause.limitHeader, (allowance) => ({ [limit]: `${allowance.limit}.5` })),
  fault('Limit negative', clause.limitHeader, () => ({ [limit]: '-1' })),
  fault('Limit in words', clause.limitHeader, () => ({ [limit]: 'unlimited' })),
  fault('Limit of no plan', clause.plans, () => ({ [limit]: '750', [remaining]: '700' }), undefined, {
    plan: 'Business',
  }),
  fault('Limit of another plan', clause.plans, () => ({ [limit]: '300', [remaining]: '299' }), undefined, {
    plan: 'Business',
  }),
  fault('Remaining negative', clause.remainingHeader, ({ remaining: left }) => ({ [remaining]: String(-left) })),
  fault('Remaining beyond Limit', clause.remainingHeader, ({ limit: most }) => ({ [remaining]: String(most + 1) })),
  fault('Remaining beyond Limit on errors', clause.remainingHeader, () => ({ [remaining]: '100001' }), errors),
  fault('Remaining with a fraction', clause.remainingHeader, ({ remaining: left }) => ({ [remaining]: `${left}.5` })),
  fault('Remaining in words', clause.remainingHeader, () => ({ [remaining]: 'many' })),
  fault('Remaining is NaN', clause.remainingHeader, () => ({ [remaining]: 'NaN' })),
  fault('Remaining is undefined on 201', clause.remainingHeader, () => ({ [remaining]: 'undefined' }), created),
  fault('Remaining in hexadecimal', clause.remainingHeader, ({ remaining: left }) => ({
    [remaining]: `0x${left.toString(16)}`,
  })),
  fault('Reset in milliseconds', clause.resetHeader, ({ resetAt }) => ({ [reset]: String(resetAt) })),
  fault('Reset in milliseconds on reads', clause.resetHeader, ({ resetAt }) => ({ [reset]: String(resetAt) }), read),
  fault('Reset in seconds to go', clause.resetHeader, (_allowance, _reply, { world }) => ({
    [reset]: String(60 - (Math.floor(world.behaviour.now() / 1_000) % 60)),
  })),
  fault('Reset an hour ago', clause.resetHeader, (allowance) => ({ [reset]: String(secondsOf(allowance) - 3_660) })),
  fault('Reset is when the window began', clause.resetHeader, (allowance) => ({
    [reset]: String(secondsOf(allowance) - 120),
  })),
  fault('Reset in two days', clause.resetHeader, (allowance) => ({ [reset]: String(secondsOf(allowance) + 172_800) })),
  fault('Reset in a year', clause.resetHeader, (allowance) => ({ [reset]: String(secondsOf(allowance) + 31_536_000) })),
  fault('Reset is zero', clause.resetHeader, () => ({ [reset]: '0' })),
  fault('Reset negative', clause.resetHeader, () => ({ [reset]: '-60' })),
  fault('Reset with a fraction', clause.resetHeader, ({ resetAt }) => ({
    [reset]: (resetAt / 1_000 + 0.001).toFixed(3),
  })),
  fault('Reset as a date of HTTP', clause.resetHeader, ({ resetAt }) => ({ [reset]: new Date(resetAt).toUTCString() })),
  fault('Reset as a date of ISO 8601', clause.resetHeader, ({ resetAt }) => ({
    [reset]: new Date(resetAt).toISOString(),
  })),
  fault(
    'Reset in the past on errors',
    clause.resetHeader,
    (allowance) => ({
      [reset]: String(secondsOf(allowance) - 86_400),
    }),
    errors,
  ),
];

function errors({ status }: Reply): boolean {
  return status >= 400;
}

function created({ status }: Reply): boolean {
  return status === 201;
}

function read(_reply: Reply, { operation }: Asked): boolean {
  return operation === 'read';
}
