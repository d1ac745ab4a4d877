import { EXTENSIONS } from '../extensions/extensions';

/** What a field may hold: a value of its own, or other objects of OpenAPI. */
type FieldType = ValueType | ObjectType;
export type ValueType = 'text' | 'flag' | 'number' | 'count' | 'texts' | 'list';
export interface ObjectType {
  /** `map` has names of the author's; `items` is a schema or a list of them. */
  readonly holds: 'one' | 'array' | 'map';
  readonly kind: Kind;
}

export type Kind =
  | 'document'
  | 'info'
  | 'server'
  | 'variable'
  | 'path item'
  | 'operation'
  | 'parameter'
  | 'body'
  | 'media type'
  | 'encoding'
  | 'example'
  | 'response'
  | 'header'
  | 'link'
  | 'schema'
  | 'security scheme'
  | 'components'
  | 'external documentation'
  | 'extension';

export type Fields = Readonly<Record<string, FieldType>>;

const one = (kind: Kind): ObjectType => ({ holds: 'one', kind });
const array = (kind: Kind): ObjectType => ({ holds: 'array', kind });
const map = (kind: Kind): ObjectType => ({ holds: 'map', kind });

const all = <F extends FieldType>(names: readonly string[], field: F): Readonly<Record<string, F>> =>
  Object.fromEntries(names.map((name) => [name, field]));

const EXTENDED = all(EXTENSIONS, one('extension'));
const SAID = all(['summary', 'description'], 'text' as const);
const GIVEN = { schema: one('schema'), examples: map('example'), content: map('media type') };
const DOCUMENTED = { externalDocs: one('external documentation') };
const CARRIED = {
  ...SAID,
  ...GIVEN,
  style: 'text',
  ...all(['required', 'deprecated', 'explode', 'allowReserved', 'allowEmptyValue'], 'flag' as const),
} as const;

/** The fields of OpenAPI's objects (3.0.4 §4.7, 3.1.1 §4.8) that are read here, and what they hold. Others, such as callbacks, are left as they are. */
export const KINDS: Readonly<Record<Kind, Fields>> = {
  document: {
    info: one('info'),
    servers: array('server'),
    paths: map('path item'),
    components: one('components'),
    security: 'list',
    ...DOCUMENTED,
    ...EXTENDED,
  },
  info: { title: 'text', version: 'text', ...SAID },
  server: { url: 'text', description: 'text', variables: map('variable') },
  variable: { default: 'text', description: 'text', enum: 'texts' },
  'path item': {
    ...all(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'], one('operation')),
    parameters: array('parameter'),
    servers: array('server'),
    ...SAID,
    ...EXTENDED,
  },
  operation: {
    ...all(['operationId', 'summary', 'description'], 'text'),
    tags: 'texts',
    deprecated: 'flag',
    parameters: array('parameter'),
    requestBody: one('body'),
    responses: map('response'),
    servers: array('server'),
    security: 'list',
    ...DOCUMENTED,
    ...EXTENDED,
  },
  parameter: { name: 'text', in: 'text', ...CARRIED, ...EXTENDED },
  header: { ...CARRIED, ...EXTENDED },
  body: { description: 'text', required: 'flag', content: map('media type'), ...EXTENDED },
  'media type': { schema: one('schema'), examples: map('example'), encoding: map('encoding'), ...EXTENDED },
  encoding: { contentType: 'text', style: 'text', explode: 'flag', allowReserved: 'flag', headers: map('header') },
  example: { ...SAID, externalValue: 'text', ...EXTENDED },
  response: {
    description: 'text',
    headers: map('header'),
    content: map('media type'),
    links: map('link'),
    ...EXTENDED,
  },
  link: { operationId: 'text', operationRef: 'text', description: 'text', ...EXTENDED },
  schema: {
    ...all(['title', 'description', 'format', 'pattern', '$comment', 'contentEncoding', 'contentMediaType'], 'text'),
    ...all(['nullable', 'readOnly', 'writeOnly', 'deprecated', 'uniqueItems'], 'flag'),
    ...all(['minimum', 'maximum', 'multipleOf'], 'number'),
    ...all(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'], 'count'),
    ...all(['minContains', 'maxContains'], 'count'),
    enum: 'list',
    examples: 'list',
    required: 'texts',
    ...all(['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'not'], one('schema')),
    ...all(['contains', 'propertyNames', 'if', 'then', 'else', 'contentSchema'], one('schema')),
    ...all(['allOf', 'anyOf', 'oneOf', 'prefixItems'], array('schema')),
    ...all(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'], map('schema')),
    ...DOCUMENTED,
    ...EXTENDED,
  },
  'security scheme': {
    ...all(['type', 'description', 'name', 'in', 'scheme', 'bearerFormat', 'openIdConnectUrl'], 'text'),
    ...EXTENDED,
  },
  components: {
    schemas: map('schema'),
    responses: map('response'),
    parameters: map('parameter'),
    examples: map('example'),
    requestBodies: map('body'),
    headers: map('header'),
    securitySchemes: map('security scheme'),
    links: map('link'),
    pathItems: map('path item'),
    ...EXTENDED,
  },
  'external documentation': { url: 'text', description: 'text' },
  extension: {},
};
