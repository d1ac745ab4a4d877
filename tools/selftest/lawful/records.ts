import type { Behaviour } from '../server/behaviour';
import type { Lawful } from '../server/cases';
import { parse } from '../server/json';
import type { Animal, NewAnimal } from '../server/model';
import { assignId, catalogue, show, store } from '../server/records';
import { invalid } from '../server/refused';

/** Any 64 bits, each number once: multiplying by an odd number is a bijection. */
export const scattered = (index: number): bigint => BigInt.asIntN(64, BigInt(index) * 0x9e3779b97f4a7c15n + 77n);

const scatteredIds = (id: (index: number) => bigint): Behaviour => ({
  catalogue: () => catalogue().map((animal, index) => ({ ...animal, id: id(index) })),
  assignId: ({ made }) => id(1_000 + made),
});

export const newestFirst: Behaviour = { order: (animals) => [...animals].reverse() };

export const anyOrder: Behaviour = {
  order: (animals) =>
    animals
      .map((animal) => ({ animal, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ animal }) => animal),
};

export const huge: Behaviour = { catalogue: () => catalogue(2_000) };
const empty: Behaviour = { catalogue: () => [] };

/** 400 for some records that the schema allows; none of these is in the catalogue at the start. */
const refusing = (test: (sent: NewAnimal) => boolean): Behaviour => ({
  catalogue: () => catalogue().filter((animal) => !test(animal)),
  adjust: (sent) => {
    if (test(sent)) throw invalid('This animal cannot be taken.');
    return sent;
  },
});

export const knownCategories: Behaviour = {
  adjust: (sent, { world }) => {
    if (world.animals.every(({ categoryId }) => categoryId !== sent.categoryId)) throw invalid('No such category.');
    return sent;
  },
};

const others: Behaviour = {
  meanwhile: (world) => {
    if (world.seen % 3 !== 0) return;
    const sent = { name: `Another's ${world.seen}`, categoryId: 2n, status: world.seen % 2 === 0 ? 'sold' : undefined };
    store({ id: assignId(world), ...sent }, world);
  },
};

/** Records have the ids 0, -1 and both ends of int64. */
const edgeIds: Behaviour = {
  catalogue: () => catalogue().map((animal, index) => ({ ...animal, id: edges[index] ?? animal.id })),
  assignId: ({ made }) => 5_000n + BigInt(made),
};
const edges: readonly bigint[] = [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n, 2n ** 53n + 1n];

const lawful = (name: string, because: string, behaviour: Behaviour): Lawful => ({ name, because, behaviour });
const ids = 'How the service assigns ids is not shown.';
const order = 'The order of a list is not shown.';
const name = 'A server may know better which names it takes.';
const status = 'The default of `status` is not shown.';

const withDefault = (value: string): Behaviour => ({ adjust: (sent) => ({ ...sent, status: sent.status ?? value }) });
const withoutStatus = (): readonly Animal[] => catalogue().map((animal) => ({ ...animal, status: undefined }));

/** Other catalogues, other ids, other orders, and records that are refused. */
export const records: readonly Lawful[] = [
  lawful('ids are any 64 bits', ids, scatteredIds(scattered)),
  lawful(
    'ids are any 63 bits',
    ids,
    scatteredIds((index) => BigInt.asUintN(63, scattered(index))),
  ),
  lawful('ids are close to the end of int64', ids, { catalogue: () => catalogue(31, 2n ** 63n - 5_000n) }),
  lawful('ids are beyond 2^53, one after the other', ids, { catalogue: () => catalogue(31, 2n ** 53n + 1n) }),
  lawful('ids count down from -1', ids, {
    catalogue: () => catalogue().map((animal) => ({ ...animal, id: -animal.id })),
    assignId: ({ animals }) => -1n - BigInt(animals.length),
  }),
  lawful('ids 0, -1 and the ends of int64 are taken', ids, edgeIds),
  lawful('ids leave gaps', ids, { assignId: (world) => assignId(world) + 99n }),
  lawful('an empty catalogue', 'Nothing says that there are animals.', empty),
  lawful('an empty catalogue, where no category is known', 'A server may know better which categories there are.', {
    ...empty,
    ...knownCategories,
  }),
  lawful('a catalogue of one', 'Nothing says how many animals there are.', { catalogue: () => catalogue(1) }),
  lawful('a catalogue of exactly one page', 'Nothing says how many animals there are.', {
    catalogue: () => catalogue(20),
  }),
  lawful('a catalogue of 2,000, the newest last', 'Paging beyond `limit` is not shown.', huge),
  lawful('a catalogue of 2,000 in any order', 'Paging beyond `limit` is not shown.', { ...huge, ...anyOrder }),
  lawful('lists with the newest first', order, newestFirst),
  lawful('lists in another order each time', order, anyOrder),
  lawful('lists by name', order, {
    order: (animals) => [...animals].sort((a, b) => (a.name < b.name ? -1 : 1)),
  }),
  lawful('nothing is sold', 'Nothing says that every status occurs.', {
    catalogue: () => catalogue().filter((animal) => animal.status !== 'sold'),
  }),
  lawful('no older record has a status', '`status` is not required.', { catalogue: withoutStatus }),
  lawful('all records are alike, but for their ids', 'Nothing says that names differ.', {
    catalogue: () => catalogue().map(({ id }) => ({ id, name: 'Biscuit', categoryId: 1n, status: 'available' })),
  }),
  lawful('a status of available where none was sent', status, withDefault('available')),
  lawful('a status of pending where none was sent', status, withDefault('pending')),
  lawful('other clients add records', 'A store has more than one client.', others),
  lawful('other clients add records, and lists are in any order', 'A store has more than one client.', {
    ...others,
    ...anyOrder,
  }),
  lawful('categories must exist', 'A server may know better which categories there are.', knownCategories),
  lawful(
    'categories must be positive',
    'A server may know better which categories there are.',
    refusing(({ categoryId }) => categoryId <= 0n),
  ),
  lawful(
    'categories must fit 32 bits',
    'A server may know better which categories there are.',
    refusing(({ categoryId }) => BigInt.asIntN(32, categoryId) !== categoryId),
  ),
  lawful(
    'names with control characters are refused',
    name,
    refusing((sent) => /\p{Cc}/u.test(sent.name)),
  ),
  lawful(
    'empty names and names of space alone are refused',
    name,
    refusing((sent) => sent.name.trim() === ''),
  ),
  lawful(
    'names of more than 255 characters are refused',
    name,
    refusing((sent) => sent.name.length > 255),
  ),
  lawful(
    'names with space at their ends are refused',
    name,
    refusing((sent) => sent.name.trim() !== sent.name),
  ),
  lawful(
    'names with markup are refused',
    name,
    refusing((sent) => /[<>]/.test(sent.name)),
  ),
  lawful(
    'names beyond letters, digits and space are refused',
    name,
    refusing((sent) => !/^[a-z\d ]+$/i.test(sent.name)),
  ),
  lawful('unknown fields are kept and shown', 'Whether NewPet may have others is not shown.', {
    rewrite: (reply, { operation, world, body }) => {
      if (operation !== 'create' || reply.status !== 201) return reply;
      const newest = world.animals.at(-1);
      const sent = world.behaviour.readObject(parse(body.toString()));
      return newest === undefined ? reply : { ...reply, body: { ...sent, ...show(newest) } };
    },
  }),
];
