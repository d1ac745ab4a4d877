import { folderOf, LAYERS, layerOf, partOf } from './layers';
import { isForTests, isIn, type Source } from './sources';

/** What is wrong with the imports of a file, in sentences. */
export const wrongImports = (source: Source): readonly string[] => [
  ...source.unknown.map((name) =>
    name === undefined
      ? `${source.path} works out what it loads: write the name as a literal, so that it can be followed`
      : `${source.path} imports '${name}', which leads to no file`,
  ),
  ...source.needs.flatMap((target) => wrongArrow(source.path, target) ?? []),
];

function wrongArrow(from: string, to: string): string | undefined {
  const arrow = `${from} imports ${to}`;
  if (isForTests(to)) return `${arrow}, which only tests use`;
  const part = partOf(from);
  if (part === undefined) return `${from} is in no part of LAYERS`;
  if (partOf(to) !== part) {
    const others = LAYERS[part]?.standsOn ?? [];
    return others.some((place) => isIn(place, to))
      ? undefined
      : `${arrow}, and ${part} may import only from ${[part, ...others].join(', ')}`;
  }
  const [lower, upper] = [layerOf(from), layerOf(to)];
  if (lower === undefined || upper === undefined) {
    return `${arrow}, and ${folderOf(lower === undefined ? from : to)} has no line in LAYERS`;
  }
  return upper > lower ? `${arrow}: ${folderOf(to)} is above ${folderOf(from)}, and data flows down` : undefined;
}

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
