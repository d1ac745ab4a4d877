import { change, doing, showing } from '../server/altering';
import { type Animal, animalOf, catalogue, type NewAnimal, newAnimalOf, somebody } from '../server/animals';
import { breaking, type CaughtBy, type Fault } from '../server/cases';
import type { Behaviour, Operation, Stored, World } from '../server/model';
import { assignId, filter, find, having, show, store, textOf, whole } from '../server/records';
import { category, kept, LIST, READ, storing } from './alterations';
import { clause } from './clauses';

const named = (alter: (name: string) => string): Behaviour => kept(({ name }) => ({ name: alter(name) }));

const escapes: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Records that are not what was sent. */
const echo: readonly Fault[] = breaking(['created.echoed', 'created.readable', 'sequence.model'], clause.created, [
  ['names are trimmed', named((name) => name.trim())],
  ['names lose the space at their end', named((name) => name.trimEnd())],
  ['space inside names collapses', named((name) => name.replace(/\s+/g, ' '))],
  ['names in lower case', named((name) => name.toLowerCase())],
  ['names in upper case', named((name) => name.toUpperCase())],
  ['names begin with a capital', named((name) => name.charAt(0).toUpperCase() + name.slice(1))],
  ['names are normalised to NFC', named((name) => name.normalize('NFC'))],
  ['names are normalised to NFKC', named((name) => name.normalize('NFKC'))],
  ['names are normalised to NFD', named((name) => name.normalize('NFD'))],
  ['names lose their accents', named((name) => name.normalize('NFD').replace(/\p{Mn}/gu, ''))],
  ['names are escaped for HTML', named((name) => name.replace(/[<>&"']/g, (letter) => escapes[letter] ?? letter))],
  ['names lose their tags', named((name) => name.replace(/<[^>]*>/g, ''))],
  ['names are cut at 255 characters', named((name) => name.slice(0, 255))],
  ['names are cut at 4,096 characters', named((name) => name.slice(0, 4_096))],
  ['names end at a NUL', named((name) => name.split('\0')[0] ?? '')],
  ['names lose their control characters', named((name) => name.replace(/\p{Cc}/gu, ''))],
  ['names lose what is beyond the first plane', named((name) => name.replace(/[\u{10000}-\u{10ffff}]/gu, ''))],
  ['emoji become question marks', named((name) => name.replace(/\p{Emoji_Presentation}/gu, '?'))],
  ['names lose what joins emoji and turns the direction', named((name) => name.replace(/\p{Cf}/gu, ''))],
  ['what is beyond Latin-1 is cut to a byte', named((name) => Buffer.from(name, 'latin1').toString('latin1'))],
  ['names in UTF-8 are read as Latin-1', named((name) => Buffer.from(name).toString('latin1'))],
  ['apostrophes are doubled', named((name) => name.replaceAll("'", "''"))],
  ['quotes get a backslash', named((name) => name.replace(/["']/g, '\\$&'))],
  ['backslashes are dropped', named((name) => name.replaceAll('\\', ''))],
  ['line ends become spaces', named((name) => name.replace(/[\r\n]+/g, ' '))],
  ['an empty name becomes Unnamed', named((name) => name || 'Unnamed')],
  ['the name null becomes empty', named((name) => (name === 'null' ? '' : name))],
  ['the name __proto__ is lost', named((name) => (name === '__proto__' ? '[object Object]' : name))],
  [
    'the name null becomes null',
    showing(({ members: { name } }): { readonly name?: null } => (name === 'null' ? { name: null } : {})),
  ],
  ['the status is dropped', kept(() => ({ status: undefined }))],
  ['the status is always available', kept(() => ({ status: 'available' }))],
  ['the default stands over a status that was sent', kept(({ status }) => ({ status: status && 'pending' }))],
  ['sold is kept as pending', kept(({ status }) => ({ status: status === 'sold' ? 'pending' : status }))],
  ['the category is always one', category(() => 1n)],
  ['a category of zero becomes one', category((value) => (value === 0n ? 1n : value))],
  ['a category of -1 becomes zero', category((value) => (value === -1n ? 0n : value))],
  ['the last digit of a category is lost', category((value) => value / 10n)],
  ['categories are one less', category((value) => value - 1n)],
  [
    'the echo is of the record before',
    {
      show: (record, asked) => {
        const before = asked.operation === 'create' ? asked.world.records.at(-2) : undefined;
        return show({ ...(before ?? record), id: record.id }, asked);
      },
    },
  ],
]);

const assigning = (assign: (world: World, sent: NewAnimal) => bigint): Behaviour => ({
  assignId: (world, { members }) => assign(world, newAnimalOf(members)),
});
const shownId = (where: Operation, alter: (id: bigint) => bigint): Behaviour =>
  showing(({ id }) => ({ id: alter(whole(id)) }), where);

/** The id that the base would assign. */
const nextId = (world: World): bigint => whole(assignId(world, { kind: 'pets', parents: [], members: {}, madeAt: 0 }));

/** Ids that are not new, or not the record's own. */
const ids: readonly Fault[] = breaking(['created.new-id', 'created.readable'], clause.id, [
  ['the id of an older record', assigning((world) => nextId(world) - 1n)],
  ['the id of the first record', assigning(() => 1n)],
  ['always the same id', assigning(() => 4_711n)],
  ['always the id zero', assigning(() => 0n)],
  ['one id for two creates', assigning((world) => 100n + BigInt(world.made >> 1))],
  ['the category for an id', assigning((_, { categoryId }) => 1_000n + (categoryId & 0xffffn))],
  ['an id from the name', assigning((_, { name }) => 1_000n + BigInt(name.length))],
  ['one of three ids', assigning((world) => 200n + BigInt((world.made * 37) % 3))],
  [
    'the id in the 201 is one more than the id to read by',
    shownId('create', (id) => id + 1n),
    ['created.readable', 'created.new-id', 'sequence.model', 'created.listed'],
  ],
  [
    'the id in the 201 is always zero',
    shownId('create', () => 0n),
    ['created.new-id', 'created.readable', 'sequence.model'],
  ],
  ['the id in the 201 is negative', shownId('create', (id) => -id), ['created.readable', 'created.listed']],
  [
    'the ids in lists are not those of reads',
    shownId('list', (id) => (id > 31n ? id + 1_000n : id)),
    ['created.listed', 'sequence.model', 'created.readable', 'records.kept'],
  ],
  [
    'the body of a read has another id than its path',
    shownId('read', (id) => id + 1n),
    ['created.readable', 'records.kept', 'sequence.model'],
  ],
]);

const readable: CaughtBy = ['created.readable', 'sequence.model'];
const listed: CaughtBy = ['created.listed', 'sequence.model', 'list.filter'];
const lost: CaughtBy = ['created.readable', 'created.listed', 'created.new-id', 'sequence.model'];

/** Records that the catalogue opened with have ids up to 31. */
const fromHere = ({ id }: Stored): boolean => whole(id) > 31n;

/** Records from here are shown with other members where they are read, or listed. */
const shown = (where: Operation, alter: (animal: Animal) => Partial<Animal>): Behaviour =>
  showing((record) => (fromHere(record) ? { ...alter(animalOf(record)) } : {}), where);
const reads = (alter: (animal: Animal) => Partial<Animal>): Behaviour => shown('read', alter);
const lists = (alter: (animal: Animal) => Partial<Animal>): Behaviour => shown('list', alter);

const listing = (test: (record: Stored) => boolean): Behaviour => ({ order: (records) => records.filter(test) });

/** Records that cannot be found again, or have changed. */
const created: readonly Fault[] = [
  ...breaking(readable, clause.catalogue, [
    ['created records are not kept', storing(() => []), lost],
    ['created records cannot be read', { find: (id, asked) => (whole(id) > 31n ? undefined : find(id, asked)) }],
    ['every third created record is lost', storing((record, { made }) => (made % 3 === 0 ? [] : [record])), lost],
    [
      'every created record but the newest is lost',
      {
        store: (record, world) => {
          world.records = [...world.records.filter((older) => !fromHere(older)), record];
        },
      },
      ['created.readable', 'records.kept', 'sequence.model', 'created.new-id'],
    ],
    [
      'records without a status are not kept',
      storing((record) => (record.members.status === undefined ? [] : [record])),
      lost,
    ],
    ['a read has another name', reads(() => ({ name: 'Biscuit' }))],
    ['a read has its name trimmed', reads(({ name }) => ({ name: name.trim() }))],
    ['a read has its name escaped', reads(({ name }) => ({ name: name.replaceAll('<', '&lt;') }))],
    ['a read has another category', reads(({ categoryId }) => ({ categoryId: categoryId + 1n }))],
    ['a read has no status', reads(() => ({ status: undefined }))],
    ['a read has always the status available', reads(() => ({ status: 'available' }))],
    ['a read gives the newest record', { find: (id, asked) => find(id, asked) && asked.world.records.at(-1) }],
    ['a read gives the record before', { find: (id, asked) => find(whole(id) - 1n, asked) }],
    [
      'names are cut when kept, not in the 201',
      storing((record) => [having(record, { name: textOf(record.members.name).slice(0, 64) })]),
    ],
  ]),
  ...breaking(listed, clause.catalogue, [
    ['created records are not listed', listing((record) => !fromHere(record))],
    [
      'created records are listed without a filter alone',
      {
        filter: (all, status, asked) =>
          filter(all, status, asked).filter((one) => status === undefined || !fromHere(one)),
      },
    ],
    [
      'created records are listed with a filter alone',
      {
        filter: (all, status, asked) =>
          filter(all, status, asked).filter((one) => status !== undefined || !fromHere(one)),
      },
    ],
    ['records of the category zero are not listed', listing(({ members }) => members.categoryId !== 0n)],
    [
      'pending records that were created are not listed',
      listing((record) => !fromHere(record) || record.members.status !== 'pending'),
    ],
    ['created records are listed under another name', lists(() => ({ name: 'Biscuit' }))],
    ['created records are listed with another category', lists(({ categoryId }) => ({ categoryId: categoryId ^ 1n }))],
    ['created records are listed without their status', lists(() => ({ status: undefined }))],
    [
      'created records are listed twice',
      { order: (records) => records.flatMap((record) => (fromHere(record) ? [record, record] : [record])) },
      ['list.no-duplicates', 'created.listed'],
    ],
    ['the list is that of the start', { order: () => catalogue() }],
  ]),
];

/** What a create does to the older records. */
const stored = (alter: (older: readonly Stored[], record: Stored) => readonly Stored[]): Behaviour => ({
  store: (record, world) => {
    world.records = [...alter(world.records, record), record];
  },
});
/** What a create does to each of them. */
const each = (alter: (one: Stored, record: Stored, index: number, length: number) => Stored): Behaviour =>
  stored((older, record) => older.map((one, index) => alter(one, record, index, older.length)));

const REFUSED = { operation: 'create', status: 400 } as const;

/** Requests that change what they should leave alone. */
const changed: readonly Fault[] = [
  ...breaking(['records.kept', 'sequence.model', 'created.readable', 'created.listed'], clause.noChange, [
    ['a create removes the oldest record', stored((older) => older.slice(1))],
    ['a create removes the newest record', stored((older) => older.slice(0, -1))],
    ['a create removes every other record', stored(() => [])],
    [
      'a create removes records of the same category',
      stored((older, { members }) => older.filter((one) => one.members.categoryId !== members.categoryId)),
    ],
    [
      'a create removes a record of the same name',
      stored((older, { members }) => older.filter((one) => one.members.name !== members.name)),
    ],
    ['a create keeps thirty-one records at most', stored((older) => older.slice(-30))],
    [
      'a create renames the first record',
      each((one, { members: { name } }, index) => (index === 0 ? having(one, { name }) : one)),
    ],
    ['a create renames all records', each((one, { members: { name } }) => having(one, { name }))],
    ['a create gives its status to all records', each((one, { members: { status } }) => having(one, { status }))],
    [
      'a create gives its status to records of the same category',
      each((one, { members: { categoryId, status } }) =>
        one.members.categoryId === categoryId ? having(one, { status }) : one,
      ),
    ],
    [
      'a create gives its category to the record before',
      each((one, { members: { categoryId } }, index, length) =>
        index === length - 1 ? having(one, { categoryId }) : one,
      ),
    ],
    ['a create numbers the older records anew', each((one) => ({ ...one, id: whole(one.id) + 1_000_000n }))],
    [
      'a read removes what it read',
      doing(READ, ({ world, id }) => {
        world.records = world.records.filter((one) => String(one.id) !== id);
      }),
    ],
    [
      'a read sets the status to pending',
      doing(READ, ({ world, id }) =>
        change(
          world.records.find((one) => String(one.id) === id),
          { status: 'pending' },
          world,
        ),
      ),
    ],
    [
      'a list removes the last record',
      doing(LIST, ({ world }) => {
        world.records = world.records.slice(0, -1);
      }),
    ],
    [
      'a list counts up the categories',
      doing(LIST, ({ world }) => {
        world.records = world.records.map((one) => having(one, { categoryId: whole(one.members.categoryId) + 1n }));
      }),
    ],
  ]),
  ...breaking(['refused.no-trace', 'records.kept', 'sequence.model'], clause.badRequest, [
    [
      'a refused create is kept under another name',
      doing(REFUSED, ({ world }) => store(somebody(world), world)),
      ['refused.no-trace', 'sequence.model'],
    ],
    [
      'a refused create removes the oldest record',
      doing(REFUSED, ({ world }) => {
        world.records = world.records.slice(1);
      }),
    ],
    [
      'a refused create renames the newest record',
      doing(REFUSED, ({ world }) => change(world.records.at(-1), { name: '' }, world)),
    ],
    [
      'a record with an unknown status is refused, and kept without it',
      doing(REFUSED, ({ world, body }) => {
        if (body.includes('"status"') && body.includes('"name"')) store(somebody(world), world);
      }),
      ['refused.no-trace', 'sequence.model'],
    ],
  ]),
];

/** Records that are not what was sent, that are not there later, or that change what was there before. */
export const creation: readonly Fault[] = [...echo, ...ids, ...created, ...changed];
