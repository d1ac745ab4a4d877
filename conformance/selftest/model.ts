import type { IncomingHttpHeaders, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Behaviour } from './behaviour';
import type { Json } from './json';

/** `status` is any text, and `id` any integer: faulty servers keep what a lawful one would not. */
export interface Animal {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string | undefined;
}
export type NewAnimal = Omit<Animal, 'id'>;

export type Operation = 'list' | 'create' | 'read';
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

/** What is left after a request, or that it went over. `resetAt` is in milliseconds since 1970. */
export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: number;
  readonly refused: boolean;
}

/** All that one server remembers. Two servers share none of it. */
export interface World {
  readonly behaviour: Required<Behaviour>;
  readonly keys: Keys;
  readonly ledger: Map<string, Row>;
  /** Only faulty servers keep replies. */
  readonly replies: Map<string, Reply>;
  animals: readonly Animal[];
  /** Requests seen so far, this one included. */
  seen: number;
  /** Records made by requests so far. */
  made: number;
}

export interface Asked {
  readonly world: World;
  readonly method: string;
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
  /** Stands in for the body where that is not JSON. */
  readonly text?: string;
}

export interface Outgoing {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly bytes: Buffer;
}

export type Send = (response: ServerResponse, outgoing: Outgoing, asked: Asked) => void;

/** What a refused request is told. */
export interface Problem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}
