import { isObject } from '../json/object';
import type { MediaType, Serialization } from '../model/operation';
import { propertiesOf } from '../schema/properties';
import { valueOfBrackets, valueOfRepeated } from './bracketed';
import { readField } from './field';
import type { Fields } from './fields';
import { othersOf } from './text';

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
