import { deletingLate, later, listingLate, overwrite } from '../server/altering';
import { type Lawful, lawfulBecause } from '../server/cases';
import { membersOf, read } from '../server/input';
import { isObject, type Json, type JsonObject } from '../server/json';
import type { Asked, Behaviour, Reply, Stages, Stored, World } from '../server/model';
import {
  assignId,
  clash,
  filter,
  find,
  hasParents,
  having,
  objectOf,
  patched,
  records,
  remove,
  show,
  textOf,
} from '../server/records';
import { invalid, notFound, Refused } from '../server/refused';
import { branchId, copyId, FIRST_BOOK, opening } from './ground';
import { harmful, uneven } from './outages';

/** Whether anything lies below a record. */
const isAbove = ({ parents, id }: Stored, world: World): boolean =>
  world.records.some((other) => other.parents.length > parents.length && other.parents[parents.length] === String(id));

const wasRemoved = ({ world, kind, id }: Asked): boolean =>
  world.removed.some((one) => one.kind === kind && String(one.id) === id);

const isWellFormed = (id: string, place: number): boolean =>
  place === 0 ? /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) : /^[1-9]\d{0,18}$/.test(id);

const book = (id: bigint, parent: Json, isbn: string, title: string): Stored => ({
  kind: 'books',
  parents: [String(parent)],
  id,
  members: { isbn, title, authors: ['A'] },
  madeAt: 0,
});

/** What others do: they make a book, change it, and delete it again. */
function others(world: World): void {
  const [first] = world.records;
  if (world.seen % 3 !== 0 || first === undefined) return;
  const isbn = `9791000${String(world.seen).padStart(6, '0')}`;
  const older = world.records.filter(({ members: { title } }) => String(title).startsWith('Theirs'));
  world.records = [
    ...world.records.filter((one) => !older.slice(0, -3).includes(one)),
    book(FIRST_BOOK + 500_000n + BigInt(world.seen), first.id, isbn, `Theirs ${world.seen}`),
  ];
}

/** Ids are counted below each record; those that were given stay given. */
const countedBelow: Stages['assignId'] = (world, unnamed) => {
  const { kind, parents } = unnamed;
  if (kind === 'branches') return assignId(world, unnamed);
  const all = [...world.records, ...world.removed];
  const count = all.filter((one) => one.kind === kind && String(one.parents) === String(parents)).length + 1;
  return kind === 'books' ? BigInt(count) : copyId(count);
};

