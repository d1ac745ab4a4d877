import {
  type Contract,
  envelopeOf,
  isObject,
  jsonMediaType,
  type Operation,
  replyFor,
  type Schema,
  validatorOf,
} from '../openapi/contract';
import type { Problem } from './problems';
import { type Source, sample } from './sample';

export interface ErrorBody {
  readonly mediaType: string;
  readonly body: unknown;
}

/**
 * A problem in the shape that the contract gives to errors: that of the operation's own reply for the status, else the
 * one that all errors share, else RFC 9457's.
 */
export function errorBody(
  contract: Contract,
  operation: Operation | undefined,
  { status, code, message }: Problem,
  source: Source,
): ErrorBody {
  const content = (operation && replyFor(operation, status)?.content) ?? [];
  const media = jsonMediaType(content);
  const envelope =
    media?.schema === undefined ? contract.envelope : envelopeOf(media.schema, media.type, media.pointer);
  if (envelope === undefined) {
    return {
      mediaType: 'application/problem+json',
      body: { type: 'about:blank', title: code, status, detail: message },
    };
  }
  const { schema, mediaType, roles } = envelope;
  const known = { status, code, message };
  const body = (Object.keys(known) as (keyof typeof known)[]).reduce<unknown>(
    (whole, role) => {
      const path = roles[role];
      return path === undefined ? whole : withValue(whole, path, known[role]);
    },
    frame(schema, source),
  );
  // A contract may allow fewer words or lengths than the mock has: then its own values stand.
  const fits = validatorOf(schema, 'response')(body) === undefined;
  return { mediaType, body: fits ? body : withStatus(sample(schema, source), roles.status, status) };
}

/** The required parts of the envelope, with made-up values. */
function frame(schema: Schema, source: Source): unknown {
  const { example: _, examples: __, default: ___, ...unexampled } = schema;
  const made = sample(unexampled, source);
  return isObject(made) ? made : {};
}

const withStatus = (body: unknown, path: readonly string[] | undefined, status: number): unknown =>
  path === undefined ? body : withValue(body, path, status);

/** A copy of an object with the value at this path. */
function withValue(object: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const fields = isObject(object) ? object : {};
  return { ...fields, [name]: withValue(fields[name], rest, value) };
}
