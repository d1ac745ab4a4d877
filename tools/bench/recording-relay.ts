import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { commandsIn, textsIn } from './resp';
import { HOST } from './server';

/** Scripts that were called together, before anything was answered. */
export interface Trip {
  /** Each as it was sent: `EVALSHA`, digest, number of keys, keys and arguments. */
  readonly commands: readonly (readonly string[])[];
  /** The texts that came back, in their order. */
  readonly texts: readonly string[];
}

/** Passes bytes to a Redis of this machine and back, late, and records which scripts are called. */
export interface RecordingRelay {
  readonly url: string;
  /** The trips since the last time, in their order. */
  take(): readonly Trip[];
  close(): void;
}

interface Recorded {
  readonly commands: (readonly string[])[];
  replies: string;
}

/** @param delayMs by how much later all comes back, so that what is asked before is seen to be asked together */
export async function recordingRelay(to: number, delayMs: number): Promise<RecordingRelay> {
  let trips: Recorded[] = [];
  const hear = (bytes: Buffer): void => {
    const commands = commandsIn(bytes).filter(([name]) => name === 'EVALSHA');
    const last = trips.at(-1);
    if (last?.replies === '') last.commands.push(...commands);
    else if (commands.length > 0) trips.push({ commands: [...commands], replies: '' });
  };
  const server = createServer((client) => {
    const target = connect(to, HOST);
    client.on('data', (bytes) => {
      hear(bytes);
      target.write(bytes);
    });
    target.on('data', (bytes) =>
      setTimeout(() => {
        const last = trips.at(-1);
        if (last !== undefined) last.replies += bytes.toString();
        client.write(bytes);
      }, delayMs),
    );
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
  return {
    url: `redis://${HOST}:${port}`,
    take() {
      const taken = trips.map(({ commands, replies }) => ({ commands, texts: textsIn(replies) }));
      trips = [];
      return taken;
    },
    close: () => void server.close(),
  };
}
