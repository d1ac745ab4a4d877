import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Contract, Operation as Documented, Parameter, Property, Role, Schema } from '../../../openapi/contract';
import type { Json, JsonObject } from './json';

/** A record of a collection, exact to the digit. Faulty servers keep members that a lawful one would not. */
export interface Stored {
  /** The name of its collection. */
  readonly kind: string;
  /** The ids of the records that it lies below, the top one first, as paths write them. */
  readonly parents: readonly string[];
  readonly id: Json;
  /** What clients have sent of it. */
  readonly members: JsonObject;
  /** When it was made, in milliseconds since 1970. */
  readonly madeAt: number;
}

export type Operation = Role;
export type Member = Pick<Property, 'name' | 'schema' | 'required'>;

/** What a server needs to know beside a document. */
export interface Ground {
  /** Where the document is. */
  readonly document: string;
  /** The records at the start. */
  readonly opening: () => readonly Stored[];
  /** Ids of collections that are no integers, by how many records were made before. */
  readonly textIds: Readonly<Record<string, (made: number) => Json>>;
  /** For each collection the member of which no two records have the same value, anywhere. */
  readonly unique: Readonly<Record<string, string>>;
}

/** What a document says of the records of one collection. */
export interface Collection {
  readonly name: string;
  /** The segments of the path of a record; ids are in braces. */
  readonly segments: readonly string[];
  readonly operations: Readonly<Partial<Record<Operation, Documented>>>;
  readonly idProperty: string;
  readonly idSchema: Schema;
  /** The member that holds the records in a list's reply; undefined where the reply is the list. */
  readonly listIn: string | undefined;
  readonly limit: Parameter | undefined;
  readonly filter: { readonly name: string; readonly schema: Schema } | undefined;
  /** The member that a parameter searches for a text. */
  readonly searched: string | undefined;
  /** The parameter that says where a page begins: how many records come before it, or behind which one it is. */
  readonly position: { readonly name: string; readonly kind: 'offset' | 'after' } | undefined;
  /** What a record shows beside the members that are sent: the time when it was made. */
  readonly madeAt: string | undefined;
  /** Members that are sent and never shown. */
  readonly secret: readonly string[];
}

/** A document, as a server keeps to it. */
export interface Subject {
  readonly ground: Ground;
  readonly contract: Contract;
  readonly collections: readonly Collection[];
  /** The header of the credential, in lower case. */
  readonly credential: string;
  readonly hasAllowances: boolean;
}

export type KeyName = 'main' | 'limit' | 'other';
export type Keys = Readonly<Record<KeyName, string>>;

/** Requests allowed in a minute and in a day. */
export interface Plan {
  readonly minute: number;
  readonly day: number;
}

/** Times are milliseconds since 1970. */
export interface Window {
  opened: number;
  used: number;
}

/** What was spent by one key. `times` is for windows that slide. */
export interface Row {
  readonly minute: Window;
  readonly day: Window;
  times: readonly number[];
}

/** What is left after a request, or that it was over the limit. `resetAt` is in milliseconds since 1970. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
  readonly refused: boolean;
}

/** What the reply to a refused request says. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** What requests that are served at once share. Only unusual servers use it. */
interface Shared {
  /** The requests that are being served. */
  readonly current: Set<Asked>;
  /** The request that came last. */
  asked: Asked | undefined;
  /** What was left after the request that was counted last. */
  allowance: Allowance | undefined;
  /** The reply that was made last. */
  reply: Reply | undefined;
  /** Settles when the request before has left what one at a time may enter. */
  turn: Promise<void>;
}

/** All that one server remembers. Two servers share none of it. */
export interface World {
  readonly subject: Subject;
  readonly behaviour: Stages;
  readonly keys: Keys;
  readonly ledger: Map<string, Row>;
  /** Only unusual servers count. */
  readonly counts: Map<string, number>;
  /** What only unusual servers remember. */
  readonly notes: Map<string, unknown>;
  readonly shared: Shared;
  records: readonly Stored[];
  /** Records that were deleted, in that order. */
  removed: readonly Stored[];
  /** Requests seen so far, this one included. */
  seen: number;
  /** Records made by requests so far. */
  made: number;
}

/** The connection that a request came over. */
export interface ConnectionOf {
  /** From 1, in the order in which they came. */
  readonly number: number;
  /** Requests seen on it so far, this one included. */
  seen: number;
  /** Only faulty servers keep something of a connection. */
  readonly notes: Map<string, unknown>;
}

export interface Asked {
  readonly world: World;
  /** From 1, in the order in which requests came. */
  readonly number: number;
  readonly connection: ConnectionOf;
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  /** Without what stands before the paths. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Undefined where the path has not this method, or there is nothing at it. */
  readonly operation: Operation | undefined;
  /** The collection that the path leads to; empty where it leads to none. */
  readonly kind: string;
  /** Ids of the records above, as the path has them. */
  readonly above: readonly string[];
  /** The id that the path ends with; empty for a list. */
  readonly id: string;
  readonly key: KeyName | undefined;
}

export interface Reply {
  readonly status: number;
  /** A header that is undefined is not sent. */
  readonly headers?: OutgoingHttpHeaders | undefined;
  readonly body?: Json | undefined;
  /** Instead of the body, where that is not JSON. */
  readonly text?: string;
}

