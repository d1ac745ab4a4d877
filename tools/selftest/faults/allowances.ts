import type { OutgoingHttpHeaders } from 'node:http';
import { headers } from '../server/allowance';
import { metering, saying } from '../server/altering';
import { breaking, type Fault, type Needs } from '../server/cases';
import type { Allowance, Asked, Behaviour, Operation, Reply } from '../server/model';
import { clause } from './clauses';

type Change = (allowance: Allowance, reply: Reply, asked: Asked) => OutgoingHttpHeaders;
/** Which replies: those with this status, to this operation, or every error. */
type Where = number | Operation | 'errors';

const isAt = (where: Where | undefined, { status }: Reply, { operation }: Asked): boolean =>
  where === undefined || where === status || where === operation || (where === 'errors' && status >= 400);

const told = (change: Change, where?: Where): Behaviour =>
  saying((allowance, reply, asked) => (isAt(where, reply, asked) ? change(allowance, reply, asked) : {}));

const limit = 'X-RateLimit-Limit';
const remaining = 'X-RateLimit-Remaining';
const reset = 'X-RateLimit-Reset';
const all = [limit, remaining, reset] as const;

const without = (names: readonly string[], where?: Where): Behaviour =>
  told(() => Object.fromEntries(names.map((name) => [name, undefined])), where);

const secondsOf = ({ resetAt }: Allowance): number => Math.ceil(resetAt / 1_000);

/** The time of the reset, written or counted otherwise. */
const resetTold = (change: (allowance: Allowance, asked: Asked) => string | number, where?: Where): Behaviour =>
  told((allowance, _, asked) => ({ [reset]: String(change(allowance, asked)) }), where);
const leftTold = (change: (allowance: Allowance) => string | number, where?: Where): Behaviour =>
  told((allowance) => ({ [remaining]: String(change(allowance)) }), where);

const business: Needs = { plan: 'Business' };

/** The three rate limit headers: missing, or with other values than the contract says. */
const written: readonly Fault[] = [
  ...breaking(['allowance.headers', 'reply.headers'], clause.rateHeaders, [
    ['no rate limit headers', without(all)],
    ['no Limit header', without([limit])],
    ['no Remaining header', without([remaining])],
    ['no Reset header', without([reset])],
    ['no rate limit headers on errors', without(all, 'errors')],
    ['no rate limit headers on 401', without(all, 401)],
    ['no rate limit headers on 404', without(all, 404)],
    ['no rate limit headers on 400', without(all, 400)],
    ['no rate limit headers on 201', without(all, 201)],
    ['no rate limit headers on reads', without(all, 'read')],
    ['no Reset header on lists', without([reset], 'list')],
    ['no Remaining header on errors', without([remaining], 'errors')],
    ['no rate limit headers on 429', without(all, 429), { needs: { limitKey: true } }],
    [
      'rate limit headers under other names',
      told((allowance) => ({
        [limit]: undefined,
        [remaining]: undefined,
        [reset]: undefined,
        'RateLimit-Limit': allowance.limit,
        'RateLimit-Remaining': allowance.remaining,
        'RateLimit-Reset': secondsOf(allowance),
      })),
    ],
    ['rate limit headers without values', told(() => ({ [limit]: '', [remaining]: '', [reset]: '' }))],
  ]),
  ...breaking(['allowance.headers', 'reply.headers'], clause.limitHeader, [
    ['Limit twice', told((allowance) => ({ [limit]: [String(allowance.limit), '5000'] }))],
    ['Limit with its unit', told((allowance) => ({ [limit]: `${allowance.limit}/min` }))],
    ['Limit with its window', told((allowance) => ({ [limit]: `${allowance.limit}, 1000;w=60` }))],
    ['Limit with a comma for the thousands', told(() => ({ [limit]: '1,000' }))],
    ['Limit with a fraction', told((allowance) => ({ [limit]: `${allowance.limit}.5` }))],
    ['Limit negative', told(() => ({ [limit]: '-1' }))],
    ['Limit in words', told(() => ({ [limit]: 'unlimited' }))],
    ['Limit of no plan', told(() => ({ [limit]: '750', [remaining]: '700' })), clause.plans, { needs: business }],
    ['Limit of another plan', told(() => ({ [limit]: '300', [remaining]: '299' })), clause.plans, { needs: business }],
  ]),
  ...breaking(['allowance.headers', 'reply.headers'], clause.remainingHeader, [
    ['Remaining negative', leftTold((allowance) => -allowance.remaining)],
    ['Remaining beyond Limit', leftTold((allowance) => allowance.limit + 1)],
    ['Remaining beyond Limit on errors', leftTold(() => 100_001, 'errors')],
    ['Remaining with a fraction', leftTold((allowance) => `${allowance.remaining}.5`)],
    ['Remaining in words', leftTold(() => 'many')],
    ['Remaining is NaN', leftTold(() => 'NaN')],
    ['Remaining is undefined on 201', leftTold(() => 'undefined', 201)],
    ['Remaining in hexadecimal', leftTold((allowance) => `0x${allowance.remaining.toString(16)}`)],
  ]),
  ...breaking(['allowance.headers', 'reply.headers'], clause.resetHeader, [
    ['Reset in milliseconds', resetTold(({ resetAt }) => resetAt)],
    ['Reset in milliseconds on reads', resetTold(({ resetAt }) => resetAt, 'read')],
    ['Reset in seconds to go', resetTold((_, { world }) => 60 - (Math.floor(world.behaviour.now() / 1_000) % 60))],
    ['Reset an hour ago', resetTold((allowance) => secondsOf(allowance) - 3_660)],
    ['Reset is when the window began', resetTold((allowance) => secondsOf(allowance) - 120)],
    ['Reset in two days', resetTold((allowance) => secondsOf(allowance) + 172_800)],
    ['Reset in a year', resetTold((allowance) => secondsOf(allowance) + 31_536_000)],
    ['Reset is zero', resetTold(() => 0)],
    ['Reset negative', resetTold(() => -60)],
    ['Reset with a fraction', resetTold(({ resetAt }) => (resetAt / 1_000 + 0.001).toFixed(3))],
    ['Reset as a date of HTTP', resetTold(({ resetAt }) => new Date(resetAt).toUTCString())],
    ['Reset as a date of ISO 8601', resetTold(({ resetAt }) => new Date(resetAt).toISOString())],
    ['Reset in the past on errors', resetTold((allowance) => secondsOf(allowance) - 86_400, 'errors')],
  ]),
];

