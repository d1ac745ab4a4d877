/** The median of several figures, and their range. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Undefined without values. */
export function spread(values: readonly number[]): Spread | undefined {
  if (values.length === 0) return undefined;
  const sorted = ascending(values);
  return { median: median(sorted), low: sorted[0] ?? Number.NaN, high: sorted.at(-1) ?? Number.NaN };
}

/**
 * The percentile by nearest rank, so that it is a value that occurred.
 *
 * @param share from 0 to 100
 */
export function percentile(values: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil((share / 100) * values.length));
  return ascending(values)[rank - 1] ?? Number.NaN;
}

/**
 * The quotient of two figures of the same round, for each round that has both. The load of the machine changes from minute
 * to minute and affects neighbours alike, so these quotients are more reliable than the quotient of two medians.
 */
export function ratios<One extends { readonly round: number }>(
  ours: readonly One[],
  theirs: readonly One[],
  figure: (one: One) => number | undefined,
): readonly number[] {
  return ours.flatMap((one) => {
    const neighbour = theirs.find(({ round }) => round === one.round);
    const [our, their] = [figure(one), neighbour === undefined ? undefined : figure(neighbour)];
    return our === undefined || their === undefined ? [] : [our / their];
  });
}

const ascending = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b);

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return ((below ?? Number.NaN) + (above ?? Number.NaN)) / 2;
}
