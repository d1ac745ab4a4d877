/** A value as HTTP carries it: a body of any media type but JSON, or a header. */
import {
  essence,
  fits,
  type Header,
  isObject,
  type MediaType,
  type Schema,
  stringifyJson,
  toXml,
} from '../../openapi/contract';
import { sample } from './sample';
import type { Source } from './source';

type Write<Body = string | Buffer> = (value: unknown, schema: Schema) => Body;

/** What is no text is the JSON of it: YAML is a superset of that, and most other texts have no rule at all. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value);

/** The least picture or document of each type: what an example says of one is no picture. */
const SMALLEST: Readonly<Record<string, string>> = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  gif: 'R0lGODlhAQABAAAAACwAAAAAAQABAAACADs=',
  jpeg: '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
};

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 3 3]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

const picture =
  (kind: string): Write =>
  () =>
    Buffer.from(SMALLEST[kind] ?? '', 'base64');

const isMarkup = (value: unknown): value is string => typeof value === 'string' && value.trimStart().startsWith('<');

/** RFC 4180: a row of names, and a row for each record. */
function csv(value: unknown): string {
  if (typeof value === 'string') return value;
  const records = [value].flat().filter(isObject);
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = [names, ...records.map((record) => names.map((name) => asText(record[name])))];
  return rows.map((row) => row.map(quoted).join(',')).join('\r\n');
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

const event = (value: unknown): string =>
  `${asText(value)
    .split('\n')
    .map((line) => `data: ${line}`)
    .join('\n')}\n\n`;

function lines(value: unknown): string {
  if (typeof value === 'string') return value;
  return [value]
    .flat()
    .map((one) => `${stringifyJson(one)}\n`)
    .join('');
}

const form = (value: unknown): string =>
  isObject(value)
    ? new URLSearchParams(Object.entries(value).map(([name, one]): [string, string] => [name, asText(one)])).toString()
    : asText(value);

/** The first that fits a media type writes it. */
const WRITERS: readonly (readonly [RegExp, Write])[] = [
  [/^image\/(png|\*)$/, picture('png')],
  [/^image\/gif$/, picture('gif')],
  [/^image\/jpe?g$/, picture('jpeg')],
  [/^image\/svg\+xml$/, (value) => (isMarkup(value) ? value : SVG)],
  [/^application\/pdf$/, () => PDF],
  [/^(application|text)\/xml$|\+xml$/, (value, schema) => (isMarkup(value) ? value : toXml(schema, value))],
  [/^text\/csv$/, csv],
  [/^text\/event-stream$/, (value) => (typeof value === 'string' && /^\w*:/.test(value) ? value : event(value))],
  [/^application\/(x-)?(ndjson|jsonl|json-lines)$/, lines],
  [/^application\/x-www-form-urlencoded$/, form],
];

/** A value as a body of a media type that is no JSON. */
export function representationOf({ type, schema = {} }: MediaType, value: unknown): string | Buffer {
  const name = essence(type);
  const write = WRITERS.find(([pattern]) => pattern.test(name))?.[1] ?? asText;
  return write(value, schema);
}

/** Headers of HTTP whose values have rules of their own, which a schema seldom repeats (RFC 9110, RFC 9111). */
const WELL_KNOWN: Readonly<Record<string, (source: Source) => string | number>> = {
  'retry-after': () => 1,
  'www-authenticate': () => 'Bearer',
  'last-modified': ({ now }) => new Date(now).toUTCString(),
  expires: ({ now }) => new Date(now).toUTCString(),
  etag: () => '"1"',
  'cache-control': () => 'no-store',
  'content-language': () => 'en',
  'content-disposition': () => 'attachment',
};

/** What is sent in a required header that nothing has set: its example, else what HTTP or its schema asks for. */
export function headerTextOf({ name, schema, examples }: Header, source: Source): string {
  const [example] = examples;
  if (example !== undefined) return written(example.value);
  const known = WELL_KNOWN[name.toLowerCase()]?.(source);
  const found = [known, known?.toString()].find((value) => value !== undefined && fits(schema, 'response', value));
  return written(found ?? sample(schema, source));
}

/** A value as a header (OpenAPI's style `simple`), without the characters that HTTP forbids (RFC 9110 §5.5). */
function written(value: unknown): string {
  const text = isObject(value) ? Object.entries(value).join() : String(value);
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');
}
