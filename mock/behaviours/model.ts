import type { BehaviourId, OPTIONS_OF } from '../../openapi/behaviours/options';
import type { Contract, Operation, Parameter, Resource, Schema } from '../../openapi/contract';
import type { Problem } from '../errors/problems';
import type { WithHeaders } from '../http/headers';
import type { Answer } from '../http/reply';
import type { Source } from '../values/source';
import type { RunningAllowance } from '../world/stores/ledger';
import type { Collections, Created, Id, IdPolicy, StoredRecord } from '../world/stores/records';
import type { Awaitable } from '../world/stores/store';

/** What a behaviour may change: what a step of a request works with, and what the step knows besides. */
interface Steps {
  /** The query as it was sent, before its parameters are read. May throw a Problem. */
  query: { value: string; about: { readonly contract: Pick<Contract, 'operations'>; readonly operation: Operation } };
  /** What is read in place of a parameter that would be refused; undefined where it is refused. */
  parameter: { value: { readonly read: unknown } | undefined; about: RefusedParameter };
  /** A body that fits its schema. May throw a Problem. */
  body: { value: unknown; about: { readonly schema: Schema | undefined; readonly operation: Operation } };
  /** What the values of records are made and kept by. */
  source: { value: Source; about: undefined };
  /** What makes the fields of a new record, the best first: the first that the contract lets a reply show is stored. */
  newRecord: { value: readonly (() => Fields)[]; about: NewRecord };
  /** How new records of a resource are numbered. */
  ids: { value: IdPolicy; about: { readonly resource: Resource; readonly seed: number } };
  /** The order of a list where the request asks for none; ids need not be of records that are there. */
  order: { value: Awaitable<CompareIds>; about: { readonly seed: number; created(): Promise<readonly Created[]> } };
  /** For how many milliseconds a new record is in no list. */
  hidden: { value: number; about: NewInList };
  /** The records that a world begins with. */
  fixtures: { value: Collections; about: Contract };
  /** How the windows of allowances run. */
  windows: { value: readonly RunningAllowance[]; about: undefined };
  /** Whether a request that was answered with this status counts against its allowance. */
  cost: { value: boolean; about: number };
  /** For how many milliseconds a reply is held back. */
  latency: { value: number; about: Drawn };
  /** Why a request is refused. */
  refusal: { value: Problem; about: ReplyAbout };
  /** An error with its message for people. */
  message: { value: Problem; about: undefined };
  /** A text of an error body that is meant for programs. */
  code: { value: string; about: Problem };
  /** A JSON body, and how it is written. */
  json: { value: { readonly body: unknown; readonly form: JsonForm }; about: JsonAbout };
  /** The reply as it is sent. */
  send: { value: Answer; about: ReplyAbout };
}

/** Below 0 where the first comes before the second. */
export type CompareIds = (one: Id, other: Id) => number;

interface NewInList {
  readonly collection: string;
  readonly id: Id;
  readonly seed: number;
  /** For how long the reply is held back. */
  readonly latency: number;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What decides on all that a behaviour leaves to chance, so that the same seed gives the same bytes. */
export interface Drawn {
  /** The number of the request in its world. */
  readonly turn: number;
  /** 0 where none was given. */
  readonly seed: number;
}

export interface RefusedParameter {
  readonly operation: Operation;
  readonly parameter: Parameter;
  /** As it was sent, once for each time. */
  readonly texts: readonly string[];
  /** Whether it stands for an array, an object, or a text that holds one. */
  readonly isStructured: boolean;
  readonly defaultValue: unknown;
}

export interface NewRecord extends Drawn {
  readonly resource: Resource;
  readonly id: Id;
  /** What the client sent. */
  readonly body: unknown;
  /** The record that the mock makes by itself. */
  make(): StoredRecord;
}

/** The reply that is to be sent otherwise than the mock would by itself. */
export interface ReplyAbout extends Drawn {
  readonly contract: Contract;
  readonly request: WithHeaders & { readonly method: string };
  /** The path of the request. */
  readonly path: string;
  readonly operation: Operation | undefined;
  /** The time of the request by its world's clock, and the random numbers for what is made up. */
  readonly source: Source;
  /** What a fault has put into the reply, which stays as it is. */
  readonly given: Given | undefined;
}

export interface JsonAbout extends ReplyAbout {
  readonly status: number;
  /** Of the body. */
  readonly schema: Schema | undefined;
}

/** How JSON is written. */
export interface JsonForm {
  /** Whether each member and item has a line of its own. */
  readonly indented: boolean;
  /** Whether all that is not ASCII is escaped, and the slash. */
  readonly ascii: boolean;
  /** The names of an object's members in the order in which they are written. */
  readonly orderOf: (names: readonly string[]) => readonly string[];
}

/** Of a reply that a fault gives. */
export interface Given {
  readonly hasBody: boolean;
  /** The names of its headers, in lower case. */
  readonly headers: ReadonlySet<string>;
}

export type StepName = keyof Steps;

/** Changes what a step works with. */
export type Hook<Name extends StepName> = (
  value: Steps[Name]['value'],
  about: Steps[Name]['about'],
) => Steps[Name]['value'];

export type Hooks = { readonly [Name in StepName]: Hook<Name> };

/** What is done for one request where the document leaves things open. A step that no behaviour changes stays as it is. */
export interface Behaviours extends Hooks, Drawn {
  /** The steps that some behaviour changes. */
  readonly changes: ReadonlySet<StepName>;
}

/** One row of `openapi/silences.yaml`: what the mock does under each option but its own, under which nothing is changed. */
export interface Behaviour {
  readonly id: BehaviourId;
  readonly otherwise: Readonly<Record<string, Partial<Hooks>>>;
}

/** The options of a row but for the first, which is the mock's own. */
type OtherOption<Id extends BehaviourId> = (typeof OPTIONS_OF)[Id] extends readonly [
  string,
  ...infer Others extends string[],
]
  ? Others[number]
  : never;

export const behaviour = <Id extends BehaviourId>(
  id: Id,
  otherwise: Readonly<Record<OtherOption<Id>, Partial<Hooks>>>,
): Behaviour => ({ id, otherwise });
