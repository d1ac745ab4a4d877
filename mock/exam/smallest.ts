/**
 * The smallest part of a list for which something still holds that holds for all of it: nothing can be left out of it any more
 * (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002: ddmin). Parts are asked for in ever finer
 * pieces, so that few questions are enough where few items matter.
 *
 * @param holds is asked about parts of the list, in its order; it holds for all of it
 */
export async function smallest<Item>(
  all: readonly Item[],
  holds: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let part = all;
  let pieces = 2;
  while (part.length > 1) {
    const size = Math.ceil(part.length / pieces);
    const found = await firstThatHolds(withoutEach(part, size), holds);
    if (found !== undefined) {
      part = found;
      pieces = Math.max(2, pieces - 1);
    } else if (size === 1) return part;
    else pieces = Math.min(part.length, 2 * pieces);
  }
  return part;
}

/** The list without each piece of it, the pieces alone first where there are two. */
function withoutEach<Item>(list: readonly Item[], size: number): readonly (readonly Item[])[] {
  const starts = Array.from({ length: Math.ceil(list.length / size) }, (_, nth) => nth * size);
  return starts.map((start) => list.toSpliced(start, size));
}

async function firstThatHolds<Item>(
  parts: readonly (readonly Item[])[],
  holds: (part: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[] | undefined> {
  for (const part of parts) if (await holds(part)) return part;
  return undefined;
}
