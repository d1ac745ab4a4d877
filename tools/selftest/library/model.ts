import type { IncomingHttpHeaders } from 'node:http';
import type { Json, JsonObject } from '../server/json';
import type { Problem } from '../server/model';
import type { Fields } from './fields';

/** What the library keeps, from the top down: each lies below one of the kind before it. */
export const KINDS = ['branches', 'books', 'copies'] as const;
export type Kind = (typeof KINDS)[number];

/** A record, and the ids of those that it lies below, the top one first. */
export interface Stored {
  readonly kind: Kind;
  readonly parents: readonly Json[];
  readonly id: Json;
  /** What clients have sent of it. */
  readonly sent: JsonObject;
  /** When it was made, in milliseconds since 1970. */
  readonly madeAt: number;
}

/** All that one server remembers. */
export interface World {
  readonly behaviour: Stages;
  readonly key: string;
  records: readonly Stored[];
  /** Records made so far, those at the start included. */
  made: number;
  /** Requests so far, this one included. */
  seen: number;
  /** What only faulty servers remember. */
  readonly notes: Map<string, unknown>;
}

export type Operation = 'list' | 'create' | 'read' | 'replace' | 'patch' | 'delete';

export interface Asked {
  readonly world: World;
  readonly operation: Operation;
  readonly kind: Kind;
  /** Ids of the records above, as the path has them. */
  readonly above: readonly string[];
  /** The id that the path ends with; empty for a list. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly body: Json | undefined;
  /** `application/json` where there is a body and nothing is said. */
  readonly type?: string;
}

/** A page of records, and what else the list's reply says. */
export interface Page {
  readonly records: readonly Stored[];
  readonly said: JsonObject;
}

/** The places where a server may differ from the lawful one, in the order in which a request meets them. */
export interface Stages {
  /** The records at the start. */
  readonly opening: () => readonly Stored[];
  /** What a request waits for before anything is done; others are served meanwhile. */
  readonly arrive: (asked: Asked) => Promise<void> | undefined;
  /** What others do between two requests. */
  readonly meanwhile: (world: World) => void;
  readonly isKey: (headers: IncomingHttpHeaders, world: World) => boolean;
  /** Whether the records that a path goes through are there. */
  readonly hasParents: (asked: Asked) => boolean;
  readonly find: (asked: Asked) => Stored | undefined;

  readonly parseBody: (body: Buffer) => Json;
  readonly fields: Readonly<Record<Kind, Fields>>;
  /** What is kept of a valid body. @throws Refused */
  readonly read: (body: Json, asked: Asked) => JsonObject;
  /** The other record that stands in the way of one. */
  readonly clash: (record: Stored, world: World) => Stored | undefined;

  readonly assignId: (kind: Kind, world: World) => Json;
  readonly insert: (record: Stored, world: World) => void;
  /** What becomes of the sent members of a record. */
  readonly replaced: (before: Stored, body: JsonObject, asked: Asked) => JsonObject;
  readonly patched: (before: Stored, body: JsonObject, asked: Asked) => JsonObject;
  /** What is waited for when the record was read that is to be changed or deleted; others are served meanwhile. */
  readonly between: (record: Stored, asked: Asked) => Promise<void> | undefined;
  readonly update: (before: Stored, after: Stored, world: World) => void;
  readonly remove: (record: Stored, asked: Asked) => void;
  /** What is done where there is no such record; a reply takes the place of the 404. */
  readonly missing: (asked: Asked) => Reply | undefined;

  /** The records of a list before its filter. */
  readonly select: (asked: Asked) => readonly Stored[];
  readonly filter: (records: readonly Stored[], asked: Asked) => readonly Stored[];
  readonly page: (records: readonly Stored[], asked: Asked) => Page;
  readonly show: (record: Stored, asked: Asked) => JsonObject;
  readonly problem: (problem: Problem, asked: Asked | undefined) => Json;
  /** The last word on a reply. */
  readonly rewrite: (reply: Reply, asked: Asked) => Reply;
}

export type Behaviour = Partial<Stages>;
