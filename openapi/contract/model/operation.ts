import type { Example, Schema } from './schema';

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

export type Style = 'form' | 'simple' | 'label' | 'matrix' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject';

/** How a value that is no single text is written as texts (OpenAPI 3.0.3 §4.7.12.3). */
export interface Serialization {
  readonly style: Style;
  readonly explode: boolean;
  /** The character between the items of an array in one text; undefined where each item is an occurrence of its own. */
  readonly separator: string | undefined;
  /** The media type of a text that holds the whole value, such as JSON; undefined where the style says how it is written. */
  readonly mediaType: string | undefined;
}

export interface Parameter extends Serialization {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  /** What the document says of it; empty where it says nothing. */
  readonly description: string;
  readonly schema: Schema;
  /** Whether its text may be empty, whatever its schema says. */
  readonly allowsEmpty: boolean;
  readonly examples: readonly Example[];
  /** JSON pointer into the document. */
  readonly pointer: string;
}

export interface MediaType {
  /** As the document spells it, e.g. `application/json`. */
  readonly type: string;
  readonly schema: Schema | undefined;
  readonly examples: readonly Example[];
  /** Values of examples that break the schema, of a request where there are any. */
  readonly brokenExamples?: readonly unknown[];
  /** Of a form: how its properties are written, by their names, where the document says so. */
  readonly encoding?: Readonly<Record<string, Serialization>>;
  /** What the schema of XML is called among the components. */
  readonly schemaName?: string;
  readonly pointer: string;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaType[];
  readonly pointer: string;
}

/** A figure of the client's quota that a header has. */
export type AllowanceRole = 'limit' | 'remaining' | 'reset';

export interface Header {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly examples: readonly Example[];
  readonly allowance: AllowanceRole | undefined;
  readonly pointer: string;
}

/** A link of a reply: the operation it leads to and the runtime expressions that fill its parameters. */
export interface Link {
  readonly name: string;
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly pointer: string;
}

export interface Reply {
  /** An exact status (`200`), a range (`4XX`) or `default`. */
  readonly status: number | '1XX' | '2XX' | '3XX' | '4XX' | '5XX' | 'default';
  readonly description: string;
  readonly headers: readonly Header[];
  readonly content: readonly MediaType[];
  readonly links: readonly Link[];
  readonly pointer: string;
}

/**
 * How a credential is carried. OAuth 2 and OpenID Connect tokens travel as bearer tokens; `basic` is that of RFC 7617; `http` is any
 * other scheme of the header `Authorization`, whose name stands before the credential.
 */
export type SecurityScheme = { readonly name: string; readonly pointer: string } & (
  | {
      readonly kind: 'bearer';
      /** Where clients get tokens by OAuth 2, as the document writes it. */
      readonly tokenUrls?: readonly string[];
    }
  | { readonly kind: 'basic' }
  | { readonly kind: 'http'; readonly scheme: string }
  | { readonly kind: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly parameter: string }
);

/** Credentials that a request has to carry all at once. */
export type Requirement = readonly SecurityScheme[];

export interface Deprecation {
  /** Unix seconds from which the operation counts as deprecated, where the document says so. */
  readonly since: number | undefined;
  /** Unix seconds of the announced removal (the start of that day, UTC). */
  readonly removal: number | undefined;
  /** The id of the operation to use instead. */
  readonly replacement: string | undefined;
  /** Where a person reads about it: the operation's `externalDocs`. */
  readonly documentation: string | undefined;
}

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE' | 'OPTIONS' | 'HEAD' | 'PATCH' | 'TRACE';

export interface Operation {
  /** `operationId`, or `METHOD path` where the document gives none. */
  readonly id: string;
  readonly method: Method;
  /** The path template below the prefix, e.g. `/things/{thingId}`. */
  readonly path: string;
  readonly summary: string;
  /** What the document says of all operations: of those of the same tags, then of each. */
  readonly around?: readonly string[];
  readonly description: string;
  readonly deprecated: boolean;
  readonly deprecation: Deprecation | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly replies: readonly Reply[];
  /** Any one of them lets a caller in, and none is empty; without any, no credential is asked for. */
  readonly security: readonly Requirement[];
  /** What a caller may meet though nothing is asked for; there is none where `security` asks for something. */
  readonly optionalSecurity: readonly Requirement[];
  /** The scopes, or roles, that each requirement of the document asks for by its schemes' names; none where one of them asks for none. */
  readonly scopes: readonly Readonly<Record<string, readonly string[]>>[];
  readonly pointer: string;
}
