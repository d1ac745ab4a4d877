import {
  allowsMore,
  alternativesOf,
  countParts,
  distinguished,
  firstThatFits,
  fits,
  isObject,
  itemsOf,
  keywordOf,
  meantBy,
  memoized,
  own,
  type Property,
  placeIn,
  propertiesIn,
  type Schema,
  typesOf,
} from '../../openapi/contract';
import { sample } from './sample';
import type { Source } from './source';

/**
 * Gives an object a member. By assignment, after which V8 gives objects of the same members one hidden class: those that
 * `Object.fromEntries` and spreads of different objects made took three times as long to read.
 */
export function put(object: Record<string, unknown>, name: string, member: unknown): void {
  if (name !== '__proto__') object[name] = member;
  // An assignment would change the object's prototype.
  else Object.defineProperty(object, name, { value: member, enumerable: true, configurable: true, writable: true });
}

/** Gives an object all members of others; of several with the same name the last. */
export function putAll(
  object: Record<string, unknown>,
  ...others: readonly Readonly<Record<string, unknown>>[]
): Record<string, unknown> {
  for (const other of others) for (const name of Object.keys(other)) put(object, name, other[name]);
  return object;
}

/** What a body may set: what its schema names and does not call `readOnly`, at every depth; the unnamed, too, where they are kept. */
export const pick = (schema: Schema, value: unknown, keepsUnnamed = false): unknown =>
  walk(schema, value, { direction: 'request', hidden: 'readOnly', fill: () => undefined, keepsUnnamed });

/** The same value with the schema's defaults for what it leaves out. */
export const withDefaults = (schema: Schema, value: unknown, keepsUnnamed = false): unknown =>
  walk(schema, value, {
    direction: 'request',
    hidden: undefined,
    fill: (property) => keywordOf(property.schema, 'default'),
    keepsUnnamed,
  });

/** What a reply shows of a complete record: what the schema names and does not call `writeOnly`, at every depth. */
export const shown = (schema: Schema, value: unknown): unknown =>
  walk(schema, value, { direction: 'response', hidden: 'writeOnly', fill: () => undefined, keepsUnnamed: false });

/** A value as it may be shown: without what is `writeOnly`, at any depth. */
export const withoutWriteOnly = (schema: Schema, value: unknown): unknown =>
  hasWriteOnly(schema)
    ? walk(schema, value, { direction: 'response', hidden: 'writeOnly', fill: () => undefined, keepsUnnamed: true })
    : value;

const hasWriteOnly = memoized(
  (schema: Schema): boolean => placeIn(schema, (part) => part.writeOnly === true) !== undefined,
);

/** What a reply shows of a value: what the schema names, in its order, but nothing `writeOnly`; what is required is made up. */
export function shape(schema: Schema, value: unknown, source: Source): unknown {
  const types = typesOf(schema);
  if (isObject(value) && types.length > 0 && !types.includes('object')) return sample(schema, source);
  const fill = ({ name, required, writeOnly, schema: property }: Property) =>
    required && !writeOnly ? sample(property, source, name) : undefined;
  const keepsUnnamed = source.keepsUnnamed === true;
  return walk(schema, value, { direction: 'response', hidden: 'writeOnly', fill, keepsUnnamed });
}

/** One walk through a value. */
interface Walk {
  readonly direction: 'request' | 'response';
  /** The keyword of properties that do not travel in this direction. */
  readonly hidden: 'readOnly' | 'writeOnly' | undefined;
  /** What is put in for a property that the value lacks; undefined for nothing. */
  readonly fill: (property: Property) => unknown;
  /** Whether members are kept that a schema allows and does not name. */
  readonly keepsUnnamed: boolean;
  /** Undefined until several schemas could be meant: most values never come to that. */
  choices?: Choices;
}

/** What a walk has come to where several schemas could be meant. */
interface Choices {
  /** For each such schema, what became of a part of the value: it is the same whichever schema around it is tried. */
  readonly became: Map<Schema, Map<Fields, unknown>>;
  /** How many parts may still be judged: a part inside others is judged for each of them. */
  left: number;
}

/** Those of a body of 1 MiB in ten levels of schemas to choose from, with a hundred bytes for each part. */
const MAX_PARTS = 100_000;

