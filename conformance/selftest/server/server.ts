import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answer } from './answer';
import { ask } from './ask';
import { lawfulBase } from './base';
import type { Behaviour, World } from './behaviour';
import { keys } from './keys';
import type { Keys } from './model';

export interface Running {
  /** With what stands before the paths, without a slash at its end. */
  readonly baseUrl: string;
  readonly keys: Keys;
  /** Cuts every connection, the hanging ones too. */
  readonly close: () => Promise<void>;
}

/** Starts a server with its own port and memory: the lawful base, changed by the behaviour. */
export async function startServer(behaviour: Behaviour = {}): Promise<Running> {
  const world = newWorld(behaviour);
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    // The client is gone, or the server has given up.
    receive(request, response, world).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}${world.behaviour.basePath}`,
    keys: world.keys,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function newWorld(given: Behaviour): World {
  const behaviour = { ...lawfulBase, ...given };
  return {
    behaviour,
    keys,
    ledger: new Map(),
    replies: new Map(),
    shared: { current: new Set(), asked: undefined, reply: undefined, turn: Promise.resolve() },
    animals: behaviour.catalogue(),
    seen: 0,
    made: 0,
  };
}

async function receive(request: IncomingMessage, response: ServerResponse, world: World): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  world.seen += 1;
  world.behaviour.meanwhile(world);
  const asked = ask(request, Buffer.concat(chunks), world);
  world.shared.current.add(asked);
  response.once('close', () => world.shared.current.delete(asked));
  const outgoing = await answer(asked);
  response.sendDate = false;
  world.behaviour.send(response, outgoing, asked);
}
