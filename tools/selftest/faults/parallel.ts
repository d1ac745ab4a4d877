import { headers, meter } from '../server/allowance';
import { failure, later, meeting, others, plainly, replying } from '../server/altering';
import { breaking, type Fault, type Needs } from '../server/cases';
import { keyWhere } from '../server/input';
import type { Asked, Behaviour, Reply, Send, Stages } from '../server/model';
import { store } from '../server/records';
import { clause } from './clauses';
import { parallelRecords, storing } from './parallel-records';

const exclusive: Needs = { exclusiveKey: true };
const limit: Needs = { limitKey: true };

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

const costing = (cost: Stages['cost']): Behaviour => ({ cost });
/** A 429 among others is another reply. */
const refusedAmong = (reply: Partial<Reply>): Behaviour =>
  replying({ status: 429 }, (_, asked) => (others(asked) > 1 ? reply : {}));

/** What is counted when several requests come at once. */
const limits: readonly Fault[] = breaking(['allowance.count'], clause.remainingHeader, [
  ['the allowance is read, and written back later', lateCount, { needs: exclusive }],
  [
    'at the end of the allowance more are served at once',
    lateCount,
    clause.perMinute,
    ['limits.enforced'],
    { needs: limit },
  ],
  [
    'what is left is told when the reply is made',
    {
      headers: async (allowance, _, asked) => {
        await later(6);
        const row = asked.world.ledger.get(asked.world.behaviour.rowOf(asked));
        return headers({ ...allowance, remaining: Math.max(0, allowance.limit - (row?.minute.used ?? 0)) });
      },
    },
    { needs: exclusive },
  ],
  [
    'requests at once are counted as one',
    costing((asked) => (others(asked) > 1 && asked.number % 2 === 0 ? 0 : 1)),
    { needs: exclusive },
  ],
  ['requests at once are counted twice', costing((asked) => (others(asked) > 1 ? 2 : 1)), { needs: exclusive }],
  [
    'the rest of one is told to all at once',
    {
      meter: async (asked) => {
        const { shared } = asked.world;
        const allowance = meter(asked);
        if (asked.key !== 'main') return allowance;
        shared.allowance = allowance;
        await later();
        return { ...allowance, remaining: shared.allowance.remaining };
      },
    },
    { needs: exclusive },
  ],
  [
    'refused at once, a request gets no envelope',
    refusedAmong({ body: { busy: true } }),
    clause.error,
    ['limits.enforced'],
    { needs: limit },
  ],
  [
    'refused at once, a request is not told when to try again',
    refusedAmong({ headers: { 'Retry-After': undefined } }),
    clause.retryAfter,
    ['limits.enforced'],
    { needs: limit },
  ],
  [
    'over the limit at once there is a 500',
    refusedAmong({ ...failure(500), headers: {} }),
    clause.perMinute,
    ['limits.enforced'],
    { needs: limit },
  ],
  [
    'at the end of the allowance all that come at once are refused',
    {
      meter: (asked) => {
        const allowance = meter(asked);
        return others(asked) > allowance.remaining ? { ...allowance, refused: true } : allowance;
      },
    },
    clause.perMinute,
    ['limits.enforced'],
    { needs: { limitKey: true, exclusiveKey: true } },
  ],
]);

/** Takes something of each request from the one that came last. */
const mixing = (taken: (last: Asked) => Partial<Asked>): Behaviour => ({
  arrive: async (asked) => {
    const { shared } = asked.world;
    shared.asked = asked;
    await later();
    return { ...asked, ...taken(shared.asked) };
  },
});

/** Takes something of each reply from the one that was made last. */
const mixed = (taken: (last: Reply) => Partial<Reply>): Behaviour => ({
  rewrite: async (reply, { world: { shared } }) => {
    shared.reply = reply;
    await later();
    return { ...reply, ...taken(shared.reply) };
  },
});

/** With so many others, something else is answered. */
const crowded = (count: number, reply: Reply): Behaviour => ({
  rewrite: async (own, asked) => {
    await later();
    return others(asked) >= count ? { headers: {}, ...reply } : own;
  },
});

/** With so many others, a reply is sent otherwise. */
const crowdedSend = (count: number, send: Send): Behaviour => ({
  send: async (response, outgoing, asked) => {
    await later();
    return (others(asked) >= count ? send : plainly)(response, outgoing, asked);
  },
});

