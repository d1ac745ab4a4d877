import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as passed } from 'node:timers/promises';

/** A way to a server on loopback whose answers take as long as one likes. */
export interface SlowWay {
  readonly url: string;
  /** From the next answer on. */
  slowDown(milliseconds: number): void;
  stop(): void;
}

export async function slowWayTo(port: number): Promise<SlowWay> {
  let delay = 0;
  /** None overtakes another. */
  const passOn = (client: Socket, far: Socket): void => {
    let last = Promise.resolve();
    far.on('data', (answer) => {
      const late = passed(delay);
      last = last.then(async () => {
        await late;
        client.write(answer);
      });
    });
  };
  const server = createServer((client) => {
    const far = connect(port, '127.0.0.1');
    client.pipe(far);
    passOn(client, far);
    for (const [one, other] of [
      [client, far],
      [far, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // It listens on a port.
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${own}`,
    slowDown(milliseconds) {
      delay = milliseconds;
    },
    stop: () => void server.close(),
  };
}
