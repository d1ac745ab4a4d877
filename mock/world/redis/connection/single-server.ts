import { createClient } from '@redis/client';
import { keepConnected } from './keep-connected';
import { createLine } from './line';
import { answered, clientOptions, type Patience, type Servers } from './servers';

/**
 * One server: a connection for commands, and one that listens.
 *
 * @param onBack called when one of them is there again
 * @throws what the client throws where nothing answers there
 */
export async function connectToServer(url: string, patience: Patience, onBack: () => void): Promise<Servers> {
  const client = createClient({ url, ...clientOptions(patience, false as const) });
  const subscriber = client.duplicate();
  // Each command that fails tells it.
  for (const one of [client, subscriber]) one.on('error', () => {});
  const line = createLine(client, patience.deadlineTicks);
  try {
    await Promise.all([client.connect(), subscriber.connect()]);
  } catch (error) {
    for (const one of [client, subscriber]) one.destroy();
    throw error;
  }
  for (const one of [client, subscriber]) {
    one.on('ready', onBack);
    one.unref();
  }
  const stops = [client, subscriber].map(keepConnected);
  return {
    at: (_, ask) => ask(line),
    besides: () => NONE,
    lines: () => [line],
    async subscribe(channel, hear) {
      // Each call has a listener of its own, whichever function it is given.
      const listener = (message: string): void => hear(message);
      await subscriber.subscribe(channel, listener);
      return () => void subscriber.unsubscribe(channel, listener).catch(() => {});
    },
    async close() {
      for (const stop of stops) stop();
      await answered(() => client.close(), patience);
      for (const one of [client, subscriber]) {
        try {
          one.destroy();
        } catch {
          // It is closed already.
        }
      }
    },
  };
}

const NONE: readonly [] = [];
