import type { IncomingMessage, ServerResponse } from 'node:http';
import { print } from '../server/json';
import { keys } from '../server/keys';
import { listen, type Running } from '../server/listen';
import { Refused, unauthorized } from '../server/refused';
import { act } from './act';
import { lawfulLibrary } from './base';
import type { Asked, Behaviour, Reply, World } from './model';
import { PREFIX, route } from './route';

/** Starts a library with its own port and memory: the lawful one, changed by the behaviour. */
export async function startLibrary(given: Behaviour = {}): Promise<Running> {
  const behaviour = { ...lawfulLibrary, ...given };
  const records = behaviour.opening();
  const world: World = { behaviour, key: keys.main, records, made: records.length, seen: 0, notes: new Map() };
  return listen(PREFIX, (request, response) => receive(request, response, world));
}

async function receive(request: IncomingMessage, response: ServerResponse, world: World): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  world.seen += 1;
  world.behaviour.meanwhile(world);
  const { status, body, type = 'application/json' } = await answer(request, Buffer.concat(chunks), world);
  const bytes = Buffer.from(body === undefined ? '' : print(body));
  const headers = body === undefined ? {} : { 'Content-Type': type, 'Content-Length': bytes.length };
  response.writeHead(status, headers).end(bytes);
}

/** The key first, then the path, then the request itself. */
async function answer(request: IncomingMessage, body: Buffer, world: World): Promise<Reply> {
  const { behaviour } = world;
  let asked: Asked | undefined;
  try {
    if (!behaviour.isKey(request.headers, world)) throw unauthorized();
    asked = route(request, body, world);
    await behaviour.arrive(asked);
    return behaviour.rewrite(await act(asked), asked);
  } catch (error) {
    const problem =
      error instanceof Refused ? error.problem : { status: 500, code: 'internal', message: String(error) };
    const reply = { status: problem.status, body: behaviour.problem(problem, asked), type: 'application/problem+json' };
    return asked === undefined ? reply : behaviour.rewrite(reply, asked);
  }
}
