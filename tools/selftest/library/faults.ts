import type { Fault } from '../server/cases';
import { patched, replaced } from './changes';
import { deleted } from './deleted';
import { input, parallel } from './input';
import { ended } from './outages';
import { pages } from './pages';
import { below, conflicts, errors } from './places';

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
  ...ended,
];
