import type { Problem } from '../errors/problems';
import type { WithHeaders } from '../http/header-values';
import type { RawHeaders } from '../http/raw-headers';

/** A request as its way takes it: whichever server has received it, an adapter makes one of these of it. */
export interface HttpRequest extends WithHeaders {
  readonly method: string;
  /** A path with its query or, through a proxy, a whole URL (RFC 9112 §3.2). */
  readonly target: string;
  readonly rawHeaders: RawHeaders;
  /** Stands for the connection: the same object for each request that comes on it. */
  readonly connection: object;
  /** The client's address, such as `127.0.0.1`. */
  readonly address: string;
  /** Whether a body with something in it comes with it. */
  readonly hasBody: boolean;
  /** What in its message breaks HTTP itself. */
  readonly defect: Problem | undefined;
  /** Whether the client has gone: nobody waits for a reply. */
  readonly isAbandoned: boolean;
  /**
   * Calls back when the client goes.
   *
   * @returns how to stop
   */
  onAbandoned(listener: () => void): () => void;
  /**
   * Reads the body, decoded as its `Content-Encoding` says; to be called once.
   *
   * @param limit how many decoded bytes are read at most
   * @throws Problem 400 where it ends too early or can't be decoded, 413 beyond the limit, 415 for an unknown coding
   */
  readBody(limit: number): Promise<Buffer>;
}
