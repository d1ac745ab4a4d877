import { doing, failure, later, others, overwrite, replying } from '../server/altering';
import { somebody } from '../server/animals';
import { breaking, type Fault } from '../server/cases';
import type { Asked, Awaitable, Behaviour, Stored } from '../server/model';
import { having, recordOf, store } from '../server/records';
import { READ } from './alterations';
import { clause } from './clauses';

/** A record is made, and stored in another way; the reply shows it when that has been done. */
export const storing = (keep: (record: Stored, asked: Asked) => Awaitable<void>): Behaviour => ({
  keep: async (kept, asked) => {
    const record = recordOf(kept, asked);
    asked.world.made += 1;
    await keep(record, asked);
    return record;
  },
});
/** So do those whose ids count the records made. */
const counting = (first: bigint): Behaviour => ({ assignId: ({ made }) => first + BigInt(made) });

/** What a list has among creates. */
const amongCreates = (alter: (all: readonly Stored[]) => readonly Stored[]): Behaviour => ({
  records: (asked) => (others(asked, 'create') > 0 ? alter(asked.world.records) : asked.world.records),
});

const locked = (): never => {
  throw new Error('locked');
};

/** What becomes of records when several requests are served at once. */
export const parallelRecords: readonly Fault[] = breaking(
  ['parallel.all-kept', 'parallel.own-reply'],
  clause.catalogue,
  [
    [
      'the records are read, and written back later with one more',
      {
        ...counting(1_000n),
        ...storing(async (record, { world }) => {
          const before = world.records;
          await later();
          world.records = [...before, record];
        }),
      },
    ],
    [
      'the next id is read, and used later',
      storing(async (record, { world }) => {
        await later();
        store(record, world);
      }),
      clause.id,
    ],
    [
      'ids count the records, and are counted up later',
      {
        keep: async (kept, asked) => {
          const { world } = asked;
          const { made } = world;
          await later(1);
          world.made = made + 1;
          const record = { ...recordOf(kept, asked), id: 5_000n + BigInt(made) };
          store(record, world);
          return record;
        },
      },
      clause.id,
    ],
    [
      'a record takes the place of one that was stored with the same id',
      storing(async (record, { world }) => {
        await later();
        world.records = [...world.records.filter(({ id }) => id !== record.id), record];
      }),
      clause.id,
    ],
    [
      'of creates at once the last one alone is stored',
      {
        ...counting(1_000n),
        ...storing(async (record, asked) => {
          const { world } = asked;
          world.shared.asked = asked;
          await later();
          if (world.shared.asked === asked) store(record, world);
        }),
      },
    ],
    [
      'a create among others is made twice',
      storing((record, asked) => {
        store(record, asked.world);
        if (others(asked, 'create') > 1) store({ ...record, id: BigInt(String(record.id)) + 1n }, asked.world);
      }),
      clause.created,
    ],
    [
      'a create among others is answered, and not stored',
      {
        ...counting(1_000n),
        ...storing((record, asked) => {
          if (others(asked, 'create') < 3) store(record, asked.world);
        }),
      },
    ],
    [
      'a create among others is answered with the record of another',
      {
        rewrite: async (reply, asked) => {
          if (asked.operation !== 'create' || reply.status !== 201) return reply;
          const { shared } = asked.world;
          shared.reply = reply;
          await later();
          return shared.reply;
        },
      },
      clause.created,
    ],
    [
      'equal creates at once are one record',
      {
        keep: async (kept, asked) => {
          const { shared, records: all } = asked.world;
          const known = all.at(-1);
          if (known !== undefined && shared.current.size > 1 && known.members.name === kept.name) return known;
          const record = recordOf(kept, asked);
          store(record, asked.world);
          await later();
          return record;
        },
      },
      clause.id,
    ],
    [
      'a record is stored first, and its name later',
      {
        ...storing(async (record, { world }) => {
          store(having(record, { name: '' }), world);
          await later(8);
          overwrite(record, record, world);
        }),
        // Slow enough to see it.
        records: async ({ world }) => {
          await later(1);
          return world.records;
        },
      },
    ],
    ['a list among creates is empty', amongCreates(() => []), clause.list],
    ['a list among creates lacks the newest record', amongCreates((all) => all.slice(0, -1)), clause.list],
    [
      'a list among creates has the newest record twice',
      amongCreates((all) => [...all, ...all.slice(-1)]),
      clause.list,
    ],
    [
      'a read among creates finds nothing',
      replying(READ, (_, asked) => (others(asked, 'create') > 0 ? failure(404) : {})),
      clause.found,
    ],
    ['a list is locked while a record is created', amongCreates(locked), clause.replies],
    [
      'a refused create among others is stored',
      doing({ operation: 'create', error: true }, (asked) => {
        const name = /"name":"([^"]*)"/.exec(asked.body.toString())?.[1];
        if (others(asked) > 0 && name !== undefined) store(somebody(asked.world, name), asked.world);
      }),
      clause.badRequest,
    ],
    [
      'a record that was created among others is forgotten when it was read',
      doing(READ, (asked) => {
        if (others(asked, 'read') < 4) return;
        asked.world.records = asked.world.records.filter(({ id }) => String(id) !== asked.id);
      }),
      clause.noChange,
      ['records.kept', 'parallel.all-kept', 'parallel.own-reply', 'sequence.model'],
    ],
  ],
);
