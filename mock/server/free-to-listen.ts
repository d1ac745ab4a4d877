import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Place } from './server';

/**
 * Whether a server could listen there: for whoever must not change anything first that could not be undone.
 *
 * @throws the error of `listen`, such as `EADDRINUSE`
 */
export async function ensureFree({ host, port }: Pick<Place, 'host' | 'port'>): Promise<void> {
  const server = createServer().listen({ port, host });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
