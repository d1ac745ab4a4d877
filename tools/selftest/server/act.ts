import type { Asked, Reply } from './behaviour';
import type { Operation } from './model';
import { notFound, Refused } from './refused';

/** Carries out an authorized request. @throws Refused */
export async function act(asked: Asked): Promise<Reply> {
  if (asked.operation !== undefined) return operations[asked.operation](asked);
  if (asked.path === '/pets' || asked.path.startsWith('/pets/')) {
    throw new Refused(405, 'method_not_allowed', 'This path does not have this method.');
  }
  throw notFound('There is nothing at this path.');
}

const operations: Readonly<Record<Operation, (asked: Asked) => Promise<Reply>>> = { list, create, read };

async function list(asked: Asked): Promise<Reply> {
  const { world, query } = asked;
  const { behaviour } = world;
  const limit = behaviour.readLimit(query.getAll('limit'));
  const status = behaviour.readFilter(query.getAll('status'));
  const matching = behaviour.filter(behaviour.order(await behaviour.records(asked)), status, asked);
  const page = behaviour.page(matching, limit, asked);
  return { status: 200, headers: {}, body: page.map((animal) => behaviour.show(animal, asked)) };
}

async function create(asked: Asked): Promise<Reply> {
  const { world } = asked;
  const { behaviour } = world;
  const body = behaviour.readObject(behaviour.parseBody(asked));
  const sent = {
    name: behaviour.readName(body.name),
    categoryId: behaviour.readCategory(body.categoryId),
    status: behaviour.readStatus(body.status),
  };
  const animal = await behaviour.keep(behaviour.adjust(sent, asked), asked);
  return { status: 201, headers: {}, body: behaviour.show(animal, asked) };
}

async function read(asked: Asked): Promise<Reply> {
  const { world, id } = asked;
  const animal = await world.behaviour.find(world.behaviour.readId(id), world);
  if (animal === undefined) throw notFound('There is no animal with this id.');
  return { status: 200, headers: {}, body: world.behaviour.show(animal, asked) };
}
