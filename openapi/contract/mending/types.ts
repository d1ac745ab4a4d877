/** What authors write for a type, in lower case, as a schema: the types of JSON, and those of programs and databases. */
export const TYPES: ReadonlyMap<string, { readonly type?: string; readonly format?: string }> = new Map([
  ...['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'].map((type) => [type, { type }] as const),
  ...['str', 'text', 'char', 'varchar', 'enum'].map((name) => [name, { type: 'string' }] as const),
  ...['int', 'long', 'short', 'bigint', 'int32', 'int64'].map((name) => [name, { type: 'integer' }] as const),
  ...['float', 'double', 'decimal', 'numeric'].map((name) => [name, { type: 'number' }] as const),
  ...['bool'].map((name) => [name, { type: 'boolean' }] as const),
  ...['list'].map((name) => [name, { type: 'array' }] as const),
  ...['dict', 'map', 'hash', 'json'].map((name) => [name, { type: 'object' }] as const),
  ...['date', 'uuid', 'email'].map((name) => [name, { type: 'string', format: name }] as const),
  ...['uri', 'url'].map((name) => [name, { type: 'string', format: 'uri' }] as const),
  ...['datetime', 'date-time', 'timestamp'].map((name) => [name, { type: 'string', format: 'date-time' }] as const),
  ...['file', 'binary'].map((name) => [name, { type: 'string', format: 'binary' }] as const),
  ...['any', 'mixed'].map((name) => [name, {}] as const),
]);
