import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { ANIMALS } from './animals';
import { answer } from './answer';
import { lawfulBase } from './base';
import { keys } from './input';
import type { Asked, Behaviour, ConnectionOf, Ground, Keys, World } from './model';
import { route, subjectOf } from './subject';

export interface Running {
  /** With what stands before the paths, without a slash at its end. */
  readonly baseUrl: string;
  readonly keys: Keys;
  /** Cuts every connection, the hanging ones too. */
  readonly close: () => Promise<void>;
}

/** Starts a server with its own port and memory: the lawful base, changed by a behaviour, under a contract. */
export async function startServer(given: Behaviour = {}, ground: Ground = ANIMALS): Promise<Running> {
  const subject = await subjectOf(ground);
  const behaviour = { ...lawfulBase, ...given };
  const world: World = {
    subject,
    behaviour,
    keys,
    ledger: new Map(),
    counts: new Map(),
    notes: new Map(),
    shared: { current: new Set(), asked: undefined, allowance: undefined, reply: undefined, turn: Promise.resolve() },
    records: (behaviour.opening ?? ground.opening)(),
    removed: [],
    seen: 0,
    made: 0,
  };
  const basePath = behaviour.basePath ?? subject.contract.prefix;
  const connectionOf = connections();
  return listen(basePath, (request, response) =>
    receive(request, response, (body) => ask(request, body, { world, basePath, connection: connectionOf(request) })),
  );
}

/**
 * Listens on a port of its own.
 *
 * @param prefix what stands before the paths
 * @param receive answers a request; it fails where the client is gone, or the server has given up
 */
export async function listen(
  prefix: string,
  receive: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Running> {
  const answering: RequestListener = (request, response) => {
    receive(request, response).catch(() => response.destroy());
  };
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, answering);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    baseUrl: `http://127.0.0.1:${address.port}${prefix}`,
    keys,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Numbers connections, and counts the requests of each. */
function connections(): (request: IncomingMessage) => ConnectionOf {
  const known = new Map<IncomingMessage['socket'], ConnectionOf>();
  return ({ socket }) => {
    const connection = known.get(socket) ?? { number: known.size + 1, seen: 0, notes: new Map() };
    known.set(socket, connection);
    connection.seen += 1;
    return connection;
  };
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  read: (body: Buffer) => Asked,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const asked = read(Buffer.concat(chunks));
  const { shared, behaviour } = asked.world;
  shared.current.add(asked);
  response.once('close', () => shared.current.delete(asked));
  const outgoing = await answer(asked);
  response.sendDate = false;
  await behaviour.send(response, outgoing, asked);
}

interface Arrival {
  readonly world: World;
  readonly basePath: string;
  readonly connection: ConnectionOf;
}

/** A request as it arrived, with the name of its key. */
function ask(request: IncomingMessage, body: Buffer, { world, basePath, connection }: Arrival): Asked {
  const { method = 'GET', url = '/', headers } = request;
  world.seen += 1;
  world.behaviour.meanwhile(world);
  const [address = '/', ...search] = url.split('?');
  const path = address.startsWith(`${basePath}/`) ? address.slice(basePath.length) : '';
  const unknown: Asked = {
    world,
    number: world.seen,
    connection,
    method,
    target: url,
    path,
    query: new URLSearchParams(search.join('?')),
    headers,
    body,
    ...route(method, path, world.subject),
    key: undefined,
  };
  const credential = headers[world.subject.credential];
  return {
    ...unknown,
    key: world.behaviour.parseKey(credential === undefined ? undefined : String(credential), unknown),
  };
}
