import { change } from '../server/altering';
import { breaking, type Fault } from '../server/cases';
import { readFilter } from '../server/input';
import type { Json } from '../server/json';
import type { Asked, Behaviour, Operation, Reply, Stored } from '../server/model';
import { clash, find, hasParents, recordOf, records, store } from '../server/records';
import { clause } from './clauses';
import { branchId } from './ground';

/** The record of an id, wherever it lies. */
const anywhere = (id: Json, { world, kind }: Asked): Stored | undefined =>
  world.records.find((record) => record.kind === kind && record.id === id);

const findingAnywhere = (operation: Operation, kind?: string): Behaviour => ({
  find: (id, asked) =>
    asked.operation === operation && (kind ?? asked.kind) === asked.kind ? anywhere(id, asked) : find(id, asked),
});

/** All records of a kind are listed, wherever they lie. */
const listingAll = (kind: string, test: (record: Stored, asked: Asked) => boolean = () => true): Behaviour => ({
  records: (asked) =>
    asked.kind === kind
      ? asked.world.records.filter((record) => record.kind === kind && test(record, asked))
      : records(asked),
});

/** Whether the record right above is there, wherever it lies. */
const hasNearest = ({ world, above, kind }: Asked): boolean =>
  above.length === 0 || world.records.some((one) => one.kind === ABOVE[kind] && String(one.id) === above.at(-1));
const ABOVE: Readonly<Record<string, string>> = { books: 'branches', copies: 'books' };

/** Records are made below what does not exist. */
const makingBelow = (kind: string, test: (asked: Asked) => boolean = () => true): Behaviour => ({
  hasParents: (asked) => (asked.operation === 'create' && asked.kind === kind ? test(asked) : hasParents(asked)),
});

/** What a change does to a record that is not there. */
const changingNothing = (operation: Operation, kind: string, act: (asked: Asked) => Reply | undefined): Behaviour => ({
  missing: (asked) => (asked.operation === operation && asked.kind === kind ? act(asked) : undefined),
});

/** Makes the record that a replacement was sent for, with the id that it is asked for by, or another one. */
function made(asked: Asked, id: Json = asked.id): Stored {
  const { behaviour } = asked.world;
  const record = { ...recordOf(behaviour.read(behaviour.parseBody(asked), asked), asked), id };
  store(record, asked.world);
  return record;
}

const shownBranch = {
  id: branchId(0xffff),
  name: 'Main Library',
  kind: 'central',
  createdAt: '2020-01-01T00:00:00.000Z',
};

/** What lies below a record, and what is asked for below none. */
export const below: readonly Fault[] = [
  ...breaking(['below.apart'], clause.below, [
    ['the books of all branches are listed below each', listingAll('books')],
    ['the copies of all books are listed below each', listingAll('copies')],
    ['a book is read below any branch', findingAnywhere('read')],
    [
      'a book is read below a branch that does not exist',
      { ...findingAnywhere('read'), hasParents: (asked) => asked.operation === 'read' || hasParents(asked) },
      ['deleted.gone', 'missing.not-found', 'below.apart'],
    ],
    [
      'a copy is found below a branch that has not its book',
      {
        ...listingAll('copies', ({ parents }, { above }) => parents[1] === above[1]),
        hasParents: (asked) => (asked.kind === 'copies' ? hasNearest(asked) : hasParents(asked)),
        find: (id, asked) => (asked.kind === 'copies' ? anywhere(id, asked) : find(id, asked)),
      },
    ],
    ['a book is deleted through any branch', findingAnywhere('delete')],
    ['a book is patched through any branch', findingAnywhere('patch')],
    ['a copy is replaced through any book', findingAnywhere('replace', 'copies')],
  ]),
  ...breaking(['below.nothing-made'], clause.notFound, [
    ['a book is made below a branch that does not exist', makingBelow('books')],
    ['a copy is made below a book that does not exist', makingBelow('copies')],
    ['a copy is made below a book of a branch that does not exist', makingBelow('copies', hasNearest)],
  ]),
  ...breaking(['missing.not-changed'], clause.notFound, [
    [
      'a patch of a branch that does not exist is answered',
      changingNothing('patch', 'branches', () => ({ status: 200, body: shownBranch })),
    ],
    [
      'a replacement of what does not exist makes it',
      changingNothing('replace', 'branches', (asked) => ({
        status: 200,
        body: asked.world.behaviour.show(made(asked), asked),
      })),
    ],
    [
      'a replacement of a copy that does not exist is refused, and makes it',
      changingNothing('replace', 'copies', (asked) => {
        made(asked);
        return undefined;
      }),
    ],
    [
      'a replacement of a branch that does not exist is refused, and makes one of another id',
      changingNothing('replace', 'branches', (asked) => {
        made(asked, branchId(0xf000 + asked.world.seen));
        return undefined;
      }),
    ],
    [
      'a patch of a deleted book brings it back',
      {
        find: (id, asked) => {
          const { operation, kind, world } = asked;
          const isMeant = operation === 'patch' && kind === 'books';
          const gone = isMeant ? world.removed.find((one) => one.kind === kind && one.id === id) : undefined;
          if (gone === undefined) return find(id, asked);
          world.removed = world.removed.filter((one) => one !== gone);
          store(gone, world);
          return gone;
        },
      },
    ],
  ]),
];

