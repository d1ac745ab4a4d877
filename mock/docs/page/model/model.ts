import type { Json, JsonObject } from '../../../console/page/link/exact-json';

/** What the page shows of an OpenAPI document. */
export interface Reference {
  readonly document: JsonObject;
  readonly title: string;
  readonly version: string;
  /** As the document says it, e.g. `3.1.0`. */
  readonly openapi: string;
  readonly description: string;
  /** Pages about the API: terms, licence, whom to ask. */
  readonly pages: readonly Page[];
  readonly groups: readonly Group[];
  /** Requests that the server sends (OpenAPI 3.1). */
  readonly webhooks: readonly Operation[];
  readonly schemas: readonly (readonly [name: string, schema: Json])[];
  readonly schemes: readonly Scheme[];
}

export interface Page {
  readonly name: string;
  /** Of the web, or of a mailbox. */
  readonly address: string;
}

/** The operations of a tag. */
export interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}

export interface Operation {
  /** The fragment of its address, e.g. `operation/listThings`. */
  readonly anchor: string;
  /** Empty where the document has none. */
  readonly operationId: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly documentation: string;
  readonly deprecation: Deprecation | undefined;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: Body | undefined;
  readonly replies: readonly Reply[];
  readonly callbacks: readonly Operation[];
  /** Each names the schemes that go together, and one is enough. */
  readonly security: readonly (readonly Asked[])[];
  /** Whether none of them is needed. */
  readonly isOpen: boolean;
}

/** A security scheme that is asked for, and what its token has to allow. */
export interface Asked {
  readonly name: string;
  readonly scopes: readonly string[];
}

export interface Deprecation {
  /** `YYYY-MM-DD`, or empty. */
  readonly removal: string;
  /** The id of the operation to use instead, or empty. */
  readonly replacement: string;
}

export type Place = 'path' | 'query' | 'header' | 'cookie';

export interface Parameter {
  readonly name: string;
  readonly in: Place;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string;
  readonly schema: Json;
  readonly example: Json | undefined;
  /** How values of several parts are written: OpenAPI's `style`, or `json` for a parameter that has `content`. */
  readonly style: string;
  readonly explode: boolean;
}

export interface Body {
  readonly required: boolean;
  readonly description: string;
  readonly content: readonly MediaType[];
}

export interface Reply {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly headers: readonly Header[];
  readonly content: readonly MediaType[];
  readonly links: readonly Link[];
}

export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: Json;
}

export interface Link {
  readonly name: string;
  readonly description: string;
  /** Empty where it leads to an operation by its place. */
  readonly operationId: string;
  /** The operation's id or its place in a document. */
  readonly target: string;
}

export interface MediaType {
  readonly type: string;
  readonly schema: Json | undefined;
  readonly examples: readonly Example[];
  /** Of a form that a client sends, the fields that are files. */
  readonly files: readonly FileField[];
}

export interface FileField {
  readonly name: string;
  /** Whether it takes several. */
  readonly isMany: boolean;
  readonly required: boolean;
  readonly description: string;
}

export interface Example {
  readonly name: string;
  readonly value: Json;
}

/** A security scheme, and where a request carries its credential. */
export interface Scheme {
  readonly name: string;
  readonly description: string;
  readonly in: 'header' | 'query' | 'cookie';
  /** Of the header, the query parameter or the cookie. */
  readonly parameter: string;
  /** What comes before the credential, e.g. `Bearer `. */
  readonly prefix: string;
  /** Whether it is a user with a password, which are encoded (RFC 7617). */
  readonly isUser: boolean;
}
