import {
  isObject,
  itemsOf,
  type Json,
  JsonNumber,
  type JsonObject,
  memberOf,
  membersOf,
  textOf,
  textsOf,
} from '../../../console/page/model/json';
import { alternativesOf, flatten, resolve } from './schema';

/** Below this depth only what is required is made up; at twice the depth nothing, since schemas may contain themselves. */
const DEEP = 3;

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

/**
 * A value that shows what a schema is about: its own example if it has one, else one made up.
 *
 * @param sent  whether a client sends it, or the server
 */
export function exampleOf(document: JsonObject, schema: Json | undefined, sent: boolean, depth = 0): Json {
  const flat = flatten(document, schema);
  const given = [flat.example, ...itemsOf(flat.examples), flat.default, flat.const, ...itemsOf(flat.enum)].find(
    (value) => value !== undefined,
  );
  if (given !== undefined) return given;
  const [alternative] = alternativesOf(flat).schemas;
  const chosen: Json =
    alternative === undefined || depth > 2 * DEEP ? {} : exampleOf(document, alternative, sent, depth + 1);
  if (!isObject(chosen)) return chosen;
  const type = typeof flat.type === 'string' ? flat.type : textsOf(flat.type)[0];
  if (type === 'array' || (type === undefined && flat.items !== undefined)) {
    return depth > DEEP || flat.items === undefined ? [] : [exampleOf(document, flat.items, sent, depth + 1)];
  }
  const make = type === undefined || !Object.hasOwn(SCALARS, type) ? undefined : SCALARS[type];
  return make === undefined ? { ...chosen, ...membersFor(document, flat, sent, depth) } : make(flat);
}

function membersFor(document: JsonObject, flat: JsonObject, sent: boolean, depth: number): JsonObject {
  if (depth > 2 * DEEP) return {};
  const required = textsOf(flat.required);
  const wanted = membersOf(flat.properties).filter(([name, schema]) => {
    const one = flatten(document, schema);
    return one[sent ? 'readOnly' : 'writeOnly'] !== true && (depth < DEEP || required.includes(name));
  });
  return Object.fromEntries(wanted.map(([name, one]) => [name, exampleOf(document, one, sent, depth + 1)]));
}

/** Of a pattern that is a word or a choice of words, the first. */
const firstWordOf = (pattern: string): string | undefined =>
  /^\^\(?(?:\?:)?([\w-]+)(?:\|[\w|-]+)?\)?\$$/.exec(pattern)?.[1];

const numberOf = ({ minimum }: JsonObject): Json => (minimum instanceof JsonNumber ? minimum : new JsonNumber('1'));

const SCALARS: Readonly<Record<string, (flat: JsonObject) => Json>> = {
  integer: numberOf,
  number: numberOf,
  boolean: () => true,
  null: () => null,
  string: ({ format, pattern }) =>
    Object.hasOwn(TEXTS, textOf(format)) ? (TEXTS[textOf(format)] ?? '') : (firstWordOf(textOf(pattern)) ?? 'text'),
};

/**
 * The media types of a body, each with an example at least: the document's own, else one made of its schema.
 *
 * @param sent  whether a client sends it; read-only properties are left out of what is made up then
 */
export function contentOf(document: JsonObject, content: Json | undefined, sent: boolean) {
  return membersOf(content).map(([type, value]) => {
    const media = resolve(document, value);
    const given = examplesOf(document, media);
    const made = () => [{ name: 'Example', value: exampleOf(document, media.schema, sent) }];
    const examples = given.length > 0 || media.schema === undefined ? given : made();
    const files = sent && kindOf(type) === 'form' ? fileFieldsOf(document, media.schema) : [];
    return { type, schema: media.schema, examples, files };
  });
}

export type MediaType = ReturnType<typeof contentOf>[number];

/** How the body of a media type is typed in: as text, as the fields of a form, or as a file. */
export function kindOf(mediaType: string): 'text' | 'form' | 'file' {
  if (/^multipart\//i.test(mediaType)) return 'form';
  return /json|xml|yaml|^text\/|urlencoded|javascript|graphql/i.test(mediaType) ? 'text' : 'file';
}

/** `example` or `examples`, of a media type or a parameter. */
export function examplesOf(document: JsonObject, holder: JsonObject) {
  if (holder.example !== undefined) return [{ name: 'Example', value: holder.example }];
  // An array is JSON Schema's form, which some documents have here too.
  const listed = itemsOf(holder.examples).map((value, at) => ({ name: `Example ${at + 1}`, value }));
  const named = membersOf(holder.examples).flatMap(([name, one]) => {
    const example = resolve(document, one);
    const value = memberOf(example, 'value');
    return value === undefined ? [] : [{ name: textOf(example.summary) || name, value }];
  });
  return [...listed, ...named];
}

/** The fields of a form that are files (OpenAPI 3.0.3 §4.7.14.2, 3.1.0 §4.8.14.3), or arrays of files. */
function fileFieldsOf(document: JsonObject, schema: Json | undefined) {
  const flat = flatten(document, schema);
  const required = textsOf(flat.required);
  return membersOf(flat.properties).flatMap(([name, property]) => {
    const one = flatten(document, property);
    const isMany = one.items !== undefined;
    if (!isFile(isMany ? flatten(document, one.items) : one)) return [];
    return [{ name, isMany, required: required.includes(name), description: textOf(one.description) }];
  });
}

/** A field of a form that a client fills with a file, or with several (`isMany`). */
export type FileField = ReturnType<typeof fileFieldsOf>[number];

const isFile = ({ format, contentMediaType, contentEncoding }: JsonObject): boolean =>
  format === 'binary' || format === 'byte' || (contentMediaType !== undefined && contentEncoding === undefined);
