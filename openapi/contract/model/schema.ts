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
