import {
  type ErrorEnvelope,
  type ErrorRole,
  isObject,
  itemsOf,
  keywordOf,
  propertiesOf,
  type Schema,
  validatorOf,
} from '../../openapi/contract';
import { firstThatFits } from '../values/fitting';
import { sample } from '../values/sample';
import { shape } from '../values/shape';
import type { Source } from '../values/source';

type Known = Readonly<Record<ErrorRole, unknown>>;

/** What is known of an error, in the members that the contract marks for it. Never throws. */
export function fillIn(envelope: ErrorEnvelope, known: Known, source: Source): unknown {
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
