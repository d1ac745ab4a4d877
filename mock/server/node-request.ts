import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { isJson } from '../../openapi/contract';
import {
  bodyReadBefore,
  bodyTooLarge,
  expectationFailed,
  malformedRequest,
  type Problem,
  unsupportedEncoding,
} from '../errors/problems';
import type { HttpRequest } from '../pipeline/request';
import { type ByteSource, piecesOf, readBytes } from './body';

/** Whether a request has a body that is not empty: without these two headers it has none (RFC 9112 §6.3). */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;

/** How long a client may take in all to send a body that is read in pieces, not counting the time that it has to wait. */
const PATIENCE_MS = 30_000;

/** A request that Node's server has received. A class with getters, since many requests never need some of this. */
export class NodeRequest implements HttpRequest, ByteSource {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly connection: Socket;

  /** @param memory for large bodies, until the reply is over */
  constructor(
    readonly stream: IncomingMessage,
    readonly memory?: ByteSource['memory'],
    readonly roomForReply?: HttpRequest['roomForReply'],
  ) {
    const { method = 'GET', url = '/', headers, rawHeaders, socket } = stream;
    this.method = method;
    this.target = url;
    this.headers = headers;
    this.rawHeaders = rawHeaders;
    this.connection = socket;
  }

  get address(): string {
    return this.connection.remoteAddress ?? 'unknown';
  }

  get hasBody(): boolean {
    return hasBody(this.stream);
  }

  get defect(): Problem | undefined {
    return framingDefect(this.stream);
  }

  get isAbandoned(): boolean {
    return this.connection.destroyed;
  }

  onAbandoned(listener: () => void): () => void {
    this.connection.once('close', listener);
    return () => this.connection.off('close', listener);
  }

  readBody(limit: number): Promise<Buffer> {
    return this.stream.readableDidRead ? readBefore(this.stream, limit) : readBytes(this, limit);
  }

  async *readPieces(limit: number, isInTheWay: () => boolean): AsyncGenerator<Buffer> {
    if (this.stream.readableDidRead) {
      yield await readBefore(this.stream, limit);
      return;
    }
    // From now on it is no failure that the message takes long: its reader lets the client wait, and has a limit for it.
    Object.assign(this.stream, { [OWN_PACE]: true });
    yield* piecesOf(this, limit, { ms: PATIENCE_MS, isInTheWay });
  }

  get coding(): string | undefined {
    return this.headers['content-encoding'];
  }

  get isCutOff(): boolean {
    return this.stream.destroyed && !this.stream.complete;
  }

  onBodyFailure(listener: (reason: Problem) => void): void {
    onBodyFailure(this.stream, listener);
  }
}

/**
 * The body that a parser of the app around the mock has read and left at the message, as those of Express do.
 *
 * @throws Problem 413 beyond the limit; 500 where the parser has left nothing exact
 */
async function readBefore(message: IncomingMessage & { readonly body?: unknown }, limit: number): Promise<Buffer> {
  const { body, headers } = message;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const isParsed = !Buffer.isBuffer(bytes) && body !== undefined && isJson(headers['content-type'] ?? '');
  const known = isParsed && isExact(body) ? Buffer.from(JSON.stringify(body)) : bytes;
  if (!Buffer.isBuffer(known)) throw bodyReadBefore();
  if (known.length > limit) throw bodyTooLarge(limit);
  return known;
}

/** Whether no number of a value that `JSON.parse` has read can have been another one. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) || (Number.isFinite(value) && value % 1 !== 0);
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

/** What HTTP forbids in a message although Node's parser accepts it. */
function framingDefect({
  headers,
  rawHeaders,
  httpVersionMinor,
  httpVersionMajor,
}: IncomingMessage): Problem | undefined {
  if (httpVersionMajor < 1) return malformedRequest(`HTTP/${httpVersionMajor}.${httpVersionMinor} is not spoken here`);
  // RFC 9112 §3.2: a request of HTTP/1.1 without Host, and any with two, gets a 400.
  let hosts = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return malformedRequest(`it has ${hosts} Host headers`);
  if (httpVersionMajor === 1 && httpVersionMinor >= 1 && hosts === 0) return malformedRequest('it has no Host header');
  const { expect, 'transfer-encoding': coding } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') return expectationFailed(expect);
  // RFC 9112 §6.1 suggests 501, but here a client's mistake is never answered with a 5xx.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return unsupportedEncoding(coding);
  return undefined;
}

/** Holds why the rest of a message's body will never come, which may be known before the body is read. */
const REASON = Symbol('reason');
const BODY_FAILURE = 'bodyFailure';

/** Is on a message whose reader lets the client wait. */
const OWN_PACE = Symbol('own pace');

type Message = IncomingMessage & { [REASON]?: Problem; [OWN_PACE]?: true };

export const isReadAtOwnPace = (message: Message): boolean => message[OWN_PACE] === true;

/** Fails the reading of a message's body, now or later: the rest of it will never come. */
export function failBody(message: Message, reason: Problem): void {
  message[REASON] = reason;
  message.emit(BODY_FAILURE, reason);
}

/** Calls the listener when the body fails; at once if it has failed already. */
export function onBodyFailure(message: Message, listener: (reason: Problem) => void): void {
  const known = message[REASON];
  if (known === undefined) message.on(BODY_FAILURE, listener);
  else listener(known);
}

/** How long a client may go on sending a body that is not needed: many read the reply only after they have sent all. */
const DRAIN_TIMEOUT_MS = 1000;

/** Reads and discards the rest of a request, for a second at most: data that arrives after a close would reset the connection. */
export function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DRAIN_TIMEOUT_MS).unref();
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    request.once('end', finish);
    request.once('close', finish);
    onBodyFailure(request, finish);
    request.resume();
  });
}
