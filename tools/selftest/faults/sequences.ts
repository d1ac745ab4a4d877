import type { Asked, Behaviour, Reply } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { on } from '../server/on';
import { assignId, find, show, store } from '../server/records';
import { clause } from './clauses';

const fault = (name: string, behaviour: Behaviour, ...also: readonly CheckId[]): Fault => ({
  name,
  breaks: clause.catalogue,
  caughtBy: ['sequence.model', ...also],
  behaviour,
});

/** Caches the first reply under a name; an empty name is not cached. */
const remembered = (nameOf: (asked: Asked) => string): Behaviour => ({
  rewrite: (reply, asked) => {
    const name = nameOf(asked);
    if (reply.status >= 400 || name === '') return reply;
    const first = asked.world.replies.get(name) ?? reply;
    asked.world.replies.set(name, first);
    return first;
  },
});

const ifListed = (asked: Asked, name: string): string => (asked.operation === 'list' ? name : '');

/** Faults that take several requests to show. */
export const sequences: readonly Fault[] = [
  fault(
    'lists are remembered for ever',
    remembered((asked) => ifListed(asked, `list ${asked.query}`)),
    'created.listed',
    'records.kept',
    'list.filter',
  ),
  fault(
    'filtered lists are remembered for ever',
    remembered((asked) => ifListed(asked, asked.query.get('status') ?? '')),
    'created.listed',
    'list.filter',
    'list.page-size',
    'list.default-page-size',
  ),
  fault(
    'lists are remembered without their filter',
    remembered((asked) => ifListed(asked, `list ${asked.query.get('limit')}`)),
    'list.filter',
    'created.listed',
  ),
  fault(
    'lists are remembered without their page size',
    remembered((asked) => ifListed(asked, `list ${asked.query.get('status')}`)),
    'list.page-size',
    'list.default-page-size',
    'created.listed',
  ),
  fault(
    'every read gives what was read first',
    remembered(({ operation }) => (operation === 'read' ? 'read' : '')),
    'created.readable',
    'records.kept',
  ),
  fault(
    'reads are remembered by the last digit of the id',
    remembered(({ operation, id }) => (operation === 'read' ? `read ${id.at(-1)}` : '')),
    'created.readable',
    'records.kept',
  ),
  fault(
    'a create with the same body gives the record of before',
    remembered(({ operation, body }) => (operation === 'create' ? `create ${body}` : '')),
    'created.new-id',
  ),
  fault(
    'a create with the same name gives the id of before',
    {
      assignId: (world, { name }) => world.animals.find((animal) => animal.name === name)?.id ?? assignId(world),
    },
    'created.new-id',
    'created.readable',
    'list.no-duplicates',
  ),
  fault(
    'a filter sticks to the next list',
    {
      filter: (animals, status, { world }) => {
        const sticking = status ?? world.replies.get('filter')?.text;
        if (status !== undefined) world.replies.set('filter', { ...nothing, text: status });
        return sticking === undefined ? animals : animals.filter((animal) => animal.status === sticking);
      },
    },
    'list.default-page-size',
    'list.page-size',
    'created.listed',
    'records.kept',
    'list.filter',
  ),
  fault(
    'a page size sticks to the next list',
    {
      page: (animals, limit, { query, world }) => {
        const sticking = query.has('limit') ? limit : Number(world.replies.get('limit')?.text ?? limit);
        world.replies.set('limit', { ...nothing, text: String(sticking) });
        return animals.slice(0, sticking);
      },
    },
    'list.default-page-size',
    'list.page-size',
  ),
  fault(
    'a create after a refused one is lost',
    {
      errorBody: ({ code, message, status }, { operation, world }) => {
        if (operation === 'create' && status === 400) world.replies.set('refused', nothing);
        return { code, message, status };
      },
      store: (animal, world) => (world.replies.delete('refused') ? undefined : store(animal, world)),
    },
    'created.readable',
    'created.listed',
    'created.new-id',
    'refused.no-trace',
  ),
  fault(
    'a create is seen only after the next one',
    {
      find: (id, world) => (id === world.animals.at(-1)?.id && world.made > 0 ? undefined : find(id, world)),
      order: (animals) => (animals.length > 31 ? animals.slice(0, -1) : animals),
    },
    'created.readable',
    'created.listed',
  ),
  fault(
    'every fifth create is kept twice',
    {
      store: (animal, world) => {
        store(animal, world);
        if (world.made % 5 === 0) store(animal, world);
      },
    },
    'list.no-duplicates',
    'created.listed',
  ),
  fault(
    'every fifth create is kept twice, under two ids',
    {
      store: (animal, world) => {
        store(animal, world);
        if (world.made % 5 === 0) store({ ...animal, id: animal.id + 1n }, world);
      },
    },
    'missing.not-found',
    'created.listed',
    'records.kept',
  ),
  fault(
    'every seventh create is lost',
    {
      store: (animal, world) => (world.made % 7 === 0 ? undefined : store(animal, world)),
    },
    'created.readable',
    'created.listed',
    'created.new-id',
  ),
  fault(
    'every tenth create takes the place of the one before',
    {
      store: (animal, world) => {
        if (world.made % 10 === 0) world.animals = world.animals.slice(0, -1);
        store(animal, world);
      },
    },
    'records.kept',
    'created.readable',
  ),
  fault(
    'a read after a create gives the created record',
    {
      find: (id, world) => (world.made > 0 ? find(id, world) && world.animals.at(-1) : find(id, world)),
    },
    'created.readable',
    'records.kept',
  ),
  fault(
    'every eleventh request is a 500',
    {
      rewrite: on({}, ({ status, body }, { world }) =>
        world.seen % 11 === 0
          ? { status: 500, body: { code: 'internal', message: 'Now and then.', status: 500 } }
          : { status, body },
      ),
    },
    'reply.no-5xx',
  ),
  fault(
    'every thirteenth record of a list has no name',
    {
      show: (animal, { operation }) =>
        operation === 'list' && animal.id % 13n === 0n ? { ...show(animal), name: undefined } : show(animal),
    },
    'reply.schema',
  ),
];

const nothing: Reply = { status: 0, headers: {}, body: undefined };
