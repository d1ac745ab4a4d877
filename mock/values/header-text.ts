import { fits, type Header, isObject } from '../../openapi/contract';
import { sample } from './sample';
import type { Source } from './source';

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

/** What is sent in a header that is required and nobody has set: its example, else what HTTP or its schema asks for. */
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
