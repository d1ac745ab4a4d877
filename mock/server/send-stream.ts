import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventSink, StreamReply } from '../control/event-stream';
import { pairsOf } from '../http/raw-headers';

/** Sends a reply that lasts as long as its client stays; to HEAD, its headers alone. */
export function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, stream }: StreamReply,
): void {
  for (const [name, value] of pairsOf(headers)) response.setHeader(name, value);
  response.writeHead(status);
  response.flushHeaders();
  const hasLeft = response.destroyed || request.socket.destroyed;
  if (hasLeft || request.method === 'HEAD') response.end();
  else stream(sinkOf(request, response));
}

function sinkOf(request: IncomingMessage, response: ServerResponse): EventSink {
  return {
    get waitingBytes() {
      return response.writableLength;
    },
    get isOver() {
      return response.writableEnded || response.destroyed;
    },
    write: (event) => response.write(event),
    end: () => response.end(),
    destroy: () => response.destroy(),
    onceDrained: (listener) => response.once('drain', listener),
    onceClosed(listener) {
      const { socket } = request;
      const close = (): void => {
        response.off('close', close);
        socket.off('close', close);
        listener();
      };
      response.once('close', close);
      // A response that waits for its turn on the connection gets no `close` of its own.
      socket.once('close', close);
    },
  };
}
