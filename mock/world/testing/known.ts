import { createValueLengths } from '../rules/secret-values';
import type { KnownValues } from '../stores/keys';

/** What knows these values. */
export function knownOf(...values: readonly string[]): KnownValues {
  const lengths = createValueLengths();
  for (const value of values) lengths.add(value);
  return { has: (value) => values.includes(value), lengthsFrom: lengths.from };
}
