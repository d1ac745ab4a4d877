import { objectOrEmpty } from '../json/narrow';
import { isObject, type JsonObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import type { MediaType, RequestBody } from '../model/operation';
import type { Example, Schema } from '../model/schema';
import { readSerialization } from './serialization';

/** The body of a request. */
export function readBody(raw: unknown, pointer: string): RequestBody | undefined {
  if (!isObject(raw)) return undefined;
  return { required: raw.required === true, content: readContent(raw.content, pointer), pointer };
}

/** A `content` map, entry by entry. */
export function readContent(raw: unknown, owner: string): readonly MediaType[] {
  return Object.entries(objectOrEmpty(raw)).map(([type, media]) => {
    const pointer = pointerTo(owner, 'content', type);
    const { schema, encoding } = objectOrEmpty(media);
    return {
      type,
      schema: isObject(schema) ? (schema as Schema) : undefined,
      examples: readExamples(objectOrEmpty(media), pointer),
      ...(isObject(encoding) ? { encoding: readEncoding(encoding) } : {}),
      pointer,
    };
  });
}

/** What is said of the properties of a form. */
const readEncoding = (raw: JsonObject): NonNullable<MediaType['encoding']> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, encoding]) => [name, readSerialization(objectOrEmpty(encoding), 'form')]),
  );

/** `example` or `examples` beside a schema, and else the schema's own. */
export function readExamples(raw: JsonObject, pointer: string): readonly Example[] {
  if (raw.example !== undefined) return [{ name: '', value: raw.example, pointer: pointerTo(pointer, 'example') }];
  if (isObject(raw.examples)) {
    return Object.entries(raw.examples).flatMap(([name, example]) =>
      isObject(example) && example.value !== undefined
        ? [{ name, value: example.value, pointer: pointerTo(pointer, 'examples', name, 'value') }]
        : [],
    );
  }
  const own = isObject(raw.schema) ? raw.schema.example : undefined;
  return own === undefined ? [] : [{ name: '', value: own, pointer: pointerTo(pointer, 'schema', 'example') }];
}

/** The schema beside or, for a parameter or header with `content`, below; anything at all where there is none. */
export function readSchema(raw: JsonObject): Schema {
  const [media] = Object.values(objectOrEmpty(raw.content));
  const schema = raw.schema ?? objectOrEmpty(media).schema;
  return isObject(schema) ? (schema as Schema) : {};
}
