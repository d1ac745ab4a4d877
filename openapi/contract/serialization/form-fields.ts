import { groupedBy, isObject } from '../json/value';
import type { MediaType, Serialization } from '../model/operation';
import type { Schema } from '../model/schema';
import { isJson } from '../operations/media-types';
import { ANYTHING, allowsMore, itemsOf, propertiesOf, typesOf } from '../schema/properties';
import {
  firstFitting,
  jsonOr,
  objectOfRow,
  othersOf,
  takesArrays,
  takesObjects,
  valueOfText,
  type WrittenValue,
} from './text';

/**
 * The value of a field as its style writes it; undefined where nothing of it was sent. An object may come in names with brackets or as
 * JSON, whatever its style. The names that are taken are no members of it.
 */
export function readField(field: WrittenValue, fields: Fields, taken: ReadonlySet<string>): unknown {
  const { name, schema, style, explode } = field;
  const texts = fields.texts.get(name);
  if (texts !== undefined) return valueOfTexts(field, texts);
  const parts = fields.bracketed.get(name);
  if (parts !== undefined && (takesObjects(schema) || takesArrays(schema))) return valueOfBrackets(schema, parts);
  return style === 'form' && explode && takesObjects(schema) ? membersAmong(schema, fields, taken) : undefined;
}

/** The value of the texts that have the field's own name. */
function valueOfTexts(field: WrittenValue, texts: readonly string[]): unknown {
  const { schema, separator, mediaType } = field;
  const [first = ''] = texts;
  if (mediaType !== undefined && isJson(mediaType)) return texts.length === 1 ? jsonOr(first) : texts.map(jsonOr);
  if (separator === undefined || !texts.some((text) => text.includes(separator))) return valueOfRepeated(schema, texts);
  const parts = texts.flatMap((text) => text.split(separator));
  return firstFitting(schema, [
    ...(takesArrays(schema) ? [parts.map((part) => valueOfText(itemsOf(schema) ?? {}, part))] : []),
    ...(takesObjects(schema) ? [objectOfRow(schema, parts)] : []),
    ...(texts.length === 1 ? [valueOfText(schema, first)] : [texts]),
  ]);
}

