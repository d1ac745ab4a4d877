import { reading, refusing, type Test } from '../server/altering';
import { catalogue, type NewAnimal, newAnimalOf } from '../server/animals';
import { breaking, type Fault } from '../server/cases';
import { readFilter, readLimit } from '../server/input';
import type { Behaviour } from '../server/model';
import { filter, find, whole } from '../server/records';
import { invalid, notFound, Refused } from '../server/refused';
import { clause } from './clauses';

const limitOf = (test: (limit: number) => boolean): Behaviour => ({
  readLimit: (values, asked) => {
    const limit = readLimit(values, asked);
    if (values.length > 0 && test(limit)) throw invalid('Unexpected limit.');
    return limit;
  },
});

const filterBy = (refusedOne: string | undefined): Behaviour => ({
  readFilter: (values, asked) => {
    if (values[0] === refusedOne) throw invalid('Unexpected status.');
    return readFilter(values, asked);
  },
});

/** Refuses filtered lists where the test says so. */
const filtered = (refusal: () => Refused, test: Test = () => true): Behaviour => ({
  filter: (records, status, asked) => {
    if (status !== undefined && test(asked)) throw refusal();
    return filter(records, status, asked);
  },
});

const statusOf = (refusedOne: string | undefined): Behaviour =>
  reading('status', (value, next) => {
    if (value === refusedOne) throw invalid('Unexpected status.');
    return next(value);
  });

/** Refuses records whose values are those of records that the server itself shows. */
const sent = (test: (sent: NewAnimal) => boolean): Behaviour => refusing((body) => test(newAnimalOf(body)));

export const refusingAll = (status: number): Behaviour => ({
  readObject: () => {
    throw new Refused(status, 'refused', 'Nothing can be added.');
  },
});

/** Valid requests that are refused. */
const refused: readonly Fault[] = [
  ...breaking(['input.accepted', 'sequence.model'], clause.limit, [
    ['the largest page size', limitOf((limit) => limit === 100)],
    ['the smallest page size', limitOf((limit) => limit === 1)],
    ['page sizes over 50', limitOf((limit) => limit > 50)],
    ['any page size', limitOf(() => true)],
    [
      'a list without a page size',
      {
        readLimit: (values, asked) => {
          if (values.length === 0) throw invalid('The parameter "limit" is missing.');
          return readLimit(values, asked);
        },
      },
    ],
  ]),
  ...breaking(['input.accepted', 'sequence.model'], clause.filter, [
    ['a list without a filter', filterBy(undefined)],
    ['a list of the available', filterBy('available')],
    ['a list of the pending', filterBy('pending')],
    ['a list of the sold', filterBy('sold')],
    [
      'a filter beside a page size',
      filtered(
        () => invalid('One parameter at most.'),
        ({ query }) => query.has('limit'),
      ),
    ],
  ]),
  ...breaking(['input.accepted', 'sequence.model'], clause.newPet, [
    ['a record without a status', statusOf(undefined)],
    ['a record that is available', statusOf('available'), clause.petStatus],
    ['a record that is pending', statusOf('pending'), clause.petStatus],
    ['a record that is sold', statusOf('sold'), clause.petStatus],
    ['a record with a status', sent(({ status }) => status !== undefined)],
    ['an apostrophe in a name', sent(({ name }) => name.includes("'"))],
    ['a space in a name', sent(({ name }) => name.includes(' '))],
    ['names beyond ASCII', sent(({ name }) => /\P{ASCII}/u.test(name))],
    ['markup in a name', sent(({ name }) => /[<>&]/.test(name))],
    ['a category beyond 32 bits', sent(({ categoryId }) => categoryId >= 2n ** 31n), clause.int64],
    ['a category beyond 53 bits', sent(({ categoryId }) => categoryId >= 2n ** 53n), clause.int64],
    ['a negative category', sent(({ categoryId }) => categoryId < 0n), clause.int64],
    ['every record', sent(() => true), clause.created],
    ['every record with 422', refusingAll(422), clause.created],
    [
      'a category that is written as an integer',
      reading('categoryId', (value, next) => {
        if (typeof value === 'bigint') throw invalid('The member "categoryId" must be a string.');
        return next(value);
      }),
    ],
    [
      'to read ids beyond 32 bits',
      {
        opening: () => catalogue(31, 2n ** 32n),
        find: (id, asked) => {
          if (whole(id) >= 2n ** 31n) throw notFound('There is no such id.');
          return find(id, asked);
        },
      },
      clause.int64,
      // The lists show them: that is more than a refusal.
      ['created.readable', 'records.kept', 'sequence.model'],
      { isWarning: false },
    ],
  ]),
];

/** Each of them refuses something by a status that the document names or leaves to `default`: it may have reasons. */
export const acceptance = refused.map((fault): Fault => ({ isWarning: true, ...fault, name: `refuses ${fault.name}` }));
