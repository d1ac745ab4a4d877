/** A value as HTTP carries it: a body of any media type but JSON, or a header. */
import {
  essence,
  fits,
  type Header,
  isMarkup,
  isObject,
  leastFile,
  type MediaType,
  writtenText,
} from '../../openapi/contract';
import { sample } from './sample';
import { requestIdOf, type Source } from './source';

type Write<Body = string | Buffer> = (value: unknown, media: MediaType) => Body;

/** The least picture of each type that is no text: what an example says of one is no picture. */
const SMALLEST: Readonly<Record<string, string>> = {
  png: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  jpeg: '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
};

const picture =
  (kind: string): Write =>
  () =>
    Buffer.from(SMALLEST[kind] ?? '', 'base64');

const file: Write = (_, { type }) => leastFile(type)?.text ?? '';

const asText: Write<string> = (value, media) => writtenText(media, media.type, value);

const event: Write = (value, media) =>
  `${asText(value, media)
    .split('\n')
    .map((line) => `data: ${line}`)
    .join('\n')}\n\n`;

const form: Write = (value, media) =>
  isObject(value)
    ? new URLSearchParams(
        Object.entries(value).map(([name, one]): [string, string] => [name, asText(one, media)]),
      ).toString()
    : asText(value, media);

/** The first that fits a media type writes it. */
const WRITERS: readonly (readonly [RegExp, Write])[] = [
  [/^image\/(png|\*)$/, picture('png')],
  [/^image\/jpe?g$/, picture('jpeg')],
  [/^image\/svg\+xml$/, (value, media) => (isMarkup(value) ? value : file(value, media))],
  [/^(image\/gif|application\/pdf)$/, file],
  [
    /^text\/event-stream$/,
    (value, media) => (typeof value === 'string' && /^\w*:/.test(value) ? value : event(value, media)),
  ],
  [/^application\/x-www-form-urlencoded$/, form],
];

/** A value as a body of a media type that is no JSON. */
export function representationOf(media: MediaType, value: unknown): string | Buffer {
  const name = essence(media.type);
  const write = WRITERS.find(([pattern]) => pattern.test(name))?.[1] ?? asText;
  return write(value, media);
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
  'x-request-id': requestIdOf,
  'request-id': requestIdOf,
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
