import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { startCommand } from './command';
import { type ControlClient, createControlClient } from './control';

/** A reply of the API. */
export interface Told {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what the mock replies
  readonly json: any;
}

/** One of several mocks that share a store, as a client sees it. */
export interface SeenReplica {
  readonly baseUrl: string;
  readonly control: ControlClient;
  ask(method: string, path: string, body?: unknown, key?: string): Promise<Told>;
  stderr(): string;
  stop: Awaited<ReturnType<typeof startCommand>>['stop'];
}

/** Starts the built command with these flags. */
export async function startReplica(flags: readonly string[]): Promise<SeenReplica> {
  const { baseUrl, stderr, stop } = await startCommand(flags);
  return { baseUrl, stderr, stop, control: await createControlClient({ baseUrl }), ask: askerAt(baseUrl) };
}

/** Sends requests to the API, as a program with a key does. */
export const askerAt =
  (baseUrl: string, send: typeof fetch = fetch): SeenReplica['ask'] =>
  async (method, path, body, key = 'demo-business') => {
    const reply = await send(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, json: text === '' ? undefined : JSON.parse(text) };
  };

/**
 * Passes bytes on, each request to the next of several servers: also those of one connection, of which the next one begins
 * once the one before was answered.
 *
 * @param targets their base URLs, with the same path
 */
export async function startBalancer(
  targets: readonly string[],
): Promise<{ readonly baseUrl: string; readonly close: () => void }> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const servers = targets.map((target) => {
      const { hostname, port } = new URL(target);
      return connect(Number(port), hostname);
    });
    let current = servers[0];
    let isAnswered = true;
    client.on('data', (bytes) => {
      if (isAnswered) {
        turn += 1;
        current = servers[turn % servers.length];
        isAnswered = false;
      }
      current?.write(bytes);
    });
    for (const socket of [client, ...servers]) {
      open.add(socket);
      socket.setNoDelay();
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        for (const other of [client, ...servers]) other.end();
      });
    }
    for (const upstream of servers)
      upstream.on('data', (bytes) => {
        isAnswered = true;
        client.write(bytes);
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // True of every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${new URL(targets[0] ?? '').pathname}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
