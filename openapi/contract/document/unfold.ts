import { isObject, type JsonObject } from '../json/value';

import { MAX_VALUES, TooMuch } from './limits';

/** What may stand in some places, and what stands for such a thing that has been seen elsewhere. */
interface PartKind {
  readonly kind: string;
  readonly seen: (number: number) => JsonObject;
}

/** Each thing has a number of its own, since OpenAPI's schema compares the parameters of a list. */
const REFERENCE: PartKind['seen'] = (number) => ({ $ref: `#/seen/${number}` });
const EMPTY: PartKind['seen'] = () => ({});
const OPERATION: PartKind['seen'] = () => ({ responses: { default: { description: '' } } });

/** Fields that hold one thing of a kind. */
const ONE: Readonly<Record<string, PartKind>> = {
  ...fields('schema', REFERENCE, ['schema', 'items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains']),
  ...fields('schema', REFERENCE, ['propertyNames', 'unevaluatedProperties', 'unevaluatedItems', 'contentSchema']),
  ...fields('body', REFERENCE, ['requestBody']),
  ...fields('operation', OPERATION, ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']),
};

/** Fields that hold several of a kind, in an array or under names that are the author's. */
const SEVERAL: Readonly<Record<string, PartKind>> = {
  ...fields('schema', REFERENCE, ['schemas', 'properties', 'patternProperties', 'dependentSchemas', '$defs']),
  ...fields('schema', REFERENCE, ['allOf', 'anyOf', 'oneOf', 'prefixItems']),
  ...fields('parameter', REFERENCE, ['parameters']),
  ...fields('header', REFERENCE, ['headers']),
  ...fields('response', REFERENCE, ['responses']),
  ...fields('body', REFERENCE, ['requestBodies']),
  ...fields('callback', REFERENCE, ['callbacks']),
  ...fields('link', REFERENCE, ['links']),
  ...fields('example', REFERENCE, ['examples']),
  ...fields('security scheme', REFERENCE, ['securitySchemes']),
  ...fields('media type', EMPTY, ['content']),
  ...fields('encoding', EMPTY, ['encoding']),
  ...fields('path item', EMPTY, ['paths', 'webhooks', 'pathItems']),
};

/** Fields with values of the author's. */
const ANYTHING: ReadonlySet<string> = new Set(['example', 'default', 'const', 'value']);
/** Fields with names of the author's, which are no fields though they may look like some. */
const NAMES: ReadonlySet<string> = new Set(['security', 'variables', 'scopes', 'mapping', 'enum', 'tags']);

function fields(kind: string, seen: PartKind['seen'], names: readonly string[]): Readonly<Record<string, PartKind>> {
  return Object.fromEntries(names.map((name) => [name, { kind, seen }]));
}

/** What is known of the members of an object: of which kind they are, that they are fields, or nothing. */
type Members = PartKind | 'fields' | 'names';

interface Copying {
  readonly from: object;
  readonly to: Record<string, unknown>;
  readonly members: Members;
}

/**
 * A followed document as a tree for OpenAPI's own schema to judge. Following makes the same object stand in many places, also
 * inside itself; here it stands in the one of them that is nearest to the root, and is only mentioned in the others. So the
 * tree is about as large as the document, however its references multiply. What the schema does not look into is left out.
 * It knows no bigint, so such integers are rounded; and swagger-parser would take an `$id` for an address.
 *
 * @throws TooMuch where references multiply nevertheless
 */
export function unfold(document: JsonObject): JsonObject {
  const seenAs = new Map<string, Map<object, JsonObject>>();
  const copies = new WeakMap<object, unknown>();
  const copying: Copying[] = [];
  let left = MAX_VALUES;

  const begin = (from: object, members: Members): unknown => {
    const to = Array.isArray(from) ? [] : {};
    // An array has its members under their places, as an object has them under their names.
    copying.push({ from, to: to as Record<string, unknown>, members });
    return to;
  };

  /** One thing of a kind: a copy of it where it is met first, and else what stands for such a thing. */
  const once = (value: object, { kind, seen }: PartKind): unknown => {
    const known = seenAs.get(kind) ?? new Map<object, JsonObject>();
    seenAs.set(kind, known);
    const other = known.get(value);
    if (other !== undefined) return other;
    known.set(value, seen(known.size));
    return begin(value, 'fields');
  };

  /** A thing of no kind is copied once, and its copy stands in all its places. */
  const shared = (value: object, members: 'fields' | 'names'): unknown => {
    const copy = copies.get(value) ?? begin(value, members);
    copies.set(value, copy);
    return copy;
  };

  const copyOf = (name: string, value: unknown, members: Members): unknown => {
    if (typeof value === 'bigint') return Number(value);
    if (name === '$id' && typeof value === 'string') return '';
    if (typeof value !== 'object' || value === null) return value;
    if (members === 'names') return shared(value, 'names');
    if (members !== 'fields') return isObject(value) ? once(value, members) : shared(value, 'names');
    if (name.startsWith('x-') || ANYTHING.has(name) || (name === 'examples' && Array.isArray(value))) return {};
    if (name === 'variables' && isObject(value)) return shared(withoutDescriptions(value), 'names');
    if (NAMES.has(name)) return shared(value, 'names');
    const one = Object.hasOwn(ONE, name) ? ONE[name] : undefined;
    if (one !== undefined && isObject(value)) return once(value, one);
    const several = Object.hasOwn(SEVERAL, name) ? SEVERAL[name] : undefined;
    return several === undefined ? shared(value, 'fields') : begin(value, several);
  };

  const root = begin(document, 'fields');
  // The loop also visits what is added meanwhile, so that what is near the root is met first.
  for (const { from, to, members } of copying) {
    for (const [name, value] of Object.entries(from)) {
      left -= 1;
      if (left < 0) throw new TooMuch(`has references that make more than ${MAX_VALUES} values of it`, 'Repeat less.');
      put(to, name, copyOf(name, value, members));
    }
  }
  // The copy of an object.
  return root as JsonObject;
}

/** The schema of OpenAPI 3.1 has the `description` of a server's variable (3.1.0 §4.8.6.1) as `descriptions`. */
const withoutDescriptions = (variables: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => {
      if (!isObject(variable)) return [name, variable];
      const { description: _, ...others } = variable;
      return [name, others];
    }),
  );

/** `__proto__` is a name like any other. */
function put(to: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') to[name] = value;
  else Object.defineProperty(to, name, { value, enumerable: true, configurable: true, writable: true });
}
