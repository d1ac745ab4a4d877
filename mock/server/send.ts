import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setImmediate } from 'node:timers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Abort } from '../../openapi/types/control';
import type { EventSink, StreamReply } from '../control/stream-reply';
import { headerOf, pairsOf, withHeader } from '../http/headers';
import type { Answer } from '../http/reply';
import type { Log } from '../observe/log';
import type { AnswerOrAbort } from '../pipeline/model';
import type { HttpRequest } from '../pipeline/request';
import { createRandom } from '../world/rules/random';
import type { Random } from '../world/stores/clock';
import { linger, wireOf } from './connections';
import { endAtOnce, namesInLowerCase } from './fast';
import { drain, hasBody } from './node-request';

/** What the mock replies; the control plane may also reply with a stream. */
export type MockReply = AnswerOrAbort | StreamReply;

/** Answers a request. It never rejects. */
export type Handler = (request: HttpRequest) => Promise<MockReply>;

/** Sends a reply. It never throws: one that Node refuses to send is reported, and its connection closed. */
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
    write(request, response, answer);
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
  const { headers, delivery } = answer;
  const first = delivery === undefined ? ['Connection', 'close'] : [];
  write(request, response, { ...answer, headers: [...first, ...headers] }, true);
  await drain(request);
  response.end();
}

/**
 * Writes head and body of a reply as its delivery says; it is still to be ended.
 *
 * @param isLast whether it closes the connection, whatever its headers say
 */
function write(
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
  // As bytes: before a text Node would write the head in UTF-8, and not as the Latin-1 that it is.
  const body = Buffer.from(request.method === 'HEAD' ? '' : bytes);
  const middle = delivery?.inChunks === true ? Math.ceil(body.length / 2) : body.length;
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0);
  if (parts.length === 0) response.flushHeaders();
  for (const part of parts) response.write(part);
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

/** Sends a reply that lasts as long as its client stays; to HEAD, its headers alone. */
function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, stream }: StreamReply,
): void {
  for (const [name, value] of pairsOf(headers)) response.setHeader(name, value);
  response.writeHead(status);
  response.flushHeaders();
  const { socket } = request;
  if (response.destroyed || socket.destroyed || request.method === 'HEAD') response.end();
  // A response that waits for its turn on the connection gets no `close` of its own.
  else stream(sinkOf(response, [response, socket]));
}

/** From so many bytes on events are written at once, and not together with those that come later in the turn. */
const AT_ONCE = 2 ** 16;

/**
 * Sends what is written in a turn of the event loop as one chunk, once the client has taken what went before. Node keeps a
 * record of each write that it has begun, and makes an error of it where the client leaves: of thousands that took seconds.
 *
 * @param closing whose first `close` ends the stream
 * @param failure what the stream is destroyed with
 */
export function sinkOf(out: Writable, closing: readonly (Writable | Socket)[] = [out], failure?: Error): EventSink {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let isFull = false;
  let whenDrained: (() => void)[] = [];
  const send = (): void => {
    const all = waiting.length === 1 ? waiting[0] : Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
    if (!isOver() && !out.write(all)) isFull = true;
  };
  const flush = (): void => {
    if (waiting.length > 0 && !isFull) send();
  };
  const isOver = (): boolean => out.writableEnded || out.destroyed;
  out.on('drain', () => {
    isFull = false;
    flush();
    if (isFull) return;
    const listeners = whenDrained;
    whenDrained = [];
    for (const listener of listeners) listener();
  });
  return {
    get waitingBytes() {
      return out.writableLength + bytes;
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
      out.end();
    },
    destroy: () => void out.destroy(failure),
    onceDrained: (listener) => whenDrained.push(listener),
    onceClosed(listener) {
      const close = (): void => {
        for (const one of closing) one.off('close', close);
        listener();
      };
      for (const one of closing) one.once('close', close);
    },
  };
}

/**
 * Aborts the connection of a request that has not been answered, after the replies to earlier requests.
 *
 * @param random makes the bytes that are sent
 */
export function abort(request: IncomingMessage, response: ServerResponse, kind: Abort, random: Random): void {
  const abortOn = (socket: Socket): void => {
    if (kind === 'CONNECTION_RESET_BY_PEER') reset(socket);
    else void closeAfter(BYTES[kind](random), request, socket);
  };
  // Node gives a response its socket once those before it have been sent.
  if (response.socket === null) response.once('socket', abortOn);
  else abortOn(response.socket);
}

/** What each kind sends before the connection is closed. */
const BYTES: Readonly<Record<Exclude<Abort, 'CONNECTION_RESET_BY_PEER'>, (random: Random) => Buffer>> = {
  EMPTY_RESPONSE: () => Buffer.alloc(0),
  // RFC 9112 §7.1: a chunk begins with a hexadecimal digit; the letters from g to z are none.
  MALFORMED_RESPONSE_CHUNK: (random) =>
    Buffer.concat([Buffer.from(CHUNKED_HEAD), someBytes(random, 0x67, 20), Buffer.from('\r\n')]),
  // RFC 9112 §4: a reply is ASCII up to the end of its status line; these bytes are not.
  RANDOM_DATA_THEN_CLOSE: (random) => someBytes(random, 0x80, 0x80),
};

const CHUNKED_HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';

const someBytes = (random: Random, first: number, count: number): Buffer =>
  Buffer.from(Array.from({ length: 64 }, () => first + Math.floor(random() * count)));

/** Closes with RST, which the client sees as ECONNRESET. */
function reset(socket: Socket): void {
  try {
    wireOf(socket).resetAndDestroy();
  } catch {
    // Node can only reset TCP, not a pipe.
    socket.destroy();
  }
}

async function closeAfter(bytes: Buffer, request: IncomingMessage, socket: Socket): Promise<void> {
  // A client that waits for 100 Continue (RFC 9110 §10.1.1) has sent no body, and reading would send it the 100.
  if (!request.complete && request.headers.expect === undefined) await drain(request);
  if (!socket.writable) return;
  if (bytes.length > 0) socket.write(bytes);
  // Not through the response: as that never ends, Node sends none of the replies that wait behind it.
  socket.destroySoon();
}
