import { isObject, type JsonObject, objectOrEmpty, pointerTo, stringOrUndefined } from '../json/value';
import type { MediaType, RequestBody, Serialization, Style } from '../model/operation';
import type { Example, Schema } from '../model/schema';
import { SCHEMA_NAME } from '../repair/names';
import { keywordOf, typesOf } from '../schema/properties';

/** Type and subtype of a `Content-Type` (RFC 9110 §8.3), in lower case and without parameters. */
export function essence(contentType: string): string {
  return (contentType.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether bodies of this type are JSON: `application/json`, or any type with the suffix `+json` (RFC 6839 §3.1). */
export function isJson(contentType: string): boolean {
  // Nearly always; parsing it would cost a request a twentieth of its time.
  if (contentType === 'application/json') return true;
  const type = essence(contentType);
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

/** Whether a media type is a range (`*\/*`, `text/*`), which says nothing of how its bodies are written. */
export const isRange = ({ type }: MediaType): boolean => essence(type).includes('*') && !isJson(type);

/**
 * Whether bodies of a media type are bytes or texts that are not written as JSON, whatever their type says: `string` of the format
 * `binary` (OpenAPI 3.0.3 §4.7.14.2), of a `contentMediaType` (JSON Schema §8.4), or within a range.
 */
export function isRaw(media: MediaType): boolean {
  const { schema = {} } = media;
  if (!typesOf(schema).every((type) => type === 'string') || schema.type === undefined) return false;
  return isRange(media) || schema.format === 'binary' || keywordOf(schema, 'contentMediaType') !== undefined;
}

/** The entry of a `content` map that a content type falls under: itself, else those of its suffix (`type/*+json`), else `type/*`, else any. */
export function matchMediaType(content: readonly MediaType[], contentType: string): MediaType | undefined {
  const same = content.find((media) => media.type === contentType);
  if (same !== undefined) return same;
  const type = essence(contentType);
  const [main = '', sub = ''] = type.split('/');
  const named = (wanted: string) => content.find((media) => essence(media.type) === wanted);
  const suffix = /\+[^+]+$/.exec(sub)?.[0];
  const ofSuffix = suffix === undefined ? undefined : named(`${main}/*${suffix}`);
  return named(type) ?? ofSuffix ?? named(`${main}/*`) ?? named('*/*');
}

/** The first entry of a `content` map that is JSON, or a range that JSON falls under. */
export function jsonMediaType(content: readonly MediaType[]): MediaType | undefined {
  const inJson = content.filter((media) => isJson(media.type));
  return inJson.find(({ type }) => !type.includes('*')) ?? inJson[0] ?? matchMediaType(content, 'application/json');
}

/** The body of a request. */
export function readBody(raw: unknown, pointer: string): RequestBody | undefined {
  if (!isObject(raw)) return undefined;
  return { required: raw.required === true, content: readContent(raw.content, pointer), pointer };
}

/** Our extension for examples that break the schema which they stand beside or in: there is no judging by them, but parts may fit. */
export const BROKEN = 'x-broken-examples';

/** A `content` map, entry by entry. */
export function readContent(raw: unknown, owner: string): readonly MediaType[] {
  return Object.entries(objectOrEmpty(raw)).map(([type, media]) => {
    const pointer = pointerTo(owner, 'content', type);
    const { schema, encoding, [BROKEN]: broken, [SCHEMA_NAME]: schemaName } = objectOrEmpty(media);
    return {
      type,
      schema: isObject(schema) ? (schema as Schema) : undefined,
      examples: readExamples(objectOrEmpty(media), pointer),
      ...(Array.isArray(broken) ? { brokenExamples: broken } : {}),
      ...(typeof schemaName === 'string' ? { schemaName } : {}),
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

/** `example` and `examples` beside a schema, of which OpenAPI allows one and documents have both; else the schema's own. */
export function readExamples(raw: JsonObject, pointer: string): readonly Example[] {
  const alone =
    raw.example === undefined ? [] : [{ name: '', value: raw.example, pointer: pointerTo(pointer, 'example') }];
  const named = Object.entries(objectOrEmpty(raw.examples)).flatMap(([name, example]) =>
    isObject(example) && example.value !== undefined
      ? [{ name, value: example.value, pointer: pointerTo(pointer, 'examples', name, 'value') }]
      : [],
  );
  if (alone.length > 0 || isObject(raw.examples)) return [...alone, ...named];
  const own = isObject(raw.schema) ? raw.schema.example : undefined;
  return own === undefined ? [] : [{ name: '', value: own, pointer: pointerTo(pointer, 'schema', 'example') }];
}

/** The schema beside or, for a parameter or header with `content`, below; anything at all where there is none. */
export function readSchema(raw: JsonObject): Schema {
  const [media] = Object.values(objectOrEmpty(raw.content));
  const schema = raw.schema ?? objectOrEmpty(media).schema;
  return isObject(schema) ? (schema as Schema) : {};
}

/** How the values of a parameter, or of a property of a form, are written; in the usual style where none is named. */
export function readSerialization(raw: JsonObject, usual: Style): Serialization {
  // Those of OpenAPI 3.0 and 3.1 are all known: its own schema has looked at them.
  const style = (stringOrUndefined(raw.style) ?? usual) as Style;
  const explode = typeof raw.explode === 'boolean' ? raw.explode : style === 'form';
  const [mediaType] = Object.keys(objectOrEmpty(raw.content));
  return {
    style,
    explode,
    separator: separatorOf(style, explode),
    mediaType: stringOrUndefined(raw.contentType) ?? mediaType,
  };
}

/** OpenAPI 3.0.3 §4.7.12.3: an array is repeated (`form`, exploded), or one text split at a character. */
function separatorOf(style: Style, explode: boolean): string | undefined {
  switch (style) {
    case 'form':
    case 'deepObject':
      return explode ? undefined : ',';
    case 'label':
      return explode ? '.' : ',';
    case 'matrix':
      return explode ? ';' : ',';
    default:
      return SEPARATORS[style];
  }
}

const SEPARATORS = { simple: ',', spaceDelimited: ' ', pipeDelimited: '|' } as const;
