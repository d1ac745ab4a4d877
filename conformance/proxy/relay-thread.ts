/** The thread that passes bytes on: the one that judges is never in its way. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { compact } from './compact';
import { type RelayOptions, startRelay } from './relay';
import type { FromRelay, ToRelay } from './thread-messages';

async function serve(port: MessagePort, options: RelayOptions): Promise<void> {
  const say = (message: FromRelay, ...transferred: ArrayBuffer[]): void => port.postMessage(message, transferred);
  try {
    const relay = await startRelay(options, (told) => {
      const { batch, buffer } = compact(told);
      say({ kind: 'batch', batch }, buffer);
    });
    port.on('message', (message: ToRelay) => {
      if (message.kind === 'acknowledge') relay.acknowledge(message.exchanges);
      else if (message.kind === 'answer') relay.answer(message.held, message.text);
      else
        void relay.close().then(() => {
          say({ kind: 'closed' });
          port.close();
        });
    });
    say({ kind: 'listening', port: relay.port });
  } catch (error) {
    // Errors of a socket are Node's.
    const { code = '', message } = error as NodeJS.ErrnoException;
    say({ kind: 'failed', code, message });
  }
}

// `open-relay.ts` starts this file, with these options.
if (parentPort !== null) void serve(parentPort, workerData as RelayOptions);
