import type { KnownValues } from '../stores/keys';

/** The values of both. */
export function eitherOf(one: KnownValues, other: KnownValues): KnownValues {
  return {
    has: (value) => one.has(value) || other.has(value),
    lengthsFrom(first, second) {
      const [ofOne, ofOther] = [one.lengthsFrom(first, second), other.lengthsFrom(first, second)];
      if (ofOne.length === 0 || ofOther.length === 0) return ofOne.length === 0 ? ofOther : ofOne;
      return [...new Set([...ofOne, ...ofOther])].sort((a, b) => b - a);
    },
  };
}
