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