export interface Outgoing {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly bytes: Buffer;
}

/** What may come at once, or later: other requests are served meanwhile. */
export type Awaitable<T> = T | Promise<T>;

/** Ends the response, at once or later. */
export type Send = (response: ServerResponse, outgoing: Outgoing, asked: Asked) => Awaitable<void>;

/**
 * The places where a server may differ from the lawful base (`lawfulBase` in base.ts), in the order in which a request
 * meets them. A behaviour names only what it changes. Readers throw `Refused` for what they do not accept.
 *
 * Where a stage gives an `Awaitable`, other requests may be served before it has its result: that is where races are.
 * Each stage of the base is one step, which no other request interrupts.
 */
export interface Stages {
  /** What stands before the paths; undefined is what the document says. */
  readonly basePath: string | undefined;
  /** The server's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** The records at the start; undefined are those of the subject. */
  readonly opening: (() => readonly Stored[]) | undefined;
  /** What others do between two requests. */
  readonly meanwhile: (world: World) => void;

  /** What a request is taken for when its turn has come. */
  readonly arrive: (asked: Asked) => Awaitable<Asked>;
  /** Whose key the credential's header holds; undefined is a 401. */
  readonly parseKey: (credential: string | undefined, asked: Asked) => KeyName | undefined;
  readonly planOf: (key: KeyName | undefined) => Plan;
  /** The row of the ledger that a request is written to. */
  readonly rowOf: (asked: Asked) => string;
  readonly cost: (asked: Asked) => number;
  /** When the minute's window begins whose first request comes at `now`; `last.opened` is 0 if there was none before. */
  readonly minuteBegan: (now: number, last: Window) => number;
  readonly meter: (asked: Asked) => Awaitable<Allowance>;
  /** The `Retry-After` of a 429. */
  readonly retryAfter: (allowance: Allowance, asked: Asked) => string | undefined;

  /** Whether the records that a path goes through are there. */
  readonly hasParents: (asked: Asked) => boolean;
  readonly parseBody: (asked: Asked) => Json;
  readonly readObject: (body: Json, asked: Asked) => JsonObject;
  /** What is kept of a member; undefined where it is none. */
  readonly readMember: (member: Member, value: Json | undefined, asked: Asked) => Json | undefined;
  /** The members of a body that are kept. */
  readonly read: (body: Json, asked: Asked) => JsonObject;
  /** All values of the query parameter, in their order. */
  readonly readLimit: (values: readonly string[], asked: Asked) => number;
  readonly readFilter: (values: readonly string[], asked: Asked) => string | undefined;
  readonly readId: (text: string, asked: Asked) => Json;

  /** What a create keeps of what was sent. */
  readonly adjust: (sent: JsonObject, asked: Asked) => JsonObject;
  /** Assigns an id and stores, in one step. */
  readonly keep: (kept: JsonObject, asked: Asked) => Awaitable<Stored>;
  readonly assignId: (world: World, unnamed: Omit<Stored, 'id'>) => Json;
  /** The other record that stands in the way of one. */
  readonly clash: (record: Stored, world: World) => Stored | undefined;
  readonly store: (record: Stored, world: World) => void;
  readonly find: (id: Json, asked: Asked) => Awaitable<Stored | undefined>;
  /** What is done where there is no such record; a reply takes the place of the 404. */
  readonly missing: (asked: Asked) => Awaitable<Reply | undefined>;
  /** What becomes of the members of a record that is replaced, or patched. */
  readonly replaced: (before: Stored, body: JsonObject, asked: Asked) => JsonObject;
  readonly patched: (before: Stored, body: JsonObject, asked: Asked) => JsonObject;
  /** What is waited for when the record was read that is to be changed or deleted. */
  readonly between: (record: Stored, asked: Asked) => Promise<void> | undefined;
  readonly update: (before: Stored, after: Stored, asked: Asked) => void;
  readonly remove: (record: Stored, asked: Asked) => void;

  /** The records of a list before its filter. */
  readonly records: (asked: Asked) => Awaitable<readonly Stored[]>;
  readonly order: (records: readonly Stored[]) => readonly Stored[];
  readonly filter: (records: readonly Stored[], wanted: string | undefined, asked: Asked) => readonly Stored[];
  readonly page: (records: readonly Stored[], limit: number, asked: Asked) => readonly Stored[];
  /** What a list says beside its records: all that there are, and those of this page. */
  readonly beside: (records: readonly Stored[], shown: readonly Stored[], asked: Asked) => JsonObject;

  readonly show: (record: Stored, asked: Asked) => JsonObject;
  readonly errorBody: (problem: Problem, asked: Asked) => Json;
  /** The last word on a reply, before it is printed. */
  readonly rewrite: (reply: Reply, asked: Asked) => Awaitable<Reply>;
  readonly headers: (allowance: Allowance, reply: Reply, asked: Asked) => Awaitable<OutgoingHttpHeaders>;
  readonly print: (body: Json, asked: Asked) => string;
  readonly encode: (text: string, asked: Asked) => Buffer;
  readonly send: Send;
}

export type Behaviour = Partial<Stages>;
