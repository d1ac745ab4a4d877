import { later } from '../../server/at-once';
import type { Fault } from '../../server/cases';
import type { JsonObject } from '../../server/json';
import type { Asked, Behaviour, Stages, Stored, World } from '../model';
import { clash, read } from '../records';
import { clause, faultOf } from './clauses';

const fault = (breaks: string, name: string, behaviour: Behaviour) =>
  faultOf(breaks, name, ['parallel.some-order'], behaviour);

/** Whatever stands there by now. */
const overwrite = (after: Stored, world: World): void => {
  world.records = world.records.map((one) => (one.kind === after.kind && one.id === after.id ? after : one));
};

const lateWrite: Pick<Stages, 'between' | 'update'> = {
  between: () => later(),
  update: (_, after, world) => overwrite(after, world),
};

/** Some members of another write to the same record, that came just before. */
const mixing = (world: World, id: unknown, body: JsonObject): JsonObject => {
  const before = world.notes.get(`last ${id}`) as JsonObject | undefined;
  world.notes.set(`last ${id}`, body);
  const [first] = Object.keys(body);
  return before === undefined || first === undefined || !(first in before) ? body : { ...body, [first]: before[first] };
};

/** The records that were there when each request came. */
function knownAt({ notes }: World): WeakMap<Asked, readonly Stored[]> {
  const known = notes.get('known at');
  // Nobody else writes it.
  if (known instanceof WeakMap) return known as WeakMap<Asked, readonly Stored[]>;
  const none = new WeakMap<Asked, readonly Stored[]>();
  notes.set('known at', none);
  return none;
}

/** What becomes of a record that several requests change at once. */
export const parallel: readonly Fault<Behaviour>[] = [
  fault(clause.changed, 'a record is read, changed, and written back later', lateWrite),
  fault(clause.changed, 'a change is lost where the record has changed meanwhile', { between: () => later() }),
  fault(clause.changed, 'of patches at once the first alone is stored', {
    between: (record, { world }) => {
      const isFirst = !world.notes.has(`busy ${record.id}`);
      world.notes.set(`busy ${record.id}`, true);
      return later().then(() => void world.notes.set(`stored ${record.id}`, !isFirst));
    },
    update: (before, after, world) => {
      if (world.notes.get(`stored ${before.id}`) !== true) overwrite(after, world);
      world.notes.delete(`busy ${before.id}`);
    },
  }),
  fault(clause.replaced, 'replacements at once are mixed up', {
    between: (_, { world, id }) => later().then(() => void setTimeout(() => world.notes.delete(`last ${id}`), 20)),
    replaced: (_, body, { world, id }) => mixing(world, id, body),
    update: (_, after, world) => overwrite(after, world),
  }),
  fault(clause.replaced, 'a replacement is stored member by member', {
    between: () => later(1),
    update: (before, after, world) => {
      const names = Object.keys(after.sent);
      overwrite(
        {
          ...after,
          sent: { ...before.sent, ...Object.fromEntries(names.slice(0, 1).map((name) => [name, after.sent[name]])) },
        },
        world,
      );
      setTimeout(() => overwrite(after, world), 6);
    },
  }),
  fault(clause.gone, 'a patch brings back what was deleted meanwhile', {
    between: (_, { operation }) => later(operation === 'delete' ? 1 : 6),
    update: (_, after, world) => {
      world.records = [...world.records.filter((one) => one.id !== after.id), after];
    },
  }),
  fault(clause.gone, 'a replacement brings back what was deleted meanwhile', {
    between: (_, { operation }) => later(operation === 'delete' ? 1 : 6),
    replaced: (before, body, { world }) => {
      if (!world.records.includes(before)) world.records = [...world.records, before];
      return body;
    },
  }),
  faultOf(clause.conflict, 'of equal books at once each is made', ['parallel.all-kept'], {
    arrive: (asked) => {
      const { world, operation } = asked;
      if (operation !== 'create') return undefined;
      knownAt(world).set(asked, world.records);
      return later(20);
    },
    read: (body, asked) => {
      asked.world.notes.set('known', knownAt(asked.world).get(asked));
      return read(body, asked);
    },
    clash: (record, world) => {
      const known = world.notes.get('known');
      // Only `read` writes it.
      return clash(record, Array.isArray(known) ? { ...world, records: known as readonly Stored[] } : world);
    },
  }),
  fault(clause.gone, 'a deletion among patches is answered, and not done', {
    between: (record, { world, operation }) => {
      if (operation !== 'delete') world.notes.set(`patched ${record.id}`, true);
      return later().then(() => void setTimeout(() => world.notes.delete(`patched ${record.id}`), 10));
    },
    remove: (record, { world }) => {
      if (!world.notes.has(`patched ${record.id}`)) world.records = world.records.filter((one) => one.id !== record.id);
    },
    update: (_, after, world) => overwrite(after, world),
  }),
];
