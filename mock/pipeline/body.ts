import {
  essence,
  isJson,
  JsonError,
  jsonMediaType,
  type MediaType,
  matchMediaType,
  type Operation,
  parseJson,
  type RequestBody,
  validatorOf,
} from '../../openapi/contract';
import { bodyTooLarge, invalidBody, malformedBody, missingBody, unsupportedMediaType } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import { isMergePatch, violationOfPatch } from './merge-patch';
import type { Call } from './model';
import { readOtherBody } from './other-body';
import { refusedBody } from './refused-body';

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
 * @throws Problem 400 or 422 if the body is missing, 413 if its Content-Length is over the limit, 415 for a type that the
 *   operation does not accept
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
  const found = media.schema && validatorOf(media.schema, 'request')(value);
  if (found === undefined || media.schema === undefined) return value;
  if (!isMergePatch(operation, sent)) throw refusedBody(operation, media.schema, value, found);
  const violation = violationOfPatch(media.schema, value);
  if (violation !== undefined) throw invalidBody(refusalFor(operation, 'invalidBody'), violation);
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
 * `application/octet-stream` says of a body that it is bytes, and no more (RFC 2046 §4.5.1). Where ranges are taken, a client may
 * know no type to name: then it counts as none.
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
  try {
    return parseJson(utf8.decode(bytes));
  } catch (error) {
    const problem = error instanceof JsonError ? error.message : 'it is not UTF-8';
    throw malformedBody(refusalFor(operation, 'malformedBody'), problem);
  }
}
