import { isObject, type JsonObject } from '../json/object';
import type { Deprecation } from '../model/operation';
import { extensionOf } from './vocabulary';

/** `deprecated`, `x-deprecation` and `externalDocs` of an operation; undefined where it is not deprecated. */
export function readDeprecation(operation: JsonObject): Deprecation | undefined {
  if (operation.deprecated !== true) return undefined;
  const raw = extensionOf<{ since?: string; removal?: string; replacement?: string }>(operation, 'x-deprecation');
  const docs = operation.externalDocs;
  return {
    since: unixSeconds(raw?.since),
    removal: unixSeconds(raw?.removal),
    replacement: raw?.replacement,
    documentation: isObject(docs) && typeof docs.url === 'string' ? docs.url : undefined,
  };
}

const unixSeconds = (day: string | undefined): number | undefined =>
  day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`) / 1000;
