import type { IncomingMessage } from 'node:http';
import type { Asked, ConnectionOf, World } from './behaviour';
import type { Operation } from './model';

/** A request as it arrived, with the name of its key. */
export function ask(request: IncomingMessage, body: Buffer, world: World, connection: ConnectionOf): Asked {
  const { behaviour } = world;
  const { method = 'GET', url = '/', headers } = request;
  const [address = '/', ...search] = url.split('?');
  const path = address.startsWith(`${behaviour.basePath}/`) ? address.slice(behaviour.basePath.length) : '';
  const id = decoded(path.match(/^\/pets\/([^/]+)$/)?.[1] ?? '');
  const query = new URLSearchParams(search.join('?'));
  const operation = operationOf(method, path, id);
  const unknown: Asked = {
    world,
    number: world.seen,
    connection,
    method,
    target: url,
    path,
    query,
    headers,
    body,
    operation,
    id,
    key: undefined,
  };
  return { ...unknown, key: behaviour.parseKey(headers.authorization, unknown) };
}

function operationOf(method: string, path: string, id: string): Operation | undefined {
  if (path === '/pets' && method === 'GET') return 'list';
  if (path === '/pets' && method === 'POST') return 'create';
  return id !== '' && method === 'GET' ? 'read' : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
