import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer } from './answer';
import { ask } from './ask';
import { lawfulBase } from './base';
import type { Behaviour, ConnectionOf, World } from './behaviour';
import { keys } from './keys';
import { listen, type Running } from './listen';

/** Starts a server with its own port and memory: the lawful base, changed by the behaviour. */
export async function startServer(behaviour: Behaviour = {}): Promise<Running> {
  const world = newWorld(behaviour);
  const connectionOf = connections();
  return listen(world.behaviour.basePath, (request, response) => receive(request, response, world, connectionOf));
}

function newWorld(given: Behaviour): World {
  const behaviour = { ...lawfulBase, ...given };
  return {
    behaviour,
    keys,
    ledger: new Map(),
    replies: new Map(),
    counts: new Map(),
    shared: { current: new Set(), asked: undefined, allowance: undefined, reply: undefined, turn: Promise.resolve() },
    animals: behaviour.catalogue(),
    seen: 0,
    made: 0,
  };
}

/** Numbers connections, and counts the requests of each. */
function connections(): (request: IncomingMessage) => ConnectionOf {
  const known = new Map<IncomingMessage['socket'], ConnectionOf>();
  return ({ socket }) => {
    const connection = known.get(socket) ?? { number: known.size + 1, seen: 0, memory: new Map() };
    known.set(socket, connection);
    connection.seen += 1;
    return connection;
  };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  world: World,
  connectionOf: (request: IncomingMessage) => ConnectionOf,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  world.seen += 1;
  world.behaviour.meanwhile(world);
  const asked = ask(request, Buffer.concat(chunks), world, connectionOf(request));
  world.shared.current.add(asked);
  response.once('close', () => world.shared.current.delete(asked));
  const outgoing = await answer(asked);
  response.sendDate = false;
  await world.behaviour.send(response, outgoing, asked);
}
