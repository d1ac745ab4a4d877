import {
  essence,
  FORM,
  isJson,
  isObject,
  keywordOf,
  leastFile,
  type MediaType,
  type Parameter,
  propertiesOf,
  type Schema,
  type Serialization,
  stringifyJson,
  textOf,
  writtenText,
} from '../../openapi/contract';
import { PLAIN } from '../arbitraries/plain';
import { NoValue } from '../arbitraries/string';
import { MULTIPART, URLENCODED } from '../exchange/subject';
import { fileIn, isFile, itemOf } from './files';

/** A body as it is sent, and its `Content-Type`. */
interface WrittenBody {
  readonly text: string;
  readonly type: string;
}

/** A value as a body of a media type. */
export function writtenBody(media: MediaType, value: unknown): WrittenBody {
  const { type } = media;
  const name = essence(type);
  if (isJson(type)) return { text: stringifyJson(value), type };
  if (name === URLENCODED) return { text: urlencoded(media, value), type };
  if (name === MULTIPART) return multipart(media, value);
  // A range is no type of a body.
  const sent = name.includes('*') ? (RANGES[name] ?? 'application/octet-stream') : type;
  if (isJson(sent)) return { text: stringifyJson(value), type: sent };
  return { text: writtenText(media, sent, value), type: sent };
}

const RANGES: Readonly<Record<string, string>> = {
  '*/*': 'application/json',
  'application/*': 'application/json',
  'text/*': 'text/plain',
  'image/*': 'image/gif',
};

const membersOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value).filter(([, member]) => member !== undefined && member !== null) : [];

const encodingOf = ({ encoding = {} }: MediaType, name: string) =>
  (Object.hasOwn(encoding, name) ? encoding[name] : undefined) ?? FORM;

function urlencoded(media: MediaType, value: unknown): string {
  const pairs = membersOf(value).flatMap(([name, member]) => writtenPairs(name, member, encodingOf(media, name)));
  return new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text])).toString();
}

/** A boundary that no sensible value has in it. */
const BOUNDARY = 'conformance-7b1e94c2d06f';

/** RFC 7578; what each part is where the document does not say so: OpenAPI 3.0.3 §4.7.15.2. */
function multipart(media: MediaType, value: unknown): WrittenBody {
  const properties = propertiesOf(media.schema ?? {});
  const parts = membersOf(value).flatMap(([name, member]) => {
    const schema = properties.get(name)?.schema ?? {};
    const { mediaType } = encodingOf(media, name);
    return [member].flat().map((one) => partOf(name, one, schema, mediaType));
  });
  const lines = parts.map((part) => `--${BOUNDARY}\r\n${part}\r\n`);
  return { text: `${lines.join('')}--${BOUNDARY}--\r\n`, type: `${MULTIPART}; boundary=${BOUNDARY}` };
}

/** A body that was sent, in one line to read: of multipart the names and values of its parts. */
export function tellBody(text: string, type = ''): string {
  if (essence(type) !== MULTIPART) return text;
  const parts = [...text.matchAll(/ name="([^"]*)".*?\r\n\r\n(.*?)\r\n--/gs)];
  return parts.map(([, name, value]) => `${name}: ${value}`).join(', ') || 'no part';
}

function partOf(name: string, value: unknown, schema: Schema, mediaType: string | undefined): string {
  const quoted = escaped(name);
  const types = mediaType?.split(',').map((one) => one.trim()) ?? [];
  const isText = typeof value !== 'object' || value === null;
  if (isText && isFile(schema)) return filePart(quoted, String(value), types.length > 0 ? types : [ownTypeOf(schema)]);
  const [type = isText ? undefined : 'application/json'] = types;
  const text = isText ? String(value) : stringifyJson(value);
  return [`${FORM_DATA}"${quoted}"`, ...(type?.includes('*') === false ? [typeLine(type)] : []), '', text].join('\r\n');
}

const escaped = (name: string): string => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const FORM_DATA = 'Content-Disposition: form-data; name=';
const typeLine = (type: string): string => `Content-Type: ${type}`;

/**
 * A file as its value names it, else of the first of its types of which one can be made. For that a mere word is replaced, which is no
 * file of most types.
 */
