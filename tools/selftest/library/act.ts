import { notFound, Refused } from '../server/refused';
import type { Asked, Operation, Reply, Stored } from './model';

/** Carries out an authorized request. @throws Refused */
export async function act(asked: Asked): Promise<Reply> {
  if (!asked.world.behaviour.hasParents(asked)) throw notFound('There is none of the records that this lies below.');
  return OPERATIONS[asked.operation](asked);
}

const OPERATIONS: Readonly<Record<Operation, (asked: Asked) => Reply | Promise<Reply>>> = {
  list: (asked) => {
    const { behaviour } = asked.world;
    const { records, said } = behaviour.page(behaviour.filter(behaviour.select(asked), asked), asked);
    const items = records.map((record) => behaviour.show(record, asked));
    return { status: 200, body: asked.kind === 'copies' ? items : { items, ...said } };
  },
  create: (asked) => {
    const { world, kind, above } = asked;
    const { behaviour } = world;
    const sent = behaviour.read(behaviour.parseBody(asked.body), asked);
    const parents = kind === 'branches' ? [] : above.map((id, place) => (place === 0 ? id : BigInt(id)));
    const record: Stored = { kind, parents, id: behaviour.assignId(kind, world), sent, madeAt: Date.now() };
    refuseClash(record, asked);
    world.made += 1;
    behaviour.insert(record, world);
    return { status: 201, body: behaviour.show(record, asked) };
  },
  read: (asked) => {
    const record = asked.world.behaviour.find(asked);
    return record === undefined ? missing(asked) : { status: 200, body: asked.world.behaviour.show(record, asked) };
  },
  replace: (asked) => change(asked, 'replaced', asked.kind === 'copies' ? 204 : 200),
  patch: (asked) => change(asked, 'patched', 200),
  delete: async (asked) => {
    const { behaviour } = asked.world;
    const record = behaviour.find(asked);
    if (record === undefined) return missing(asked);
    const wait = behaviour.between(record, asked);
    if (wait !== undefined) await wait;
    const body = asked.kind === 'copies' ? behaviour.show(record, asked) : undefined;
    behaviour.remove(record, asked);
    return { status: body === undefined ? 204 : 200, body };
  },
};

/** What the body says is looked at first, and then whether there is such a record. */
async function change(asked: Asked, how: 'replaced' | 'patched', status: 200 | 204): Promise<Reply> {
  const { world } = asked;
  const { behaviour } = world;
  const body = behaviour.read(behaviour.parseBody(asked.body), asked);
  const before = behaviour.find(asked);
  if (before === undefined) return missing(asked);
  const wait = behaviour.between(before, asked);
  if (wait !== undefined) await wait;
  const after = { ...before, sent: behaviour[how](before, body, asked) };
  refuseClash(after, asked);
  behaviour.update(before, after, world);
  return { status, body: status === 204 ? undefined : behaviour.show(after, asked) };
}

function missing(asked: Asked): Reply {
  const reply = asked.world.behaviour.missing(asked);
  if (reply === undefined) throw notFound('There is no such record.');
  return reply;
}

function refuseClash(record: Stored, { world }: Asked): void {
  if (world.behaviour.clash(record, world) !== undefined)
    throw new Refused(409, 'conflict', 'Another book has this ISBN.');
}
