import type { KnownValues } from '../stores/keys';

/** What can be told of secret values without them: enough to pass over most words of a text without a digest. */

/** 32 bits of a value (FNV-1a over its UTF-16 units), a tenth of the work of a digest. Values that differ may share them. */
export function markOf(value: string): number {
  let mark = 0x811c9dc5;
  for (let place = 0; place < value.length; place += 1) {
    mark = Math.imul(mark ^ value.charCodeAt(place), 0x01000193);
  }
  return mark >>> 0;
}

interface ValueLengths {
  /** @param start the value, or its first two UTF-16 units where its length is given */
  add(start: string, length?: number): void;
  /** Of the values that begin with these two UTF-16 units, and of the first alone; longest first. */
  from(first: number, second: number): readonly number[];
}

export function createValueLengths(): ValueLengths {
  const byStart = new Map<number, readonly number[]>();
  /** Values of one unit. */
  const units = new Set<number>();
  const longer = (first: number, second: number): readonly number[] => byStart.get(startOf(first, second)) ?? NONE;
  return {
    from: (first, second) => (units.has(first) ? [...longer(first, second), 1] : longer(first, second)),
    add(start, length = start.length) {
      const [first, second] = [start.charCodeAt(0), start.charCodeAt(1)];
      const known = longer(first, second);
      if (length === 1) units.add(first);
      else if (!known.includes(length)) {
        byStart.set(
          startOf(first, second),
          [...known, length].sort((one, other) => other - one),
        );
      }
    },
  };
}

const startOf = (first: number, second: number): number => first * 0x1_0000 + second;

const NONE: readonly number[] = [];

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
