import type { Fault } from '../../server/cases';
import { isObject, type JsonObject } from '../../server/json';
import type { Behaviour, Stages } from '../model';
import { filter, find, patched as merged, read, update } from '../records';
import { type CaughtBy, clause, faultOf } from './clauses';
import { neighbourOf } from './replaced';

const fault = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) =>
  faultOf(clause.changed, name, caughtBy, behaviour);

/** Changes what a patch leaves of the record. */
const leaving = (change: (after: JsonObject, body: JsonObject, before: JsonObject) => JsonObject): Behaviour => ({
  patched: (before, body, asked) => change(merged(before, body, asked), body, before.sent),
});

const notStored: Pick<Stages, 'patched' | 'update'> = {
  patched: (before, body, asked) => {
    asked.world.notes.set('patch', true);
    return merged(before, body, asked);
  },
  update: (before, after, world) => {
    if (world.notes.get('patch') !== true) update(before, after, world);
    world.notes.delete('patch');
  },
};

/** What PATCH does otherwise. */
export const patched: readonly Fault<Behaviour>[] = [
  fault(
    'a patch takes away all that is optional and not named',
    ['patched.keeps-rest'],
    leaving((after, body) => {
      const { name, kind, isbn, title, authors } = after;
      return Object.fromEntries(
        Object.entries({ name, kind, isbn, title, authors, ...body }).filter(([, value]) => value),
      );
    }),
  ),
  fault(
    'a patch makes null of a phone that it does not name',
    ['patched.keeps-rest'],
    leaving((after, body) => ('phone' in after && !('phone' in body) ? { ...after, phone: null } : after)),
  ),
  fault(
    'a patch of another title empties the subtitle',
    ['patched.keeps-rest'],
    leaving((after, body) => ('title' in body && 'subtitle' in after ? { ...after, subtitle: '' } : after)),
  ),
  fault('a patch is answered and not stored', ['patched.keeps-rest', 'created.readable'], notStored),
  fault('a patch changes the next record, too', ['patched.keeps-rest', 'records.kept', 'created.readable'], {
    patched: (before, body, asked) => {
      const other = neighbourOf(before, asked.world);
      const { isbn: _, ...rest } = body;
      if (other !== undefined) update(other, { ...other, sent: { ...other.sent, ...rest } }, asked.world);
      return merged(before, body, asked);
    },
  }),
  fault('a patched kind leaves the lists of each kind as they were', ['patched.keeps-rest', 'list.filter'], {
    patched: (before, body, asked) => {
      const key = `kind ${before.id}`;
      if (before.kind === 'branches' && !asked.world.notes.has(key)) asked.world.notes.set(key, before.sent.kind);
      return merged(before, body, asked);
    },
    filter: (records, asked) => {
      const wanted = asked.query.get('kind');
      if (asked.kind !== 'branches' || wanted === null) return filter(records, asked);
      filter([], asked);
      return records.filter(({ id, sent }) => (asked.world.notes.get(`kind ${id}`) ?? sent.kind) === wanted);
    },
  }),
  fault('a patched branch is in no filtered list', ['patched.keeps-rest'], {
    patched: (before, body, asked) => {
      asked.world.notes.set(`patched ${before.id}`, true);
      return merged(before, body, asked);
    },
    filter: (records, asked) => {
      const left = filter(records, asked);
      return left.length === records.length ? left : left.filter(({ id }) => !asked.world.notes.has(`patched ${id}`));
    },
  }),
  fault('null in a merge patch is passed over', ['patched.keeps-rest'], {
    patched: (before, body, asked) =>
      merged(before, Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)), asked),
  }),
  fault(
    'a patch passes over the number zero',
    ['created.echoed', 'input.accepted'],
    leaving((after, body, before) => (body.seats === 0n ? { ...after, seats: before.seats } : after)),
  ),
  fault(
    'a patch adds authors to those that there are',
    ['created.echoed', 'patched.keeps-rest'],
    leaving((after, { authors }, before) =>
      Array.isArray(authors) && Array.isArray(before.authors)
        ? { ...after, authors: [...new Set([...before.authors, ...authors])].slice(0, 4) }
        : after,
    ),
  ),
  fault('a patched name loses its capitals when it is kept', ['patched.keeps-rest', 'created.readable'], {
    update: (before, after, world) => {
      const { name } = after.sent;
      const sent = typeof name === 'string' ? { ...after.sent, name: name.toLowerCase() } : after.sent;
      update(before, { ...after, sent }, world);
    },
  }),
  fault('a patch that is refused is kept as far as it is valid', ['refused.no-change'], {
    read: (body, asked) => {
      const { world, operation } = asked;
      const before = operation === 'patch' && isObject(body) ? find(asked) : undefined;
      if (before !== undefined && isObject(body)) {
        const fields = world.behaviour.fields[before.kind];
        const valid = Object.entries(body).filter(([name, value]) => fields[name]?.takes(value ?? null) === true);
        update(before, { ...before, sent: { ...before.sent, ...Object.fromEntries(valid) } }, world);
      }
      return read(body, asked);
    },
  }),
  fault('a patch gives the first branch one seat more', ['others.untouched'], {
    patched: (before, body, asked) => {
      const [first] = asked.world.records;
      if (first !== undefined && first !== before) {
        const { seats } = first.sent;
        const more = typeof seats === 'bigint' ? seats + 1n : 1n;
        update(first, { ...first, sent: { ...first.sent, seats: more } }, asked.world);
      }
      return merged(before, body, asked);
    },
  }),
  fault('a patch sets the pages to a hundred where it does not name them', ['patched.keeps-rest', 'created.readable'], {
    patched: (before, body, asked) => {
      const after = merged(before, body, asked);
      return before.kind === 'books' && !('pages' in body) && 'pages' in after ? { ...after, pages: 100n } : after;
    },
  }),
];
