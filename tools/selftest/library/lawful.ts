import { later } from '../server/at-once';
import type { Lawful } from '../server/cases';
import { isObject, type Json, type JsonObject } from '../server/json';
import { notFound, Refused } from '../server/refused';
import { bookFields, branchFields, copyFields } from './fields';
import { type Asked, type Behaviour, KINDS, type Stored, type World } from './model';
import { branchId, FIRST_BOOK, opening } from './opening';
import { clash, find, hasParents, invalid, patched, read, remove, select, show } from './records';

const lawful = (name: string, because: string, behaviour: Behaviour): Lawful<Behaviour> => ({
  name,
  because,
  behaviour,
});

const FIELDS = { branches: branchFields, books: bookFields, copies: copyFields };

/** Whether anything lies below a record. */
const isAbove = (record: Stored, { records }: World): boolean =>
  records.some(({ parents, kind }) => {
    const place = KINDS.indexOf(record.kind);
    return KINDS.indexOf(kind) > place && String(parents[place]) === String(record.id);
  });

/** Remembers what was deleted. */
const notingGone: Pick<Behaviour, 'remove'> = {
  remove: (record, asked) => {
    asked.world.notes.set(`gone ${record.id}`, true);
    remove(record, asked);
  },
};

const isWellFormed = (id: string, place: number): boolean =>
  place === 0 ? /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) : /^[1-9]\d{0,18}$/.test(id);

/** What others do: they make a book, change it, and delete it again. */
function others(world: World): void {
  if (world.seen % 3 !== 0) return;
  const [first] = world.records;
  if (first === undefined) return;
  const id = FIRST_BOOK + 500_000n + BigInt(world.seen);
  const sent = { isbn: `9791000${String(world.seen).padStart(6, '0')}`, title: `Theirs ${world.seen}`, authors: ['A'] };
  const older = world.records.filter(({ sent: { title } }) => String(title).startsWith('Theirs'));
  world.records = [
    ...world.records.filter((one) => !older.slice(0, -3).includes(one)),
    { kind: 'books', parents: [first.id], id, sent, madeAt: Date.now() },
  ];
}

/** Ids are counted below each record. */
const countedBelow: Behaviour = {
  assignId: (kind, world) => (kind === 'branches' ? branchId(world.made + 0x1000) : 0n),
  insert: (record, world) => {
    if (record.kind === 'branches') return add(record, world);
    const count = world.records.filter(
      ({ kind, parents }) => kind === record.kind && String(parents) === String(record.parents),
    ).length;
    const made = Number(world.notes.get(`below ${record.kind} ${record.parents}`) ?? count) + 1;
    world.notes.set(`below ${record.kind} ${record.parents}`, made);
    const id = record.kind === 'books' ? BigInt(made) : `C${String(made).padStart(6, '0')}`;
    world.notes.set('id', id);
    return add({ ...record, id }, world);
  },
  show: (record, asked) => {
    // A record that is shown as it is made does not know its id yet.
    const last = asked.world.records.at(-1);
    return show(asked.operation === 'create' && last !== undefined ? last : record);
  },
};

function add(record: Stored, world: World): void {
  world.records = [...world.records, record];
}

const withDefaults = (body: Json, asked: Asked): JsonObject => {
  const kept = read(body, asked);
  if (asked.operation === 'patch') return kept;
  if (asked.kind === 'books') return { language: 'en', ...kept };
  return asked.kind === 'branches' ? { city: 'Bergen', seats: 0n, ...kept } : { note: '', marks: [], ...kept };
};

