import { createHash } from 'node:crypto';
import { seeded } from '../values/source';
import type { Drawn } from './model';

/** 64 bits that a seed and a text decide, which tell nothing of either: always the same for the same two. */
export const bitsOf = (seed: number, text: string): bigint =>
  createHash('sha256').update(`${seed} ${text}`).digest().readBigUInt64BE();

/** A whole number below `end`, of the same kind. */
export const numberBelow = (end: number, seed: number, text: string): number =>
  Number(bitsOf(seed, text) % BigInt(end));

/** Eight figures to find a request by: others for each request of a world, and by the same seed the same. */
export function traceOf({ turn, seed }: Drawn): string {
  const { random } = seeded(seed, 0, 'trace', String(turn));
  return Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0');
}
