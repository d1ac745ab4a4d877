import { readDeprecation } from '../extensions/deprecation';
import { readAllowanceRole } from '../extensions/roles';
import { isObject, own } from '../json/object';
import { pointerTo } from '../json/pointer';
import type {
  Header,
  Link,
  MediaType,
  Method,
  Operation,
  Parameter,
  ParameterLocation,
  Reply,
  RequestBody,
  SecurityScheme,
} from '../model/operation';
import type { Example, Schema } from '../model/schema';

type Node = Readonly<Record<string, unknown>>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Every operation of a dereferenced document that OpenAPI's own schema accepts, in the document's order. */
export function readOperations(document: Node): readonly Operation[] {
  const schemes = readSecuritySchemes(document);
  return Object.entries(node(document.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = own(node(item), method);
      return isObject(raw) ? [readOperation(document, schemes, path, node(item), method, raw)] : [];
    }),
  );
}

function readOperation(
  document: Node,
  schemes: ReadonlyMap<string, SecurityScheme>,
  path: string,
  item: Node,
  method: (typeof METHODS)[number],
  raw: Node,
): Operation {
  const pointer = pointerTo('/paths', path, method);
  const deprecation = readDeprecation(raw);
  return {
    id: text(raw.operationId) ?? `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as Method,
    path,
    summary: text(raw.summary) ?? '',
    deprecated: deprecation !== undefined,
    deprecation,
    parameters: readParameters(item, raw, pointerTo('/paths', path), pointer),
    body: readBody(raw.requestBody, pointerTo(pointer, 'requestBody')),
    replies: Object.entries(node(raw.responses))
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, reply]) => readReply(status, node(reply), pointerTo(pointer, 'responses', status))),
    security: readSecurity(list(raw.security ?? document.security), schemes),
    pointer,
  };
}

/** The path's parameters and the operation's own, which replace those of the same name and place. */
function readParameters(item: Node, raw: Node, itemPointer: string, pointer: string): readonly Parameter[] {
  const all = new Map<string, Parameter>();
  const read = (parameters: unknown, at: string): void => {
    for (const [index, parameter] of list(parameters).entries()) {
      const parsed = readParameter(node(parameter), pointerTo(at, 'parameters', index));
      all.set(`${parsed.in} ${parsed.name}`, parsed);
    }
  };
  read(item.parameters, itemPointer);
  read(raw.parameters, pointer);
  return [...all.values()];
}

function readParameter(raw: Node, pointer: string): Parameter {
  const schema = schemaOf(raw);
  return {
    name: text(raw.name) ?? '',
    in: raw.in as ParameterLocation,
    required: raw.required === true,
    schema,
    separator: separatorOf(raw),
    examples: readExamples(raw, pointer),
    pointer,
  };
}

/** OpenAPI 3.0.3 §4.7.12.3: a query array is repeated (`form`, exploded) or one text split at a character. */
function separatorOf(raw: Node): string | undefined {
  if (raw.style === 'spaceDelimited') return ' ';
  if (raw.style === 'pipeDelimited') return '|';
  if (raw.in === 'query' || raw.in === 'cookie') return raw.explode === false ? ',' : undefined;
  return ',';
}

function readBody(raw: unknown, pointer: string): RequestBody | undefined {
  if (!isObject(raw)) return undefined;
  return { required: raw.required === true, content: readContent(raw.content, pointer), pointer };
}

function readReply(status: string, raw: Node, pointer: string): Reply {
  return {
    status: (/^\d{3}$/.test(status) ? Number(status) : status) as Reply['status'],
    description: text(raw.description) ?? '',
    headers: Object.entries(node(raw.headers)).map(([name, header]) => readHeader(name, node(header), pointer)),
    content: readContent(raw.content, pointer),
    links: Object.entries(node(raw.links)).flatMap(([name, link]) => readLink(name, node(link), pointer)),
    pointer,
  };
}

function readHeader(name: string, raw: Node, replyPointer: string): Header {
  const pointer = pointerTo(replyPointer, 'headers', name);
  return {
    name,
    required: raw.required === true,
    schema: schemaOf(raw),
    examples: readExamples(raw, pointer),
    allowance: readAllowanceRole(raw),
    pointer,
  };
}

function readLink(name: string, raw: Node, replyPointer: string): readonly Link[] {
  const operationId = text(raw.operationId);
  if (operationId === undefined) return [];
  const parameters = Object.entries(node(raw.parameters)).flatMap(([parameter, expression]) =>
    typeof expression === 'string' ? [[parameter, expression] as const] : [],
  );
  return [
    { name, operationId, parameters: Object.fromEntries(parameters), pointer: pointerTo(replyPointer, 'links', name) },
  ];
}

function readContent(raw: unknown, owner: string): readonly MediaType[] {
  return Object.entries(node(raw)).map(([type, media]) => {
    const pointer = pointerTo(owner, 'content', type);
    const { schema } = node(media);
    return {
      type,
      schema: isObject(schema) ? (schema as Schema) : undefined,
      examples: readExamples(node(media), pointer),
      pointer,
    };
  });
}

/** `example` or `examples` beside a schema, and else the schema's own. */
function readExamples(raw: Node, pointer: string): readonly Example[] {
  if (raw.example !== undefined) return [{ name: '', value: raw.example, pointer: pointerTo(pointer, 'example') }];
  if (isObject(raw.examples)) {
    return Object.entries(raw.examples).flatMap(([name, example]) =>
      isObject(example) && example.value !== undefined
        ? [{ name, value: example.value, pointer: pointerTo(pointer, 'examples', name, 'value') }]
        : [],
    );
  }
  const own = isObject(raw.schema) ? raw.schema.example : undefined;
  return own === undefined ? [] : [{ name: '', value: own, pointer: pointerTo(pointer, 'schema', 'example') }];
}

function readSecuritySchemes(document: Node): ReadonlyMap<string, SecurityScheme> {
  const schemes = node(node(document.components).securitySchemes);
  return new Map(
    Object.entries(schemes).flatMap(([name, raw]) => {
      const scheme = readSecurityScheme(name, node(raw));
      return scheme === undefined ? [] : [[name, scheme] as const];
    }),
  );
}

/** A scheme of the document as one of the two kinds that are known here; undefined where it is neither. */
export function readSecurityScheme(name: string, raw: Node): SecurityScheme | undefined {
  const pointer = pointerTo('/components/securitySchemes', name);
  const isBearer = raw.type === 'http' && text(raw.scheme)?.toLowerCase() === 'bearer';
  if (isBearer || raw.type === 'oauth2' || raw.type === 'openIdConnect') return { name, kind: 'bearer', pointer };
  if (raw.type !== 'apiKey') return undefined;
  return {
    name,
    kind: 'apiKey',
    in: raw.in as 'header' | 'query' | 'cookie',
    parameter: text(raw.name) ?? '',
    pointer,
  };
}

/** The schemes of a list of requirements; none where an empty requirement lets everybody in. */
function readSecurity(
  requirements: readonly unknown[],
  schemes: ReadonlyMap<string, SecurityScheme>,
): readonly SecurityScheme[] {
  const names = requirements.map((requirement) => Object.keys(node(requirement)));
  if (names.some((alternatives) => alternatives.length === 0)) return [];
  return names.flat().flatMap((name) => schemes.get(name) ?? []);
}

/** The schema beside or, for a parameter or header with `content`, below; anything at all where there is none. */
function schemaOf(raw: Node): Schema {
  return isObject(raw.schema) ? (raw.schema as Schema) : {};
}

const node = (value: unknown): Node => (isObject(value) ? value : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
