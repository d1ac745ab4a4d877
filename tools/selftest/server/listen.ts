import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { keys } from './keys';
import type { Keys } from './model';

export interface Running {
  /** With what stands before the paths, without a slash at its end. */
  readonly baseUrl: string;
  readonly keys: Keys;
  /** Cuts every connection, the hanging ones too. */
  readonly close: () => Promise<void>;
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
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
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
