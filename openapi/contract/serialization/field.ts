import type { Serialization } from '../model/operation';
import type { Schema } from '../model/schema';
import { isJson } from '../operations/media-type';
import { allowsMore, itemsOf, propertiesOf } from '../schema/properties';
import { valueOfBrackets, valueOfRepeated } from './bracketed';
import type { Fields } from './fields';
import { firstFitting, jsonOr, othersOf, takesArrays, takesObjects, valueOfText } from './text';

/** A parameter of a query, or a property of a form. */
export interface Field extends Serialization {
  readonly name: string;
  readonly schema: Schema;
}

/**
 * The value of a field as its style writes it; undefined where nothing of it was sent. An object may also come in names with
 * brackets or as JSON, whatever its style: many authors name none, and mean one of these.
 *
 * @param taken the names of other fields, which are no members of this one
 */
export function readField(field: Field, fields: Fields, taken: ReadonlySet<string>): unknown {
  const { name, schema, style, explode } = field;
  const texts = fields.texts.get(name);
  if (texts !== undefined) return valueOfTexts(field, texts);
  const parts = fields.bracketed.get(name);
  if (parts !== undefined && (takesObjects(schema) || takesArrays(schema))) return valueOfBrackets(schema, parts);
  return style === 'form' && explode && takesObjects(schema) ? membersAmong(schema, fields, taken) : undefined;
}

/** The value of the texts that have the field's own name. */
function valueOfTexts(field: Field, texts: readonly string[]): unknown {
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

/** The object of `a,1,b,2`. */
export function objectOfRow(schema: Schema, parts: readonly string[]): unknown {
  const pairs = parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? ''] as const] : []));
  return objectOfPairs(schema, pairs);
}

/** An object of names and texts. */
export function objectOfPairs(schema: Schema, pairs: readonly (readonly [string, string])[]): unknown {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    pairs.map(([name, text]) => [name, valueOfText(properties.get(name)?.schema ?? othersOf(schema), text)]),
  );
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
