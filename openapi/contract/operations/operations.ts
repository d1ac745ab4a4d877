import { readDeprecation } from '../extensions/extensions';
import {
  arrayOrEmpty,
  isObject,
  type JsonObject,
  objectOrEmpty,
  own,
  pointerTo,
  stringOrUndefined,
} from '../json/value';
import type { Method, Operation, Parameter, ParameterLocation, SecurityScheme, Style } from '../model/operation';
import type { Example } from '../model/schema';
import { readBody, readExamples, readSchema, readSerialization } from './media-types';
import { readReplies } from './replies';
import { readSecurity, readSecuritySchemes, withoutCredentials } from './security';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Every operation of a dereferenced document that OpenAPI's own schema accepts, in the document's order. */
export function readOperations(document: JsonObject): readonly Operation[] {
  const schemes = readSecuritySchemes(document);
  const around = readAround(document);
  return Object.entries(objectOrEmpty(document.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = own(objectOrEmpty(item), method);
      return isObject(raw)
        ? [{ ...readOperation(document, schemes, path, objectOrEmpty(item), method, raw), around: around(raw) }]
        : [];
    }),
  );
}

function readOperation(
  document: JsonObject,
  schemes: ReadonlyMap<string, SecurityScheme>,
  path: string,
  item: JsonObject,
  method: (typeof METHODS)[number],
  raw: JsonObject,
): Operation {
  const pointer = pointerTo('/paths', path, method);
  const deprecation = readDeprecation(raw);
  const secured = readSecurity(arrayOrEmpty(raw.security ?? document.security), schemes);
  return {
    id: stringOrUndefined(raw.operationId) ?? `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as Method,
    path,
    summary: stringOrUndefined(raw.summary) ?? '',
    description: stringOrUndefined(raw.description) ?? '',
    deprecated: deprecation !== undefined,
    deprecation,
    parameters: withoutCredentials(readParameters(item, raw, pointerTo('/paths', path), pointer), secured.security),
    body: readBody(raw.requestBody, pointerTo(pointer, 'requestBody')),
    replies: readReplies(raw.responses, pointerTo(pointer, 'responses')),
    ...secured,
    pointer,
  };
}

/** Descriptions of the tags of an operation, and of the whole. */
function readAround(document: JsonObject): (raw: JsonObject) => readonly string[] {
  const tags = arrayOrEmpty(document.tags).map(objectOrEmpty);
  const whole = stringOrUndefined(objectOrEmpty(document.info).description);
  return (raw) => {
    const named = arrayOrEmpty(raw.tags);
    return [...tags.filter(({ name }) => named.includes(name)).map(({ description }) => description), whole].filter(
      (text) => typeof text === 'string',
    );
  };
}

/** What carries a message says these of it, whatever a client wants (RFC 9110 §7.2, §7.6.1, §8.6; RFC 9112 §6). */
const FRAMING: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'connection', 'host', 'expect']);

/** The path's parameters and the operation's own, which replace those of the same name and place; not those that are part of HTTP. */
function readParameters(item: JsonObject, raw: JsonObject, itemPointer: string, pointer: string): readonly Parameter[] {
  const all = new Map<string, Parameter>();
  const read = (parameters: unknown, at: string): void => {
    for (const [index, parameter] of arrayOrEmpty(parameters).entries()) {
      const raw = objectOrEmpty(parameter);
      if (!isNamed(raw)) continue;
      const parsed = readParameter(raw, pointerTo(at, 'parameters', index));
      if (parsed.in === 'header' && FRAMING.has(parsed.name.toLowerCase())) continue;
      all.set(`${parsed.in} ${parsed.name}`, parsed);
    }
  };
  read(item.parameters, itemPointer);
  read(raw.parameters, pointer);
  return [...all.values()];
}

/** Whether it has a name and a place; one that a fault of the document has left empty has none. */
const isNamed = (raw: JsonObject): boolean =>
  typeof raw.name === 'string' && typeof raw.in === 'string' && Object.hasOwn(STYLES, raw.in);

function readParameter(raw: JsonObject, pointer: string): Parameter {
  const schema = readSchema(raw);
  const place = raw.in as ParameterLocation;
  return {
    name: stringOrUndefined(raw.name) ?? '',
    in: place,
    required: raw.required === true,
    description: stringOrUndefined(raw.description) ?? '',
    schema,
    ...readSerialization(raw, STYLES[place]),
    allowsEmpty: raw.allowEmptyValue === true,
    examples: examplesOf(raw, pointer),
    pointer,
  };
}

/** Those of a parameter with `content` stand below that. */
function examplesOf(raw: JsonObject, pointer: string): readonly Example[] {
  const [entry] = Object.entries(objectOrEmpty(raw.content));
  if (entry === undefined) return readExamples(raw, pointer);
  const [type, media] = entry;
  return readExamples(objectOrEmpty(media), pointerTo(pointer, 'content', type));
}

/** The style where none is named (OpenAPI 3.0.3 §4.7.12.2). */
const STYLES: Readonly<Record<ParameterLocation, Style>> = {
  path: 'simple',
  header: 'simple',
  query: 'form',
  cookie: 'form',
};
