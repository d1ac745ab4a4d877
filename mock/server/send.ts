import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Answer } from '../http/answer';
import { pairsOf } from '../http/raw-headers';
import type { Log } from '../observe/log';
import { createRandom } from '../world/rules/random';
import { abort } from './abort';
import { close } from './connection';
import { drain } from './drain';
import { endAtOnce } from './fast';
import type { MockReply } from './handler';
import { hasBody } from './has-body';
import { writeAsChosen } from './send-as-chosen';
import { sendStream } from './send-stream';

/**
 * Sends the answer, begins the stream, or aborts the connection. A reply that Node refuses to send is reported, and its
 * connection closed: this never throws.
 */
export function send(request: IncomingMessage, response: ServerResponse, reply: MockReply, log: Log): void {
  const giveUp = (error: unknown): void => {
    log.failed(error);
    response.destroy();
  };
  try {
    if ('abort' in reply) abort(request, response, reply.abort, createRandom(0));
    else if ('stream' in reply) sendStream(request, response, reply);
    else if (request.complete || !hasBody(request)) sendAtOnce(request, response, reply);
    else sendBeforeTheEnd(request, response, reply).catch(giveUp);
  } catch (error) {
    giveUp(error);
  }
}

/** HEAD's reply has GET's headers and no body (RFC 9110 §9.3.2). */
function sendAtOnce(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (response.destroyed || response.headersSent) return;
  if (answer.delivery !== undefined) {
    writeAsChosen(request, response, answer);
    response.end();
    return;
  }
  const { status, headers, bytes } = answer;
  // Node only reads the list; its types ask for one that may be changed.
  response.writeHead(status, headers as string[]);
  const isHead = request.method === 'HEAD';
  if (typeof bytes === 'string') endAtOnce(response, isHead ? '' : bytes);
  else response.end(isHead ? '' : bytes);
}

/**
 * A reply that is sent before the request's body has ended is the connection's last: the rest of the body may never come,
 * and then the next request can't be found.
 */
async function sendBeforeTheEnd(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  // The body may have arrived completely, with Node's parser about to see its end.
  await setImmediate();
  if (request.complete) return sendAtOnce(request, response, answer);
  if (response.destroyed || response.headersSent) return;
  if (answer.delivery === undefined) writeAsLast(request, response, answer);
  else writeAsChosen(request, response, answer, true);
  await drain(request);
  response.end();
}

function writeAsLast({ method }: IncomingMessage, response: ServerResponse, answer: Answer): void {
  close(response);
  for (const [name, value] of pairsOf(answer.headers)) response.appendHeader(name, value);
  response.writeHead(answer.status);
  // With bytes Node writes the head as the Latin-1 that it is, with a text in UTF-8.
  if (method === 'HEAD' || answer.bytes === '') response.flushHeaders();
  else response.write(typeof answer.bytes === 'string' ? Buffer.from(answer.bytes) : answer.bytes);
}
