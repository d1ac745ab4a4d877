import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Json, JsonObject } from './json';
import type { Allowance, Animal, KeyName, Keys, NewAnimal, Operation, Plan, Problem, Row, Window } from './model';

/** What may come at once, or later: other requests are served meanwhile. */
export type Awaitable<T> = T | Promise<T>;

/** What requests that are served at once share. Only unusual servers use it. */
export interface Shared {
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
  readonly behaviour: Required<Behaviour>;
  readonly keys: Keys;
  readonly ledger: Map<string, Row>;
  /** Only faulty servers keep replies. */
  readonly replies: Map<string, Reply>;
  /** Only unusual servers count. */
  readonly counts: Map<string, number>;
  readonly shared: Shared;
  animals: readonly Animal[];
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
  readonly memory: Map<string, unknown>;
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
  readonly operation: Operation | undefined;
  /** The last part of the path, where an animal is read. */
  readonly id: string;
  readonly key: KeyName | undefined;
}

export interface Reply {
  readonly status: number;
  /** A header that is undefined is not sent. */
  readonly headers: OutgoingHttpHeaders;
  readonly body: Json | undefined;
  /** Instead of the body, where that is not JSON. */
  readonly text?: string;
}

export interface Outgoing {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly bytes: Buffer;
}

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
  /** What stands before the paths. */
  readonly basePath: string;
  /** The server's clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** The records at the start. */
  readonly catalogue: () => readonly Animal[];
  /** What others do between two requests. */
  readonly meanwhile: (world: World) => void;

  /** What a request is taken for when its turn has come. */
  readonly arrive: (asked: Asked) => Awaitable<Asked>;
  /** Whose key the `Authorization` header holds; undefined is a 401. */
  readonly parseKey: (authorization: string | undefined, asked: Asked) => KeyName | undefined;
  readonly planOf: (key: KeyName | undefined) => Plan;
  /** The row of the ledger that a request is written to. */
  readonly rowOf: (asked: Asked) => string;
  readonly cost: (asked: Asked) => number;
  /** When the minute's window begins whose first request comes at `now`; `last.opened` is 0 if there was none before. */
  readonly minuteBegan: (now: number, last: Window) => number;
  readonly meter: (asked: Asked) => Awaitable<Allowance>;
  /** The `Retry-After` of a 429. */
  readonly retryAfter: (allowance: Allowance, asked: Asked) => string | undefined;

  readonly parseBody: (asked: Asked) => Json;
  readonly readObject: (body: Json) => JsonObject;
  readonly readName: (value: Json | undefined) => string;
  readonly readCategory: (value: Json | undefined) => bigint;
  readonly readStatus: (value: Json | undefined) => string | undefined;
  /** All values of the query parameter, in their order. */
  readonly readLimit: (values: readonly string[]) => number;
  readonly readFilter: (values: readonly string[]) => string | undefined;
  readonly readId: (text: string) => bigint;

  /** What is kept of what was sent. */
  readonly adjust: (sent: NewAnimal, asked: Asked) => NewAnimal;
  /** Assigns an id and stores, in one step. */
  readonly keep: (kept: NewAnimal, asked: Asked) => Awaitable<Animal>;
  readonly assignId: (world: World, sent: NewAnimal) => bigint;
  readonly store: (animal: Animal, world: World) => void;
  readonly find: (id: bigint, world: World) => Awaitable<Animal | undefined>;
  /** All records, for a list. */
  readonly records: (asked: Asked) => Awaitable<readonly Animal[]>;
  readonly order: (animals: readonly Animal[]) => readonly Animal[];
  readonly filter: (animals: readonly Animal[], status: string | undefined, asked: Asked) => readonly Animal[];
  readonly page: (animals: readonly Animal[], limit: number, asked: Asked) => readonly Animal[];

  readonly show: (animal: Animal, asked: Asked) => Json;
  readonly errorBody: (problem: Problem, asked: Asked) => Json;
  /** The last word on a reply, before it is printed. */
  readonly rewrite: (reply: Reply, asked: Asked) => Awaitable<Reply>;
  readonly headers: (allowance: Allowance, reply: Reply, asked: Asked) => Awaitable<OutgoingHttpHeaders>;
  readonly print: (body: Json, asked: Asked) => string;
  readonly encode: (text: string, asked: Asked) => Buffer;
  readonly send: Send;
}

export type Behaviour = Partial<Stages>;
