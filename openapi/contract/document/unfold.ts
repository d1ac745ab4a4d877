import { isObject, type JsonObject } from '../json/value';
import { type Fields, KINDS, type Kind, type ObjectType } from '../repair/kinds';
import { MAX_VALUES, TooMuch } from './limits';

/** Callbacks and webhooks are judged, though nothing in them is followed or put right. */
type JudgedKind = Kind | 'callback';

type Holding = Omit<ObjectType, 'kind'> & { readonly kind: JudgedKind };

const CALLBACKS: Holding = { holds: 'map', kind: 'callback' };
const PATH_ITEMS: Holding = { holds: 'map', kind: 'path item' };

const FIELDS: Readonly<Record<JudgedKind, Readonly<Record<string, Fields[string] | Holding>>>> = {
  ...KINDS,
  document: { ...KINDS.document, webhooks: PATH_ITEMS },
  operation: { ...KINDS.operation, callbacks: CALLBACKS },
  components: { ...KINDS.components, callbacks: CALLBACKS },
  callback: {},
};

/** What stands for an object of a kind that has been seen elsewhere; the copy itself stands for one of any other kind. */
const SEEN: Readonly<Partial<Record<JudgedKind, JsonObject | 'reference'>>> = {
  schema: 'reference',
  parameter: 'reference',
  header: 'reference',
  response: 'reference',
  body: 'reference',
  callback: 'reference',
  link: 'reference',
  example: 'reference',
  'security scheme': 'reference',
  'media type': {},
  encoding: {},
  'path item': {},
  operation: { responses: { default: { description: '' } } },
};

/** Fields with values of the author's. */
const ANYTHING: ReadonlySet<string> = new Set(['example', 'default', 'const', 'value']);

/** What is known of the members of an object: its kind, that each is of one kind, or nothing. */
type Members = { readonly fieldsOf: JudgedKind } | { readonly each: JudgedKind } | undefined;

/** The schema of OpenAPI 3.1 has the `description` of a server's variable (3.1.0 §4.8.6.1) as `descriptions`. */
const VARIABLE: Members = { fieldsOf: 'variable' };

const MEMBERS: Readonly<Partial<Record<JudgedKind, Members>>> = { callback: { each: 'path item' }, variable: VARIABLE };

/**
 * A followed document as a tree for OpenAPI's own schema to judge: each object in the place nearest to the root, and only mentioned
 * in others, so that references multiply nothing. Without bigints, which the schema does not know, and without `$id`, which
 * swagger-parser would take for an address.
 *
 * @throws TooMuch where references multiply nevertheless
 */
export function unfold(document: JsonObject): JsonObject {
  const seenAs = new Map<JudgedKind, Map<object, JsonObject>>();
  const copies = new WeakMap<object, object>();
  const copying: { readonly from: object; readonly to: Record<string, unknown>; readonly members: Members }[] = [];
  let left = MAX_VALUES;

  const begin = (from: object, members: Members): object => {
    const to = Array.isArray(from) ? [] : {};
    // An array has its members under their places, as an object has them under their names.
    copying.push({ from, to: to as Record<string, unknown>, members });
    return to;
  };

  /** Copied once; the copy stands in all its places. */
  const shared = (value: object, members?: Members): object => {
    const copy = copies.get(value) ?? begin(value, members);
    copies.set(value, copy);
    return copy;
  };

  /** An object of a kind: a copy where it is met first, and else what stands for such an object. */
  const once = (value: object, kind: JudgedKind): object => {
    const members = MEMBERS[kind] ?? { fieldsOf: kind };
    const instead = SEEN[kind];
    if (instead === undefined) return shared(value, members);
    const known = seenAs.get(kind) ?? new Map<object, JsonObject>();
    seenAs.set(kind, known);
    const other = known.get(value);
    if (other !== undefined) return other;
    // Each has a number of its own, since OpenAPI's schema compares the parameters of a list.
    known.set(value, instead === 'reference' ? { $ref: `#/seen/${known.size}` } : instead);
    return begin(value, members);
  };

  const copyOf = (name: string, value: unknown, members: Members): unknown => {
    if (typeof value === 'bigint') return Number(value);
    if (name === '$id' && typeof value === 'string') return '';
    if (typeof value !== 'object' || value === null) return value;
    if (members === undefined) return shared(value);
    if ('each' in members) return isObject(value) ? once(value, members.each) : shared(value);
    if (name.startsWith('x-') || ANYTHING.has(name) || (name === 'examples' && Array.isArray(value))) return {};
    const fields = FIELDS[members.fieldsOf];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof field !== 'object') return shared(value);
    if (field.holds !== 'one') return begin(value, { each: field.kind });
    return isObject(value) ? once(value, field.kind) : shared(value);
  };

  const root = begin(document, { fieldsOf: 'document' });
  // The loop also visits what is added meanwhile, so that what is near the root is met first.
  for (const { from, to, members } of copying) {
    for (const [name, value] of Object.entries(from)) {
      left -= 1;
      if (left < 0) throw new TooMuch(`has references that make more than ${MAX_VALUES} values of it`, 'Repeat less.');
      if (members === VARIABLE && name === 'description') continue;
      put(to, name, copyOf(name, value, members));
    }
  }
  // The copy of an object.
  return root as JsonObject;
}

/** `__proto__` is a name like any other. */
function put(to: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') to[name] = value;
  else Object.defineProperty(to, name, { value, enumerable: true, configurable: true, writable: true });
}