const arriving = (alter: (asked: Asked) => Partial<Asked>): Behaviour => ({
  arrive: async (asked) => {
    await later();
    return { ...asked, ...alter(asked) };
  },
});

const cutOff: Send = (response, { status, headers: said }) => {
  response.writeHead(status, said).write('{', () => response.destroy());
};

/** Whose reply is whose when several requests are served at once. */
const replies: readonly Fault[] = breaking(['parallel.own-reply', 'parallel.all-kept'], clause.replies, [
  ['the current request is a variable', mixing((last) => last)],
  ['bodies are read into one variable', mixing(({ body }) => ({ body })), clause.created],
  ['the id of the path is a variable', mixing(({ id }) => ({ id })), clause.found],
  ['the query is a variable', mixing(({ query }) => ({ query })), clause.filter],
  ['the key is a variable', mixing(({ key }) => ({ key })), clause.key],
  ['the last reply goes to all who wait', mixed((last) => last)],
  ['bodies of replies are made in one buffer', mixed(({ body }) => ({ body }))],
  ['the status of a reply is a variable', mixed(({ status }) => ({ status }))],
  [
    'what is wrong with one body is told to all',
    {
      rewrite: async (reply, { operation, world: { shared } }) => {
        if (operation !== 'create') return reply;
        if (reply.status === 400) shared.reply = reply;
        await later();
        const told = reply.status === 201 ? shared.reply : undefined;
        if (reply.status === 400) shared.reply = undefined;
        return told ?? reply;
      },
    },
    clause.badRequest,
  ],
  [
    'a broken body is forgiven where another is being stored',
    {
      rewrite: async (reply, asked) => {
        await later();
        return reply.status === 400 && asked.operation === 'create' && others(asked, 'create') > 0
          ? { ...reply, status: 201, body: { id: 1n, name: 'Rex', categoryId: 1n } }
          : reply;
      },
    },
    clause.badRequest,
  ],
  [
    'who has no key is let in with others',
    arriving((asked) => (asked.key === undefined && others(asked) > 2 ? { key: keyWhere(asked, () => true) } : {})),
    clause.key,
  ],
  [
    'a good key is refused among wrong ones',
    arriving(({ world }) => {
      const wrong = [...world.shared.current].filter(({ key }) => key === undefined);
      return wrong.length > 1 ? { key: undefined } : {};
    }),
    clause.key,
  ],
  ['with five requests at once there is a 500', crowded(5, failure(500))],
  // `default` stands for it, as for whatever a server may come to.
  ['with four requests at once there is an undocumented 503', crowded(4, failure(503)), { isWarning: true }],
  ['with four requests at once there is an undocumented 409', crowded(4, failure(409))],
  ['with six requests at once a reply is no JSON', crowded(6, { status: 200, text: '<p>Busy' }), clause.json],
  [
    'with four requests at once replies are without the rate headers',
    { headers: (allowance, _, asked) => (others(asked) >= 4 ? {} : headers(allowance)) },
    clause.rateHeaders,
  ],
  ['with five requests at once a connection is reset', crowdedSend(5, (response) => void response.destroy())],
  ['with four requests at once a reply is cut off', crowdedSend(4, cutOff)],
  [
    'the second of two creates waits for ever',
    storing(async (record, asked) => {
      if (others(asked, 'create') > 0) await new Promise<void>(() => {});
      await later();
      store(record, asked.world);
    }),
  ],
  [
    'a create gives up waiting for the others with a 500',
    storing(async (record, asked) => {
      await later();
      if (others(asked, 'create') > 3) throw new Error('lock timed out');
      store(record, asked.world);
    }),
  ],
  [
    'with four requests at once only the head of a reply comes',
    crowdedSend(4, (response, { status, headers: said }) => response.writeHead(status, said).flushHeaders()),
  ],
]);

const atOnce = (fault: Fault): Fault => ({ ...fault, behaviour: { ...meeting, ...fault.behaviour } });

/** What becomes of counts, records and replies when several requests are served at once. */
export const parallel: readonly Fault[] = [...limits, ...parallelRecords, ...replies].map(atOnce);
