import { keeping, listingLate, refusing, replying, showing } from '../server/altering';
import { catalogue, type NewAnimal, newAnimalOf, somebody } from '../server/animals';
import { type Lawful, lawfulBecause } from '../server/cases';
import { parse } from '../server/json';
import type { Asked, Behaviour, Stages, Stored } from '../server/model';
import { assignId, having, objectOf, store, whole } from '../server/records';
import { Refused } from '../server/refused';

/** Any 64 bits, each number once: multiplying by an odd number is a bijection. */
export const scattered = (index: number): bigint => BigInt.asIntN(64, BigInt(index) * 0x9e3779b97f4a7c15n + 77n);

/** The catalogue with other records in it. */
const opened = (alter: (record: Stored, index: number) => Stored): Behaviour => ({
  opening: () => catalogue().map(alter),
});
const withIds = (id: (record: Stored, index: number) => bigint): Behaviour =>
  opened((record, index) => ({ ...record, id: id(record, index) }));

const scatteredIds = (id: (index: number) => bigint): Behaviour => ({
  ...withIds((_, index) => id(index)),
  assignId: ({ made }) => id(1_000 + made),
});

export const newestFirst: Behaviour = { order: (records) => [...records].reverse() };

export const anyOrder: Behaviour = {
  order: (records) =>
    records
      .map((record) => ({ record, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ record }) => record),
};

export const huge: Behaviour = { opening: () => catalogue(2_000) };
const empty: Behaviour = { opening: () => [] };

type Test = (sent: NewAnimal, asked: Asked) => boolean;

/** Refuses what the schema allows. */
const against = (status: number, test: Test): Behaviour =>
  refusing(
    (sent, asked) => test(newAnimalOf(sent), asked),
    () => new Refused(status, 'rule', 'This is against a rule of the store.'),
  );

/** 400 for some records that the schema allows; none of these is in the catalogue at the start. */
const strict = (test: (sent: NewAnimal) => boolean): Behaviour => ({
  opening: () => catalogue().filter(({ members }) => !test(newAnimalOf(members))),
  ...against(400, test),
});

const hasNoCategory: Test = ({ categoryId }, { world }) =>
  world.records.every(({ members }) => members.categoryId !== categoryId);
export const knownCategories: Behaviour = against(400, hasNoCategory);

const others: Behaviour = {
  meanwhile: (world) => {
    if (world.seen % 3 !== 0) return;
    const another = somebody(world, `Another's ${world.seen}`, 'sold');
    store(world.seen % 2 === 0 ? another : having(another, { status: undefined }), world);
  },
};

/** Records have the ids 0, -1 and both ends of int64. */
const edges: readonly bigint[] = [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n, 2n ** 53n + 1n];

const ids = 'How the service assigns ids is not shown.';
const order = 'The order of a list is not shown.';
const many = 'Nothing says how many animals there are.';
const paging = 'Paging beyond `limit` is not shown.';
const clients = 'A store has more than one client.';
const bounded = 'A server may know better which categories there are.';
const status = 'The default of `status` is not shown.';

const assigning = (assign: Stages['assignId']): Behaviour => ({ assignId: assign });
const withDefault = (value: string): Behaviour => keeping((sent) => ({ status: sent.status ?? value }));
const nameOf = ({ members }: Stored): string => newAnimalOf(members).name;

/** Other catalogues, other ids, other orders, and records that are refused. */
const catalogues: readonly Lawful[] = [
  ...lawfulBecause(ids, [
    ['ids are any 64 bits', scatteredIds(scattered)],
    ['ids are any 63 bits', scatteredIds((index) => BigInt.asUintN(63, scattered(index)))],
    ['ids are close to the end of int64', { opening: () => catalogue(31, 2n ** 63n - 5_000n) }],
    ['ids are beyond 2^53, one after the other', { opening: () => catalogue(31, 2n ** 53n + 1n) }],
    [
      'ids count down from -1',
      { ...withIds(({ id }) => -whole(id)), ...assigning(({ records: all }) => -1n - BigInt(all.length)) },
    ],
    [
      'ids 0, -1 and the ends of int64 are taken',
      {
        ...withIds(({ id }, index) => edges[index] ?? whole(id)),
        ...assigning(({ made }) => 5_000n + BigInt(made)),
      },
    ],
    ['ids leave gaps', assigning((world, unnamed) => whole(assignId(world, unnamed)) + 99n)],
  ]),
  ...lawfulBecause(many, [
    ['an empty catalogue', empty, 'Nothing says that there are animals.'],
    ['an empty catalogue, where no category is known', { ...empty, ...knownCategories }, bounded],
    ['a catalogue of one', { opening: () => catalogue(1) }],
    ['a catalogue of exactly one page', { opening: () => catalogue(20) }],
    ['a catalogue of 2,000, the newest last', huge, paging],
    ['a catalogue of 2,000 in any order', { ...huge, ...anyOrder }, paging],
  ]),
  ...lawfulBecause(order, [
    ['lists with the newest first', newestFirst],
    ['lists in another order each time', anyOrder],
    ['lists by name', { order: (records) => [...records].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)) }],
  ]),
  ...lawfulBecause(status, [
    [
      'nothing is sold',
      { opening: () => catalogue().filter(({ members }) => members.status !== 'sold') },
      'Nothing says that every status occurs.',
    ],
    [
      'no older record has a status',
      opened((record) => having(record, { status: undefined })),
      '`status` is not required.',
    ],
    [
      'all records are alike, but for their ids',
      opened((record) => having(record, { name: 'Biscuit', categoryId: 1n, status: 'available' })),
      'Nothing says that names differ.',
    ],
    ['a status of available where none was sent', withDefault('available')],
    ['a status of pending where none was sent', withDefault('pending')],
    [
      'a read has a status where none was sent',
      showing((record) => ({ status: record.members.status ?? 'pending' }), 'read'),
      'What no client has sent is for the server to set.',
    ],
    ['other clients add records', others, clients],
    ['other clients add records, and lists are in any order', { ...others, ...anyOrder }, clients],
  ]),
  ...lawfulBecause('Nothing says that a list has a new record at once.', [
    ['lists are made of a copy that is half a second late', listingLate(500), { isSlow: true }],
    ['lists are made of a copy that is 1.5 s late', listingLate(1500), { isSlow: true }],
  ]),
  ...lawfulBecause(bounded, [
    ['categories must exist', knownCategories],
    ['categories must be positive', strict(({ categoryId }) => categoryId <= 0n)],
    ['categories must fit 32 bits', strict(({ categoryId }) => BigInt.asIntN(32, categoryId) !== categoryId)],
  ]),
  ...lawfulBecause('A server may know better which names it takes.', [
    ['names with control characters are refused', strict(({ name }) => /\p{Cc}/u.test(name))],
    ['empty names and names of space alone are refused', strict(({ name }) => name.trim() === '')],
    ['names of more than 255 characters are refused', strict(({ name }) => name.length > 255)],
    ['names with space at their ends are refused', strict(({ name }) => name.trim() !== name)],
    ['names with markup are refused', strict(({ name }) => /[<>]/.test(name))],
    ['names beyond letters, digits and space are refused', strict(({ name }) => !/^[a-z\d ]+$/i.test(name))],
    [
      'unknown fields are kept and shown',
      replying({ operation: 'create', status: 201 }, ({ body }, asked) => ({
        body: { ...asked.world.behaviour.readObject(parse(asked.body.toString()), asked), ...objectOf(body) },
      })),
      'Whether NewPet may have others is not shown.',
    ],
  ]),
];

