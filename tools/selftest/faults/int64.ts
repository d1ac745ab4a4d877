import type { Behaviour } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { parse, print } from '../server/json';
import type { Animal, Operation } from '../server/model';
import { catalogue, find, show, store } from '../server/records';
import { clause } from './clauses';

const rounded = (value: bigint): bigint => BigInt(Number(value));
const safe = BigInt(Number.MAX_SAFE_INTEGER);

const fault = (name: string, caughtBy: readonly [CheckId, ...CheckId[]], behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.int64,
  caughtBy,
  behaviour,
});

const kept = (change: (categoryId: bigint) => bigint): Behaviour => ({
  adjust: (sent) => ({ ...sent, categoryId: change(sent.categoryId) }),
});

const shown = (where: Operation, change: (animal: Animal) => Partial<Animal>): Behaviour => ({
  show: (animal, { operation }) => show(operation === where ? { ...animal, ...change(animal) } : animal),
});

/** Ids of which every second one is no double. */
const bigIds: Behaviour = { catalogue: () => catalogue(31, 2n ** 53n + 1n) };

const roundedCategory = ({ categoryId }: Animal): Partial<Animal> => ({ categoryId: rounded(categoryId) });
const roundedId = ({ id }: Animal): Partial<Animal> => ({ id: rounded(id) });

/** Integers whose digits change on the way. */
export const int64: readonly Fault[] = [
  fault('categories are kept as doubles', ['created.echoed'], kept(rounded)),
  fault(
    'categories are kept in 32 bits',
    ['created.echoed'],
    kept((value) => BigInt.asIntN(32, value)),
  ),
  fault('categories are kept without a sign, in 64 bits', ['created.echoed', 'reply.schema'], {
    ...kept((value) => BigInt.asUintN(64, value)),
  }),
  fault(
    'categories end at 2^53-1',
    ['created.echoed'],
    kept((value) => (value > safe ? safe : value)),
  ),
  fault(
    'categories lose their sign',
    ['created.echoed'],
    kept((value) => (value < 0n ? -value : value)),
  ),
  fault(
    'negative categories become zero',
    ['created.echoed'],
    kept((value) => (value < 0n ? 0n : value)),
  ),
  fault('categories of more than 15 digits are shown with an exponent and rounded', ['created.echoed'], {
    print: (body) =>
      print(body).replace(/"categoryId":(-?\d{16,})/g, (_all, digits) => `"categoryId":${precise(digits)}`),
  }),
  fault('categories are rounded in the echo', ['created.echoed'], shown('create', roundedCategory)),
  fault('categories are rounded when read', ['created.readable', 'sequence.model'], shown('read', roundedCategory)),
  fault(
    'categories are rounded in lists',
    ['created.listed', 'records.kept', 'sequence.model', 'created.readable'],
    shown('list', roundedCategory),
  ),
  fault('ids are rounded in the echo', ['created.readable', 'created.new-id', 'created.listed'], {
    ...bigIds,
    ...shown('create', roundedId),
  }),
  fault('ids are rounded in lists', ['list.no-duplicates', 'created.listed', 'records.kept', 'created.readable'], {
    ...bigIds,
    ...shown('list', roundedId),
  }),
  fault('ids are rounded when read', ['created.readable', 'records.kept'], { ...bigIds, ...shown('read', roundedId) }),
  fault('ids are rounded in the path', ['created.readable', 'records.kept', 'missing.not-found'], {
    ...bigIds,
    find: (id, world) => find(rounded(id), world),
  }),
  fault('ids are compared as doubles', ['created.readable', 'records.kept', 'missing.not-found'], {
    ...bigIds,
    find: (id, world) => world.animals.find((animal) => Number(animal.id) === Number(id)),
  }),
  fault('ids in the path are cut to 32 bits', ['missing.not-found'], {
    find: (id, world) => find(BigInt.asIntN(32, id), world),
  }),
  fault('ids are doubles throughout', ['created.new-id', 'created.readable', 'list.no-duplicates'], {
    catalogue: () => catalogue(31, 2n ** 60n),
    store: (animal, world) => store({ ...animal, id: rounded(animal.id) }, world),
    show: (animal) => show({ ...animal, ...roundedId(animal) }),
  }),
  fault('whole bodies go through doubles', ['created.echoed'], {
    print: (body) => print(parse(JSON.stringify(JSON.parse(print(body))))),
  }),
];

function precise(digits: string): string {
  return Number(digits).toPrecision(15);
}
