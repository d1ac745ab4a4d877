/**
 * The known name that a misspelt one may have meant: the one that the fewest letters tell from it, where these are no more
 * than a third of it. Undefined where none is that near.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const most = Math.ceil(name.length / 3);
  // Each letter more or less counts, so that of a very long name nothing is compared.
  const comparable = known.filter((one) => Math.abs(one.length - name.length) <= most);
  const [best] = byDistance(name, comparable);
  return best !== undefined && best.distance <= most ? best.one : undefined;
}

/** What ends a message about an unknown name: the one that was meant, else all that there are, if these are few. */
export function meantText(name: string, known: readonly string[]): string {
  const found = nearest(name, known);
  if (found !== undefined) return `did you mean "${found}"?`;
  if (known.length <= MOST_NAMED) return `it has ${known.join(', ') || 'none'}`;
  return `none of the ${known.length} known names is like it`;
}

const MOST_NAMED = 12;

const byDistance = (
  name: string,
  known: readonly string[],
): readonly { readonly one: string; readonly distance: number }[] =>
  known
    .map((one) => ({ one, distance: distanceOf(name.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);

/** How many letters have to be put in, left out or changed (Levenshtein); two that changed places count as two. */
function distanceOf(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (above[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      line.push(Math.min(changed, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
