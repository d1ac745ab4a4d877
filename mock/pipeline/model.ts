import type { Contract, Match, Operation, Purpose, SecurityScheme } from '../../openapi/contract';
import type { Abort } from '../../openapi/types/control';
import type { Behaviours } from '../behaviours/model';
import type { Problem } from '../errors/problems';
import type { Readiness } from '../home/readiness';
import type { RawHeaders, WithHeaders } from '../http/headers';
import type { Answer, Outcome } from '../http/reply';
import type { Log } from '../observe/log';
import type { Secrets } from '../observe/secrets';
import type { MakeUp } from '../values/source';
import type { Worlds } from '../world/model';
import type { Admitted, Deadline, Moment } from '../world/stores/admission';
import type { FaultReply } from '../world/stores/faults';
import type { RunningAllowance } from '../world/stores/ledger';
import type { World, WorldState } from '../world/stores/model';
import type { Awaitable } from '../world/stores/store';
import type { Cors } from './cors';
import type { HttpRequest } from './request';

/** What the request pipeline needs and no request changes. */
export interface Engine {
  readonly contract: Contract;
  readonly worlds: Worlds;
  readonly match: (method: string, path: string) => Match;
  /** What is left of the contract at a time in Unix milliseconds; undefined while no operation is removed. */
  readonly remainingAt: (now: number) => Remaining | undefined;
  /** What an operation does, for those whose paths say so. */
  readonly purposes: ReadonlyMap<Operation, Purpose>;
  /** Makes the values of replies look like real ones; undefined where they are the least that the contract allows. */
  readonly makeUp: MakeUp | undefined;
  readonly cors: Cors;
  readonly log: Log;
  /** Masks credentials wherever a request is shown. */
  readonly secrets: Secrets;
  readonly readiness: Readiness;
  /** Whether each answer is checked against the contract before it is sent. */
  readonly checkReplies: boolean;
  /** The document served at a path outside the contract, such as the contract itself. */
  readonly documentAt: (path: string, request: WithHeaders) => Outcome | undefined;
}

/** A contract without the operations that are removed, and what finds the others. */
export type Remaining = Pick<Engine, 'contract' | 'match'>;

/** How a request ends: with a reply, or with an aborted connection. */
export type AnswerOrAbort = Answer | { readonly abort: Abort };

/** What ends a request: what it has come to, or a reply or an aborted connection that is not presented any further. */
export type Ending = Outcome | Problem | { readonly sent: AnswerOrAbort; readonly record: () => void };

/**
 * A stage of the pipeline: it notes in the context what it finds, and returns what ends the request, or nothing. It is
 * asynchronous only where it has to wait.
 *
 * @throws StoreUnavailable
 */
export type Stage = (context: Context) => Awaitable<Ending | undefined>;

/** What the stages have found out about a request so far. */
export interface Context {
  readonly engine: Engine;
  /** When the request arrived, by `performance.now()`. */
  readonly startedAt: number;
  call: Call;
  /** By `authenticate`. */
  caller: Caller;
  /** By `admit`. */
  admitted: Admitted<Outcome>;
  /** By `admit`. */
  quota: Quota;
  /** By `applyFaults`; undefined where none applied. */
  fault: AppliedFaults | undefined;
}

/** The body of a request; filled by the step that reads it. */
interface Received {
  /** Set once a stage has begun to read it. */
  reading: Promise<Buffer> | undefined;
  /** The complete body, for the journal. */
  bytes: Buffer | undefined;
}

/** After `identify`: a request, and the operation that it calls. */
export interface Call {
  readonly request: HttpRequest;
  /** Without the query, percent-encoded as it was sent. */
  readonly path: string;
  /** What follows `?`; may be empty. */
  readonly query: string;
  readonly operation: Operation | undefined;
  readonly pathParameters: Readonly<Record<string, string | undefined>>;
  /** The methods of the path; empty if it is unknown. */
  readonly allowed: readonly string[];
  /** The document served at the path, if any. */
  readonly document: Outcome | undefined;
  /** Why there is no operation. */
  readonly refusal: Problem | undefined;
  readonly received: Received;
  /** Until when the store may keep it waiting. */
  readonly deadline: Deadline;
}

/** A credential that came with a request. */
export interface Credential {
  readonly scheme: SecurityScheme;
  readonly value: string;
}

/** After `authenticate`. */
export interface Caller {
  readonly world: World;
  /** The state at the time of the request: a reset gives the world a new one. */
  readonly state: WorldState;
  /** The time of the request, by the world's clock, and the random numbers for generated values. */
  readonly source: Moment;
  /** The ledger's name for the caller: a key's, or an address's. */
  readonly account: string;
  readonly allowances: readonly RunningAllowance[];
  /** All that came with the request, in every scheme that counts for it. */
  readonly credentials: readonly Credential[];
  /** The key's name, for logs; undefined without a valid key. */
  readonly keyName: string | undefined;
  /** What is done for this request where the document leaves things open. */
  readonly behaviours: Behaviours;
  /** Why the caller is refused. */
  readonly refusal: Problem | undefined;
}

/** What a reply shows of its caller's allowance. */
export interface Quota {
  /** The rate limit headers. */
  readonly headers: RawHeaders;
  /** When the limit resets, in Unix seconds; undefined if the contract has no header for it. */
  readonly resetAt: number | undefined;
  /** Why the caller has to wait. */
  readonly refusal: Problem | undefined;
}

/** What the faults of the caller's world did to a request. */
interface AppliedFaults {
  /** The last fault that applied to it. */
  readonly faultId: string | undefined;
  /** What is answered in place of the API's reply. */
  readonly answer: FaultAnswer | undefined;
}

/** What a fault answers. */
export interface FaultAnswer {
  readonly result: Outcome | Problem;
  /** By name, in place of those that the reply would have. */
  readonly own: NonNullable<FaultReply['headers']>;
  /** The rate limit headers, which agree with the reply. */
  readonly allowance: RawHeaders;
}
