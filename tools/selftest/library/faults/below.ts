import type { Fault } from '../../server/cases';
import { type Asked, type Behaviour, KINDS, type Stored } from '../model';
import { find, hasParents, select } from '../records';
import { type CaughtBy, clause, faultOf } from './clauses';

const fault = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) =>
  faultOf(clause.below, name, caughtBy, behaviour);
const unknown = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) =>
  faultOf(clause.notFound, name, caughtBy, behaviour);

/** The record of an id, wherever it lies. */
const anywhere = ({ world, kind, id }: Asked): Stored | undefined =>
  world.records.find((record) => record.kind === kind && String(record.id) === id);

/** Whether the record right above is there, wherever it lies. */
const hasNearest = ({ world, above, kind }: Asked): boolean =>
  above.length === 0 ||
  world.records.some((one) => one.kind === KINDS[KINDS.indexOf(kind) - 1] && String(one.id) === above.at(-1));

/** What lies below a record, and what is asked for below none. */
export const below: readonly Fault<Behaviour>[] = [
  fault('the books of all branches are listed below each', ['below.apart'], {
    select: (asked) =>
      asked.kind === 'books' ? asked.world.records.filter(({ kind }) => kind === 'books') : select(asked),
  }),
  fault('the copies of all books are listed below each', ['below.apart'], {
    select: (asked) =>
      asked.kind === 'copies' ? asked.world.records.filter(({ kind }) => kind === 'copies') : select(asked),
  }),
  fault('a book is read below any branch', ['below.apart'], {
    find: (asked) => (asked.operation === 'read' ? anywhere(asked) : find(asked)),
  }),
  fault('a book is read below a branch that does not exist', ['deleted.gone', 'missing.not-found', 'below.apart'], {
    hasParents: (asked) => asked.operation === 'read' || hasParents(asked),
    find: (asked) => (asked.operation === 'read' ? anywhere(asked) : find(asked)),
  }),
  fault('a copy is found below a branch that has not its book', ['below.apart'], {
    hasParents: (asked) => (asked.kind === 'copies' ? hasNearest(asked) : hasParents(asked)),
    find: (asked) => (asked.kind === 'copies' ? anywhere(asked) : find(asked)),
    select: (asked) =>
      asked.kind === 'copies'
        ? asked.world.records.filter(({ kind, parents }) => kind === 'copies' && String(parents[1]) === asked.above[1])
        : select(asked),
  }),
  fault('a book is deleted through any branch', ['below.apart'], {
    find: (asked) => (asked.operation === 'delete' ? anywhere(asked) : find(asked)),
  }),
  fault('a book is patched through any branch', ['below.apart'], {
    find: (asked) => (asked.operation === 'patch' ? anywhere(asked) : find(asked)),
  }),
  fault('a copy is replaced through any book', ['below.apart'], {
    find: (asked) => (asked.operation === 'replace' && asked.kind === 'copies' ? anywhere(asked) : find(asked)),
  }),
  unknown('a book is made below a branch that does not exist', ['below.nothing-made'], {
    hasParents: (asked) => (asked.operation === 'create' && asked.kind === 'books') || hasParents(asked),
  }),
  unknown('a copy is made below a book that does not exist', ['below.nothing-made'], {
    hasParents: (asked) => (asked.operation === 'create' && asked.kind === 'copies') || hasParents(asked),
  }),
  unknown('a copy is made below a book of a branch that does not exist', ['below.nothing-made'], {
    hasParents: (asked) =>
      asked.operation === 'create' && asked.kind === 'copies' ? hasNearest(asked) : hasParents(asked),
  }),
  unknown('a patch of a branch that does not exist is answered', ['missing.not-changed'], {
    missing: ({ operation, kind }) =>
      operation === 'patch' && kind === 'branches' ? { status: 200, body: shownBranch } : undefined,
  }),
  unknown('a replacement of what does not exist makes it', ['missing.not-changed'], {
    missing: (asked) => {
      const { operation, kind, id, world } = asked;
      if (operation !== 'replace' || kind !== 'branches') return undefined;
      const { behaviour } = world;
      const sent = behaviour.read(behaviour.parseBody(asked.body), asked);
      const record: Stored = { kind, parents: [], id, sent, madeAt: Date.now() };
      behaviour.insert(record, world);
      return { status: 200, body: behaviour.show(record, asked) };
    },
  }),
  unknown('a replacement of a copy that does not exist is refused, and makes it', ['missing.not-changed'], {
    missing: (asked) => {
      const { operation, kind, id, above, world } = asked;
      if (operation !== 'replace' || kind !== 'copies') return undefined;
      const sent = world.behaviour.read(world.behaviour.parseBody(asked.body), asked);
      const parents = [above[0] ?? '', BigInt(above[1] ?? 0)];
      world.behaviour.insert({ kind, parents, id, sent, madeAt: Date.now() }, world);
      return undefined;
    },
  }),
  unknown(
    'a replacement of a branch that does not exist is refused, and makes one of another id',
    ['missing.not-changed'],
    {
      missing: (asked) => {
        const { operation, kind, world } = asked;
        if (operation !== 'replace' || kind !== 'branches') return undefined;
        const sent = world.behaviour.read(world.behaviour.parseBody(asked.body), asked);
        const id = `5b1c0000-0000-4000-8000-${(0xf000 + world.seen).toString(16).padStart(12, '0')}`;
        world.behaviour.insert({ kind, parents: [], id, sent, madeAt: Date.now() }, world);
        return undefined;
      },
    },
  ),
  unknown('a patch of a deleted book brings it back', ['missing.not-changed'], {
    remove: (record, { world }) => {
      world.notes.set(`gone ${record.id}`, record);
      world.records = world.records.filter((other) => other !== record);
    },
    find: (asked) => {
      const { operation, kind, id, world } = asked;
      const gone = operation === 'patch' && kind === 'books' ? world.notes.get(`gone ${id}`) : undefined;
      if (gone === undefined) return find(asked);
      world.notes.delete(`gone ${id}`);
      // Only `remove` writes it.
      world.behaviour.insert(gone as Stored, world);
      return gone as Stored;
    },
  }),
];

const shownBranch = {
  id: '5b1c0000-0000-4000-8000-00000000ffff',
  name: 'Main Library',
  kind: 'central',
  createdAt: '2020-01-01T00:00:00.000Z',
};
