import {
  essence,
  fieldsOf,
  fits,
  isJson,
  isObject,
  JsonError,
  jsonMediaType,
  type MediaType,
  matchMediaType,
  meantBy,
  type Operation,
  own,
  parseJson,
  partAt,
  pointerTokens,
  propertiesOf,
  type RequestBody,
  readForm,
  type Schema,
  schemaAt,
  takesObjects,
  typesOf,
  type Violation,
  valueOfText,
  violationsOf,
} from '../../openapi/contract';
import {
  bodyTooLarge,
  malformedBody,
  missingBody,
  type Problem,
  refusalOfBody,
  unsupportedMediaType,
} from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import { boundaryOf, MultipartError, parseMultipart } from '../http/multipart';
import type { Call } from './model';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** How a body is to be read. */
export interface BodyType {
  readonly media: MediaType;
  /** The `Content-Type` that was sent. */
  readonly sent: string;
}

/**
 * How a request's body is to be read; undefined if it has none.
 *
 * @param limit the most bytes that are read
 * @throws Problem 400 or 422 without a required body, 413 for a Content-Length over the limit, 415 for another type
 */
export function bodyTypeOf(
  operation: Operation,
  { request }: Call,
  limit: number,
  contentType: string | undefined,
): BodyType | undefined {
  const { body } = operation;
  if (body === undefined) return undefined;
  if (Number(request.headers['content-length']) > limit) throw bodyTooLarge(limit);
  if (request.hasBody || isEmptyForm(contentType)) return typeOf(body, contentType);
  checkMissing(operation);
  return undefined;
}

/**
 * The value of a body; undefined if it turns out to be empty.
 *
 * @throws Problem 400 or 422 if it violates its schema, or is missing
 */
export function readBody(operation: Operation, { media, sent }: BodyType, bytes: Buffer): unknown {
  if (bytes.length === 0 && !isEmptyForm(sent)) {
    checkMissing(operation);
    return undefined;
  }
  if (!isJson(sent) && !(isUnknownType(sent) && isJson(media.type)))
    return readOtherBody(operation, media, sent, bytes);
  const value = parse(operation, bytes);
  if (!isMergePatch(operation, sent)) return judged(operation, media.schema, value);
  if (media.schema === undefined || fits(media.schema, 'request', value)) return value;
  const refusal = refusalIn(operation, media.schema, withoutRemovals(media.schema, value));
  // What is removed is a member of the patch, too.
  if (refusal !== undefined && refusal.violations[0]?.keyword !== 'minProperties') throw refusal;
  return value;
}

/** A form without fields is an object without members, and no body that is missing. */
const isEmptyForm = (contentType: string | undefined): boolean =>
  contentType?.startsWith('application/x-www-form-urlencoded') === true;

/** Without a `Content-Type` a body counts as JSON, or as what is taken instead (RFC 9110 §8.3 lets the recipient guess). */
function typeOf({ content }: RequestBody, given?: string): BodyType {
  const sent = given ?? (jsonMediaType(content) === undefined ? content[0]?.type : undefined) ?? 'application/json';
  const media = matchMediaType(content, sent) ?? unknownIn(content, sent);
  if (media === undefined)
    throw unsupportedMediaType(
      sent,
      content.map(({ type }) => type),
    );
  const charset = /;\s*charset="?([^";\s]+)/i.exec(sent)?.[1]?.toLowerCase();
  if (isJson(sent) && charset !== undefined && charset !== 'utf-8' && charset !== 'us-ascii') {
    // RFC 8259 §8.1: JSON is sent in UTF-8.
    throw unsupportedMediaType(sent, [`${media.type}; charset=utf-8`]);
  }
  return { media, sent };
}

/**
 * `application/octet-stream` says nothing of a body but that it is bytes (RFC 2046 §4.5.1): where the operation takes ranges of
 * types, it counts as no type.
 */
function unknownIn(content: RequestBody['content'], sent: string): MediaType | undefined {
  const isUnknown = isUnknownType(sent) && content.some(({ type }) => type.includes('*'));
  return isUnknown ? jsonMediaType(content) : undefined;
}

const isUnknownType = (sent: string): boolean => essence(sent) === 'application/octet-stream';

function checkMissing(operation: Operation): void {
  if (operation.body?.required === true) throw missingBody(refusalFor(operation, 'missingBody'));
}

