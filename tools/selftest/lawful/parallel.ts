import { meter, minute, rowOf } from '../server/allowance';
import { inTurn, later, meeting, others } from '../server/at-once';
import type { Behaviour } from '../server/behaviour';
import type { Lawful, Needs } from '../server/cases';
import { on, plainly } from '../server/on';
import { assignId, keep, store } from '../server/records';
import { bucket, sliding } from './allowances';

const lawful = (name: string, because: string, behaviour: Behaviour, needs: Needs = {}): Lawful => ({
  name,
  because,
  behaviour: { ...meeting, ...behaviour },
  needs,
});

const order = 'Which of several requests is served first is open.';
const meanwhile = 'Other clients may use the service meanwhile.';
const windows = 'How a window runs is not shown.';

/** Each takes as long as its number says. */
const staggered = (number: number): number => 1 + ((number * 7) % 11);

/** Servers that are served by several clients at once, and lose nothing. */
export const parallel: readonly Lawful[] = [
  lawful('creates wait for each other', order, {
    keep: (kept, asked) =>
      inTurn(asked.world, async () => {
        const id = assignId(asked.world);
        await later(1);
        const animal = { id, ...kept };
        store(animal, asked.world);
        return animal;
      }),
  }),
  lawful('one request is served at a time', order, {
    meter: (asked) => inTurn(asked.world, () => meter(asked)),
    keep: (kept, asked) => inTurn(asked.world, () => keep(kept, asked)),
    records: (asked) => inTurn(asked.world, () => asked.world.animals),
  }),
  lawful('one slow request is served at a time', 'Nothing says how fast a reply is.', {
    arrive: (asked) =>
      inTurn(asked.world, async () => {
        await later(others(asked) > 0 ? 40 : 0);
        return asked;
      }),
  }),
  lawful('requests are finished in another order than they came', order, {
    arrive: async (asked) => {
      await later(staggered(asked.number));
      return asked;
    },
    rewrite: async (reply, { number }) => {
      await later(staggered(number + 5));
      return reply;
    },
  }),
  lawful('ids are given in order, and records stored in another', order, {
    keep: async (kept, { world, number }) => {
      const animal = { id: 1_000n + BigInt(world.made), ...kept };
      world.made += 1;
      await later(staggered(number));
      store(animal, world);
      return animal;
    },
  }),
  lawful('a record is there some time before its create is answered', order, {
    rewrite: async (reply, { operation }) => {
      if (operation === 'create') await later(12);
      return reply;
    },
  }),
  lawful('a list takes some time after it was read', order, {
    rewrite: async (reply, { operation }) => {
      if (operation === 'list') await later(12);
      return reply;
    },
  }),
  lawful('other clients add records while requests are served', meanwhile, {
    keep: async (kept, asked) => {
      const { world } = asked;
      const another = { name: `Another's ${asked.number}`, categoryId: 3n, status: 'sold' };
      store({ id: assignId(world), ...another }, world);
      await later(2);
      return keep(kept, asked);
    },
  }),
  lawful('each connection is closed after its reply', 'A connection may be closed at any time (RFC 9112, 9.5).', {
    rewrite: on({}, (reply) => ({ headers: { ...reply.headers, Connection: 'close' } })),
  }),
  lawful('with five requests at once there is a 429', 'A request over the limit receives 429.', {
    meter: (asked) => {
      const allowance = meter(asked);
      return others(asked) < 5 ? allowance : { ...allowance, refused: true, remaining: 0, resetAt: Date.now() + 200 };
    },
    retryAfter: () => '0',
  }),
  lawful(
    'others use the key while requests are served',
    'A key may have other users.',
    {
      meter: (asked) => {
        if (asked.key === 'main') rowOf(asked).minute.used += asked.number % 3;
        return meter(asked);
      },
    },
    { plan: 'Business' },
  ),
  lawful(
    'replies take another order than the allowance, and everything is judged',
    order,
    {
      rewrite: async (reply, { number }) => {
        await later(staggered(number) % 4);
        return reply;
      },
    },
    { limitKey: true, exclusiveKey: true, plan: 'Business', limitPlan: 'Free' },
  ),
  lawful('a sliding window that only one client uses', windows, sliding, { limitKey: true, exclusiveKey: true }),
  lawful('a bucket that refills, with requests at once', windows, bucket, { limitKey: true, limitPlan: 'Free' }),
  lawful(
    'a window that ends among requests at once',
    windows,
    {
      minuteBegan: (now, { opened }) => (opened === 0 ? now - minute + 300 : now),
    },
    { limitKey: true, exclusiveKey: true },
  ),
  lawful('replies come in pieces', 'A reply may be sent in chunks (RFC 9112, 7.1).', {
    send: async (response, outgoing, asked) => {
      const { 'Content-Length': _, ...headers } = outgoing.headers;
      if (outgoing.bytes.length < 2) return plainly(response, outgoing, asked);
      response.writeHead(outgoing.status, headers);
      response.write(outgoing.bytes.subarray(0, 1));
      await later(staggered(asked.number) % 5);
      response.end(outgoing.bytes.subarray(1));
    },
  }),
];
