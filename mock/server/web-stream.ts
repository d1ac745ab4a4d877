import { PassThrough, Readable } from 'node:stream';
import type { StreamReply } from '../control/stream-reply';
import { sinkOf } from './send';

/** What a stream writes, as it is read. */
export function toReadable(signal: AbortSignal, begin: StreamReply['stream']): ReadableStream {
  // A piece that waits for the reader counts as not yet written.
  const through = new PassThrough({ readableHighWaterMark: 0 });
  const abort = (): void => void through.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  through.once('close', () => signal.removeEventListener('abort', abort));
  begin(sinkOf(through, [through], new TypeError('terminated')));
  return Readable.toWeb(through, { strategy: new ByteLengthQueuingStrategy({ highWaterMark: 0 }) });
}
