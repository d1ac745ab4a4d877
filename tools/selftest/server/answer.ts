import { act } from './act';
import type { Asked, Outgoing, Reply } from './behaviour';
import type { Allowance, Problem } from './model';
import { Refused, unauthorized } from './refused';

/** The limit first, then the key, then the request itself. */
export async function answer(arrived: Asked): Promise<Outgoing> {
  const { behaviour } = arrived.world;
  const asked = await behaviour.arrive(arrived);
  const allowance = await behaviour.meter(asked);
  const reply = await behaviour.rewrite(await serve(asked, allowance), asked);
  const text = reply.text ?? (reply.body === undefined ? '' : behaviour.print(reply.body, asked));
  const bytes = behaviour.encode(text, asked);
  return {
    status: reply.status,
    headers: present({
      Date: new Date(behaviour.now()).toUTCString(),
      'Content-Type': 'application/json',
      'Content-Length': bytes.length,
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

function explain(problem: Problem, asked: Asked): Reply {
  return { status: problem.status, headers: {}, body: asked.world.behaviour.errorBody(problem, asked) };
}

function present(headers: Outgoing['headers']): Outgoing['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}
