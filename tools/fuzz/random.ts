import { type Arbitrary, Random } from 'fast-check';

/** The random numbers of one attempt: the same for the same seed, attack and number, whatever was drawn before. */
export function randomOf(seed: number, attack: string, index: number): Random {
  return new Random(mulberry32(mix(mix(mix(0x9e3779b9, seed), index), hashOf(attack))));
}

/** The value of an arbitrary for an attempt, with what it takes to shrink it. */
export const draw = <Value>(
  arbitrary: Arbitrary<Value>,
  seed: number,
  attack: string,
  index: number,
): ReturnType<Arbitrary<Value>['generate']> => arbitrary.generate(randomOf(seed, attack, index), undefined);

/** What fast-check asks of a source of random numbers. */
interface Generator {
  clone(): Generator;
  /** A whole number of 32 bits. */
  next(): number;
  getState(): readonly number[];
}

/** Mulberry32, by Tommy Ettinger, in the public domain. */
function mulberry32(start: number): Generator {
  let state = start | 0;
  return {
    clone: () => mulberry32(state),
    next() {
      state = (state + 0x6d2b79f5) | 0;
      let bits = Math.imul(state ^ (state >>> 15), 1 | state);
      bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
      return (bits ^ (bits >>> 14)) | 0;
    },
    getState: () => [state],
  };
}

/** The finaliser of MurmurHash3 over both. */
function mix(one: number, other: number): number {
  let bits = Math.imul(one ^ (other + 0x7ed55d16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

const hashOf = (text: string): number => [...text].reduce((hash, letter) => mix(hash, letter.charCodeAt(0)), 0);
