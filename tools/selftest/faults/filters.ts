import type { Behaviour } from '../server/behaviour';
import type { Fault } from '../server/cases';
import type { Animal } from '../server/model';
import { catalogue, filter, page, show, statuses } from '../server/records';
import { clause } from './clauses';

const filtered = (name: string, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.filter,
  caughtBy: ['list.filter', 'created.listed', 'sequence.model'],
  behaviour,
});

const where = (test: (animal: Animal, status: string) => boolean): Behaviour => ({
  filter: (animals, status) => (status === undefined ? animals : animals.filter((animal) => test(animal, status))),
});

/** Lists that show other records than those of the status asked for. */
export const filters: readonly Fault[] = [
  filtered('the filter is ignored', { filter: (animals) => animals }),
  filtered('the filter is ignored beside a page size', {
    filter: (animals, status, { query }) => (query.has('limit') ? animals : filter(animals, status)),
  }),
  filtered('the filter counts only beside a page size', {
    filter: (animals, status, { query }) => (query.has('limit') ? filter(animals, status) : animals),
  }),
  filtered(
    'the filter pending is ignored',
    where((animal, status) => status === 'pending' || animal.status === status),
  ),
  filtered(
    'the filter sold gives the pending',
    where((animal, status) => animal.status === (status === 'sold' ? 'pending' : status)),
  ),
  filtered(
    'the filter gives all others',
    where((animal, status) => animal.status !== status),
  ),
  filtered(
    'the filter gives records without a status, too',
    where((animal, status) => (animal.status ?? status) === status),
  ),
  filtered(
    'the filter gives the statuses after it, too',
    where((animal, status) => statuses.indexOf(animal.status ?? '') >= statuses.indexOf(status)),
  ),
  filtered(
    'the filter finds names, too',
    where((animal, status) => animal.status === status || animal.name.includes('a')),
  ),
  filtered('the filter goes over the first page alone', {
    filter: (animals, status) => filter(animals.slice(0, 20), status),
  }),
  filtered('the filter finds nothing', { filter: (animals, status) => (status === undefined ? animals : []) }),
  filtered('the filter finds one record at most', {
    filter: (animals, status) => filter(animals, status).slice(0, status ? 1 : undefined),
  }),
  filtered('the filter goes after the page', {
    filter: (animals) => animals,
    page: (animals, limit, { query }) => filter(page(animals, limit), query.get('status') ?? undefined),
  }),
  filtered(
    'the filter drops every second match',
    where((animal, status) => animal.status === status && animal.id % 2n === 0n),
  ),
  filtered('the filter is stamped on whatever is listed', {
    filter: (animals) => animals,
    show: (animal, { query }) => show({ ...animal, status: query.get('status') ?? animal.status }),
  }),
  filtered('everything where nothing matches', {
    catalogue: () => catalogue().filter(({ status }) => status !== 'sold'),
    filter: (animals, status) => (filter(animals, status).length > 0 ? filter(animals, status) : animals),
  }),
  filtered('sold records are listed only when asked for', {
    filter: (animals, status) =>
      status ? filter(animals, status) : animals.filter((animal) => animal.status !== 'sold'),
  }),
];
