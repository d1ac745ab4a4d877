/** The contract as plain, readonly data: what the document says, with every `$ref` followed. */

/** One schema object of the document (OpenAPI 3.0 or 3.1), dereferenced; it may contain itself. */
export type Schema = Readonly<{
  type?: string | readonly string[];
  format?: string;
  nullable?: boolean;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: readonly unknown[];
  minimum?: number | bigint;
  maximum?: number | bigint;
  exclusiveMinimum?: boolean | number | bigint;
  exclusiveMaximum?: boolean | number | bigint;
  multipleOf?: number | bigint;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: Schema;
  prefixItems?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  required?: readonly string[];
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  not?: Schema;
  readOnly?: boolean;
  writeOnly?: boolean;
  [keyword: string]: unknown;
}>;

/** An example of the document: its name (empty for a lone `example`), its value and where it stands. */
export interface Example {
  readonly name: string;
  readonly value: unknown;
  readonly pointer: string;
}

export type ParameterLocation = 'path' | 'query' | 'header' | 'cookie';

export interface Parameter {
  readonly name: string;
  readonly in: ParameterLocation;
  readonly required: boolean;
  readonly schema: Schema;
  /** `style` of a query array: one value per occurrence, or one occurrence split at this character. */
  readonly separator: string | undefined;
  readonly examples: readonly Example[];
  /** JSON pointer into the document. */
  readonly pointer: string;
}

export interface MediaType {
  /** As the document spells it, e.g. `application/json`. */
  readonly type: string;
  readonly schema: Schema | undefined;
  readonly examples: readonly Example[];
  readonly pointer: string;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: readonly MediaType[];
  readonly pointer: string;
}

export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly examples: readonly Example[];
  /** What it tells of the allowance in force. */
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

/** How a credential is carried. OAuth 2 and OpenID Connect tokens travel as bearer tokens. */
export type SecurityScheme =
  | { readonly name: string; readonly kind: 'bearer'; readonly pointer: string }
  | {
      readonly name: string;
      readonly kind: 'apiKey';
      readonly in: 'header' | 'query' | 'cookie';
      readonly parameter: string;
      readonly pointer: string;
    };

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
  readonly deprecated: boolean;
  readonly deprecation: Deprecation | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly replies: readonly Reply[];
  /** The schemes of which any one lets a caller in; empty: no credential is asked for. */
  readonly security: readonly SecurityScheme[];
  readonly pointer: string;
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

export type AllowanceRole = 'limit' | 'remaining' | 'reset';

/** The name of the response header that tells it. */
export type AllowanceHeaders = Readonly<Record<AllowanceRole, string | undefined>>;

export type ErrorRole = 'status' | 'code' | 'message';

/** The one shape of every error: its schema, and the path to each property that has a role in it; `0` leads into an array. */
export interface ErrorEnvelope {
  readonly schema: Schema;
  readonly mediaType: string;
  readonly roles: Readonly<Partial<Record<ErrorRole, readonly string[]>>>;
  readonly pointer: string;
}

export type Role = 'list' | 'create' | 'read' | 'replace' | 'patch' | 'delete';

/** The part that an operation plays for a resource. */
export interface Part {
  readonly resource: Resource;
  readonly role: Role;
}

/** A query parameter that keeps the records whose property of the same name has its value. */
export interface Filter {
  readonly parameter: Parameter;
  readonly property: string;
}

/** What the paths say is one kind of record: a collection, its items, and who does what with them. */
export interface Resource {
  /** The last fixed segment of its collection's path, or the path where two would share a name. */
  readonly name: string;
  readonly collectionPath: string;
  readonly itemPath: string | undefined;
  readonly operations: Readonly<Partial<Record<Role, Operation>>>;
  /** The record as replies show it. */
  readonly schema: Schema;
  /** The property that holds the id, and the item path's parameter that asks for it. */
  readonly idProperty: string | undefined;
  readonly idParameter: Parameter | undefined;
  readonly filters: readonly Filter[];
  readonly pageSize: Parameter | undefined;
  /** The property of a list's reply that holds the records; undefined where the reply is the array. */
  readonly listProperty: string | undefined;
}

export interface Server {
  /** With every variable at its default. */
  readonly url: string;
  readonly description: string;
}

/** The document as it was read, for those who serve or cite it. */
export interface Source {
  /** File, URL or `-`, as it was asked for. */
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
  /** The parsed document before any `$ref` was followed. */
  readonly json: unknown;
}

export interface Contract {
  readonly title: string;
  readonly version: string;
  readonly source: Source;
  readonly servers: readonly Server[];
  /** The path part of the first server's URL, without a slash at its end: `/v1`, or empty. */
  readonly prefix: string;
  readonly operations: readonly Operation[];
  readonly resources: readonly Resource[];
  readonly plans: readonly Plan[];
  readonly allowanceHeaders: AllowanceHeaders;
  readonly envelope: ErrorEnvelope | undefined;
}
