import type { MediaType } from '../model/operation';

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

/** The entry of a `content` map that a content type falls under: itself, else `type/*`, else any. */
export function matchMediaType(content: readonly MediaType[], contentType: string): MediaType | undefined {
  const same = content.find((media) => media.type === contentType);
  if (same !== undefined) return same;
  const type = essence(contentType);
  const range = `${type.split('/')[0]}/*`;
  const named = (wanted: string) => content.find((media) => essence(media.type) === wanted);
  return named(type) ?? named(range) ?? named('*/*');
}

/** The first entry of a `content` map that is JSON, or a range that JSON falls under. */
export function jsonMediaType(content: readonly MediaType[]): MediaType | undefined {
  return content.find((media) => isJson(media.type)) ?? matchMediaType(content, 'application/json');
}
