import type { Fault } from '../server/cases';
import { deleted, patched, replaced } from './changes';
import { input, parallel } from './input';
import { below, conflicts, errors, pages } from './places';

/** Every faulty library. To add one: a row of the table that it belongs to, as in `tools/selftest/faults/index.ts`. */
export const libraryFaults: readonly Fault[] = [
  ...replaced,
  ...patched,
  ...deleted,
  ...below,
  ...conflicts,
  ...input,
  ...errors,
  ...parallel,
  ...pages,
];
