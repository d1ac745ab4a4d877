/** Values as bodies that are texts and no JSON, and files that a server takes for what their media type says. */
import { stringifyJson } from '../json/json';
import { isObject } from '../json/value';
import type { MediaType } from '../model/operation';
import { essence } from '../operations/media-types';
import { toXml } from './xml';

const XML = /[/+]xml$/;

/** Whether a value is XML as it is written (OpenAPI 3.0.3 §4.7.14): the schema is of what that stands for. */
export const isMarkup = (value: unknown): value is string => typeof value === 'string' && /^\s*</.test(value);

/** A value as a text of a media type that is neither JSON nor a form. A text is taken to be written already. @param type as it is sent */
export function writtenText(
  { schema = {}, schemaName }: Pick<MediaType, 'schema' | 'schemaName'>,
  type: string,
  value: unknown,
): string {
  const name = essence(type);
  if (XML.test(name)) return isMarkup(value) ? value : toXml(schema, value, schemaName);
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  return WRITERS.find(([pattern]) => pattern.test(name))?.[1](value) ?? stringifyJson(value);
}

/** What else is no text is the JSON of it: YAML is a superset of that, and most other texts have no rule at all. */
const WRITERS: readonly (readonly [RegExp, (value: unknown) => string])[] = [
  [/^text\/csv$/, csv],
  [/^application\/(x-)?(ndjson|jsonl|json-lines)$/, lines],
];

/** RFC 4180: a row of names, and a row for each record. */
function csv(value: unknown): string {
  const records = [value].flat().filter(isObject);
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = [names, ...records.map((record) => names.map((name) => cellOf(record[name])))];
  return rows.map((row) => row.map(quoted).join(',')).join('\r\n');
}

const cellOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : stringifyJson(value);

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function lines(value: unknown): string {
  return [value]
    .flat()
    .map((one) => `${stringifyJson(one)}\n`)
    .join('');
}

/** A file, in ASCII alone, so that it can stand in a text. */
interface TextFile {
  /** Of its name, without the full stop. */
  readonly extension: string;
  readonly text: string;
}

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 3 3]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

/** One point, without a table of colours, so that no byte is beyond ASCII. */
const GIF = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\0;';

/** By media type, more particular ones above. A PNG or a JPEG is no text. */
const FILES: readonly (readonly [RegExp, TextFile])[] = [
  [/^image\/svg\+xml$/, { extension: 'svg', text: '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>' }],
  [/^image\/(gif|\*)$/, { extension: 'gif', text: GIF }],
  [/^application\/pdf$/, { extension: 'pdf', text: PDF }],
  // The end of a directory that has nothing in it.
  [/^application\/(x-)?zip(-compressed)?$/, { extension: 'zip', text: `PK\x05\x06${'\0'.repeat(18)}` }],
  [XML, { extension: 'xml', text: '<example/>' }],
  [/[/+]json$/, { extension: 'json', text: '{}' }],
  [/[/+-]yaml$/, { extension: 'yaml', text: 'name: example\n' }],
  [/^application\/(x-)?(ndjson|jsonl|json-lines)$/, { extension: 'jsonl', text: '{}\n' }],
  [/^text\/csv$/, { extension: 'csv', text: 'name\r\nexample\r\n' }],
  [/^text\/html$/, { extension: 'html', text: '<!doctype html><title>example</title>' }],
  [/^text\/|^application\/octet-stream$|^\*\/\*$/, { extension: 'txt', text: 'example' }],
];

/** The least file of a media type; undefined for one of which none is known. */
export function leastFile(type: string): TextFile | undefined {
  const name = essence(type);
  return FILES.find(([pattern]) => pattern.test(name))?.[1];
}
