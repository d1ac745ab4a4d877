import { change } from '../server/altering';
import { breaking, type Fault } from '../server/cases';
import { membersOf, read, takes } from '../server/input';
import { isObject, type JsonObject } from '../server/json';
import type { Asked, Behaviour, Operation, Stages, Stored, World } from '../server/model';
import { filter, having, listOf, patched as merged, show, store, update, whole } from '../server/records';
import { clause } from './clauses';

/** The records of a collection in the same place, in their order. */
export const siblings = (one: Stored, { records }: World): readonly Stored[] =>
  records.filter(({ kind, parents }) => kind === one.kind && String(parents) === String(one.parents));

/** The next record, or the one before the last. */
export const neighbourOf = (one: Stored, world: World): Stored | undefined => {
  const all = siblings(one, world);
  const place = all.findIndex(({ id }) => id === one.id);
  return all[place + 1] ?? all[place - 1];
};

/** What a replacement makes of a record, and does beside. */
const replacing = (alter: (before: Stored, body: JsonObject, asked: Asked) => JsonObject): Behaviour => ({
  replaced: alter,
});
const beside = (act: (before: Stored, body: JsonObject, world: World) => void): Behaviour =>
  replacing((before, body, { world }) => {
    act(before, body, world);
    return body;
  });

/** What is kept of a change that an operation makes. */
const updating = (operation: Operation, alter: Stages['update']): Behaviour => ({
  update: (before, after, asked) => (asked.operation === operation ? alter : update)(before, after, asked),
});
const changingAll = (test: (one: Stored, before: Stored) => boolean, name: string): Behaviour =>
  beside((before, body, world) => {
    if (before.kind !== 'branches' || body[name] === undefined) return;
    world.records = world.records.map((one) =>
      one.kind === 'branches' && one !== before && test(one, before) ? having(one, { [name]: body[name] }) : one,
    );
  });

/** Lists by a filter go by what a member was before the record changed first. */
const filteredAsBefore = (kind: string, name: string): Behaviour => {
  const noting = (before: Stored, { notes }: World): void => {
    const note = `${name} ${before.id}`;
    if (before.kind === kind && !notes.has(note)) notes.set(note, before.members[name]);
  };
  return {
    replaced: (before, body, { world }) => {
      noting(before, world);
      return body;
    },
    patched: (before, body, asked) => {
      noting(before, asked.world);
      return merged(before, body, asked);
    },
    filter: (records, wanted, asked) => {
      if (asked.kind !== kind || wanted === undefined) return filter(records, wanted, asked);
      const { notes } = asked.world;
      return records.filter(({ id, members }) => {
        const note = `${name} ${id}`;
        return (notes.has(note) ? notes.get(note) : members[name]) === wanted;
      });
    },
  };
};

/** A change that is refused is kept as far as it is valid. */
const keepingValid = (operation: Operation): Behaviour => ({
  read: (body, asked) => {
    const { world } = asked;
    const before = asked.operation === operation && isObject(body) ? found(asked) : undefined;
    if (isObject(body)) {
      const valid = membersOf(asked).filter(({ name, schema }) => name in body && takes(schema, body[name] ?? null));
      change(before, Object.fromEntries(valid.map(({ name }) => [name, body[name]])), world);
    }
    return read(body, asked);
  },
});

const found = ({ world, kind, id }: Asked): Stored | undefined =>
  world.records.find((record) => record.kind === kind && String(record.id) === id);

/** A list of branches shows what each was before it was replaced. */
const listedAsBefore: Behaviour = {
  update: (before, after, asked) => {
    const note = `first ${before.id}`;
    if (!asked.world.notes.has(note)) asked.world.notes.set(note, before);
    update(before, after, asked);
  },
  show: (record, asked) => {
    const first = asked.operation === 'list' ? asked.world.notes.get(`first ${record.id}`) : undefined;
    // Only `update` writes it.
    return show(record.kind === 'branches' && first !== undefined ? (first as Stored) : record, asked);
  },
};

const ofKind = (kind: string, alter: (body: JsonObject, before: JsonObject) => JsonObject): Behaviour =>
  replacing((before, body) => (before.kind === kind ? alter(body, before.members) : body));

