import type { Allowance, Asked, Outgoing, Problem, Reply, Stored } from './model';
import { refuseClash } from './records';
import { notFound, Refused, unauthorized } from './refused';
import { collectionOf, documentedOf } from './subject';

/** The limit first, then the key, then the request itself. */
export async function answer(arrived: Asked): Promise<Outgoing> {
  const { behaviour, subject } = arrived.world;
  const asked = await behaviour.arrive(arrived);
  const allowance = await behaviour.meter(asked);
  const reply = await behaviour.rewrite(await serve(asked, allowance), asked);
  const text = reply.text ?? (reply.body === undefined ? undefined : behaviour.print(reply.body, asked));
  const bytes = behaviour.encode(text ?? '', asked);
  const type = reply.status >= 400 ? subject.contract.envelope?.mediaType : 'application/json';
  return {
    status: reply.status,
    headers: present({
      Date: new Date(behaviour.now()).toUTCString(),
      'Content-Type': text === undefined ? undefined : type,
      'Content-Length': reply.status === 204 ? undefined : bytes.length,
      ...reply.headers,
      ...(await behaviour.headers(allowance, reply, asked)),
    }),
    bytes,
  };
}

async function serve(asked: Asked, allowance: Allowance): Promise<Reply> {
  if (allowance.refused) {
    const reply = explain({ status: 429, code: 'too_many', message: 'The allowance is used up.' }, asked);
    return { ...reply, headers: { 'Retry-After': asked.world.behaviour.retryAfter(allowance, asked) } };
  }
  try {
    if (asked.key === undefined) throw unauthorized();
    return await act(asked);
  } catch (error) {
    if (error instanceof Refused) return explain(error.problem, asked);
    return explain({ status: 500, code: 'internal', message: String(error) }, asked);
  }
}

const explain = (problem: Problem, asked: Asked): Reply => ({
  status: problem.status,
  body: asked.world.behaviour.errorBody(problem, asked),
});

function present(headers: Outgoing['headers']): Outgoing['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

/** Carries out an authorized request. @throws Refused */
async function act(asked: Asked): Promise<Reply> {
  const { operation, kind, world } = asked;
  if (operation === undefined) {
    if (kind === '') throw notFound('There is nothing at this path.');
    throw new Refused(405, 'method_not_allowed', 'This path does not have this method.');
  }
  if (!world.behaviour.hasParents(asked)) throw notFound('There is none of the records that this lies below.');
  if (operation === 'list') return list(asked);
  if (operation === 'create') return succeeding(asked, await create(asked));
  if (operation === 'replace' || operation === 'patch') return change(asked, operation);
  const record = await find(asked);
  if (record === undefined) return missing(asked);
  if (operation === 'read') return succeeding(asked, record);
  await world.behaviour.between(record, asked);
  const reply = succeeding(asked, record);
  world.behaviour.remove(record, asked);
  return reply;
}

async function list(asked: Asked): Promise<Reply> {
  const { behaviour } = asked.world;
  const { limit, filter, listIn } = collectionOf(asked);
  const size =
    limit === undefined ? Number.POSITIVE_INFINITY : behaviour.readLimit(asked.query.getAll(limit.name), asked);
  const wanted = filter && behaviour.readFilter(asked.query.getAll(filter.name), asked);
  const matching = behaviour.filter(behaviour.order(await behaviour.records(asked)), wanted, asked);
  const shown = behaviour.page(matching, size, asked);
  const items = shown.map((record) => behaviour.show(record, asked));
  return {
    status: 200,
    body: listIn === undefined ? items : { [listIn]: items, ...behaviour.beside(matching, shown, asked) },
  };
}

async function create(asked: Asked): Promise<Stored> {
  const { behaviour } = asked.world;
  return behaviour.keep(behaviour.adjust(behaviour.read(behaviour.parseBody(asked), asked), asked), asked);
}

/** What the body says is looked at first, and then whether there is such a record. */
async function change(asked: Asked, operation: 'replace' | 'patch'): Promise<Reply> {
  const { behaviour } = asked.world;
  const body = behaviour.read(behaviour.parseBody(asked), asked);
  const before = await find(asked);
  if (before === undefined) return missing(asked);
  await behaviour.between(before, asked);
  const members = behaviour[operation === 'patch' ? 'patched' : 'replaced'](before, body, asked);
  const after = { ...before, members };
  refuseClash(after, asked.world);
  behaviour.update(before, after, asked);
  return succeeding(asked, after);
}

async function find(asked: Asked): Promise<Stored | undefined> {
  return asked.world.behaviour.find(asked.world.behaviour.readId(asked.id, asked), asked);
}

async function missing(asked: Asked): Promise<Reply> {
  const reply = await asked.world.behaviour.missing(asked);
  if (reply === undefined) throw notFound('There is no record with this id.');
  return reply;
}

/** The success that the operation documents, with the record where that has a body. */
function succeeding(asked: Asked, record: Stored): Reply {
  const success = documentedOf(asked)?.replies.find(({ status }) => typeof status === 'number' && status < 300);
  const status = Number(success?.status ?? 200);
  return success?.content.length === 0 ? { status } : { status, body: asked.world.behaviour.show(record, asked) };
}
