import type { AllowanceRole, Operation, SecurityScheme } from './operation';
import type { DocumentProblem } from './problem';
import type { Resource, Singleton } from './resource';
import type { Schema } from './schema';

export interface Server {
  /** With every variable at its default. */
  readonly url: string;
  readonly description: string;
}

/** The document as it was read. */
export interface Source {
  /** File, URL or `-`, as it was asked for. */
  readonly name: string;
  /** Where a URL has led after redirects; else the name. */
  readonly url: string;
  readonly text: string;
  /** Of the text. */
  readonly sha256: string;
  /** The parsed document before any `$ref` was followed. */
  readonly json: unknown;
}

export interface Contract {
  readonly title: string;
  readonly version: string;
  /** What the document says of the whole. */
  readonly description: string;
  readonly source: Source;
  /** Of the document and all that its references have led to; the source's own where they lead to no other file. */
  readonly sha256: string;
  readonly servers: readonly Server[];
  /** The path part of the first server's URL, without a slash at its end: `/v1`, or empty. */
  readonly prefix: string;
  readonly operations: readonly Operation[];
  /** Those that the document defines, whether an operation asks for them or not. */
  readonly securitySchemes: readonly SecurityScheme[];
  readonly resources: readonly Resource[];
  /** Things at a path of their own, in no collection. By conventions alone: no server is judged by them. */
  readonly singletons: readonly Singleton[];
  readonly plans: readonly Plan[];
  readonly allowanceHeaders: AllowanceHeaders;
  /** The usual shape of errors, for those that no operation describes. A reply has its own. */
  readonly envelope: ErrorEnvelope | undefined;
  /** By the id of an unspecified behaviour, the options that the document leaves of it. */
  readonly leftOpen: Readonly<Record<string, readonly string[]>>;
  /** What is wrong with the document, and what is done about it. */
  readonly warnings: readonly DocumentProblem[];
}

/** One window of a plan: so many requests in so many seconds. */
export interface Allowance {
  /** The window's name in the document: `second`, `minute`, `hour` or `day`. */
  readonly window: string;
  readonly requests: number;
  readonly seconds: number;
}

export interface Plan {
  readonly name: string;
  /** Shortest window first; `custom` where each customer has figures of its own. */
  readonly allowances: readonly Allowance[] | 'custom';
  readonly pointer: string;
}

/** The names of the response headers that have the figures. */
export type AllowanceHeaders = Readonly<Record<AllowanceRole, string | undefined>>;

export type ErrorRole = 'status' | 'code' | 'message';

/** A shape of errors: its schema, and the path to each property that has a role in it; `0` leads into an array. */
export interface ErrorEnvelope {
  readonly schema: Schema;
  readonly mediaType: string;
  readonly roles: Readonly<Partial<Record<ErrorRole, readonly string[]>>>;
  readonly pointer: string;
}
