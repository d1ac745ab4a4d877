import { later, meeting, others } from '../server/at-once';
import type { Behaviour, Stages } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { on } from '../server/on';
import { store } from '../server/records';
import { clause } from './clauses';

const fault = (
  name: string,
  breaks: string,
  behaviour: Behaviour,
  caughtBy: readonly [CheckId, ...CheckId[]] = ['parallel.all-kept', 'parallel.own-reply'],
): Fault => ({ name, breaks, caughtBy, behaviour: { ...meeting, ...behaviour } });

const keeping = (keep: Stages['keep']): Behaviour => ({ keep });

/** What becomes of records when several requests are served at once. */
export const parallelRecords: readonly Fault[] = [
  fault(
    'the records are read, and written back later with one more',
    clause.catalogue,
    keeping(async (kept, { world }) => {
      const before = world.animals;
      const animal = { id: 1_000n + BigInt(world.made), ...kept };
      world.made += 1;
      await later();
      world.animals = [...before, animal];
      return animal;
    }),
  ),
  fault(
    'the next id is read, and used later',
    clause.id,
    keeping(async (kept, { world }) => {
      const id = world.behaviour.assignId(world, kept);
      await later();
      const animal = { id, ...kept };
      store(animal, world);
      return animal;
    }),
  ),
  fault(
    'ids count the records, and are counted up later',
    clause.id,
    keeping(async (kept, { world }) => {
      const { made } = world;
      await later(1);
      world.made = made + 1;
      const animal = { id: 5_000n + BigInt(made), ...kept };
      store(animal, world);
      return animal;
    }),
  ),
  fault(
    'a record takes the place of one that was stored with the same id',
    clause.id,
    keeping(async (kept, { world }) => {
      const animal = { id: world.behaviour.assignId(world, kept), ...kept };
      await later();
      world.animals = [...world.animals.filter(({ id }) => id !== animal.id), animal];
      return animal;
    }),
  ),
  fault(
    'of creates at once the last one alone is stored',
    clause.catalogue,
    keeping(async (kept, asked) => {
      const { world } = asked;
      const animal = { id: 1_000n + BigInt(world.made), ...kept };
      world.made += 1;
      world.shared.asked = asked;
      await later();
      if (world.shared.asked === asked) store(animal, world);
      return animal;
    }),
  ),
  fault('a create among others is made twice', clause.created, {
    keep: (kept, asked) => {
      const { world } = asked;
      const animal = { id: world.behaviour.assignId(world, kept), ...kept };
      store(animal, world);
      if (others(asked, 'create') > 1) store({ ...animal, id: animal.id + 1n }, world);
      return animal;
    },
  }),
  fault(
    'a create among others is answered, and not stored',
    clause.catalogue,
    keeping((kept, asked) => {
      const { world } = asked;
      const animal = { id: 1_000n + BigInt(world.made), ...kept };
      world.made += 1;
      if (others(asked, 'create') < 3) store(animal, world);
      return animal;
    }),
  ),
  fault('a create among others is answered with the record of another', clause.created, {
    rewrite: async (reply, asked) => {
      if (asked.operation !== 'create' || reply.status !== 201) return reply;
      const { shared } = asked.world;
      shared.reply = reply;
      await later();
      return shared.reply;
    },
  }),
  fault(
    'equal creates at once are one record',
    clause.id,
    keeping(async (kept, { world }) => {
      const { shared } = world;
      const known = world.animals.at(-1);
      if (known !== undefined && shared.current.size > 1 && known.name === kept.name) return known;
      const animal = { id: world.behaviour.assignId(world, kept), ...kept };
      store(animal, world);
      await later();
      return animal;
    }),
  ),
  fault('a record is stored first, and its name later', clause.catalogue, {
    keep: async (kept, { world }) => {
      const animal = { id: world.behaviour.assignId(world, kept), ...kept };
      store({ ...animal, name: '' }, world);
      await later(8);
      world.animals = world.animals.map((one) => (one.id === animal.id ? animal : one));
      return animal;
    },
    // Slow enough to see it.
    records: async ({ world }) => {
      await later(1);
      return world.animals;
    },
  }),
  fault('a list among creates is empty', clause.list, {
    records: (asked) => (others(asked, 'create') > 0 ? [] : asked.world.animals),
  }),
  fault('a list among creates lacks the newest record', clause.list, {
    records: (asked) => (others(asked, 'create') > 0 ? asked.world.animals.slice(0, -1) : asked.world.animals),
  }),
  fault('a list among creates has the newest record twice', clause.list, {
    records: (asked) => {
      const { animals } = asked.world;
      return others(asked, 'create') > 0 ? [...animals, ...animals.slice(-1)] : animals;
    },
  }),
  fault('a read among creates finds nothing', clause.found, {
    rewrite: on({ operation: 'read', status: 200 }, (_reply, asked) => {
      if (others(asked, 'create') > 0) return { status: 404, body: { code: 'x', message: 'x', status: 404 } };
      return {};
    }),
  }),
  fault('a list is locked while a record is created', clause.replies, {
    records: (asked) => {
      if (others(asked, 'create') > 0) throw new Error('locked');
      return asked.world.animals;
    },
  }),
  fault('a refused create among others is stored', clause.badRequest, {
    rewrite: on({ operation: 'create', error: true }, (_reply, asked) => {
      const { world } = asked;
      const name = /"name":"([^"]*)"/.exec(asked.body.toString())?.[1];
      if (others(asked) > 0 && name !== undefined)
        store({ id: world.behaviour.assignId(world, { name, categoryId: 1n }), name, categoryId: 1n }, world);
      return {};
    }),
  }),
  fault(
    'a record that was created among others is forgotten when it was read',
    clause.noChange,
    {
      rewrite: on({ operation: 'read', status: 200 }, (_reply, asked) => {
        if (others(asked, 'read') < 4) return {};
        asked.world.animals = asked.world.animals.filter(({ id }) => String(id) !== asked.id);
        return {};
      }),
    },
    ['records.kept', 'parallel.all-kept', 'parallel.own-reply', 'sequence.model'],
  ),
];
