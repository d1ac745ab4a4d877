import type { Asked, Behaviour } from '../server/behaviour';
import type { Fault } from '../server/cases';
import { readCategory, readFilter, readLimit, readStatus } from '../server/input';
import type { NewAnimal } from '../server/model';
import { catalogue } from '../server/records';
import { invalid, notFound, Refused } from '../server/refused';
import { clause } from './clauses';

const fault = (name: string, breaks: string, behaviour: Behaviour): Fault => ({
  name: `refuses ${name}`,
  breaks,
  caughtBy: ['input.accepted', 'sequence.model'],
  behaviour,
});

const limitOf = (test: (limit: number) => boolean): Behaviour => ({
  readLimit: (values) => {
    const limit = readLimit(values);
    if (values.length > 0 && test(limit)) throw invalid('Unexpected limit.');
    return limit;
  },
});

const filterBy = (refused: string): Behaviour => ({
  readFilter: (values) => {
    if (values[0] === refused) throw invalid('Unexpected status.');
    return readFilter(values);
  },
});

const statusOf = (refused: string | undefined): Behaviour => ({
  readStatus: (value) => {
    if (value === refused) throw invalid('Unexpected status.');
    return readStatus(value);
  },
});

/** Refuses records whose values are those of records that the server itself shows. */
const sent = (test: (sent: NewAnimal, asked: Asked) => boolean): Behaviour => ({
  adjust: (animal, asked) => {
    if (test(animal, asked)) throw invalid('Unexpected value.');
    return animal;
  },
});

/** Valid requests that are refused. */
export const acceptance: readonly Fault[] = [
  fault(
    'the largest page size',
    clause.limit,
    limitOf((limit) => limit === 100),
  ),
  fault(
    'the smallest page size',
    clause.limit,
    limitOf((limit) => limit === 1),
  ),
  fault(
    'page sizes over 50',
    clause.limit,
    limitOf((limit) => limit > 50),
  ),
  fault(
    'any page size',
    clause.limit,
    limitOf(() => true),
  ),
  fault('a list without a page size', clause.limit, {
    readLimit: (values) => {
      if (values.length === 0) throw invalid('The parameter "limit" is missing.');
      return readLimit(values);
    },
  }),
  fault('a list without a filter', clause.filter, {
    readFilter: (values) => {
      if (values.length === 0) throw invalid('The parameter "status" is missing.');
      return readFilter(values);
    },
  }),
  fault('a list of the available', clause.filter, filterBy('available')),
  fault('a list of the pending', clause.filter, filterBy('pending')),
  fault('a list of the sold', clause.filter, filterBy('sold')),
  fault('a filter beside a page size', clause.filter, {
    filter: (animals, status, { query }) => {
      if (status !== undefined && query.has('limit')) throw invalid('One parameter at most.');
      return status === undefined ? animals : animals.filter((animal) => animal.status === status);
    },
  }),
  fault('a list with 404 where it is filtered', clause.filter, {
    filter: (animals, status) => {
      if (status !== undefined) throw notFound('There is no such list.');
      return animals;
    },
  }),
  fault('a record without a status', clause.newPet, statusOf(undefined)),
  fault('a record that is available', clause.petStatus, statusOf('available')),
  fault('a record that is pending', clause.petStatus, statusOf('pending')),
  fault('a record that is sold', clause.petStatus, statusOf('sold')),
  fault(
    'a record with a status',
    clause.newPet,
    sent(({ status }) => status !== undefined),
  ),
  fault(
    'an apostrophe in a name',
    clause.newPet,
    sent(({ name }) => name.includes("'")),
  ),
  fault(
    'a space in a name',
    clause.newPet,
    sent(({ name }) => name.includes(' ')),
  ),
  fault(
    'names beyond ASCII',
    clause.newPet,
    sent(({ name }) => /\P{ASCII}/u.test(name)),
  ),
  fault(
    'markup in a name',
    clause.newPet,
    sent(({ name }) => /[<>&]/.test(name)),
  ),
  fault(
    'a category beyond 32 bits',
    clause.int64,
    sent(({ categoryId }) => categoryId >= 2n ** 31n),
  ),
  fault(
    'a category beyond 53 bits',
    clause.int64,
    sent(({ categoryId }) => categoryId >= 2n ** 53n),
  ),
  fault(
    'a negative category',
    clause.int64,
    sent(({ categoryId }) => categoryId < 0n),
  ),
  fault(
    'every record',
    clause.created,
    sent(() => true),
  ),
  fault('every record with 403', clause.created, {
    readObject: () => {
      throw new Refused(403, 'forbidden', 'Nobody may add animals.');
    },
  }),
  fault('every record with 405', clause.created, {
    readObject: () => {
      throw new Refused(405, 'method_not_allowed', 'Nothing can be added.');
    },
  }),
  fault('a category that is written as an integer', clause.newPet, {
    readCategory: (value) => {
      if (typeof value === 'bigint') throw invalid('The field "categoryId" must be a string.');
      return readCategory(value);
    },
  }),
  fault('to read ids beyond 32 bits', clause.int64, {
    catalogue: () => catalogue(31, 2n ** 32n),
    find: (id, world) => {
      if (id >= 2n ** 31n) throw notFound('There is no such id.');
      return world.animals.find((animal) => animal.id === id);
    },
  }),
];
