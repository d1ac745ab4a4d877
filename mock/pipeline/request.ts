import type { Problem } from '../errors/problems';
import type { RawHeaders, WithHeaders } from '../http/headers';

/** A request as the pipeline takes it; each server's adapter makes one. */
export interface HttpRequest extends WithHeaders {
  readonly method: string;
  /** A path with its query or, through a proxy, an absolute URL (RFC 9112 §3.2). */
  readonly target: string;
  readonly rawHeaders: RawHeaders;
  /** Identifies the connection: the same object for each of its requests. */
  readonly connection: object;
  /** The client's address, such as `127.0.0.1`. */
  readonly address: string;
  /** Whether the request has a body that is not empty. */
  readonly hasBody: boolean;
  /** How the message violates HTTP itself, if it does. */
  readonly defect: Problem | undefined;
  /** Whether the client has left and no longer waits for a reply. */
  readonly isAbandoned: boolean;
  /**
   * Calls the listener when the client leaves.
   *
   * @returns a function that removes the listener
   */
  onAbandoned(listener: () => void): () => void;
  /**
   * Reads the body and undoes its `Content-Encoding`. To be called once.
   *
   * @param limit the most decoded bytes that are read
   * @throws Problem 400 if it ends too early or can't be decoded, 413 beyond the limit, 415 for an unknown coding
   */
  readBody(limit: number): Promise<Buffer>;
  /**
   * Reads the body in pieces, each when it is asked for: the client waits meanwhile. In place of `readBody`.
   *
   * @param limit the most decoded bytes that are read
   * @param isInTheWay whether others wait for the body's end: a client that is slow is given up then
   * @throws Problem as `readBody` does, and 408 for a client that is too slow
   */
  readPieces(limit: number, isInTheWay: () => boolean): AsyncIterable<Buffer>;
  /**
   * Takes room for a large reply, before it is made. Absent where the caller gets it all the same.
   *
   * @param bytes of its body, at most
   * @returns whether there is room; there is none once the client has left. Undefined where there is some at once.
   */
  readonly roomForReply?: ((bytes: number) => Promise<boolean> | undefined) | undefined;
}
