import { objectOrEmpty, stringOrUndefined } from '../json/narrow';
import type { JsonObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import type { SecurityScheme } from '../model/operation';

/** The document's security schemes by their names, without those of kinds that are not known here. */
export function readSecuritySchemes(document: JsonObject): ReadonlyMap<string, SecurityScheme> {
  const schemes = objectOrEmpty(objectOrEmpty(document.components).securitySchemes);
  return new Map(
    Object.entries(schemes).flatMap(([name, raw]) => {
      const scheme = readSecurityScheme(name, objectOrEmpty(raw));
      return scheme === undefined ? [] : [[name, scheme] as const];
    }),
  );
}

/** A scheme of the document as one of the kinds that are known here; undefined where it is none of them. */
export function readSecurityScheme(name: string, raw: JsonObject): SecurityScheme | undefined {
  const pointer = pointerTo('/components/securitySchemes', name);
  const scheme = raw.type === 'http' ? stringOrUndefined(raw.scheme)?.toLowerCase() : undefined;
  if (scheme === 'basic') return { name, kind: 'basic', pointer };
  if (scheme === 'bearer' || raw.type === 'oauth2' || raw.type === 'openIdConnect')
    return { name, kind: 'bearer', pointer };
  if (raw.type !== 'apiKey') return undefined;
  return {
    name,
    kind: 'apiKey',
    in: raw.in as 'header' | 'query' | 'cookie',
    parameter: stringOrUndefined(raw.name) ?? '',
    pointer,
  };
}

/**
 * The schemes of a list of requirements, of those that ask for one alone; none where an empty requirement lets everybody in.
 */
export function readSecurity(
  requirements: readonly unknown[],
  schemes: ReadonlyMap<string, SecurityScheme>,
): readonly SecurityScheme[] {
  const ways = requirements.map((requirement) => Object.keys(objectOrEmpty(requirement)));
  if (ways.some((names) => names.length === 0)) return [];
  const alone = ways.filter(({ length }) => length === 1).flat();
  return alone.flatMap((name) => schemes.get(name) ?? []);
}