/** What PUT does otherwise. */
export const replaced: readonly Fault[] = breaking(['replaced.shown'], clause.replaced, [
  ['a replacement keeps what it leaves out', replacing(({ members }, body) => ({ ...members, ...body }))],
  [
    'a replacement of a book keeps its subtitle',
    ofKind('books', (body, { subtitle }) => (subtitle === undefined ? body : { subtitle, ...body })),
  ],
  ['a replacement is answered and not stored', updating('replace', () => {}), ['replaced.shown', 'created.readable']],
  ['a replacement that is answered without a body is not stored', ofKind('copies', (_, before) => before)],
  [
    'a replacement changes the next record, too',
    beside((before, body, world) => {
      const other = neighbourOf(before, world);
      world.records = world.records.map((one) =>
        one === other ? { ...one, members: { ...body, isbn: one.members.isbn } } : one,
      );
    }),
    ['replaced.shown', 'records.kept', 'created.readable'],
  ],
  [
    'a replacement of a branch changes all of that kind',
    changingAll((one, before) => one.members.kind === before.members.kind, 'name'),
    ['replaced.shown', 'records.kept', 'created.readable'],
  ],
  [
    'a replacement with a city moves all branches there that have one',
    changingAll((one) => one.members.city !== undefined, 'city'),
  ],
  [
    'a replacement gives the record another id',
    updating('replace', (before, after, asked) => {
      const id = after.kind === 'books' ? BigInt(Number(after.id) * 2) : after.id;
      update(before, { ...after, id }, asked);
    }),
    ['replaced.shown', 'created.readable'],
  ],
  ['what was replaced is listed as it was before', listedAsBefore],
  [
    'a replacement of a book takes the first author alone',
    ofKind('books', (body) => ({ ...body, authors: listOf(body.authors).slice(0, 1) })),
    ['created.echoed', 'replaced.shown'],
  ],
  [
    'a replacement of a book does not take another ISBN',
    ofKind('books', (body, { isbn }) => ({ ...body, isbn })),
    ['created.echoed', 'replaced.shown'],
  ],
  [
    'a replacement of a copy does not take another condition',
    ofKind('copies', (body, { condition }) => ({ ...body, condition })),
  ],
  ['a replacement that is refused is kept as far as it is valid', keepingValid('replace'), ['refused.no-change']],
  ['a replacement leaves the lists of each language as they were', filteredAsBefore('books', 'language')],
  [
    'the reply to a replacement has the next id',
    {
      show: (record, asked) => {
        const isShifted = asked.operation === 'replace' && record.kind === 'books';
        return show(isShifted ? { ...record, id: BigInt(Number(record.id)) + 4n } : record, asked);
      },
    },
    ['replaced.shown', 'created.echoed'],
  ],
  [
    'a replacement changes the name of the first branch, too',
    beside((before, { name }, world) => {
      const [first] = world.records;
      if (before.kind === 'branches' && first !== before) change(first, { name }, world);
    }),
    ['replaced.shown', 'others.untouched'],
  ],
  [
    'a replacement of a book adds another book',
    updating('replace', (before, after, asked) => {
      update(before, after, asked);
      if (before.kind === 'books') store({ ...after, id: 90_000n + BigInt(asked.world.seen) }, asked.world);
    }),
    ['replaced.shown', 'others.untouched'],
  ],
]);

/** Changes what a patch leaves of the record. */
const leaving = (alter: (after: JsonObject, body: JsonObject, before: JsonObject) => JsonObject): Behaviour => ({
  patched: (before, body, asked) => alter(merged(before, body, asked), body, before.members),
});
/** A patch does something to other records. */
const patchingBeside = (act: (before: Stored, body: JsonObject, world: World) => void): Behaviour => ({
  patched: (before, body, asked) => {
    act(before, body, asked.world);
    return merged(before, body, asked);
  },
});

const withoutNull = (body: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));

/** What PATCH does otherwise. */
export const patched: readonly Fault[] = breaking(['patched.keeps-rest'], clause.changed, [
  [
    'a patch takes away all that is optional and not named',
    leaving(({ name, kind, isbn, title, authors }, body) =>
      Object.fromEntries(Object.entries({ name, kind, isbn, title, authors, ...body }).filter(([, value]) => value)),
    ),
  ],
  [
    'a patch makes null of a phone that it does not name',
    leaving((after, body) => ('phone' in after && !('phone' in body) ? { ...after, phone: null } : after)),
  ],
  [
    'a patch of another title empties the subtitle',
    leaving((after, body) => ('title' in body && 'subtitle' in after ? { ...after, subtitle: '' } : after)),
  ],
  ['a patch is answered and not stored', updating('patch', () => {}), ['patched.keeps-rest', 'created.readable']],
  [
    'a patch changes the next record, too',
    patchingBeside((before, { isbn: _, ...rest }, world) => change(neighbourOf(before, world), rest, world)),
    ['patched.keeps-rest', 'records.kept', 'created.readable'],
  ],
  [
    'a patched kind leaves the lists of each kind as they were',
    filteredAsBefore('branches', 'kind'),
    ['patched.keeps-rest', 'list.filter'],
  ],
  [
    'a patched branch is in no filtered list',
    {
      ...patchingBeside(({ id }, _, { notes }) => notes.set(`patched ${id}`, true)),
      filter: (records, wanted, asked) => {
        const left = filter(records, wanted, asked);
        const isWhole = left.length === records.length;
        return isWhole ? left : left.filter(({ id }) => !asked.world.notes.has(`patched ${id}`));
      },
    },
  ],
  [
    'null in a merge patch is passed over',
    { patched: (before, body, asked) => merged(before, withoutNull(body), asked) },
  ],
  [
    'a patch passes over the number zero',
    leaving((after, body, { seats }) => (body.seats === 0n ? { ...after, seats } : after)),
    ['created.echoed', 'input.accepted'],
  ],
  [
    'a patch adds authors to those that there are',
    leaving((after, { authors }, before) =>
      authors === undefined || before.authors === undefined
        ? after
        : { ...after, authors: [...new Set([...listOf(before.authors), ...listOf(authors)])].slice(0, 4) },
    ),
    ['created.echoed', 'patched.keeps-rest'],
  ],
  [
    'a patched name loses its capitals when it is kept',
    {
      update: (before, after, asked) => {
        const { name } = after.members;
        update(before, typeof name === 'string' ? having(after, { name: name.toLowerCase() }) : after, asked);
      },
    },
    ['patched.keeps-rest', 'created.readable'],
  ],
  ['a patch that is refused is kept as far as it is valid', keepingValid('patch'), ['refused.no-change']],
  [
    'a patch gives the first branch one seat more',
    patchingBeside((before, _, world) => {
      const [first] = world.records;
      if (first !== before) change(first, { seats: whole(first?.members.seats) + 1n }, world);
    }),
    ['others.untouched'],
  ],
  [
    'a patch sets the pages to a hundred where it does not name them',
    leaving((after, body) => (!('pages' in body) && 'pages' in after ? { ...after, pages: 100n } : after)),
    ['patched.keeps-rest', 'created.readable'],
  ],
]);
