/** The names between the braces of a path, in their order: `/a/{x}/b/{y}` → x, y (OpenAPI 3.0.3 §4.7.8.2). */
export function templateNames(path: string): readonly string[] {
  const known = found.get(path);
  if (known !== undefined) return known;
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');
  found.set(path, names);
  return names;
}

/** Of the paths of contracts, which are few. */
const found = new Map<string, readonly string[]>();
