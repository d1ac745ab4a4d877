import { later, meeting, mixing, others } from '../server/at-once';
import type { Behaviour, Reply, Stages } from '../server/behaviour';
import type { Fault } from '../server/cases';
import { keyWhere } from '../server/keys';
import { plainly } from '../server/on';
import { saying } from '../server/saying';
import { clause } from './clauses';

const fault = (name: string, breaks: string, behaviour: Behaviour): Fault => ({
  name,
  breaks,
  caughtBy: ['parallel.own-reply', 'parallel.all-kept'],
  behaviour: { ...meeting, ...behaviour },
});

/** Takes something of each reply from the one that was made last. */
const mixed =
  (taken: (last: Reply, own: Reply) => Partial<Reply>): Stages['rewrite'] =>
  async (reply, { world: { shared } }) => {
    shared.reply = reply;
    await later();
    return { ...reply, ...taken(shared.reply, reply) };
  };

const failing = (status: number): Reply => ({
  status,
  headers: {},
  body: { code: 'busy', message: 'Too many at once.', status },
});

/** With so many others, something else is answered. */
const crowded = (count: number, reply: Reply): Behaviour => ({
  rewrite: async (own, asked) => {
    await later();
    return others(asked) >= count ? reply : own;
  },
});

/** Whose reply is whose when several requests are served at once. */
export const parallelReplies: readonly Fault[] = [
  fault('the current request is a variable', clause.replies, { arrive: mixing((last) => last) }),
  fault('bodies are read into one variable', clause.created, { arrive: mixing(({ body }) => ({ body })) }),
  fault('the id of the path is a variable', clause.found, { arrive: mixing(({ id }) => ({ id })) }),
  fault('the query is a variable', clause.filter, { arrive: mixing(({ query }) => ({ query })) }),
  fault('the key is a variable', clause.key, { arrive: mixing(({ key }) => ({ key })) }),
  fault('the last reply goes to all who wait', clause.replies, { rewrite: mixed((last) => last) }),
  fault('bodies of replies are made in one buffer', clause.replies, { rewrite: mixed(({ body }) => ({ body })) }),
  fault('the status of a reply is a variable', clause.replies, { rewrite: mixed(({ status }) => ({ status })) }),
  fault('what is wrong with one body is told to all', clause.badRequest, {
    rewrite: async (reply, { operation, world: { shared } }) => {
      if (operation !== 'create') return reply;
      if (reply.status === 400) shared.reply = reply;
      await later();
      const told = reply.status === 201 ? shared.reply : undefined;
      if (reply.status === 400) shared.reply = undefined;
      return told ?? reply;
    },
  }),
  fault('a broken body is forgiven where another is being stored', clause.badRequest, {
    rewrite: async (reply, asked) => {
      await later();
      return reply.status === 400 && asked.operation === 'create' && others(asked, 'create') > 0
        ? { ...reply, status: 201, body: { id: 1n, name: 'Rex', categoryId: 1n } }
        : reply;
    },
  }),
  fault('who has no key is let in with others', clause.key, {
    arrive: async (asked) => {
      await later();
      return asked.key === undefined && others(asked) > 2 ? { ...asked, key: keyWhere(asked, () => true) } : asked;
    },
  }),
  fault('a good key is refused among wrong ones', clause.key, {
    arrive: async (asked) => {
      await later();
      const wrong = [...asked.world.shared.current].filter(({ key }) => key === undefined);
      return wrong.length > 1 ? { ...asked, key: undefined } : asked;
    },
  }),
  fault('with five requests at once there is a 500', clause.replies, crowded(5, failing(500))),
  fault('with four requests at once there is an undocumented 503', clause.replies, crowded(4, failing(503))),
  fault('with four requests at once there is an undocumented 409', clause.replies, crowded(4, failing(409))),
  fault('with six requests at once a reply is no JSON', clause.json, crowded(6, { ...failing(200), text: '<p>Busy' })),
  fault('with four requests at once replies are without the rate headers', clause.rateHeaders, {
    arrive: async (asked) => {
      await later();
      return asked;
    },
    headers: async (allowance, reply, asked) =>
      others(asked) >= 4 ? {} : (saying().headers?.(allowance, reply, asked) ?? {}),
  }),
  fault('with five requests at once a connection is reset', clause.replies, {
    send: async (response, outgoing, asked) => {
      await later();
      if (others(asked) >= 5) response.destroy();
      else plainly(response, outgoing, asked);
    },
  }),
  fault('with four requests at once a reply is cut off', clause.replies, {
    send: async (response, outgoing, asked) => {
      await later();
      if (others(asked) < 4) plainly(response, outgoing, asked);
      else response.writeHead(outgoing.status, outgoing.headers).write('{', () => response.destroy());
    },
  }),
  fault('the second of two creates waits for ever', clause.replies, {
    keep: async (kept, asked) => {
      const { world } = asked;
      if (others(asked, 'create') > 0) await new Promise<void>(() => {});
      await later();
      const animal = { id: world.behaviour.assignId(world, kept), ...kept };
      world.behaviour.store(animal, world);
      return animal;
    },
  }),
  fault('a create gives up waiting for the others with a 500', clause.replies, {
    keep: async (kept, asked) => {
      const { world } = asked;
      await later();
      if (others(asked, 'create') > 3) throw new Error('lock timed out');
      const animal = { id: world.behaviour.assignId(world, kept), ...kept };
      world.behaviour.store(animal, world);
      return animal;
    },
  }),
  fault('with four requests at once only the head of a reply comes', clause.replies, {
    send: async (response, outgoing, asked) => {
      await later();
      if (others(asked) < 4) plainly(response, outgoing, asked);
      else response.writeHead(outgoing.status, outgoing.headers).flushHeaders();
    },
  }),
];
