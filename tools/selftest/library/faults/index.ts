import type { Fault } from '../../server/cases';
import type { Behaviour } from '../model';
import { below } from './below';
import { conflicts } from './conflicts';
import { deleted } from './deleted';
import { errors } from './errors';
import { input } from './input';
import { pages } from './pages';
import { parallel } from './parallel';
import { patched } from './patched';
import { replaced } from './replaced';

/** Every faulty library. To add one: into the list that it belongs to, as in `tools/selftest/faults/index.ts`. */
export const libraryFaults: readonly Fault<Behaviour>[] = [
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
