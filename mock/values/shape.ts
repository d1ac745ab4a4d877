import {
  allowsMore,
  alternativesOf,
  isObject,
  itemsOf,
  own,
  type Property,
  propertiesIn,
  type Schema,
  typesOf,
  validatorOf,
  wordOf,
} from '../../openapi/contract';
import { firstThatFits } from './fitting';
import { put } from './put';
import { type Source, sample } from './sample';

/** What a body may set: at every depth what its schema names and does not call `readOnly`. */
export const pick = (schema: Schema, value: unknown): unknown =>
  walk(schema, value, { direction: 'request', hidden: 'readOnly', fill: () => undefined });

/** The same value with the schema's defaults for what it leaves out. */
export const withDefaults = (schema: Schema, value: unknown): unknown =>
  walk(schema, value, {
    direction: 'request',
    hidden: undefined,
    fill: (property) => wordOf(property.schema, 'default'),
  });

/** What a reply shows of a record that is whole: at every depth what the schema names and does not call `writeOnly`. */
export const shown = (schema: Schema, value: unknown): unknown =>
  walk(schema, value, { direction: 'response', hidden: 'writeOnly', fill: () => undefined });

/**
 * What a reply of this schema shows of a value: at every depth what it names, in its order, but nothing `writeOnly`, and
 * made-up values for what it requires and the value has not.
 */
export function shape(schema: Schema, value: unknown, source: Source): unknown {
  const types = typesOf(schema);
  if (isObject(value) && types.length > 0 && !types.includes('object')) return sample(schema, source);
  const fill = ({ required, schema: property }: Property) =>
    required && wordOf(property, 'writeOnly') !== true ? sample(property, source) : undefined;
  return walk(schema, value, { direction: 'response', hidden: 'writeOnly', fill });
}

interface Walk {
  readonly direction: 'request' | 'response';
  /** The word of properties that do not travel this way. */
  readonly hidden: 'readOnly' | 'writeOnly' | undefined;
  /** What stands for a property that the value has not; undefined for nothing. */
  readonly fill: (property: Property) => unknown;
}

function walk(schema: Schema, value: unknown, way: Walk): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(schema);
    return items === undefined ? value : value.map((item) => walk(items, item, way));
  }
  if (!isObject(value)) return value;
  const alternatives = alternativesOf(schema);
  if (alternatives.length === 1) return members(alternatives, value, way);
  const fitting = alternatives.filter((flat) => validatorOf(flat, way.direction)(value) === undefined);
  // Before it is filled in it may fit none of them: then what all have in common may do, or else one of them will.
  const groups = [fitting.length > 0 ? fitting : alternatives, ...alternatives.map((flat) => [flat])];
  return firstThatFits(schema, inTurn(groups, value, way), way.direction);
}

function* inTurn(groups: readonly (readonly Schema[])[], value: Fields, way: Walk): Iterable<unknown> {
  for (const group of groups) yield members(group, value, way);
}

type Fields = Readonly<Record<string, unknown>>;

/** An object's members as these alternatives, all of which it may be, have them. */
function members(alternatives: readonly Schema[], value: Fields, way: Walk): Fields {
  const properties = propertiesIn(alternatives);
  const out: Record<string, unknown> = {};
  for (const property of properties.values()) {
    const { name, schema } = property;
    const isHidden = way.hidden !== undefined && wordOf(schema, way.hidden) === true;
    const given = isHidden ? undefined : own(value, name);
    const member = given === undefined ? way.fill(property) : walk(schema, given, way);
    if (member !== undefined) put(out, name, member);
  }
  if (properties.size > 0 && !alternatives.some(allowsMore)) return out;
  const others =
    alternatives.map(({ additionalProperties: more }) => more).find((more) => typeof more === 'object') ?? {};
  for (const [name, part] of Object.entries(value)) {
    if (!properties.has(name)) put(out, name, walk(others, part, way));
  }
  return out;
}