function filePart(quoted: string, text: string, types: readonly string[]): string {
  const named = fileIn(text);
  if (named !== undefined)
    return [`${FORM_DATA}"${quoted}"; filename="${escaped(named.name)}"`, typeLine(named.type), '', named.text].join(
      '\r\n',
    );
  const [first = ''] = types;
  const wanted = types.find((one) => leastFile(one) !== undefined) ?? first;
  const type = RANGES[wanted] ?? wanted;
  const file = leastFile(type);
  const ending = file?.extension ?? essence(type).split(/\W/).at(-1);
  return [
    `${FORM_DATA}"${quoted}"; filename="file.${ending}"`,
    typeLine(type),
    '',
    text === PLAIN ? (file?.text ?? text) : text,
  ].join('\r\n');
}

const ownTypeOf = (schema: Schema): string =>
  String(keywordOf(itemOf(schema), 'contentMediaType') ?? 'application/octet-stream');

/** A name and a text of a query or a form. */
type Pair = readonly [name: string, text: string];

/** How a name comes whose style is not described: an array as several. */
const USUAL: Serialization = { style: 'form', explode: true, separator: undefined, mediaType: undefined };

/**
 * A value as the pairs that its style makes of it (OpenAPI 3.0.3 §4.7.12.3); none for an array or an object without anything.
 * What is null is left out: only JSON has a form for it (RFC 6570 §2.3), and a server would read the text `null`.
 */
export function writtenPairs(name: string, value: unknown, how: Serialization = USUAL): readonly Pair[] {
  const { style, explode, separator, mediaType } = how;
  if (mediaType !== undefined && isJson(mediaType)) return [[name, stringifyJson(value)]];
  if (value === null) return [];
  if (Array.isArray(value)) {
    const texts = value.filter((item) => item !== null).map(textOf);
    if (separator === undefined) return texts.map((text): Pair => [name, text]);
    return texts.length === 0 ? [] : [[name, texts.join(separator)]];
  }
  if (!isObject(value)) return [[name, textOf(value)]];
  if (style === 'deepObject') return Object.entries(value).flatMap(([member, one]) => deep(`${name}[${member}]`, one));
  if (explode) return Object.entries(value).flatMap(([member, one]) => writtenPairs(member, one));
  const members = membersOf(value).flat();
  return members.length === 0 ? [] : [[name, members.map(textOf).join(separator ?? ',')]];
}

/** Deeper than one level OpenAPI says nothing; this is what most servers read. */
function deep(name: string, value: unknown): readonly Pair[] {
  if (Array.isArray(value)) return value.flatMap((item) => deep(`${name}[]`, item));
  if (isObject(value)) return Object.entries(value).flatMap(([member, one]) => deep(`${name}[${member}]`, one));
  return value === null ? [] : [[name, textOf(value)]];
}

/**
 * A value as the one text of a path, a header or a cookie.
 *
 * @param encode what a URL asks for of the characters in it
 */
export function writtenRow(
  { name, style, explode, separator = ',', mediaType }: Parameter,
  value: unknown,
  encode: (text: string) => string = (text) => text,
): string {
  if (mediaType !== undefined && isJson(mediaType)) return encode(stringifyJson(value));
  const text = (one: unknown): string => encode(textOf(one));
  // What servers make of it is anyone's guess: no request is sent that the document does not describe.
  if (isNested(value) || (mediaType !== undefined && typeof value === 'object'))
    throw new NoValue(
      `the value of "${name}" has no form in a path, a header or a cookie: it is an object within another`,
    );
  const isNamed = style === 'matrix' && !(explode && isObject(value));
  const parts = Array.isArray(value)
    ? value.map(text)
    : isObject(value)
      ? shownMembers(value, explode, text)
      : [text(value)];
  const named = isNamed && explode ? parts.map((part) => `${name}=${part}`) : parts;
  const row = named.join(separator);
  if (style === 'label') return `.${row}`;
  if (style !== 'matrix') return row;
  return isNamed && !explode ? `;${name}=${row}` : `;${row}`;
}

/** Whether there are arrays or objects within one: of those OpenAPI 3.0.3 §4.7.12.3 has no form. */
const isNested = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some((one) => typeof one === 'object' && one !== null);

const shownMembers = (
  value: Readonly<Record<string, unknown>>,
  explode: boolean,
  text: (one: unknown) => string,
): readonly string[] =>
  Object.entries(value).flatMap(([member, one]) =>
    explode ? [`${text(member)}=${text(one)}`] : [text(member), text(one)],
  );
