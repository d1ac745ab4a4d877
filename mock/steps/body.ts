import type { IncomingMessage } from 'node:http';
import {
  isJson,
  JsonError,
  type MediaType,
  matchMediaType,
  type Operation,
  parseJson,
  validatorOf,
} from '../../openapi/contract';
import { bodyTooLarge, invalidBody, malformedBody, missingBody, unsupportedMediaType } from '../errors/problems';
import type { Call } from '../model';
import { readBytes } from './bytes';

/** Bytes of a request's body that are read at most. */
export const BODY_LIMIT = 2 ** 20;

const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface Body {
  /** As JSON, or as text of another type; undefined where there is none. */
  readonly value: unknown;
  readonly type: MediaType | undefined;
}

const NO_BODY: Body = { value: undefined, type: undefined };

/**
 * Reads a request's body and holds it against the operation's schema.
 *
 * @param limit bytes that are read at most
 * @throws Problem 400, 413 or 415
 */
export async function readBody(operation: Operation, call: Call, limit: number): Promise<Body> {
  const { body } = operation;
  const { request, received } = call;
  if (body === undefined) return NO_BODY;
  if (Number(request.headers['content-length']) > limit) throw bodyTooLarge(limit);
  const isSent = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  const type = isSent ? typeOf(operation, request) : undefined;
  const bytes = isSent ? await readBytes(request, limit) : undefined;
  received.bytes = bytes;
  if (bytes === undefined || bytes.length === 0) {
    if (body.required) throw missingBody(400);
    return NO_BODY;
  }
  if (type === undefined || !isJson(type.sent)) return { value: bytes.toString('utf8'), type: type?.media };
  const value = parse(bytes);
  const { schema } = type.media;
  const violation = schema && validatorOf(schema, 'request')(value);
  if (violation !== undefined) throw invalidBody(400, violation);
  return { value, type: type.media };
}

/** The media type of a body that has one; a body without is taken for JSON (RFC 9110 §8.3 lets the recipient guess). */
function typeOf({ body }: Operation, { headers }: IncomingMessage): { media: MediaType; sent: string } {
  const sent = headers['content-type'] ?? 'application/json';
  const media = matchMediaType(body?.content ?? [], sent);
  if (media === undefined)
    throw unsupportedMediaType(
      sent,
      (body?.content ?? []).map(({ type }) => type),
    );
  const charset = /;\s*charset="?([^";\s]+)/i.exec(sent)?.[1]?.toLowerCase();
  if (isJson(sent) && charset !== undefined && charset !== 'utf-8' && charset !== 'us-ascii') {
    // RFC 8259 §8.1: JSON travels in UTF-8.
    throw unsupportedMediaType(sent, [`${media.type}; charset=utf-8`]);
  }
  return { media, sent };
}

function parse(bytes: Buffer): unknown {
  try {
    return parseJson(utf8.decode(bytes));
  } catch (error) {
    if (error instanceof JsonError) throw malformedBody(400, error.message);
    throw malformedBody(400, 'it is not UTF-8');
  }
}
