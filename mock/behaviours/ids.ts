import { exactInteger, memoized, type Resource, typesOf } from '../../openapi/contract';
import { idSchemaOf } from '../resources/ids';
import type { IdPolicy } from '../world/stores/records';
import { bitsOf } from './documented';
import { behaviour } from './model';

/** Ids that are no integers, or that clients choose, stay as they are. */
export const ids = behaviour('ids', {
  sparse: { ids: (usual) => (usual.kind === 'sequence' ? sparse(usual) : usual) },
  random: { ids: (usual, { resource, seed }) => (usual.kind === 'sequence' ? random(usual, seed, resource) : usual) },
});

type Sequence = IdPolicy & { readonly kind: 'sequence' };

/** Odd ones, so that records which come one after the other have ids of different remainders. */
const GAPS = [7n, 5n, 3n];
/** Where the bounds of a schema leave fewer ids than these, they are closer to each other. */
const MOST_LEFT_OUT_OF = 1000n;

/** With the widest gaps that the bounds leave room for. */
const sparse = memoized((usual: Sequence): IdPolicy => {
  const { minimum, maximum, step = 1n } = usual;
  const gap = GAPS.find((one) => (maximum - minimum) / (step * one) >= MOST_LEFT_OUT_OF) ?? 2n;
  return { ...usual, step: step * gap };
});

/** Any inside the bounds, none of them twice before all were given: the turns of a record are put out of order. */
function random(usual: Sequence, seed: number, resource: Resource): IdPolicy {
  const { minimum, maximum, step = 1n } = usual;
  const isInteger = typesOf(idSchemaOf(resource)).includes('integer');
  // Other numbers are exact up to here alone.
  const last = isInteger || maximum < MOST_EXACT ? maximum : MOST_EXACT;
  if (last < minimum) return usual;
  const count = (last - minimum) / step + 1n;
  const width = BigInt((count - 1n).toString(2).length);
  const rounds = [0, 1, 2, 3].map((round) => bitsOf(seed, `${resource.name} ${round}`) | 1n);
  return {
    kind: 'made',
    make(nth) {
      let place = BigInt(nth) % count;
      // What falls beyond the last is put out of order again: it comes back into the bounds at some time.
      do place = scattered(place, width, rounds);
      while (place >= count);
      return exactInteger(minimum + place * step);
    },
  };
}

const MOST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);

/** A number of so many bits as another one: never the same for two. */
function scattered(number: bigint, width: bigint, factors: readonly bigint[]): bigint {
  const half = width / 2n + 1n;
  return factors.reduce((before, factor) => {
    const mixed = BigInt.asUintN(Number(width), before * factor + (factor >> 7n));
    return mixed ^ (mixed >> half);
  }, number);
}
