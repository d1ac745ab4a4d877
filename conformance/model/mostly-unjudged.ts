import type { Cell } from './finding';

/** How many exchanges there were, and how many of them nobody judged. */
export interface Share {
  readonly unjudged: number;
  readonly all: number;
}

/**
 * A cell that has passed in what was judged, where most was not: that is no pass of the whole.
 *
 * @param what was not judged, in the plural
 */
export function unlessMostlyUnjudged(cell: Cell, { unjudged, all }: Share, what: string): Cell {
  if (cell.outcome !== 'pass' || 2 * unjudged <= all) return cell;
  const reason = `${unjudged} of ${all} ${what} were not judged`;
  return { ...cell, outcome: 'inconclusive', isPartly: true, reasons: [...cell.reasons, reason] };
}
