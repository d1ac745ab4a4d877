import { meter } from '../server/allowance';
import type { Asked, Behaviour } from '../server/behaviour';
import type { CheckId, Fault, Needs } from '../server/cases';
import type { Allowance, Plan } from '../server/model';
import { on } from '../server/on';
import { store } from '../server/records';
import { clause } from './clauses';

type CaughtBy = readonly [CheckId, ...CheckId[]];

const fault = (
  name: string,
  breaks: string,
  caughtBy: CaughtBy,
  behaviour: Behaviour,
  needs: Needs = { limitKey: true },
): Fault => ({
  name,
  breaks,
  caughtBy,
  behaviour,
  needs,
});

const metered = (change: (allowance: Allowance, asked: Asked) => Partial<Allowance>): Behaviour => ({
  meter: (asked) => {
    const allowance = meter(asked);
    return { ...allowance, ...change(allowance, asked) };
  },
});

/** Enforces other figures than the headers say. */
const served = (plan: Plan): Behaviour => ({
  meter: (asked) => {
    if (asked.key !== 'limit') return meter(asked);
    const allowance = meter(asked, plan);
    const used = plan.minute - allowance.remaining;
    return { ...allowance, limit: 60, remaining: allowance.refused ? 0 : Math.max(0, 60 - used) };
  },
});

const refusedAs = (status: number): Behaviour => ({
  rewrite: on({ status: 429 }, ({ headers: said }) => ({
    status,
    headers: said,
    body: { code: 'no', message: 'No.', status },
  })),
});

const enforced: CaughtBy = ['limits.enforced'];
/** What happens at the end of an allowance. */
export const limits: readonly Fault[] = [
  fault(
    'one request more than the allowance is served',
    clause.perMinute,
    enforced,
    served({ minute: 61, day: 1_000 }),
  ),
  fault(
    'ten requests more than the allowance are served',
    clause.perMinute,
    enforced,
    served({ minute: 70, day: 1_000 }),
  ),
  fault(
    'one request less than the allowance is served',
    clause.perMinute,
    enforced,
    served({ minute: 59, day: 1_000 }),
  ),
  fault('half of the allowance is served', clause.perMinute, enforced, served({ minute: 30, day: 1_000 }), {
    limitKey: true,
    exclusiveKey: true,
  }),
  fault(
    'the allowance is never enforced',
    clause.perMinute,
    enforced,
    metered(() => ({ refused: false })),
  ),
  fault(
    'the allowance is not enforced for creates',
    clause.perMinute,
    enforced,
    metered(({ refused }, { operation }) => ({ refused: refused && operation !== 'create' })),
  ),
  fault(
    'the allowance is enforced for creates alone',
    clause.perMinute,
    enforced,
    metered(({ refused }, { operation }) => ({ refused: refused && operation === 'create' })),
  ),
  fault(
    'every second request over the limit is served',
    clause.perMinute,
    enforced,
    metered(({ refused }, { world }) => ({ refused: refused && world.seen % 2 === 0 })),
  ),
  fault('403 in place of 429', clause.perMinute, enforced, refusedAs(403)),
  fault('503 in place of 429', clause.perMinute, ['limits.enforced', 'reply.no-5xx'], refusedAs(503)),
  fault('401 in place of 429', clause.perMinute, enforced, refusedAs(401)),
  fault('420 in place of 429', clause.perMinute, enforced, refusedAs(420)),
  fault('an empty list in place of 429', clause.perMinute, enforced, {
    rewrite: on({ status: 429, operation: 'list' }, () => ({ status: 200, body: [], headers: {} })),
  }),
  fault('the connection is closed in place of 429', clause.perMinute, ['reply.arrives', 'limits.enforced'], {
    send: (response, { status, headers: fields, bytes }) => {
      if (status === 429) response.socket?.end();
      else response.writeHead(status, fields).end(bytes);
    },
  }),
  fault(
    '429 while Remaining says that there is more',
    clause.remainingHeader,
    ['allowance.refused', 'limits.enforced'],
    metered(({ refused, remaining }) => ({ remaining: refused ? 5 : remaining })),
  ),

  fault('a create over the limit is kept', clause.perMinute, ['limits.refusal-changes-nothing'], {
    rewrite: on({ status: 429, operation: 'create' }, (_reply, { world }) => {
      const sent = { name: 'Over', categoryId: 1n, status: 'available' };
      store({ id: world.behaviour.assignId(world, sent), ...sent }, world);
      return {};
    }),
  }),
  fault(
    'a create over the limit removes the oldest record',
    clause.perMinute,
    ['limits.refusal-changes-nothing', 'records.kept'],
    {
      rewrite: on({ status: 429, operation: 'create' }, (_reply, { world }) => {
        world.animals = world.animals.slice(1);
        return {};
      }),
    },
  ),
  fault(
    'one key over its limit stops every key',
    clause.plans,
    ['limits.others-unaffected'],
    metered(({ refused }, { world }) => ({ refused: refused || spent(world.ledger.get('limit')?.minute.used) })),
  ),
  fault(
    'one key over its limit uses up the others',
    clause.plans,
    ['limits.others-unaffected'],
    metered(({ remaining }, { world }) => ({
      remaining: spent(world.ledger.get('limit')?.minute.used) ? 0 : remaining,
      refused: spent(world.ledger.get('limit')?.minute.used),
    })),
  ),
  fault(
    'one key over its limit makes the others invalid',
    clause.plans,
    ['limits.others-unaffected', 'input.accepted'],
    {
      rewrite: (reply, { key, world }) =>
        key !== 'limit' && spent(world.ledger.get('limit')?.minute.used)
          ? { status: 401, headers: {}, body: { code: 'suspended', message: 'Suspended.', status: 401 } }
          : reply,
    },
  ),
  fault(
    'the allowance is that of another plan',
    clause.plans,
    ['allowance.headers', 'limits.enforced'],
    {
      planOf: (key) => (key === 'limit' ? { minute: 75, day: 1_000 } : { minute: 1_000, day: 100_000 }),
    },
    { limitKey: true, limitPlan: 'Free' },
  ),
];

function spent(used = 0): boolean {
  return used >= 60;
}
