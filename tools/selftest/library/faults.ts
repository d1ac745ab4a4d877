import { breaking, type Fault } from '../server/cases';
import type { Behaviour } from '../server/model';
import { filter, textOf } from '../server/records';
import { patched, replaced } from './changes';
import { deleted } from './deleted';
import { input, parallel } from './input';
import { dropping, ended, lockedOut } from './outages';
import { pages } from './pages';
import { below, conflicts, errors } from './places';

/** A filter by equality, as the words of its parameter promise it. */
const filters: readonly Fault[] = breaking(
  ['list.filter', 'replaced.shown'],
  'listCopies: Only copies with this shelf.',
  [
    ['the filter by shelf finds parts of it, too', byShelf((shelf, wanted) => shelf.includes(wanted.slice(0, 1)))],
    ['the filter by shelf is not looked at', byShelf(() => true)],
  ],
);

function byShelf(isLeft: (shelf: string, wanted: string) => boolean): Behaviour {
  return {
    filter: (all, wanted, asked) =>
      asked.kind === 'copies' && wanted !== undefined
        ? all.filter(({ members }) => isLeft(textOf(members.shelf), wanted))
        : filter(all, wanted, asked),
  };
}

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
  ...lockedOut,
  ...filters,
  ...dropping,
];
