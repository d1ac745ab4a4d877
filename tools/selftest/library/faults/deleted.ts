import type { Fault } from '../../server/cases';
import { Refused } from '../../server/refused';
import type { Asked, Behaviour, Stored } from '../model';
import { find, hasParents, insert, remove, select } from '../records';
import { type CaughtBy, clause, faultOf } from './clauses';
import { neighbourOf } from './replaced';

const fault = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) =>
  faultOf(clause.gone, name, caughtBy, behaviour);

/** Keeps what is deleted under this note. */
const noted = (record: Stored, { world }: Asked): void => {
  world.notes.set('gone', [...goneIn(world.notes), record]);
};

function goneIn(notes: ReadonlyMap<string, unknown>): readonly Stored[] {
  const gone = notes.get('gone');
  // Only `noted` writes it.
  return Array.isArray(gone) ? (gone as readonly Stored[]) : [];
}

const notesAll: Pick<Behaviour, 'remove'> = {
  remove: (record, asked) => {
    noted(record, asked);
    remove(record, asked);
  },
};

/** What was deleted of the kind and place that is asked for. */
const goneAt = (asked: Asked): readonly Stored[] =>
  select({ ...asked, world: { ...asked.world, records: goneIn(asked.world.notes) } });

/** What DELETE does otherwise. */
export const deleted: readonly Fault<Behaviour>[] = [
  fault('a deletion is answered and not done', ['deleted.gone'], { remove: () => {} }),
  fault('a deletion of a copy is answered and not done', ['deleted.gone'], {
    remove: (record, asked) => (record.kind === 'copies' ? undefined : remove(record, asked)),
  }),
  fault('what is deleted is still read', ['deleted.gone'], {
    ...notesAll,
    find: (asked) =>
      find(asked) ?? (asked.operation === 'read' ? goneAt(asked).find(({ id }) => String(id) === asked.id) : undefined),
  }),
  fault('what is deleted is still listed', ['deleted.gone'], {
    ...notesAll,
    select: (asked) => [...select(asked), ...goneAt(asked)],
  }),
  fault('what is deleted is still listed by its filter', ['deleted.gone'], {
    ...notesAll,
    select: (asked) =>
      asked.query.has('kind') || asked.query.has('language') ? [...select(asked), ...goneAt(asked)] : select(asked),
  }),
  fault('what is deleted is listed again after the next create', ['deleted.gone'], {
    ...notesAll,
    insert: (record, world) => {
      for (const one of goneIn(world.notes)) if (one.kind === record.kind) insert(one, world);
      world.notes.delete('gone');
      insert(record, world);
    },
  }),
  fault('a deletion takes the next record, too', ['deleted.gone', 'records.kept', 'created.readable'], {
    remove: (record, asked) => {
      const other = neighbourOf(record, asked.world);
      remove(record, asked);
      if (other !== undefined) remove(other, asked);
    },
  }),
  fault('a deletion takes the newest record in place of the one that is meant', ['deleted.gone', 'created.readable'], {
    remove: (record, asked) => {
      const newest = asked.world.records.findLast(({ kind }) => kind === record.kind);
      if (newest !== undefined) remove(newest, asked);
    },
  }),
  fault('a deletion empties the list', ['deleted.gone', 'records.kept', 'created.readable', 'created.listed'], {
    remove: (record, { world }) => {
      world.records = world.records.filter(
        ({ kind, parents }) => kind !== record.kind || String(parents) !== String(record.parents),
      );
    },
  }),
  fault('copies of a deleted book are still read', ['deleted.gone', 'below.nothing-made'], {
    remove: (record, { world }) => {
      world.records = world.records.filter((other) => other !== record);
    },
    hasParents: (asked) => asked.kind === 'copies' || hasParents(asked),
  }),
  fault('books of a closed branch are still read', ['deleted.gone', 'below.nothing-made'], {
    remove: (record, { world }) => {
      world.records = world.records.filter((other) => other !== record);
    },
    hasParents: (asked) => asked.kind === 'books' || hasParents(asked),
  }),
  fault('deleting twice is a 500', ['reply.no-5xx'], {
    missing: ({ operation }) => {
      if (operation === 'delete') throw new Error('nothing to delete');
      return undefined;
    },
  }),
  fault('what was made by a client is not found when it is to be deleted', ['deleted.gone'], {
    find: (asked) => {
      const record = find(asked);
      if (asked.operation !== 'delete' || record === undefined || record.madeAt < Date.UTC(2021, 0, 1)) return record;
      throw new Refused(404, 'not_found', 'There is no such record.');
    },
  }),
  fault('the ISBN of a deleted book can never come again', ['reply.no-5xx'], {
    remove: (record, asked) => {
      asked.world.notes.set(`isbn ${record.sent.isbn}`, true);
      remove(record, asked);
    },
    insert: (record, world) => {
      if (world.notes.has(`isbn ${record.sent.isbn}`))
        throw new Error('duplicate key value violates unique constraint');
      insert(record, world);
    },
  }),
  fault('a deletion takes the first record of the list, too', ['others.untouched', 'deleted.gone', 'records.kept'], {
    remove: (record, asked) => {
      const first = asked.world.records.find(({ kind, sent }) => kind === record.kind && sent !== record.sent);
      remove(record, asked);
      if (first !== undefined && record.kind === 'branches') remove(first, asked);
    },
  }),
];
