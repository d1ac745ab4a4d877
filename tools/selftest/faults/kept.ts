import type { Behaviour, World } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import type { Animal } from '../server/model';
import { on } from '../server/on';
import { store } from '../server/records';
import { clause } from './clauses';

const fault = (name: string, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.noChange,
  caughtBy: ['records.kept', 'sequence.model', 'created.readable', 'created.listed'],
  behaviour,
});

/** What a create does to the older records. */
const stored = (change: (older: readonly Animal[], animal: Animal) => readonly Animal[]): Behaviour => ({
  store: (animal, world) => {
    world.animals = [...change(world.animals, animal), animal];
  },
});

const refused = (
  name: string,
  caughtBy: readonly [CheckId, ...CheckId[]],
  status: number,
  act: (world: World) => void,
): Fault => ({
  name,
  breaks: clause.badRequest,
  caughtBy,
  behaviour: {
    rewrite: on({ operation: 'create', status }, (_reply, { world }) => {
      act(world);
      return {};
    }),
  },
});

function storeNobody(world: World): void {
  const sent = { name: 'Nobody', categoryId: 1n, status: 'available' };
  store({ id: world.behaviour.assignId(world, sent), ...sent }, world);
}

const refusal: readonly [CheckId, ...CheckId[]] = ['refused.no-trace', 'sequence.model'];

/** Requests that change what they should leave alone. */
export const kept: readonly Fault[] = [
  fault(
    'a create removes the oldest record',
    stored((older) => older.slice(1)),
  ),
  fault(
    'a create removes the newest record',
    stored((older) => older.slice(0, -1)),
  ),
  fault(
    'a create removes every other record',
    stored(() => []),
  ),
  fault(
    'a create removes records of the same category',
    stored((older, { categoryId }) => older.filter((one) => one.categoryId !== categoryId)),
  ),
  fault(
    'a create removes a record of the same name',
    stored((older, { name }) => older.filter((one) => one.name !== name)),
  ),
  fault(
    'a create keeps thirty-one records at most',
    stored((older) => older.slice(-30)),
  ),
  fault(
    'a create renames the first record',
    stored(([first, ...older], { name }) => (first ? [{ ...first, name }, ...older] : [])),
  ),
  fault(
    'a create renames all records',
    stored((older, { name }) => older.map((one) => ({ ...one, name }))),
  ),
  fault(
    'a create gives its status to all records',
    stored((older, { status }) => older.map((one) => ({ ...one, status }))),
  ),
  fault(
    'a create gives its status to records of the same category',
    stored((older, { categoryId, status }) =>
      older.map((one) => (one.categoryId === categoryId ? { ...one, status } : one)),
    ),
  ),
  fault(
    'a create gives its category to the record before',
    stored((older, { categoryId }) =>
      older.map((one, index) => (index === older.length - 1 ? { ...one, categoryId } : one)),
    ),
  ),
  fault(
    'a create numbers the older records anew',
    stored((older) => older.map((one) => ({ ...one, id: one.id + 1_000_000n }))),
  ),
  fault('a read removes what it read', {
    rewrite: on({ operation: 'read', status: 200 }, (_reply, { world, id }) => {
      world.animals = world.animals.filter((animal) => String(animal.id) !== id);
      return {};
    }),
  }),
  fault('a read sets the status to pending', {
    rewrite: on({ operation: 'read', status: 200 }, (_reply, { world, id }) => {
      world.animals = world.animals.map((animal) =>
        String(animal.id) === id ? { ...animal, status: 'pending' } : animal,
      );
      return {};
    }),
  }),
  fault('a list removes the last record', {
    rewrite: on({ operation: 'list', status: 200 }, (_reply, { world }) => {
      world.animals = world.animals.slice(0, -1);
      return {};
    }),
  }),
  fault('a list counts up the categories', {
    rewrite: on({ operation: 'list', status: 200 }, (_reply, { world }) => {
      world.animals = world.animals.map((animal) => ({ ...animal, categoryId: animal.categoryId + 1n }));
      return {};
    }),
  }),
  refused('a refused create is kept under another name', refusal, 400, storeNobody),
  refused(
    'a refused create removes the oldest record',
    ['refused.no-trace', 'records.kept', 'sequence.model'],
    400,
    (world) => {
      world.animals = world.animals.slice(1);
    },
  ),
  refused(
    'a refused create renames the newest record',
    ['refused.no-trace', 'records.kept', 'sequence.model'],
    400,
    (world) => {
      world.animals = world.animals.map((animal, index, { length }) =>
        index === length - 1 ? { ...animal, name: '' } : animal,
      );
    },
  ),
  {
    name: 'a record with an unknown status is refused, and kept without it',
    breaks: clause.badRequest,
    caughtBy: refusal,
    behaviour: {
      rewrite: on({ operation: 'create', status: 400 }, (_reply, { world, body }) => {
        if (body.includes('"status"') && body.includes('"name"')) storeNobody(world);
        return {};
      }),
    },
  },
];
