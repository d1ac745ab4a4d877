import {
  type Contract,
  type ErrorEnvelope,
  type ErrorRole,
  envelopeOf,
  essence,
  isObject,
  itemsOf,
  jsonMediaType,
  keywordOf,
  type Operation,
  propertiesOf,
  replyFor,
  type Schema,
  validatorOf,
} from '../../openapi/contract';
import { firstThatFits } from '../values/fitting';
import { sample } from '../values/sample';
import { shape } from '../values/shape';
import type { Source } from '../values/source';
import type { Problem } from './problems';

interface ErrorBody {
  readonly mediaType: string;
  readonly body: unknown;
}

/**
 * A problem in the contract's shape for errors: that of the operation's own reply for the status, else the one that all
 * errors share, else RFC 9457's. Never throws, so that an error can be sent whatever the contract says.
 */
export function errorBody(
  contract: Contract,
  operation: Operation | undefined,
  { status, code, message }: Problem,
  source: Source,
): ErrorBody {
  const content = (operation && replyFor(operation, status)?.content) ?? [];
  const media = jsonMediaType(content);
  const text = content.find(({ type }) => essence(type).startsWith('text/'));
  if (media === undefined && text !== undefined) return { mediaType: text.type, body: message };
  const envelope =
    media?.schema === undefined ? contract.envelope : envelopeOf(media.schema, media.type, media.pointer);
  if (envelope === undefined) {
    return {
      mediaType: 'application/problem+json',
      body: { type: 'about:blank', title: code, status, detail: message },
    };
  }
  return { mediaType: envelope.mediaType, body: fillIn(envelope, { status, code, message }, source) };
}

type Known = Readonly<Record<ErrorRole, unknown>>;

function fillIn(envelope: ErrorEnvelope, known: Known, source: Source): unknown {
  const { schema } = envelope;
  const raw = withRoles(envelope, known);
  try {
    const body = shape(schema, raw, source);
    if (validatorOf(schema, 'response')(body) === undefined) return body;
    // The schema may not allow the mock's values, for example by an `enum` or a `maxLength`, so each is adapted.
    const adapted = withRoles(
      envelope,
      mapRoles(known, (role, value) => adapt(envelope, role, value, source)),
    );
    return firstThatFits(schema, [shape(schema, adapted, source), body, sample(schema, source)]);
  } catch {
    return raw;
  }
}

/** A value of the problem, changed to fit the schema of its place in the envelope. */
function adapt({ schema, roles }: ErrorEnvelope, role: ErrorRole, value: unknown, source: Source): unknown {
  const place = roles[role]?.reduce<Schema | undefined>(schemaAt, schema);
  if (place === undefined) return value;
  const text = String(value);
  const [least = 0, most] = [keywordOf(place, 'minLength'), keywordOf(place, 'maxLength')];
  const long = [...text.padEnd(least, '.')].slice(0, most).join('');
  return firstThatFits(place, [value, text, long, sample(place, source)]);
}

const schemaAt = (schema: Schema | undefined, token: string): Schema | undefined =>
  schema && (propertiesOf(schema).get(token)?.schema ?? itemsOf(schema));

/** The casts are true: the keys of `Known` are the roles. */
const mapRoles = (known: Known, change: (role: ErrorRole, value: unknown) => unknown): Known =>
  Object.fromEntries(Object.entries(known).map(([role, value]) => [role, change(role as ErrorRole, value)])) as Known;

/** The envelope with only the parts that have a role. */
function withRoles({ schema, roles }: ErrorEnvelope, known: Known): unknown {
  return Object.entries(known).reduce<unknown>((whole, [role, value]) => {
    const path = roles[role as ErrorRole];
    return path === undefined ? whole : withValue(schema, whole, path, value);
  }, {});
}

/** A copy of a value of this schema with a new value at a path. */
function withValue(schema: Schema | undefined, whole: unknown, path: readonly string[], value: unknown): unknown {
  const [token, ...rest] = path;
  if (token === undefined) return value;
  const inner = schemaAt(schema, token);
  const isItem = schema !== undefined && itemsOf(schema) === inner;
  if (isItem) return [withValue(inner, Array.isArray(whole) ? whole[0] : undefined, rest, value)];
  const fields = isObject(whole) ? whole : {};
  return { ...fields, [token]: withValue(inner, fields[token], rest, value) };
}
