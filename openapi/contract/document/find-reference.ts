import { pointerTo } from '../json/pointer';

/** The place of the first `$ref` that is the wanted one. */
export function findReference(
  value: unknown,
  isWanted: (reference: string) => boolean,
  pointer = '',
): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const at = pointerTo(pointer, name);
    if (name === '$ref' && typeof child === 'string' && isWanted(child)) return at;
    const below = findReference(child, isWanted, at);
    if (below !== undefined) return below;
  }
  return undefined;
}
