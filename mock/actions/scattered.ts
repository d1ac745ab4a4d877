import { createHash } from 'node:crypto';

/** 64 bits that a seed and a text decide, which tell nothing of either: always the same for the same two. */
export const bitsOf = (seed: number, text: string): bigint =>
  createHash('sha256').update(`${seed} ${text}`).digest().readBigUInt64BE();

/** A whole number below `end`, of the same kind. */
export const numberBelow = (end: number, seed: number, text: string): number =>
  Number(bitsOf(seed, text) % BigInt(end));
