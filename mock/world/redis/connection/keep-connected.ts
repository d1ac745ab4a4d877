import { clearTimeout, setTimeout } from 'node:timers';
import { pauseAfter } from './servers';

/** What is needed of a client of Redis that does not connect again by itself. */
interface Terminating {
  connect(): Promise<unknown>;
  destroy(): void;
  on(event: 'terminated' | 'ready', hear: () => void): unknown;
}

/**
 * Connects a client again each time that its server is lost. The pauses of the client's own way would keep the process alive
 * for as long as the server is away, though nobody waits for it.
 *
 * @returns how to stop
 */
export function keepConnected(client: Terminating): () => void {
  let tries = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  client.on('terminated', () => {
    if (isStopped) return;
    // What fails is told by the same event again.
    timer = setTimeout(() => void client.connect().catch(() => {}), pauseAfter(tries)).unref();
    tries += 1;
  });
  client.on('ready', () => {
    tries = 0;
    // It was under way.
    if (isStopped) client.destroy();
  });
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
