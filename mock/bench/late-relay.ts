import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { HOST } from './server';

/** Passes bytes to a port of this machine and back. */
export interface LateRelay {
  readonly url: string;
  close(): void;
}

/** @param delayMs by how much later all comes back */
export async function lateRelay(to: number, delayMs: number): Promise<LateRelay> {
  const server = createServer((client) => {
    const target = connect(to, HOST);
    client.on('data', (bytes) => target.write(bytes));
    target.on('data', (bytes) => setTimeout(() => client.write(bytes), delayMs));
    // Else each side waits for the other's acknowledgement.
    for (const socket of [client, target]) socket.setNoDelay();
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      // Whoever is left without the other one is closed, too.
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  }).listen(0, HOST);
  await once(server, 'listening');
  // True of every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return { url: `redis://${HOST}:${port}`, close: () => void server.close() };
}