/** Whether another record is so much alike. */
const hasAlike =
  (alike: (one: NewAnimal, sent: NewAnimal) => boolean): Test =>
  (sent, { world }) =>
    world.records.some(({ members }) => alike(newAnimalOf(members), sent));

const isNameTaken = hasAlike((one, { name }) => one.name === name);
const plainly = (name: string): string => name.trim().toLowerCase();

const anyOf =
  (...tests: readonly Test[]): Test =>
  (sent, asked) =>
    tests.some((test) => test(sent, asked));

/** Names as a register of pedigrees gives them. */
const coded = (length: number): Behaviour => ({
  ...opened((record, index) => having(record, { name: `AB-${String(10_000 + index * 37)}` })),
  ...against(
    409,
    anyOf(({ name }) => name.length !== length, isNameTaken),
  ),
});

/** The last digit of the number of thirteen that a name is. */
const endsInCheckDigit = (text: string): boolean =>
  /^\d{13}$/.test(text) &&
  [...text].reduce((sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0;

const withCheckDigit = (first: number): string => {
  const body = String(first);
  return [...Array(10).keys()].map((digit) => `${body}${digit}`).find(endsInCheckDigit) ?? body;
};

const holding =
  (most: number): Test =>
  (_, { world }) =>
    world.records.length >= most;

const unique = 'A server may know that two records must not have the same name.';

/** Rules of the server's own, beside those of the contract. */
const ownRules: readonly Lawful[] = [
  ...lawfulBecause(unique, [
    ['a name is taken once: 409', against(409, isNameTaken)],
    ['a name is taken once: 400', against(400, isNameTaken)],
    ['a name is taken once: 422', against(422, isNameTaken)],
    [
      'a name is taken once, whatever its case and the space around it',
      against(
        409,
        hasAlike((one, { name }) => plainly(one.name) === plainly(name)),
      ),
    ],
    ['a name is taken once, in an empty catalogue', { ...empty, ...against(409, isNameTaken) }],
    [
      'a name is taken once in its category',
      against(
        409,
        hasAlike((one, sent) => one.name === sent.name && one.categoryId === sent.categoryId),
      ),
    ],
    ['names are codes of eight characters, each taken once', coded(8)],
    [
      'names are numbers of books, each taken once',
      {
        ...opened((record, index) => having(record, { name: withCheckDigit(978_300_000_000 + index * 7919) })),
        ...against(
          400,
          anyOf(isNameTaken, ({ name }) => !endsInCheckDigit(name)),
        ),
      },
    ],
  ]),
  ...lawfulBecause(bounded, [
    ['a category that is not known is not found: 404', against(404, hasNoCategory)],
    ['a category that is not known can not be processed: 422', against(422, hasNoCategory)],
    [
      'categories are few, in an empty catalogue',
      { ...empty, ...against(400, ({ categoryId }) => ![1n, 2n, 3n].includes(categoryId)) },
    ],
    [
      'a name is taken once, and categories must exist',
      against(409, anyOf(isNameTaken, hasNoCategory)),
      `${unique} ${bounded}`,
    ],
    [
      'what is sold is in the category of the sold',
      {
        ...opened((record) => having(record, { categoryId: record.members.status === 'sold' ? 9n : 2n })),
        ...against(422, ({ status: sold, categoryId }) => (sold === 'sold') !== (categoryId === 9n)),
      },
    ],
  ]),
  ...lawfulBecause('Nothing says how many animals a store can hold.', [
    ['at most 50 animals: 409', against(409, holding(50))],
    ['at most 40 animals: 422', against(422, holding(40))],
    ['at most 35 animals: 400', against(400, holding(35))],
  ]),
];

/** Other catalogues, ids and orders, and records that are refused by rules of the server's own. */
export const records: readonly Lawful[] = [...catalogues, ...ownRules];
