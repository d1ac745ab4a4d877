import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Answer } from '../steps/reply';
import { close } from './connections';
import { drain } from './drain';

/**
 * Sends a reply; HEAD's has GET's headers and no body (RFC 9110 §9.3.2). One that comes before the end of the request's
 * body is the connection's last: nothing tells whether the rest will ever come, nor where another request would begin.
 */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, bytes }: Answer,
): Promise<void> {
  // Node's parser may be about to see the end of a body that has come whole.
  if (!request.complete) await setImmediate();
  if (response.destroyed || response.headersSent) return;
  const body = request.method === 'HEAD' ? '' : bytes;
  if (request.complete) {
    response.writeHead(status, headers);
    response.end(body);
    return;
  }
  close(response);
  response.writeHead(status, headers);
  response.flushHeaders();
  response.write(body);
  // RFC 9112 §9.6: were the connection closed at once, what is still arriving would reset it, and the reply be lost.
  await drain(request);
  response.end();
}
