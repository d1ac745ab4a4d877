import { isJson, type MediaType, memoized } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import { representationOf } from '../values/representation';

/** Whether bodies of a media type are sent as JSON: it is JSON, or a range of which JSON is the likeliest. */
export const isWrittenAsJson = memoized(
  ({ type, schema }: MediaType): boolean =>
    isJson(type) || (/^(\*|application)\/\*/.test(type) && schema?.format !== 'binary'),
);

/** An outcome with a body of another media type. */
export function represented(status: number, media: MediaType, body: unknown): Outcome {
  const written = () => representationOf(media, body);
  return { status, headers: {}, body: body ?? '', mediaType: typeOf(media.type), written };
}

/** A type for a range, and the charset of a text: without one some clients take it for another than UTF-8. */
function typeOf(type: string): string {
  const [main = ''] = type.split('/');
  const concrete = type.includes('*') ? (TYPES[main] ?? 'application/octet-stream') : type;
  return main === 'text' && !concrete.includes(';') ? `${concrete}; charset=utf-8` : concrete;
}

const TYPES: Readonly<Record<string, string>> = {
  text: 'text/plain',
  image: 'image/png',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  font: 'font/woff2',
};
