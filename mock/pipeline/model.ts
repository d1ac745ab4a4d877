import type { Contract, Match, Operation, Part } from '../../openapi/contract';
import type { Problem } from '../errors/problems';
import type { Answer } from '../http/answer';
import type { Outcome } from '../http/outcome';
import type { RawHeaders } from '../http/raw-headers';
import type { Log } from '../observe/log';
import type { Source } from '../values/source';
import type { Worlds } from '../world/model';
import type { Abort } from '../world/stores/faults';
import type { World, WorldState } from '../world/stores/model';
import type { Cors } from './cors';
import type { HttpRequest } from './request';

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
  /** What there is to read at a path that the contract does not have, such as the contract itself. */
  readonly documentAt: (path: string) => Outcome | undefined;
}

/** What becomes of a request: an answer, or a connection that is broken off in its place. */
export type AnswerOrAbort = Answer | { readonly abort: Abort };

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
  readonly request: HttpRequest;
  /** As it was sent, percent-encoded, without the query. */
  readonly path: string;
  /** What follows `?`; empty where nothing does. */
  readonly query: string;
  readonly operation: Operation | undefined;
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
  /** The methods of the path; none where it is unknown. */
  readonly allowed: readonly string[];
  /** What there is to read at the path beside the API. */
  readonly document: Outcome | undefined;
  /** Why there is no operation for it. */
  readonly refusal: Problem | undefined;
  readonly received: Received;
}

/** After `authenticate`. */
export interface Caller {
  readonly world: World;
  /** As the request found it: a reset replaces the world's by another. */
  readonly state: WorldState;
  /** When the request came, by the world's clock, and where the values that are made up for it come from. */
  readonly source: Source;
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
  /** Unix seconds: when the limit resets, as the headers say; undefined where the contract has no header for it. */
  readonly resetAt: number | undefined;
  /** Why the caller must wait. */
  readonly refusal: Problem | undefined;
}

/** After `applyFaults`: what the faults of the caller's world do to the request. */
export interface AppliedFaults {
  /** The last fault that struck it. */
  readonly faultId: string | undefined;
  /** What it is answered instead. */
  readonly refusal: Problem | undefined;
  /** How its connection is broken off instead of an answer. */
  readonly abort: Abort | undefined;
  /** Whether the world was reset while it waited: then it belongs to nothing that is still there. */
  readonly isStale: boolean;
}