/** One above the highest that there is. */
const nextFree: Stages['assignId'] = (world, unnamed) => {
  const { kind } = unnamed;
  if (kind === 'branches') return assignId(world, unnamed);
  const ids = world.records.filter((one) => one.kind === kind).map(({ id }) => BigInt(String(id).replace('C', '')));
  const next = (ids.sort((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n) + 1n;
  return kind === 'books' ? next : copyId(Number(next));
};

const DEFAULTS: Readonly<Record<string, JsonObject>> = {
  branches: { city: 'Bergen', seats: 0n },
  books: { language: 'en' },
  copies: { note: '', marks: [] },
};
const withDefaults: Behaviour = {
  read: (body, asked) =>
    asked.operation === 'patch' ? read(body, asked) : { ...DEFAULTS[asked.kind], ...read(body, asked) },
};

/** Bodies that a test does not like are refused. */
const refusing = (test: (body: JsonObject, asked: Asked) => boolean): Behaviour => ({
  read: (body, asked) => {
    if (isObject(body) && test(body, asked)) throw invalid('The body has members that it may not have.', asked);
    return read(body, asked);
  },
});

/** Records show what may be null, or nothing in its place. */
const NULLABLE: Readonly<Record<string, string>> = { branches: 'phone', books: 'subtitle' };
const showing = (alter: (shown: JsonObject, record: Stored, world: World) => JsonObject): Behaviour => ({
  show: (record, asked) => alter(show(record, asked), record, asked.world),
});

/** Errors of one status have another. */
const otherwise = (from: number, to: number, test: (asked: Asked) => boolean = () => true): Behaviour => ({
  rewrite: (reply, asked): Reply =>
    reply.status === from && test(asked)
      ? { ...reply, status: to, body: { ...objectOf(reply.body), status: to } }
      : reply,
});

const changedMeanwhile = (): Refused => new Refused(409, 'conflict', 'It has changed meanwhile.');
const unshown = 'Whether they are passed over or refused is not shown.';

/** What a search for a text in the names of branches finds. */
const finding = (isFound: (name: string, text: string) => boolean): Behaviour => ({
  filter: (all, wanted, asked) => {
    const text = asked.kind === 'branches' ? asked.query.get('name') : null;
    if (text === null) return filter(all, wanted, asked);
    const named = all.filter(({ members }) => isFound(textOf(members.name), text));
    return wanted === undefined ? named : named.filter(({ members }) => members.kind === wanted);
  },
});

/** Every unusual library that keeps the contract. */
export const lawfulLibraries: readonly Lawful[] = [
  ...lawfulBecause('It keeps every sentence.', [['the library as it is', {}]]),
  ...harmful,
  ...lawfulBecause('Nothing says that a change is shown at once wherever it shows.', [
    ['lists are made of a copy that is 1.5 s late', listingLate(1500), { isSlow: true }],
    ['what was deleted is read for 1.5 s', deletingLate(1500), { isSlow: true }],
  ]),
  ...lawfulBecause('Which branches a search finds is not shown.', [
    ['a search finds the whole name alone', finding((name, text) => name === text)],
    ['a search finds names that have none of the words, too', finding(() => true)],
    ['a search finds nothing', finding(() => false)],
  ]),
  ...uneven,
  ...lawfulBecause('Any other refusal is documented.', [
    [
      'deleting twice is done once more',
      {
        missing: (asked) =>
          asked.operation === 'delete' && asked.kind !== 'copies' && wasRemoved(asked) ? { status: 204 } : undefined,
      },
      'Whether the second deletion is refused is not shown.',
    ],
    [
      'what was deleted is a 410',
      {
        missing: (asked) => {
          if (wasRemoved(asked)) throw new Refused(410, 'gone', 'It was deleted.');
          return undefined;
        },
      },
    ],
    [
      'the highest id is given again after it was deleted',
      { assignId: nextFree },
      'How ids are assigned is not shown.',
    ],
    [
      'what has something below it is not deleted',
      {
        remove: (record, asked) => {
          if (isAbove(record, asked.world)) throw new Refused(409, 'not_empty', 'Something lies below it.');
          remove(record, asked);
        },
      },
      '409: Another record stands in the way.',
    ],
  ]),
  ...lawfulBecause(unshown, [
    [
      'replies have further members, that change',
      showing((shown, { id }, { seen }) => ({ ...shown, version: BigInt(seen), links: { self: String(id) } })),
      'Nothing says that there are no others.',
    ],
    [
      'the newest comes first',
      { records: (asked) => (asked.kind === 'books' ? records(asked) : [...records(asked)].reverse()) },
      'The order of a list is not shown.',
    ],
    ['others make, change and delete books', { meanwhile: others }, 'A library has more than one client.'],
    [
      'what is readOnly is refused',
      refusing((body, { kind }) => kind === 'branches' && ('id' in body || 'createdAt' in body)),
      'Whether it is passed over or refused is not shown.',
    ],
    [
      'members that have no name are refused',
      refusing((body, asked) => {
        const names = [...membersOf(asked).map(({ name }) => name), 'id', 'createdAt', 'doorCode'];
        return Object.keys(body).some((name) => !names.includes(name));
      }),
    ],
  ]),
  ...lawfulBecause('A nullable member that is not required may be left out.', [
    [
      'what was not sent is null where it may be',
      showing((shown, { kind }) => {
        const name = NULLABLE[kind];
        return name === undefined ? shown : { ...shown, [name]: shown[name] ?? null };
      }),
      'A nullable member may be null.',
    ],
    [
      'null is shown as nothing',
      showing((shown) => Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null))),
    ],
  ]),
  ...lawfulBecause('Of copies nothing says what becomes of what a PUT leaves out.', [
    [
      'a replacement of a copy keeps what it leaves out',
      { replaced: ({ kind, members }, body) => (kind === 'copies' ? { ...members, ...body } : body) },
    ],
  ]),
  ...lawfulBecause('The defaults are not shown.', [
    ['what is left out is filled in', withDefaults],
    [
      'what a patch removes is filled in again',
      {
        ...withDefaults,
        patched: (before, body, asked) => ({
          ...(asked.kind === 'books' ? DEFAULTS.books : {}),
          ...patched(before, body, asked),
        }),
      },
    ],
    ['ids are counted below each record', { assignId: countedBelow }, 'How ids are assigned is not shown.'],
    [
      'a list below what does not exist is empty',
      { hasParents: (asked) => (asked.operation === 'list' && asked.above.every(isWellFormed)) || hasParents(asked) },
      'It has no books.',
    ],
  ]),
  ...lawfulBecause('Which of several faults is told is not shown.', [
    ['a body is refused by 400 whatever is wrong', otherwise(422, 400), '400 is documented as well.'],
    [
      'what is not JSON is refused by 422',
      otherwise(400, 422, ({ body }) => body.length > 0),
      '422 is documented as well.',
    ],
    [
      'it is looked for first, and then at the body',
      {
        read: (body, asked) => {
          const { behaviour } = asked.world;
          const isThere = asked.operation === 'create' || find(behaviour.readId(asked.id, asked), asked) !== undefined;
          if (!isThere) throw notFound('There is no such record.');
          return read(body, asked);
        },
      },
    ],
    [
      'titles are unique in a branch, and so are the names of branches',
      {
        clash: (record, world) =>
          clash(record, world) ??
          world.records.find(
            ({ kind, id, members, parents }) =>
              kind === 'books' &&
              record.kind === 'books' &&
              id !== record.id &&
              String(parents) === String(record.parents) &&
              members.title === record.members.title,
          ),
      },
      'Another record may stand in the way.',
    ],
  ]),
  ...lawfulBecause('Nothing says how many there are.', [
    [
      'two hundred books at the start',
      {
        opening: () => [
          ...opening(),
          ...Array.from({ length: 200 }, (_, nth) =>
            book(FIRST_BOOK + 100n + BigInt(nth), branchId(1), `9791234${String(nth).padStart(6, '0')}`, `Book ${nth}`),
          ),
        ],
      },
    ],
    ['nothing is there at the start', { opening: () => [] }, 'Nothing says that anything is.'],
    [
      'a book is replaced with all that the server keeps of it',
      showing((shown, { id }) => ({ ...shown, shelfMark: `S-${id}` })),
      'What it adds is its own.',
    ],
  ]),
  ...lawfulBecause('How a change is done is not shown.', [
    [
      'requests are carried out in another order than they came',
      {
        arrive: async (asked) => {
          await later(1 + ((asked.number * 7) % 9));
          return asked;
        },
      },
      'Which is first is open.',
    ],
    [
      'who changes what has changed meanwhile is told so',
      {
        between: () => later(),
        update: (before, after, { world }) => {
          if (!world.records.includes(before)) throw changedMeanwhile();
          overwrite(before, after, world);
        },
        remove: (record, asked) => {
          if (!asked.world.records.includes(record)) throw changedMeanwhile();
          remove(record, asked);
        },
      },
      '409: Another record stands in the way.',
    ],
    [
      'a change begins again where the record has changed meanwhile',
      {
        between: (_, { operation }) => (operation === 'patch' ? later() : undefined),
        update: (before, after, { world }) => {
          const changed = Object.entries(after.members).filter(([name, value]) => value !== before.members[name]);
          world.records = world.records.map((one) => {
            if (one === before) return after;
            return one.kind === before.kind && one.id === before.id ? having(one, Object.fromEntries(changed)) : one;
          });
        },
      },
    ],
    [
      'a record can be read until its deletion is done',
      {
        between: (_, { operation }) => (operation === 'delete' ? later() : undefined),
        // It may have changed meanwhile.
        remove: (record, asked) => remove(find(record.id, asked) ?? record, asked),
      },
      'It is gone when the reply to that says so.',
    ],
  ]),
];
