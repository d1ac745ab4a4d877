import type { Asked, Reply } from './behaviour';
import type { Operation } from './model';
import { notFound, Refused } from './refused';

/** Carries out an authorized request. @throws Refused */
export function act(asked: Asked): Reply {
  if (asked.operation !== undefined) return operations[asked.operation](asked);
  if (asked.path === '/pets' || asked.path.startsWith('/pets/')) {
    throw new Refused(405, 'method_not_allowed', 'This path does not have this method.');
  }
  throw notFound('There is nothing at this path.');
}

const operations: Readonly<Record<Operation, (asked: Asked) => Reply>> = { list, create, read };

function list(asked: Asked): Reply {
  const { world, query } = asked;
  const { behaviour } = world;
  const limit = behaviour.readLimit(query.getAll('limit'));
  const status = behaviour.readFilter(query.getAll('status'));
  const matching = behaviour.filter(behaviour.order(world.animals), status, asked);
  const page = behaviour.page(matching, limit, asked);
  return { status: 200, headers: {}, body: page.map((animal) => behaviour.show(animal, asked)) };
}

function create(asked: Asked): Reply {
  const { world } = asked;
  const { behaviour } = world;
  const body = behaviour.readObject(behaviour.parseBody(asked));
  const sent = {
    name: behaviour.readName(body.name),
    categoryId: behaviour.readCategory(body.categoryId),
    status: behaviour.readStatus(body.status),
  };
  const kept = behaviour.adjust(sent, asked);
  const animal = { id: behaviour.assignId(world, kept), ...kept };
  world.made += 1;
  behaviour.store(animal, world);
  return { status: 201, headers: {}, body: behaviour.show(animal, asked) };
}

function read(asked: Asked): Reply {
  const { world, id } = asked;
  const animal = world.behaviour.find(world.behaviour.readId(id), world);
  if (animal === undefined) throw notFound('There is no animal with this id.');
  return { status: 200, headers: {}, body: world.behaviour.show(animal, asked) };
}
