import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { headerOf, withHeader } from '../behaviours/documented';
import type { EventSink, StreamReply } from '../control/stream-reply';
import { pairsOf } from '../http/headers';
import type { Answer } from '../http/reply';
import type { Log } from '../observe/log';
import { createRandom } from '../world/rules/random';
import { abort } from './abort';
import { close, linger } from './connection';
import { endAtOnce, namesInLowerCase } from './fast';
import { drain, hasBody } from './node-request';
import type { MockReply } from './parts';

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
  await nextTurn();
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

/**
 * Writes head and body of a reply as somebody has chosen it; it is still to be ended.
 *
 * @param isLast whether it closes the connection, whatever was chosen
 */
function writeAsChosen(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  isLast = headerOf(answer, 'connection') === 'close',
): void {
  const spoken = spokenTo(request, answer);
  const { status, headers, bytes, delivery } = isLast ? withHeader(spoken, 'Connection', 'close') : spoken;
  if (isLast) closeGently(request);
  // Node only reads the list; its types ask for one that may be changed.
  response.writeHead(status, headers as string[]);
  if (delivery?.inLowerCase === true) namesInLowerCase(response);
  const body = Buffer.from(bytes);
  if (request.method === 'HEAD' || body.length === 0) {
    response.flushHeaders();
    return;
  }
  for (const part of delivery?.inChunks === true ? inHalves(body) : [body]) response.write(part);
}

/** HTTP/1.0 knows no chunks (RFC 9112 §6.1). */
function spokenTo({ httpVersionMajor, httpVersionMinor }: IncomingMessage, answer: Answer): Answer {
  const { bytes, delivery } = answer;
  if (delivery?.inChunks !== true || httpVersionMajor > 1 || httpVersionMinor > 0) return answer;
  const whole = withHeader(answer, 'Transfer-Encoding', undefined);
  const bounded = withHeader(whole, 'Content-Length', String(Buffer.byteLength(bytes)));
  return { ...bounded, delivery: { ...delivery, inChunks: false } };
}

/** Node closes the connection after this reply; what its client still sends must not make it lose the reply. */
function closeGently({ socket }: IncomingMessage): void {
  // While the mock shuts down it is done already.
  if (!Object.hasOwn(socket, 'destroySoon')) socket.destroySoon = () => linger(socket);
}

/** A body in two parts; one of a byte in one, an empty one in none. */
function inHalves(body: Buffer): readonly Buffer[] {
  const middle = Math.ceil(body.length / 2);
  return [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0);
}

/** Sends a reply that lasts as long as its client stays; to HEAD, its headers alone. */
function sendStream(
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

/** From so many bytes on events are written at once, and not together with those that come later in the turn. */
const AT_ONCE = 2 ** 16;

/**
 * What is written in a turn of the event loop goes as one chunk, and nothing goes while the client has not taken what went
 * before. Of each write that Node has begun it keeps a record, and makes an error where the client leaves: of thousands that
 * took seconds.
 */
function sinkOf(request: IncomingMessage, response: ServerResponse): EventSink {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let isFull = false;
  let whenDrained: (() => void)[] = [];
  const send = (): void => {
    const all = waiting.length === 1 ? waiting[0] : Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    if (!isOver() && !response.write(all)) isFull = true;
  };
  const flush = (): void => {
    if (waiting.length > 0 && !isFull) send();
  };
  const isOver = (): boolean => response.writableEnded || response.destroyed;
  response.on('drain', () => {
    isFull = false;
    flush();
    if (isFull) return;
    const listeners = whenDrained;
    whenDrained = [];
    for (const listener of listeners) listener();
  });
  return {
    get waitingBytes() {
      return response.writableLength + bytes;
    },
    get isOver() {
      return isOver();
    },
    write(event) {
      if (waiting.length === 0) setImmediate(flush);
      const added = typeof event === 'string' ? Buffer.from(event) : event;
      waiting.push(added);
      bytes += added.length;
      if (bytes >= AT_ONCE) flush();
    },
    end() {
      if (waiting.length > 0) send();
      response.end();
    },
    destroy: () => response.destroy(),
    onceDrained: (listener) => whenDrained.push(listener),
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
