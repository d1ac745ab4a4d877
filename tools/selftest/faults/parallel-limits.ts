import { headers, meter } from '../server/allowance';
import { later, meeting, others } from '../server/at-once';
import type { Behaviour } from '../server/behaviour';
import type { CheckId, Fault, Needs } from '../server/cases';
import { clause } from './clauses';

const exclusive: Needs = { exclusiveKey: true };
const limit: Needs = { limitKey: true };

const fault = (
  name: string,
  breaks: string,
  caughtBy: readonly [CheckId, ...CheckId[]],
  needs: Needs,
  behaviour: Behaviour,
): Fault => ({ name, breaks, caughtBy, needs, behaviour: { ...meeting, ...behaviour } });

/** Reads the allowance, and writes it back when others have read it, too. */
const lateCount: Behaviour = {
  meter: async (asked) => {
    const { ledger } = asked.world;
    const name = asked.world.behaviour.rowOf(asked);
    const before = ledger.get(name);
    const used = before === undefined ? undefined : { ...before.minute };
    const allowance = meter(asked);
    const row = ledger.get(name);
    if (row === undefined || used === undefined) return allowance;
    const { opened, used: after } = row.minute;
    Object.assign(row.minute, used);
    await later();
    Object.assign(row.minute, { opened, used: after });
    return allowance;
  },
};

/** What is counted when several requests come at once. */
export const parallelLimits: readonly Fault[] = [
  fault(
    'the allowance is read, and written back later',
    clause.remainingHeader,
    ['allowance.count'],
    exclusive,
    lateCount,
  ),
  fault('at the end of the allowance more are served at once', clause.perMinute, ['limits.enforced'], limit, lateCount),
  fault('what is left is told when the reply is made', clause.remainingHeader, ['allowance.count'], exclusive, {
    headers: async (allowance, _, asked) => {
      await later(6);
      const row = asked.world.ledger.get(asked.world.behaviour.rowOf(asked));
      const remaining = Math.max(0, allowance.limit - (row?.minute.used ?? 0));
      return headers({ ...allowance, remaining });
    },
  }),
  fault('requests at once are counted as one', clause.remainingHeader, ['allowance.count'], exclusive, {
    cost: (asked) => (others(asked) > 1 && asked.number % 2 === 0 ? 0 : 1),
  }),
  fault('requests at once are counted twice', clause.remainingHeader, ['allowance.count'], exclusive, {
    cost: (asked) => (others(asked) > 1 ? 2 : 1),
  }),
  fault('the rest of one is told to all at once', clause.remainingHeader, ['allowance.count'], exclusive, {
    meter: async (asked) => {
      const { shared } = asked.world;
      const allowance = meter(asked);
      if (asked.key !== 'main') return allowance;
      shared.allowance = allowance;
      await later();
      return { ...allowance, remaining: shared.allowance.remaining };
    },
  }),
  fault('refused at once, a request gets no envelope', clause.error, ['limits.enforced'], limit, {
    errorBody: ({ code, message, status }, asked) =>
      status === 429 && others(asked) > 1 ? { busy: true } : { code, message, status },
  }),
  fault('refused at once, a request is not told when to try again', clause.retryAfter, ['limits.enforced'], limit, {
    rewrite: (reply, asked) =>
      reply.status === 429 && others(asked) > 1 ? { ...reply, headers: { 'Retry-After': undefined } } : reply,
  }),
  fault('over the limit at once there is a 500', clause.perMinute, ['limits.enforced'], limit, {
    rewrite: (reply, asked) => {
      if (reply.status !== 429 || others(asked) < 2) return reply;
      return { status: 500, headers: {}, body: { code: 'x', message: 'x', status: 500 } };
    },
  }),
  fault(
    'at the end of the allowance all that come at once are refused',
    clause.perMinute,
    ['limits.enforced'],
    { limitKey: true, exclusiveKey: true },
    {
      meter: (asked) => {
        const allowance = meter(asked);
        return others(asked) > allowance.remaining ? { ...allowance, refused: true } : allowance;
      },
    },
  ),
];
