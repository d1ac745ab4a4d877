/** What can be told of secret values without them: enough to pass over most words of a text without a digest. */

/** 32 bits of a value (FNV-1a over its UTF-16 units), a tenth of the work of a digest. Values that differ may share them. */
export function markOf(value: string): number {
  let mark = 0x811c9dc5;
  for (let place = 0; place < value.length; place += 1) {
    mark = Math.imul(mark ^ value.charCodeAt(place), 0x01000193);
  }
  return mark >>> 0;
}

export interface ValueLengths {
  add(value: string): void;
  /** Of the values that begin with this UTF-16 unit, longest first. */
  from(unit: number): readonly number[];
}

export function createValueLengths(): ValueLengths {
  const byUnit = new Map<number, readonly number[]>();
  const from = (unit: number): readonly number[] => byUnit.get(unit) ?? NONE;
  return {
    from,
    add(value) {
      const unit = value.charCodeAt(0);
      const known = from(unit);
      if (known.includes(value.length)) return;
      byUnit.set(
        unit,
        [...known, value.length].sort((one, other) => other - one),
      );
    },
  };
}

const NONE: readonly number[] = [];
