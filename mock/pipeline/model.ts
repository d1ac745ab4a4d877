import type { IncomingMessage } from 'node:http';
import type { Contract, Match, MediaType, Operation, Part } from '../../openapi/contract';
import type { Access } from '../control/access';
import type { Problem } from '../errors/problems';
import type { RawHeaders } from '../http/raw-headers';
import type { Log } from '../observe/log';
import type { World, WorldState } from '../world/stores/model';
import type { Worlds } from '../world/worlds';
import type { Cors } from './cors';

/** Everything that a request's way needs and that no request changes. */
export interface Engine {
  readonly contract: Contract;
  readonly worlds: Worlds;
  readonly match: (method: string, path: string) => Match;
  /** What an operation does, where the paths say so. */
  readonly parts: ReadonlyMap<Operation, Part>;
  readonly cors: Cors;
  readonly log: Log;
  /** Whether each reply is judged by the contract before it leaves. */
  readonly checkReplies: boolean;
  /** Who may use the control plane. */
  readonly access: Access;
  /** The value of a key that may be shown to anybody: the first, where the keys are the shipped demo ones. */
  readonly demoKey: string | undefined;
  /** When it was made, by `performance.now()`. */
  readonly startedAt: number;
}

// A request's way, step by step: each step adds to what is known, and none takes anything back.

/** What came of a request's body: filled by whoever reads it. */
export interface Received {
  /** The reading, once somebody has begun with it. */
  reading: Promise<Buffer> | undefined;
  /** All of it, for the journal. */
  bytes: Buffer | undefined;
}

/** After `identify`. */
export interface Call {
  readonly request: IncomingMessage;
  readonly method: string;
  /** As it was sent, percent-encoded, without the query. */
  readonly path: string;
  /** What follows `?`; empty where nothing does. */
  readonly query: string;
  readonly operation: Operation | undefined;
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
  /** The methods of the path; none where it is unknown. */
  readonly allowed: readonly string[];
  /** The contract itself, where that is what the path means. */
  readonly document: Outcome | undefined;
  /** Why there is no operation for it. */
  readonly refusal: Problem | undefined;
  readonly received: Received;
}

/** After `authenticate`. */
export interface Caller {
  readonly world: World;
  /** As it was when the request came. */
  readonly state: WorldState;
  /** The ledger's name for the caller: a key's, or an address's. */
  readonly account: string;
  readonly allowances: World['anonymous']['allowances'];
  /** The key's name, for logs; undefined without a valid key. */
  readonly keyName: string | undefined;
  /** Why the caller may not come in. */
  readonly refusal: Problem | undefined;
}

/** After `meter`. */
export interface Metered {
  /** The rate limit headers. */
  readonly headers: RawHeaders;
  /** Why the caller must wait. */
  readonly refusal: Problem | undefined;
}

/** After `validate`: values that fit the contract, with its defaults. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The media type under which the body was read. */
  readonly bodyType: MediaType | undefined;
}

/** After `act`. */
export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value, or a text of another media type; undefined for no body. */
  readonly body: unknown;
  readonly mediaType: string;
  /** The body as JSON, where that is known already. */
  readonly json?: string | undefined;
}