/** The value itself where nothing changes, as with most new records, so that it need not be copied. */
function walk(schema: Schema, value: unknown, way: Walk): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    if (items === undefined) return value;
    const walked = value.map((item) => walk(items, item, way));
    return walked.every((item, place) => item === value[place]) ? value : walked;
  }
  if (!isObject(value)) return value;
  const alternatives = alternativesOf(schema);
  return alternatives.length === 1 ? members(alternatives, value, way) : choose(schema, value, way);
}

/** A part that comes after too many others stays as it is. */
function choose(schema: Schema, value: Fields, way: Walk): unknown {
  way.choices ??= { became: new Map(), left: MAX_PARTS };
  const { choices } = way;
  const became = choices.became.get(schema) ?? new Map<Fields, unknown>();
  choices.became.set(schema, became);
  if (became.has(value)) return became.get(value);
  choices.left -= countParts(value, choices.left);
  if (choices.left <= 0) return value;
  const alternatives = alternativesOf(meantBy(schema, value) ?? schema);
  const fitting = alternatives.filter((flat) => fits(flat, way.direction, value));
  // Before it is filled in it may fit none of them: then all of them together are tried, and after that each one.
  const groups = [fitting.length > 0 ? fitting : alternatives, ...alternatives.map((flat) => [flat])];
  const chosen = firstThatFits(schema, inTurn(schema, groups, value, way), way.direction);
  became.set(value, chosen);
  return chosen;
}

function* inTurn(schema: Schema, groups: readonly (readonly Schema[])[], value: Fields, way: Walk): Iterable<unknown> {
  for (const group of groups) yield members(group, value, way);
  if (way.direction === 'response') for (const group of groups) yield distinguished(schema, members(group, value, way));
}

type Fields = Readonly<Record<string, unknown>>;

/** An object's members as these alternatives have them, all of which it may fit. */
function members(alternatives: readonly Schema[], value: Fields, way: Walk): Fields {
  const properties = propertiesIn(alternatives);
  const names = Object.keys(value);
  /** How many members, from the first on, are unchanged. From the first change on, all members go to a new object. */
  let same = 0;
  let out: Record<string, unknown> | undefined;
  const give = (name: string, member: unknown): void => {
    if (out === undefined && names[same] === name && value[name] === member) {
      same += 1;
    } else {
      out ??= firstOf(value, names, same);
      put(out, name, member);
    }
  };
  for (const property of properties.values()) {
    const { name, schema } = property;
    const isHidden = way.hidden !== undefined && property[way.hidden];
    const given = isHidden ? undefined : own(value, name);
    const member = given === undefined ? way.fill(property) : walk(schema, given, way);
    if (member !== undefined) give(name, member);
  }
  const isOpen =
    properties.size === 0 || alternatives.some(allowsMore) || (way.keepsUnnamed && alternatives.every(isNotClosed));
  if (isOpen) {
    const others =
      alternatives.map(({ additionalProperties: more }) => more).find((more) => typeof more === 'object') ?? {};
    for (const name of names) if (!properties.has(name)) give(name, walk(others, own(value, name), way));
  }
  for (const property of undescribedIn(alternatives)) {
    const given = own(value, property.name);
    const member = given === undefined ? way.fill(property) : given;
    if (member !== undefined && !(isOpen && given !== undefined)) give(property.name, member);
  }
  return out ?? (same === names.length ? value : firstOf(value, names, same));
}

/** Whether it says nothing of properties that it does not name, and so allows them. */
const isNotClosed = ({ additionalProperties, unevaluatedProperties }: Schema): boolean =>
  additionalProperties !== false && unevaluatedProperties !== false;

/** What is required and nowhere described, often since its name is misspelt: without it no reply could be shown. */
const undescribedIn = memoized((alternatives: readonly Schema[]): readonly Property[] => {
  const properties = propertiesIn(alternatives);
  const [first] = alternatives;
  return (
    (first?.required ?? [])
      // What every object inherits counts as there.
      .filter((name) => !properties.has(name) && !(name in Object.prototype))
      .filter((name) =>
        alternatives.every((flat) => flat.required?.includes(name) && flat.additionalProperties !== false),
      )
      .map((name) => ({ name, schema: ANYTHING, required: true, readOnly: false, writeOnly: false }))
  );
});

const ANYTHING: Schema = {};

/** An object with this many of the first members. */
function firstOf(value: Fields, names: readonly string[], count: number): Record<string, unknown> {
  const first: Record<string, unknown> = {};
  for (const name of names.slice(0, count)) put(first, name, value[name]);
  return first;
}
