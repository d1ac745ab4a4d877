import {
  isJson,
  JsonError,
  type MediaType,
  matchMediaType,
  type Operation,
  parseJson,
  type RequestBody,
  validatorOf,
} from '../../openapi/contract';
import { bodyTooLarge, invalidBody, malformedBody, missingBody, unsupportedMediaType } from '../errors/problems';
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
 * @throws Problem 400 if the body is missing, 413 if its Content-Length is over the limit, 415 for a type that the
 *   operation does not accept
 */
export function bodyTypeOf(
  { body }: Operation,
  { request }: Call,
  limit: number,
  contentType: string | undefined,
): BodyType | undefined {
  if (body === undefined) return undefined;
  if (Number(request.headers['content-length']) > limit) throw bodyTooLarge(limit);
  if (request.hasBody) return typeOf(body, contentType);
  checkMissing(body);
  return undefined;
}

/**
 * The value of a JSON body, or the text of another type; undefined if the body turns out to be empty.
 *
 * @throws Problem 400 if it violates its schema, or is missing
 */
export function readBody({ body }: Operation, { media, sent }: BodyType, bytes: Buffer): unknown {
  if (bytes.length === 0) {
    checkMissing(body);
    return undefined;
  }
  if (!isJson(sent)) return bytes.toString('utf8');
  const value = parse(bytes);
  const violation = media.schema && validatorOf(media.schema, 'request')(value);
  if (violation !== undefined) throw invalidBody(400, violation);
  return value;
}

/** Without a `Content-Type` a body counts as JSON (RFC 9110 §8.3 lets the recipient guess). */
function typeOf({ content }: RequestBody, sent = 'application/json'): BodyType {
  const media = matchMediaType(content, sent);
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

function checkMissing(body: RequestBody | undefined): void {
  if (body?.required === true) throw missingBody(400);
}

function parse(bytes: Buffer): unknown {
  try {
    return parseJson(utf8.decode(bytes));
  } catch (error) {
    if (error instanceof JsonError) throw malformedBody(400, error.message);
    throw malformedBody(400, 'it is not UTF-8');
  }
}