function parse(operation: Operation, bytes: Buffer): unknown {
  const refuse = (problem: string): never => {
    throw malformedBody(refusalFor(operation, 'malformedBody'), problem);
  };
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return refuse('it is not UTF-8');
  }
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonError) return refuse(error.message);
    throw error;
  }
}

/**
 * The value of a body that is no JSON: the object of a form, the value of a text; of any other type its text, unvalidated.
 *
 * @param sent its `Content-Type`
 * @throws Problem 400 if it can't be read, or violates its schema
 */
function readOtherBody(operation: Operation, media: MediaType, sent: string, bytes: Buffer): unknown {
  const type = essence(sent);
  const fields = FIELDS[type]?.(operation, sent, bytes);
  if (fields !== undefined) {
    const value = readForm(media, fieldsOf(fields));
    // Authors who call a form a text mean the file in it.
    return media.schema !== undefined && typesOf(media.schema).length > 0 && !takesObjects(media.schema)
      ? value
      : judged(operation, media.schema, value);
  }
  const text = textOf(bytes);
  if (!type.startsWith('text/') || media.schema === undefined) return text;
  const value = valueOfText(media.schema, text);
  // How a text stands for an object, such as one of YAML, is not known here.
  return takesObjects(media.schema) && typeof value === 'string' ? text : judged(operation, media.schema, value);
}

function judged(operation: Operation, schema: Schema | undefined, value: unknown): unknown {
  const refusal = schema && refusalIn(operation, schema, value);
  if (refusal !== undefined) throw refusal;
  return value;
}

function refusalIn(operation: Operation, schema: Schema, value: unknown): Problem | undefined {
  const refusal = refusalOfBody(refusalFor(operation, 'invalidBody'), schema, 'request', value);
  return refusal?.violations[0]?.keyword === 'oneOf' && isMeant(schema, value) ? undefined : refusal;
}

const MOST_UNIONS = 20;

/** Whether nothing is wrong with a body but that it fits several schemas of unions, whose discriminators name one of those. */
function isMeant(schema: Schema, value: unknown): boolean {
  const { told, more } = violationsOf(schema, 'request', value, MOST_UNIONS);
  const isUnion = ({ keyword, pointer }: Violation): boolean => {
    const steps = pointerTokens(pointer);
    const [union, part] = [schemaAt(schema, steps), partAt(value, steps)];
    const meant = union !== undefined && isObject(part) ? meantBy(union, part) : undefined;
    return keyword === 'oneOf' && meant !== undefined && fits(meant, 'request', part);
  };
  return more === 0 && told.every(isUnion);
}

const FORM = 'multipart/form-data';

const FIELDS: Readonly<Record<string, typeof partsOf>> = {
  'application/x-www-form-urlencoded': (_, __, bytes) => [...new URLSearchParams(bytes.toString('utf8'))],
  [FORM]: partsOf,
};

function partsOf(operation: Operation, sent: string, bytes: Buffer): readonly (readonly [string, string])[] {
  const boundary = boundaryOf(sent);
  if (boundary === undefined)
    throw malformedBody(refusalFor(operation, 'malformedBody'), 'its Content-Type names no boundary', FORM);
  try {
    return parseMultipart(bytes, boundary).map((part) => [part.name, textOf(part.bytes)]);
  } catch (error) {
    if (error instanceof MultipartError)
      throw malformedBody(refusalFor(operation, 'malformedBody'), error.message, FORM);
    throw error;
  }
}

/** Bytes as a text; those of a file that is none are kept in Base64. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes.toString('base64');
  }
}

const MERGE_PATCH = 'application/merge-patch+json';

/** Whether `null` removes a member of the body (RFC 7396), whatever its schema says of null. */
const isMergePatch = ({ method }: Operation, sent: string): boolean =>
  method === 'PATCH' && essence(sent) === MERGE_PATCH;

/** A patch without each `null` that its schema does not allow for a member that need not be there, at every depth. */
function withoutRemovals(schema: Schema, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.keys(patch).flatMap((name) => {
      const [value, property] = [own(patch, name), properties.get(name)];
      if (property === undefined) return [[name, value]];
      const isRemoval = value === null && !property.required && !fits(property.schema, 'request', null);
      return isRemoval ? [] : [[name, withoutRemovals(property.schema, value)]];
    }),
  );
}
