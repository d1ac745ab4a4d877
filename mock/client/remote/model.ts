import type { Credential, SessionOptions } from '../../../openapi/types/control';
import type { MockFetch } from '../../server/fetch';
import type { SessionClient, WorldClient } from '../model';

/**
 * The clock of a world in another process. What a clock in process does at once is a promise here, so
 * `await clock.advance(60)` means the same for both.
 */
export interface RemoteClock {
  /** Unix milliseconds. */
  now(): Promise<number>;
  /** The real time that it is set against, in Unix milliseconds. */
  real(): Promise<number>;
  /** Asks the mock each time that it is read: `await clock.frozen`. */
  readonly frozen: Promise<boolean>;
  /**
   * Moves forward by so many seconds; a frozen clock stays frozen.
   *
   * @throws TypeError for what leads to no instant that RFC 3339 can write
   */
  advance(seconds: number): Promise<void>;
  freeze(): Promise<void>;
  /** Lets a frozen clock go on from where it stands. */
  run(): Promise<void>;
  /**
   * Goes to an instant: a `Date`, Unix milliseconds, or an ISO 8601 text.
   *
   * @throws TypeError for what is no instant that RFC 3339 can write
   */
  set(instant: Date | number | string): Promise<void>;
  /** Back to the real time, running. */
  reset(): Promise<void>;
}

/**
 * A world in another process. Every method also throws an Error if the mock can't be reached, does not answer in time or
 * refuses the admin token, and if the session has ended.
 */
export interface RemoteWorldClient extends Omit<WorldClient, 'clock'> {
  readonly clock: RemoteClock;
}

/** A world of its own in another process. */
export interface RemoteSessionClient extends RemoteWorldClient, Omit<SessionClient, keyof WorldClient | 'close'> {
  /** Ends the session; its keys are invalid from then on. It may have ended before. */
  close(): Promise<void>;
}

/** A mock in another process, with the methods of a `StartedMock`. */
export interface ConnectedMock extends RemoteWorldClient {
  /** With the contract's prefix, e.g. `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string;
  /** The path of the contract's server, which every path begins with, e.g. `/v1`. */
  readonly prefix: string;
  /** Each way to send an API key. */
  readonly credentials: readonly Credential[];
  /**
   * Sends a request to the mock, as `fetch` does, whatever host its address names: `mock.fetch('/v1/…')`. A redirect is
   * returned and not followed.
   */
  readonly fetch: MockFetch;
  /** Opens a session: a world of its own, which is reached with its own keys. */
  session(options?: SessionOptions): Promise<RemoteSessionClient>;
  /** Closes the sessions that were opened through this connection. The mock itself goes on. */
  close(): Promise<void>;
}
