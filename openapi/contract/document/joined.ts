import type { Draft } from '../mending/draft';
import type { Kind } from '../mending/kinds';

/** Keywords that say nothing of a value: those beside a reference count, not those that it leads to. */
const SAYINGS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'summary', 'example', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly'],
  ...['nullable', 'externalDocs', 'xml', '$comment'],
]);

/**
 * What a reference leads to, with what stands beside the reference. OpenAPI 3.0 ignores that, 3.1 asks a value for both; most
 * authors mean it.
 */
export function joined(target: Draft, siblings: Draft, kind: Kind): Draft {
  const isSaidTwice = (name: string): boolean =>
    !SAYINGS.has(name) && !name.startsWith('x-') && Object.hasOwn(target, name) && target[name] !== siblings[name];
  if (kind !== 'schema' || !Object.keys(siblings).some(isSaidTwice)) return { ...target, ...siblings };
  const { allOf } = siblings;
  return { ...siblings, allOf: [target, ...(Array.isArray(allOf) ? allOf : [])] };
}
