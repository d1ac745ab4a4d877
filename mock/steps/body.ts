import type { IncomingMessage } from 'node:http';
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
import type { Awaitable } from '../awaitable';
import { bodyTooLarge, invalidBody, malformedBody, missingBody, unsupportedMediaType } from '../errors/problems';
import { hasBody } from '../http/has-body';
import type { Call } from '../model';
import { receive } from './receive';

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
export function readBody(operation: Operation, call: Call, limit: number): Awaitable<Body> {
  const { body } = operation;
  const { request } = call;
  if (body === undefined) return NO_BODY;
  if (Number(request.headers['content-length']) > limit) throw bodyTooLarge(limit);
  if (!hasBody(request)) return nothing(body);
  const type = typeOf(body, request);
  return receive(call, limit).then((bytes) => (bytes.length === 0 ? nothing(body) : judge(bytes, type)));
}

function nothing({ required }: RequestBody): Body {
  if (required) throw missingBody(400);
  return NO_BODY;
}

function judge(bytes: Buffer, { media, sent }: BodyType): Body {
  if (!isJson(sent)) return { value: bytes.toString('utf8'), type: media };
  const value = parse(bytes);
  const violation = media.schema && validatorOf(media.schema, 'request')(value);
  if (violation !== undefined) throw invalidBody(400, violation);
  return { value, type: media };
}

interface BodyType {
  readonly media: MediaType;
  readonly sent: string;
}

/** The media type of a body that has one; a body without is taken for JSON (RFC 9110 §8.3 lets the recipient guess). */
function typeOf({ content }: RequestBody, { headers }: IncomingMessage): BodyType {
  const sent = headers['content-type'] ?? 'application/json';
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

function parse(bytes: Buffer): unknown {
  try {
    return parseJson(utf8.decode(bytes));
  } catch (error) {
    if (error instanceof JsonError) throw malformedBody(400, error.message);
    throw malformedBody(400, 'it is not UTF-8');
  }
}
