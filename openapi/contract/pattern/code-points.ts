/** A set of Unicode code points: ranges with both ends in them, in order, apart from each other. */
export type CodePoints = readonly (readonly [from: number, to: number])[];

const LAST = 0x10ffff;

export const NONE: CodePoints = [];
export const ALL: CodePoints = [[0, LAST]];

/** The code points of any of these ranges, which may come in any order and overlap. */
export function union(...sets: readonly CodePoints[]): CodePoints {
  const found: [number, number][] = [];
  for (const [from, to] of sets.flat().sort(([one], [other]) => one - other)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** Every other code point. */
export function complement(set: CodePoints): CodePoints {
  const starts = [0, ...set.map(([, to]) => to + 1)];
  const ends = [...set.map(([from]) => from - 1), LAST];
  return starts.map((start, index) => [start, ends[index] ?? LAST] as const).filter(([from, to]) => from <= to);
}

/** Whether a code point is in both. */
export function overlap(one: CodePoints, other: CodePoints): boolean {
  let at = 0;
  for (const [from, to] of one) {
    while ((other[at]?.[1] ?? LAST) < from) at += 1;
    const range = other[at];
    if (range === undefined) return false;
    if (range[0] <= to) return true;
  }
  return false;
}
