import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Answer } from '../http/answer';
import { pairsOf } from '../http/raw-headers';
import { createRandom } from '../world/rules/random';
import { abort } from './abort';
import { close } from './connections';
import { drain } from './drain';
import { endAtOnce } from './fast';
import type { MockReply } from './handler';
import { hasBody } from './has-body';
import { sendStream } from './send-stream';

/** Does what a request came to: sends the answer, begins the stream, or breaks off the connection. */
export function send(request: IncomingMessage, response: ServerResponse, reply: MockReply): void | Promise<void> {
  if ('abort' in reply) return abort(request, response, reply.abort, createRandom(0));
  if ('stream' in reply) return sendStream(request, response, reply);
  if (request.complete || !hasBody(request)) return sendAtOnce(request, response, reply);
  return sendBeforeTheEnd(request, response, reply);
}

/** HEAD's reply has GET's headers and no body (RFC 9110 §9.3.2). */
function sendAtOnce({ method }: IncomingMessage, response: ServerResponse, { status, headers, bytes }: Answer): void {
  if (response.destroyed || response.headersSent) return;
  // Node takes the list as it is; its types ask for one that may be changed.
  response.writeHead(status, headers as string[]);
  endAtOnce(response, method === 'HEAD' ? '' : bytes);
}

/**
 * A reply that comes before the end of the request's body is the connection's last: nothing tells whether the rest will
 * ever come, nor where another request would begin.
 */
async function sendBeforeTheEnd(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  // Node's parser may be about to see the end of a body that has come whole.
  await setImmediate();
  if (request.complete) return sendAtOnce(request, response, answer);
  if (response.destroyed || response.headersSent) return;
  close(response);
  for (const [name, value] of pairsOf(answer.headers)) response.setHeader(name, value);
  response.writeHead(answer.status);
  response.flushHeaders();
  response.write(request.method === 'HEAD' ? '' : answer.bytes);
  // RFC 9112 §9.6: were the connection closed at once, what is still arriving would reset it, and the reply be lost.
  await drain(request);
  response.end();
}
