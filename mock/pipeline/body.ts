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

/** What a body is to be read as. */
export interface BodyType {
  readonly media: MediaType;
  /** The `Content-Type` that came with it. */
  readonly sent: string;
}

/**
 * What a request's body is to be read as; undefined where there is none.
 *
 * @param limit bytes that are read at most
 * @throws Problem 400 where one is missing, 413 where it says that it is longer, 415 for a type that the operation has not
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
 * A body as JSON, or as a text of another type; undefined where it turned out to be empty.
 *
 * @throws Problem 400 where it is not what its schema allows, or missing
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

/** The media type of a body that has one; a body without is taken for JSON (RFC 9110 §8.3 lets the recipient guess). */
function typeOf({ content }: RequestBody, sent = 'application/json'): BodyType {
  const media = matchMediaType(content, sent);
  if (media === undefined)
    throw unsupportedMediaType(
      sent,
      content.map(({ type }) => type),
    );
  const charset = /;\s*charset="?([^";\s]+)/i.exec(sent)?.[1]?.toLowerCase();
  if (isJson(sent) && charset !== undefined && charset !== 'utf-8' && charset !== 'us-ascii') {
    // RFC 8259 §8.1: JSON travels in UTF-8.
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
