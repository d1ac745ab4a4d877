import {
  essence,
  fieldsOf,
  type MediaType,
  type Operation,
  readForm,
  type Schema,
  takesObjects,
  typesOf,
  validatorOf,
  valueOfText,
} from '../../openapi/contract';
import { malformedBody } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import { boundaryOf, MultipartError, parseMultipart } from '../http/multipart';
import { refusedBody } from './refused-body';

/**
 * The value of a body that is no JSON: the object of a form, the value of a text, and of any other type its text, which no
 * schema is asked about.
 *
 * @param sent its `Content-Type`
 * @throws Problem 400 if it can't be read, or violates its schema
 */
export function readOtherBody(operation: Operation, media: MediaType, sent: string, bytes: Buffer): unknown {
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
  const violation = schema && validatorOf(schema, 'request')(value);
  if (schema !== undefined && violation !== undefined) throw refusedBody(operation, schema, value, violation);
  return value;
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