/** Every unusual library that keeps the contract. */
export const lawfulLibraries: readonly Lawful<Behaviour>[] = [
  lawful('the library as it is', 'It keeps every sentence.', {}),
  lawful('deleting twice is done once more', 'Whether the second deletion is refused is not shown.', {
    ...notingGone,
    missing: ({ operation, kind, id, world }) =>
      operation === 'delete' && kind !== 'copies' && world.notes.has(`gone ${id}`)
        ? { status: 204, body: undefined }
        : undefined,
  }),
  lawful('what was deleted is a 410', 'Any other refusal is documented.', {
    ...notingGone,
    missing: ({ world, id }) => {
      if (world.notes.has(`gone ${id}`)) throw new Refused(410, 'gone', 'It was deleted.');
      return undefined;
    },
  }),
  lawful('the highest id is given again after it was deleted', 'How ids are assigned is not shown.', {
    assignId: (kind, { records, made }) => {
      if (kind === 'branches') return branchId(made + 0x1000);
      const ids = records.filter((record) => record.kind === kind).map(({ id }) => BigInt(String(id).replace('C', '')));
      const next = (ids.sort((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n) + 1n;
      return kind === 'books' ? next : `C${String(next).padStart(6, '0')}`;
    },
  }),
  lawful('what has something below it is not deleted', '409: Another record stands in the way.', {
    remove: (record, asked) => {
      if (isAbove(record, asked.world)) throw new Refused(409, 'not_empty', 'Something lies below it.');
      remove(record, asked);
    },
  }),
  lawful('replies have further members, that change', 'Nothing says that there are no others.', {
    show: (record, { world }) => ({ ...show(record), version: BigInt(world.seen), links: { self: String(record.id) } }),
  }),
  lawful('the newest comes first', 'The order of a list is not shown.', {
    select: (asked) => (asked.kind === 'books' ? select(asked) : [...select(asked)].reverse()),
  }),
  lawful('others make, change and delete books', 'A library has more than one client.', { meanwhile: others }),
  lawful('what is readOnly is refused', 'Whether it is passed over or refused is not shown.', {
    read: (body, asked) => {
      const set = isObject(body) && asked.kind === 'branches' && ('id' in body || 'createdAt' in body);
      if (set) throw invalid('The server sets that.');
      return read(body, asked);
    },
  }),
  lawful('members that have no name are refused', 'Whether they are passed over or refused is not shown.', {
    read: (body, asked) => {
      const names = [...Object.keys(FIELDS[asked.kind]), 'id', 'createdAt'];
      if (isObject(body) && Object.keys(body).some((name) => !names.includes(name))) throw invalid('Unknown member.');
      return read(body, asked);
    },
  }),
  lawful('what was not sent is null where it may be', 'A nullable member may be null.', {
    show: (record) => {
      const shown = show(record);
      if (record.kind === 'branches') return { ...shown, phone: shown.phone ?? null };
      return record.kind === 'books' ? { ...shown, subtitle: shown.subtitle ?? null } : shown;
    },
  }),
  lawful('null is shown as nothing', 'A nullable member that is not required may be left out.', {
    show: (record) => Object.fromEntries(Object.entries(show(record)).filter(([, value]) => value !== null)),
  }),
  lawful('what is left out is filled in', 'The defaults are not shown.', { read: withDefaults }),
  lawful('what a patch removes is filled in again', 'The defaults are not shown.', {
    read: withDefaults,
    patched: (before, body, asked) => ({
      ...(asked.kind === 'books' ? { language: 'en' } : {}),
      ...patched(before, body, asked),
    }),
  }),
  lawful('ids are counted below each record', 'How ids are assigned is not shown.', countedBelow),
  lawful('a list below what does not exist is empty', 'It has no books.', {
    hasParents: (asked) => (asked.operation === 'list' && asked.above.every(isWellFormed)) || hasParents(asked),
  }),
  lawful('a body is refused by 400 whatever is wrong', '400 is documented as well.', {
    rewrite: (reply) =>
      reply.status === 422 && isObject(reply.body ?? null)
        ? { ...reply, status: 400, body: { ...(reply.body as JsonObject), status: 400n } }
        : reply,
  }),
  lawful('what is not JSON is refused by 422', '422 is documented as well.', {
    rewrite: (reply, { body }) =>
      reply.status === 400 && body.length > 0 && isObject(reply.body ?? null)
        ? { ...reply, status: 422, body: { ...(reply.body as JsonObject), status: 422n } }
        : reply,
  }),
  lawful('it is looked for first, and then at the body', 'Which of several faults is told is not shown.', {
    read: (body, asked) => {
      if (asked.operation !== 'create' && find(asked) === undefined) throw notFound('There is no such record.');
      return read(body, asked);
    },
  }),
  lawful('titles are unique in a branch, and so are the names of branches', 'Another record may stand in the way.', {
    clash: (record, world) =>
      clash(record, world) ??
      world.records.find(
        ({ kind, id, sent, parents }) =>
          kind === 'books' &&
          record.kind === 'books' &&
          String(id) !== String(record.id) &&
          String(parents) === String(record.parents) &&
          sent.title === record.sent.title,
      ),
  }),
  lawful('two hundred books at the start', 'Nothing says how many there are.', {
    opening: () => [
      ...opening(),
      ...Array.from({ length: 200 }, (_, nth): Stored => {
        const sent = { isbn: `9791234${String(nth).padStart(6, '0')}`, title: `Book ${nth}`, authors: ['Nobody'] };
        return { kind: 'books', parents: [branchId(1)], id: FIRST_BOOK + 100n + BigInt(nth), sent, madeAt: 0 };
      }),
    ],
  }),
  lawful('nothing is there at the start', 'Nothing says that anything is.', { opening: () => [] }),
  lawful('a book is replaced with all that the server keeps of it', 'What it adds is its own.', {
    show: (record) => ({ ...show(record), shelfMark: `S-${record.id}` }),
  }),
  lawful('requests are carried out in another order than they came', 'Which is first is open.', {
    arrive: ({ world }) => later(1 + ((world.seen * 7) % 9)),
  }),
  lawful('who changes what has changed meanwhile is told so', '409: Another record stands in the way.', {
    between: () => later(),
    update: (before, after, world) => {
      if (!world.records.includes(before)) throw new Refused(409, 'conflict', 'It has changed meanwhile.');
      world.records = world.records.map((one) => (one === before ? after : one));
    },
    remove: (record, asked) => {
      if (!asked.world.records.includes(record)) throw new Refused(409, 'conflict', 'It has changed meanwhile.');
      remove(record, asked);
    },
  }),
  lawful('a change begins again where the record has changed meanwhile', 'How a change is done is not shown.', {
    between: (_, { operation }) => (operation === 'patch' ? later() : undefined),
    update: (before, after, world) => {
      const changed = Object.entries(after.sent).filter(([name, value]) => value !== before.sent[name]);
      world.records = world.records.map((one) => {
        if (one === before) return after;
        const isSame = one.kind === before.kind && one.id === before.id;
        return isSame ? { ...one, sent: { ...one.sent, ...Object.fromEntries(changed) } } : one;
      });
    },
  }),
  lawful('a record can be read until its deletion is done', 'It is gone when the reply to that says so.', {
    between: (_, { operation }) => (operation === 'delete' ? later() : undefined),
    // It may have changed meanwhile.
    remove: (record, asked) => remove(find(asked) ?? record, asked),
  }),
];
