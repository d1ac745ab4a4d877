import { deletingLate, listingLate } from '../server/altering';
import { breaking, type Fault } from '../server/cases';
import type { Asked, Behaviour, Stages, Stored, World } from '../server/model';
import { find, hasParents, records as recordsAt, remove, store } from '../server/records';
import { notFound } from '../server/refused';
import { neighbourOf, siblings } from './changes';
import { clause } from './clauses';

/** Records that were deleted where a request looks. */
const goneAt = ({ world, kind, above }: Asked): readonly Stored[] =>
  world.removed.filter((one) => one.kind === kind && String(one.parents) === String(above));

const removing = (act: Stages['remove']): Behaviour => ({ remove: act });
/** A record goes alone, and what lies below it stays. */
const removingAlone: Behaviour = removing((record, { world }) => {
  world.records = world.records.filter((other) => other !== record);
});
/** A deletion takes another record, too. */
const removingToo = (other: (record: Stored, world: World) => Stored | undefined): Behaviour =>
  removing((record, asked) => {
    const also = other(record, asked.world);
    remove(record, asked);
    if (also !== undefined) remove(also, asked);
  });

const duplicate = (): never => {
  throw new Error('duplicate key value violates unique constraint');
};

/** What DELETE does otherwise. */
export const deleted: readonly Fault[] = breaking(['deleted.gone'], clause.gone, [
  ['a deletion is answered and not done', removing(() => {})],
  [
    'a deletion of a copy is answered and not done',
    removing((record, asked) => (record.kind === 'copies' ? undefined : remove(record, asked))),
  ],
  [
    'what is deleted is still read',
    {
      find: (id, asked) =>
        find(id, asked) ?? (asked.operation === 'read' ? goneAt(asked).find((one) => one.id === id) : undefined),
    },
  ],
  ['what is deleted is still listed', listingGone(() => true)],
  ['what is deleted is still read for ten seconds', deletingLate(10_000)],
  ['lists are made of a copy that is ten seconds late', listingLate(10_000), ['deleted.gone', 'created.listed']],
  ['what is deleted is read for two seconds', deletingLate(2000), { isWarning: true }],
  [
    'what is deleted is still listed by its filter',
    listingGone(({ query }) => query.has('kind') || query.has('language')),
  ],
  [
    'what is deleted is listed again after the next create',
    {
      store: (record, world) => {
        for (const one of world.removed) if (one.kind === record.kind) store(one, world);
        world.removed = [];
        store(record, world);
      },
    },
  ],
  [
    'a deletion takes the next record, too',
    removingToo(neighbourOf),
    ['deleted.gone', 'records.kept', 'created.readable'],
  ],
  [
    'a deletion takes the newest record in place of the one that is meant',
    removing((record, asked) => {
      const newest = asked.world.records.findLast(({ kind }) => kind === record.kind);
      if (newest !== undefined) remove(newest, asked);
    }),
    ['deleted.gone', 'created.readable'],
  ],
  [
    'a deletion empties the list',
    removing((record, { world }) => {
      const gone = siblings(record, world);
      world.records = world.records.filter((one) => !gone.includes(one));
    }),
    ['deleted.gone', 'records.kept', 'created.readable', 'created.listed'],
  ],
  ['copies of a deleted book are still read', stayingBelow('copies'), ['deleted.gone', 'below.nothing-made']],
  ['books of a closed branch are still read', stayingBelow('books'), ['deleted.gone', 'below.nothing-made']],
  [
    'deleting twice is a 500',
    {
      missing: ({ operation }) => {
        if (operation === 'delete') throw new Error('nothing to delete');
        return undefined;
      },
    },
    ['reply.no-5xx'],
  ],
  [
    'what was made by a client is not found when it is to be deleted',
    {
      between: ({ madeAt }, { operation }) => {
        if (operation === 'delete' && madeAt > Date.UTC(2021, 0, 1)) throw notFound('There is no such record.');
        return undefined;
      },
    },
  ],
  [
    'the ISBN of a deleted book can never come again',
    {
      store: (record, world) => {
        const { isbn } = record.members;
        const isKnown = isbn !== undefined && world.removed.some(({ members }) => members.isbn === isbn);
        return isKnown ? duplicate() : store(record, world);
      },
    },
    ['reply.no-5xx'],
  ],
  [
    'a deletion takes the first record of the list, too',
    removingToo((record, { records }) =>
      record.kind === 'branches' ? records.find((one) => one.kind === record.kind && one.id !== record.id) : undefined,
    ),
    ['others.untouched', 'deleted.gone', 'records.kept'],
  ],
]);

function listingGone(test: (asked: Asked) => boolean): Behaviour {
  return {
    records: (asked) => (test(asked) ? [...recordsAt(asked), ...goneAt(asked)] : recordsAt(asked)),
  };
}

/** A record goes alone, and those of a collection below it are still there. */
function stayingBelow(kind: string): Behaviour {
  return { ...removingAlone, hasParents: (asked) => asked.kind === kind || hasParents(asked) };
}