/** The object whose members are fields of their own (`form`, exploded); undefined where none of them was sent. */
function membersAmong(schema: Schema, { texts }: Fields, taken: ReadonlySet<string>): unknown {
  const properties = propertiesOf(schema);
  const isOpen = allowsMore(schema);
  const members = [...texts].flatMap(([name, some]) => {
    const property = properties.get(name)?.schema ?? (isOpen ? othersOf(schema) : undefined);
    return property === undefined || taken.has(name) ? [] : [[name, valueOfRepeated(property, some)] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** What `name[a][b]` says besides its name: `a`, then `b`. */
interface Bracketed {
  readonly steps: readonly string[];
  readonly texts: readonly string[];
}

/** The texts of a query or a form by their names; several of one name in their order. */
export interface Fields {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** Those whose names go on in brackets, by what stands before the first one. */
  readonly bracketed: ReadonlyMap<string, readonly Bracketed[]>;
}

/** Names with more brackets mean nothing: no client nests so deep in a URL. */
const MOST_BRACKETS = 20;

/** Fields of names and texts, such as `URLSearchParams` gives. */
export function fieldsOf(pairs: Iterable<readonly [string, string]>): Fields {
  const named = groupedBy(pairs, ([name]) => name);
  const texts = new Map([...named].map(([name, some]) => [name, some.map(([, text]) => text)]));
  const bracketed = [...texts].flatMap(([name, some]) => {
    const steps = stepsOf(name);
    return steps === undefined ? [] : [{ base: name.slice(0, name.indexOf('[')), steps, texts: some }];
  });
  return { texts, bracketed: groupedBy(bracketed, ({ base }) => base) };
}

/** What stands in the brackets at the end of a name; undefined where it has none. */
function stepsOf(name: string): readonly string[] | undefined {
  const from = name.indexOf('[');
  if (from <= 0 || !name.endsWith(']')) return undefined;
  const steps = name.slice(from + 1, -1).split('][');
  const isPlain = steps.every((step) => !step.includes('[') && !step.includes(']'));
  return isPlain && steps.length <= MOST_BRACKETS ? steps : undefined;
}

/** A value that comes in parts: the texts of one name, or of the names in brackets below it. */
interface Node {
  readonly texts: string[];
  /** Undefined where there are none: most have texts alone. */
  below: Map<string, Node> | undefined;
}

const newNode = (): Node => ({ texts: [], below: undefined });

/** The value of `name[a]=1&name[b][c]=2` (`deepObject`), with arrays as `name[]=1`, `name[0]=1`, or repeated. */
function valueOfBrackets(schema: Schema, parts: readonly Bracketed[]): unknown {
  const root = newNode();
  for (const { steps, texts } of parts) {
    let node = root;
    for (const step of steps) {
      node.below ??= new Map();
      const next = node.below.get(step) ?? newNode();
      node.below.set(step, next);
      node = next;
    }
    node.texts.push(...texts);
  }
  return valueAt(schema, root);
}

function valueAt(schema: Schema, { texts, below }: Node): unknown {
  if (below === undefined) return valueOfRepeated(schema, texts);
  const nodes = [...below];
  if (takesArrays(schema) && nodes.every(([step]) => /^\d*$/.test(step))) {
    const items = itemsOf(schema) ?? ANYTHING;
    return nodes.flatMap(([step, node]) =>
      step === '' && node.below === undefined
        ? node.texts.map((text) => valueOfText(items, text))
        : [valueAt(items, node)],
    );
  }
  const properties = propertiesOf(schema);
  const others = othersOf(schema);
  return Object.fromEntries(nodes.map(([step, node]) => [step, valueAt(properties.get(step)?.schema ?? others, node)]));
}

/** The value of a name that comes once or several times. */
function valueOfRepeated(schema: Schema, texts: readonly string[]): unknown {
  const [first = ''] = texts;
  const isOne = texts.length === 1;
  if (!takesArrays(schema)) return isOne ? valueOfText(schema, first) : texts;
  const items = itemsOf(schema) ?? ANYTHING;
  const array = texts.map((text) => valueOfText(items, text));
  // One text may be the array in JSON, or the schema may take another type as well.
  const isWhole = isOne && (first.startsWith('[') || typesOf(schema).some((type) => type !== 'array'));
  return firstFitting(schema, isWhole ? [array, valueOfText(schema, first)] : [array]);
}

/** How a property of a form is written where the document says nothing (OpenAPI 3.0.4 §4.8.15.1). */
export const FORM: Serialization = { style: 'form', explode: true, separator: undefined, mediaType: undefined };

/** The object that a form says, each property as its schema and its `encoding` have it. */
export function readForm(
  { schema = {}, encoding = {} }: Pick<MediaType, 'schema' | 'encoding'>,
  fields: Fields,
): unknown {
  const properties = propertiesOf(schema);
  const names = new Set(properties.keys());
  const used = new Set<string>();
  const members = [...properties.values()].flatMap(({ name, schema: property }) => {
    const how = Object.hasOwn(encoding, name) ? encoding[name] : undefined;
    const value = readField({ name, schema: property, ...(how ?? FORM) }, fields, names);
    if (value === undefined) return [];
    // An object whose members came as fields of their own.
    const isSpread = !fields.texts.has(name) && !fields.bracketed.has(name) && isObject(value);
    for (const inner of isSpread ? Object.keys(value) : []) used.add(inner);
    return [[name, value] as const];
  });
  const isNew = (name: string): boolean => !names.has(name) && !used.has(name);
  const others = othersOf(schema);
  const unnamed = [...fields.texts].filter(([name]) => isNew(name) && !isInBrackets(name));
  const nested = [...fields.bracketed].filter(([name]) => isNew(name) && !fields.texts.has(name));
  return Object.fromEntries([
    ...members,
    ...unnamed.map(([name, texts]) => [name, valueOfRepeated(others, texts)] as const),
    ...nested.map(([name, parts]) => [name, valueOfBrackets(others, parts)] as const),
  ]);
}

const isInBrackets = (name: string): boolean => name.indexOf('[') > 0 && name.endsWith(']');
