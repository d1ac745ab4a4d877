import type { Behaviour, World } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import type { Animal } from '../server/model';
import { catalogue, filter, find, show, store } from '../server/records';
import { clause } from './clauses';

type CaughtBy = readonly [CheckId, ...CheckId[]];

const fault = (name: string, caughtBy: CaughtBy, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.catalogue,
  caughtBy,
  behaviour,
});

const readable: CaughtBy = ['created.readable', 'sequence.model'];
const listed: CaughtBy = ['created.listed', 'sequence.model', 'list.filter'];

/** Records that the catalogue opened with have ids up to 31. */
const fromHere = ({ id: number }: Animal): boolean => number > 31n;

const reads = (change: (animal: Animal, world: World) => Partial<Animal>, where = fromHere): Behaviour => ({
  show: (animal, { operation, world }) =>
    show(operation === 'read' && where(animal) ? { ...animal, ...change(animal, world) } : animal),
});

const lists = (change: (animal: Animal) => Partial<Animal>): Behaviour => ({
  show: (animal, { operation }) =>
    show(operation === 'list' && fromHere(animal) ? { ...animal, ...change(animal) } : animal),
});

/** Records that cannot be found again, or have changed. */
export const created: readonly Fault[] = [
  fault('created records are not kept', ['created.readable', 'created.listed', 'created.new-id', 'sequence.model'], {
    store: () => {},
  }),
  fault('created records cannot be read', readable, {
    find: (number, world) => (number > 31n ? undefined : find(number, world)),
  }),
  fault(
    'every third created record is lost',
    ['created.readable', 'created.listed', 'created.new-id', 'sequence.model'],
    {
      store: (animal, world) => (world.made % 3 === 0 ? undefined : store(animal, world)),
    },
  ),
  fault(
    'every created record but the newest is lost',
    ['created.readable', 'records.kept', 'sequence.model', 'created.new-id'],
    {
      store: (animal, world) => {
        world.animals = [...world.animals.filter((older) => !fromHere(older)), animal];
      },
    },
  ),
  fault(
    'records without a status are not kept',
    ['created.readable', 'created.listed', 'created.new-id', 'sequence.model'],
    {
      store: (animal, world) => (animal.status === undefined ? undefined : store(animal, world)),
    },
  ),
  fault(
    'a read has another name',
    readable,
    reads(() => ({ name: 'Biscuit' })),
  ),
  fault(
    'a read has its name trimmed',
    readable,
    reads(({ name }) => ({ name: name.trim() })),
  ),
  fault(
    'a read has its name escaped',
    readable,
    reads(({ name }) => ({ name: name.replaceAll('<', '&lt;') })),
  ),
  fault(
    'a read has another category',
    readable,
    reads(({ categoryId }) => ({ categoryId: categoryId + 1n })),
  ),
  fault(
    'a read has no status',
    readable,
    reads(() => ({ status: undefined })),
  ),
  fault(
    'a read has always the status available',
    readable,
    reads(() => ({ status: 'available' })),
  ),
  fault(
    'a read has a status where there was none',
    readable,
    reads(({ status = 'pending' }) => ({ status })),
  ),
  fault('a read gives the newest record', readable, {
    find: (number, world) => find(number, world) && world.animals.at(-1),
  }),
  fault('a read gives the record before', readable, {
    find: (number, world) => find(number - 1n, world),
  }),
  fault('names are cut when kept, not in the 201', readable, {
    store: (animal, world) => store({ ...animal, name: animal.name.slice(0, 64) }, world),
  }),

  fault('created records are not listed', listed, {
    order: (animals) => animals.filter((animal) => !fromHere(animal)),
  }),
  fault('created records are listed without a filter alone', listed, {
    filter: (animals, status) => filter(animals, status).filter((animal) => status === undefined || !fromHere(animal)),
  }),
  fault('created records are listed with a filter alone', listed, {
    filter: (animals, status) => filter(animals, status).filter((animal) => status !== undefined || !fromHere(animal)),
  }),
  fault('records of the category zero are not listed', listed, {
    order: (animals) => animals.filter(({ categoryId }) => categoryId !== 0n),
  }),
  fault('pending records that were created are not listed', listed, {
    order: (animals) => animals.filter((animal) => !fromHere(animal) || animal.status !== 'pending'),
  }),
  fault(
    'created records are listed under another name',
    listed,
    lists(() => ({ name: 'Biscuit' })),
  ),
  fault(
    'created records are listed with another category',
    listed,
    lists(({ categoryId }) => ({ categoryId: categoryId ^ 1n })),
  ),
  fault(
    'created records are listed without their status',
    listed,
    lists(() => ({ status: undefined })),
  ),
  fault('created records are listed twice', ['list.no-duplicates', 'created.listed'], {
    order: (animals) => animals.flatMap((animal) => (fromHere(animal) ? [animal, animal] : [animal])),
  }),
  fault('the list is that of the start', listed, { order: () => catalogue() }),
];
