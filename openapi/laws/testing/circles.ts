import type { Source } from './sources';

/** Circles of imports, as the files that they lead through: from each place that leads into some, the first. */
export function circlesIn(sources: readonly Pick<Source, 'path' | 'needs'>[]): readonly string[] {
  const needs = new Map(sources.map((source) => [source.path, source.needs]));
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): readonly string[] => {
    if (way.includes(path)) return [[...way.slice(way.indexOf(path)), path].join(' imports ')];
    if (done.has(path)) return [];
    const found = (needs.get(path) ?? []).flatMap((next) => visit(next, [...way, path]));
    done.add(path);
    return found;
  };
  return sources.flatMap(({ path }) => visit(path, []).slice(0, 1));
}
