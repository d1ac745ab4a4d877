import type { JsonObject } from '../json/object';
import { extensionOf } from './vocabulary';

/** `x-silences` of the document's root: by the id of a silence, the options that are left of it, the one to take first. */
export function readSilences(document: JsonObject): Readonly<Record<string, readonly string[]>> {
  const raw = extensionOf<Record<string, string | readonly string[]>>(document, 'x-silences') ?? {};
  return Object.fromEntries(Object.entries(raw).map(([id, options]) => [id, [options].flat()]));
}
