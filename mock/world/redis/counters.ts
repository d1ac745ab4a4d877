/**
 * What the counters of a new state begin with, as fields and values: `turn` (of its last request), `rules` (the version of
 * its fault rules, raised by one for each that comes or goes), `fault` (the highest number that a fault has as its id),
 * `chances` (where those of its faults stand), `met` (how many addresses have come), `swept` (how far the ledger was looked
 * through).
 *
 * @param chances an integer from 0 to 2^32-1
 */
export const newCounters = (chances: number): readonly string[] => [
  'turn',
  '0',
  'rules',
  '0',
  'chances',
  String(chances),
];
