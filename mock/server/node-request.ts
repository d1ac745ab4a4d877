import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Problem } from '../errors/problems';
import type { HttpRequest } from '../pipeline/request';
import { onBodyFailure, readAtOwnPace } from './body-failure';
import { type ByteSource, readBytes } from './bytes';
import { framingDefect } from './framing';
import { hasBody } from './has-body';
import { piecesOf } from './pieces';

/** How long a client may take in all to send a body that is read in pieces, not counting the time that it has to wait. */
const PATIENCE_MS = 30_000;

/** A request that Node's server has received. A class with getters, since many requests never need most of this. */
export class NodeRequest implements HttpRequest, ByteSource {
  readonly method: string;
  readonly target: string;

  /** @param rooms of large bodies, until the reply is over */
  constructor(
    private readonly message: IncomingMessage,
    readonly rooms?: ByteSource['rooms'],
    readonly roomForReply?: HttpRequest['roomForReply'],
  ) {
    this.method = message.method ?? 'GET';
    this.target = message.url ?? '/';
  }

  get headers(): IncomingMessage['headers'] {
    return this.message.headers;
  }

  get rawHeaders(): readonly string[] {
    return this.message.rawHeaders;
  }

  get connection(): Socket {
    return this.message.socket;
  }

  get address(): string {
    return this.message.socket.remoteAddress ?? 'unknown';
  }

  get hasBody(): boolean {
    return hasBody(this.message);
  }

  get defect(): Problem | undefined {
    return framingDefect(this.message);
  }

  get isAbandoned(): boolean {
    return this.message.socket.destroyed;
  }

  onAbandoned(listener: () => void): () => void {
    const { socket } = this.message;
    socket.once('close', listener);
    return () => socket.off('close', listener);
  }

  readBody(limit: number): Promise<Buffer> {
    return readBytes(this, limit);
  }

  readPieces(limit: number, isInTheWay: () => boolean): AsyncIterable<Buffer> {
    readAtOwnPace(this.message);
    return piecesOf(this, limit, { ms: PATIENCE_MS, isInTheWay });
  }

  get stream(): Readable {
    return this.message;
  }

  get coding(): string | undefined {
    return this.message.headers['content-encoding'];
  }

  get isCutOff(): boolean {
    return this.message.destroyed && !this.message.complete;
  }

  onBodyFailure(listener: (reason: Problem) => void): void {
    onBodyFailure(this.message, listener);
  }
}
