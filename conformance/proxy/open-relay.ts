import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { packageFile } from '../../openapi/package/package-file';
import { UsageError } from '../../openapi/program/failure';
import type { Batch } from './observed';
import type { Relay, RelayOptions } from './relay';

/** What is sent to the thread of the relay. */
export type ToRelay =
  | { readonly kind: 'acknowledge'; readonly exchanges: number }
  | { readonly kind: 'answer'; readonly held: number; readonly text: string | undefined }
  | { readonly kind: 'close' };

/** What it answers. */
export type FromRelay =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'batch'; readonly batch: Batch }
  | { readonly kind: 'closed' };

/** As the build makes it of `relay-thread.ts`. */
const THREAD = 'dist/bin/conformance-relay.js';
/** Bytes that went by are garbage at once: with room for more of them it is collected a tenth as often. */
const YOUNG_MB = 64;

/**
 * Starts the relay in a thread of its own.
 *
 * @param onBatch judges what went through
 * @throws UsageError where it can't listen
 */
export function openRelay(options: RelayOptions, onBatch: (batch: Batch) => void): Promise<Relay> {
  const worker = new Worker(packageFile(THREAD), {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const ask = (message: ToRelay): void => worker.postMessage(message);
  return new Promise((resolve, reject) => {
    let onClosed = (): void => {};
    const take: { readonly [Kind in FromRelay['kind']]: (message: Extract<FromRelay, { kind: Kind }>) => void } = {
      listening: ({ port }) => {
        leaveRoom();
        resolve({
          port,
          acknowledge: (exchanges) => ask({ kind: 'acknowledge', exchanges }),
          answer: (held, text) => ask({ kind: 'answer', held, text }),
          close: () =>
            new Promise((closed) => {
              onClosed = closed;
              ask({ kind: 'close' });
            }),
        });
      },
      failed: ({ code, message }) => reject(new UsageError(whyNotListening(options, code, message))),
      batch: ({ batch }) => onBatch(batch),
      closed: () => onClosed(),
    };
    worker.on('message', <Kind extends FromRelay['kind']>(message: Extract<FromRelay, { kind: Kind }>) =>
      take[message.kind as Kind](message),
    );
    worker.on('error', reject);
  });
}

/** Where there are fewer processors than work, replies go before judging: on Linux a thread has a priority of its own. */
function leaveRoom(): void {
  if (process.platform === 'linux') setPriority(process.pid, constants.priority.PRIORITY_LOW);
}

function whyNotListening({ host, port }: RelayOptions, code: string, message: string): string {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} of ${host} is taken; name another with --port, or 0 for a free one`,
    EACCES: `port ${port} may not be listened on by this user; name one from 1024 on with --port`,
    EADDRNOTAVAIL: `this machine has no address ${host}; name one of its own with --host, such as 127.0.0.1`,
    ENOTFOUND: `this machine has no address ${host}; name one of its own with --host, such as 127.0.0.1`,
  };
  return reasons[code] ?? `the proxy can't listen on port ${port} of ${host}: ${message}`;
}

/** What to do about a server that can't be reached, by Node's code for it; empty where nothing is known. */
export function remedyFor(code: string, isTls: boolean): string {
  if (CERTIFICATE.test(code)) return '; trust its certificate by --ca FILE, or accept any by --insecure';
  if (isTls && code === 'EPROTO') return '; does it speak HTTP without TLS? Then --target begins with http:';
  return '';
}

/** The codes of OpenSSL and Node for a certificate that is not trusted. */
const CERTIFICATE = /CERT|UNABLE_TO_(?:GET|VERIFY)|ALTNAME/;