const costing = (cost: Behaviour['cost'] & {}): Behaviour => ({ cost });

/** Headers of the right form that do not count what happens. */
const counted: readonly Fault[] = breaking(['allowance.count'], clause.remainingHeader, [
  ['Remaining stays as it is', metering((allowance) => ({ remaining: allowance.limit - 1 }))],
  ['Remaining always says that nothing is used', metering((allowance) => ({ remaining: allowance.limit }))],
  ['a create costs two', costing(({ operation }) => (operation === 'create' ? 2 : 1))],
  ['a create costs nothing', costing(({ operation }) => (operation === 'create' ? 0 : 1))],
  ['a read costs nothing', costing(({ operation }) => (operation === 'read' ? 0 : 1))],
  ['every request costs two', costing(() => 2)],
  ['every fourth request costs nothing', costing(({ world }) => (world.seen % 4 === 0 ? 0 : 1))],
  ['Remaining counts up', metering((allowance) => ({ remaining: allowance.limit - allowance.remaining }))],
  [
    'Remaining jumps back up inside a window',
    metering((allowance, { world }) => (world.seen % 9 === 0 ? { remaining: allowance.limit - 1 } : {})),
  ],
  [
    'Remaining is of another machine every second time',
    metering((allowance, { world }) =>
      world.seen % 2 === 0 ? { remaining: Math.min(allowance.limit, allowance.remaining + 40) } : {},
    ),
  ],
  [
    'Remaining moves in steps of ten',
    metering((allowance) => ({ remaining: Math.ceil(allowance.remaining / 10) * 10 })),
  ],
  [
    'Limit changes inside a window',
    metering((allowance, { world }) => (world.seen % 5 === 0 ? { limit: allowance.limit + 100 } : {})),
    clause.limitHeader,
  ],
  ['Limit shrinks with what is left', metering((allowance) => ({ limit: allowance.remaining })), clause.limitHeader],
  [
    'Limit differs on errors',
    {
      headers: (allowance, { status }) =>
        headers(status >= 400 ? { ...allowance, limit: allowance.limit * 2 } : allowance),
    },
    clause.limitHeader,
  ],
]);

/** What is told of an allowance that is not used up. */
export const allowances: readonly Fault[] = [
  ...written,
  ...counted.map((fault): Fault => ({ ...fault, needs: { exclusiveKey: true } })),
];
