import type { Contract, MediaType, Operation, Resource } from '../../openapi/contract';
import type { Behaviours } from '../behaviours/model';
import type { WithHeaders } from '../http/headers';
import type { Upload } from '../http/multipart';
import type { Outcome } from '../http/reply';
import type { Source } from '../values/source';
import type { Condition, Records } from '../world/stores/records';

/** What a request says: values that fit the contract, with its defaults. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The media type under which the body was read. */
  readonly bodyType: MediaType | undefined;
  /** The `Accept` that came with it. */
  readonly accept?: string | undefined;
  /** Finds the files that came with it; undefined for a body that can have none. */
  readonly uploads?: (() => readonly Upload[]) | undefined;
}

/** What an action is given. */
export interface Task {
  readonly contract: Contract;
  readonly records: Records;
  /** What is made up is drawn from this: of a question it is the same all day. */
  readonly source: Source;
  /** When the request is, by the clock of its world, in Unix milliseconds. */
  readonly now: () => number;
  readonly operation: Operation;
  readonly input: Input;
  /** The property by which the path names its record in place of the id. */
  readonly named?: Condition | undefined;
  readonly call: Address;
  /** What is done where the document leaves things open. */
  readonly behaviours: Behaviours;
}

/** The address that a request was sent to. */
export interface Address {
  readonly request: WithHeaders & { readonly connection: object };
  /** Without the query, percent-encoded as it was sent. */
  readonly path: string;
  readonly query: string;
}

/** What one kind of operation does. @throws Problem where the records do not allow it */
export type Action = (task: Task, resource: Resource) => Promise<Outcome>;