/** What happens beside the refusal of a record whose ISBN another one has. */
const clashing = (act: (other: Stored, record: Stored, asked: Pick<Asked, 'world'>) => void): Behaviour => ({
  clash: (record, world) => {
    const other = clash(record, world);
    if (other !== undefined) act(other, record, { world });
    return other;
  },
});

/** What happens where another book has the ISBN. */
export const conflicts: readonly Fault[] = breaking(['conflict.no-trace'], clause.conflict, [
  ['a book of a known ISBN is refused and kept all the same', clashing((_, record, { world }) => store(record, world))],
  [
    'a book of a known ISBN is refused, and the older one gets its title',
    clashing((other, { members: { title } }, { world }) => change(other, { title }, world)),
    ['conflict.no-trace', 'records.kept'],
  ],
  [
    'a book of a known ISBN is refused, and the older one goes',
    clashing((other, _, { world }) => {
      world.records = world.records.filter((one) => one !== other);
    }),
    ['conflict.no-trace', 'records.kept'],
  ],
  [
    'a known ISBN in a change is refused and kept all the same',
    clashing((_, { kind, id, members }, { world }) =>
      change(
        world.records.find((one) => one.kind === kind && one.id === id),
        members,
        world,
      ),
    ),
  ],
  [
    'a known ISBN is a 500',
    clashing(() => {
      throw new Error('duplicate key value violates unique constraint');
    }),
    ['reply.no-5xx'],
  ],
  [
    'a known ISBN is refused without a body',
    { rewrite: (reply) => (reply.status === 409 ? { status: 409 } : reply) },
    ['reply.media-type', 'error.envelope'],
  ],
]);

/** Errors of another form, keys that are not looked at, lists in another wrapper. */
export const errors: readonly Fault[] = [
  ...breaking(['error.envelope'], clause.problem, [
    ['errors have no title', { errorBody: ({ status }) => ({ status }) }],
    [
      'a 422 says that it is a 400',
      { errorBody: ({ status, message }) => ({ title: message, status: status === 422 ? 400 : status }) },
      ['error.status'],
    ],
    [
      'errors are plain JSON',
      {
        rewrite: (reply) =>
          reply.status < 400 ? reply : { ...reply, headers: { 'Content-Type': 'application/json' } },
      },
      ['reply.media-type'],
    ],
    [
      'a 422 lists what is wrong, and has no title',
      {
        errorBody: ({ status, message }) =>
          status === 422 ? { errors: [message], status } : { title: message, status },
      },
    ],
  ]),
  ...breaking(['credentials.checked'], clause.key, [
    ['any key is taken', { parseKey: (key) => (key === undefined ? undefined : 'main') }],
    [
      'a missing key is no matter',
      { parseKey: (key, { world: { keys } }) => ((key ?? keys.main) === keys.main ? 'main' : undefined) },
      ['credentials.required'],
    ],
    [
      'a key of another case is taken',
      {
        parseKey: (key, { world: { keys } }) => (key?.toLowerCase() === keys.main.toLowerCase() ? 'main' : undefined),
      },
    ],
  ]),
  ...breaking(['list.page-size'], clause.list, [
    [
      'the page of branches is in no wrapper',
      {
        rewrite: (reply, { operation, kind }) => {
          const { body } = reply;
          if (operation !== 'list' || kind !== 'branches' || typeof body !== 'object' || body === null) return reply;
          return 'items' in body ? { ...reply, body: body.items } : reply;
        },
      },
      ['reply.schema'],
    ],
    ['a page of books is not bounded', { page: (all) => all }],
    [
      'the language of a list is passed over',
      {
        readFilter: (values, asked) => (asked.kind === 'books' ? undefined : readFilter(values, asked)),
      },
      ['list.filter', 'replaced.shown', 'patched.keeps-rest'],
    ],
  ]),
];
