import type { Fault } from '../../server/cases';
import { isObject } from '../../server/json';
import type { Behaviour, Stored, World } from '../model';
import { filter, find, read, show, update } from '../records';
import { type CaughtBy, clause, faultOf } from './clauses';

const fault = (name: string, caughtBy: CaughtBy, behaviour: Behaviour) =>
  faultOf(clause.replaced, name, caughtBy, behaviour);

/** The records of a kind in the same place, in their order. */
const siblings = (one: Stored, { records }: World): readonly Stored[] =>
  records.filter(({ kind, parents }) => kind === one.kind && String(parents) === String(one.parents));

/** The next record, or the one before the last. */
export const neighbourOf = (one: Stored, world: World): Stored | undefined => {
  const all = siblings(one, world);
  const place = all.findIndex(({ id }) => String(id) === String(one.id));
  return all[place + 1] ?? all[place - 1];
};

/** What PUT does otherwise. */
export const replaced: readonly Fault<Behaviour>[] = [
  fault('a replacement keeps what it leaves out', ['replaced.shown'], {
    replaced: ({ sent }, body) => ({ ...sent, ...body }),
  }),
  fault('a replacement of a book keeps its subtitle', ['replaced.shown'], {
    replaced: ({ sent, kind }, body) =>
      kind === 'books' && sent.subtitle !== undefined ? { subtitle: sent.subtitle, ...body } : body,
  }),
  fault('a replacement is answered and not stored', ['replaced.shown', 'created.readable'], {
    update: (before, after, world) => (world.notes.get('put') === true ? undefined : update(before, after, world)),
    replaced: (_, body, { world }) => {
      world.notes.set('put', true);
      return body;
    },
    patched: ({ sent }, body, { world }) => {
      world.notes.set('put', false);
      return { ...sent, ...body };
    },
  }),
  fault('a replacement that is answered without a body is not stored', ['replaced.shown'], {
    replaced: ({ sent, kind }, body) => (kind === 'copies' ? sent : body),
  }),
  fault('a replacement changes the next record, too', ['replaced.shown', 'records.kept', 'created.readable'], {
    replaced: (before, body, { world }) => {
      const other = neighbourOf(before, world);
      if (other !== undefined) update(other, { ...other, sent: { ...body, isbn: other.sent.isbn } }, world);
      return body;
    },
  }),
  fault('a replacement of a branch changes all of that kind', ['replaced.shown', 'records.kept', 'created.readable'], {
    replaced: (before, body, { world }) => {
      if (before.kind === 'branches')
        world.records = world.records.map((one) =>
          one.kind === 'branches' && one.sent.kind === before.sent.kind && one !== before
            ? { ...one, sent: { ...one.sent, name: body.name } }
            : one,
        );
      return body;
    },
    update: (before, after, world) => {
      world.records = world.records.map((one) => (String(one.id) === String(before.id) ? after : one));
    },
  }),
  fault('a replacement with a city moves all branches there that have one', ['replaced.shown'], {
    replaced: (before, body, { world }) => {
      const { city } = body;
      if (before.kind !== 'branches' || city === undefined) return body;
      world.records = world.records.map((one) =>
        one.kind === 'branches' && one.sent.city !== undefined && one !== before
          ? { ...one, sent: { ...one.sent, city } }
          : one,
      );
      return body;
    },
  }),
  fault('a replacement gives the record another id', ['replaced.shown', 'created.readable'], {
    update: (before, after, world) => {
      const id = after.kind === 'books' && world.notes.get('put') === true ? BigInt(Number(after.id) * 2) : after.id;
      update(before, { ...after, id }, world);
    },
    replaced: (_, body, { world }) => {
      world.notes.set('put', true);
      return body;
    },
    patched: ({ sent }, body, { world }) => {
      world.notes.set('put', false);
      return { ...sent, ...body };
    },
  }),
  fault('what was replaced is listed as it was before', ['replaced.shown'], {
    update: (before, after, world) => {
      if (!world.notes.has(`first ${before.id}`)) world.notes.set(`first ${before.id}`, before.sent);
      update(before, after, world);
    },
    rewrite: (reply, { operation, world, kind }) => {
      const { body } = reply;
      if (operation !== 'list' || kind !== 'branches' || typeof body !== 'object' || body === null) return reply;
      const items =
        'items' in body && Array.isArray(body.items)
          ? body.items
          : [
              fault('a replacement that is refused is kept as far as it is valid', ['refused.no-change'], {
                read: (body, asked) => {
                  const { world, operation } = asked;
                  const before = operation === 'replace' && isObject(body) ? find(asked) : undefined;
                  if (before !== undefined && isObject(body)) {
                    const fields = world.behaviour.fields[before.kind];
                    const valid = Object.entries(body).filter(
                      ([name, value]) => fields[name]?.takes(value ?? null) === true,
                    );
                    update(before, { ...before, sent: { ...before.sent, ...Object.fromEntries(valid) } }, world);
                  }
                  return read(body, asked);
                },
              }),
              fault('a replacement leaves the lists of each language as they were', ['replaced.shown'], {
                replaced: (before, body, { world }) => {
                  const key = `language ${before.id}`;
                  if (before.kind === 'books' && !world.notes.has(key)) world.notes.set(key, before.sent.language);
                  return body;
                },
                filter: (records, asked) => {
                  const wanted = asked.query.get('language');
                  if (asked.kind !== 'books' || wanted === null) return filter(records, asked);
                  filter([], asked);
                  const { notes } = asked.world;
                  return records.filter(({ id, sent }) => (notes.get(`language ${id}`) ?? sent.language) === wanted);
                },
              }),
              fault('the reply to a replacement has the next id', ['replaced.shown', 'created.echoed'], {
                show: (record, { operation }) =>
                  operation === 'replace' && record.kind === 'books'
                    ? { ...show(record), id: BigInt(Number(record.id)) + 4n }
                    : show(record),
              }),
            ];
      const shown = items.map((item: { readonly id: string; readonly createdAt: string }) => {
        const first = world.notes.get(`first ${item.id}`);
        return first === undefined
          ? item
          : { ...(first as object), doorCode: undefined, id: item.id, createdAt: item.createdAt };
      });
      return { ...reply, body: { ...body, items: shown } };
    },
  }),
  fault('a replacement of a book takes the first author alone', ['created.echoed', 'replaced.shown'], {
    replaced: (_, body) => (Array.isArray(body.authors) ? { ...body, authors: body.authors.slice(0, 1) } : body),
  }),
  fault('a replacement of a book does not take another ISBN', ['created.echoed', 'replaced.shown'], {
    replaced: ({ sent, kind }, body) => (kind === 'books' ? { ...body, isbn: sent.isbn } : body),
  }),
  fault('a replacement of a copy does not take another condition', ['replaced.shown'], {
    replaced: ({ sent, kind }, body) => (kind === 'copies' ? { ...body, condition: sent.condition } : body),
  }),
  fault('a replacement that is refused is kept as far as it is valid', ['refused.no-change'], {
    read: (body, asked) => {
      const { world, operation } = asked;
      const before = operation === 'replace' && isObject(body) ? find(asked) : undefined;
      if (before !== undefined && isObject(body)) {
        const fields = world.behaviour.fields[before.kind];
        const valid = Object.entries(body).filter(([name, value]) => fields[name]?.takes(value ?? null) === true);
        update(before, { ...before, sent: { ...before.sent, ...Object.fromEntries(valid) } }, world);
      }
      return read(body, asked);
    },
  }),
  fault('a replacement leaves the lists of each language as they were', ['replaced.shown'], {
    replaced: (before, body, { world }) => {
      const key = `language ${before.id}`;
      if (before.kind === 'books' && !world.notes.has(key)) world.notes.set(key, before.sent.language);
      return body;
    },
    filter: (records, asked) => {
      const wanted = asked.query.get('language');
      if (asked.kind !== 'books' || wanted === null) return filter(records, asked);
      filter([], asked);
      const { notes } = asked.world;
      return records.filter(({ id, sent }) => (notes.get(`language ${id}`) ?? sent.language) === wanted);
    },
  }),
  fault('the reply to a replacement has the next id', ['replaced.shown', 'created.echoed'], {
    show: (record, { operation }) =>
      operation === 'replace' && record.kind === 'books'
        ? { ...show(record), id: BigInt(Number(record.id)) + 4n }
        : show(record),
  }),
  fault('a replacement changes the name of the first branch, too', ['replaced.shown', 'others.untouched'], {
    replaced: (before, body, { world }) => {
      const [first] = world.records;
      if (first !== undefined && before.kind === 'branches' && first !== before)
        update(first, { ...first, sent: { ...first.sent, name: body.name } }, world);
      return body;
    },
  }),
  fault('a replacement of a book adds another book', ['replaced.shown', 'others.untouched'], {
    update: (before, after, world) => {
      update(before, after, world);
      if (before.kind === 'books' && world.notes.get('put') === true)
        world.behaviour.insert({ ...after, id: 90_000n + BigInt(world.seen) }, world);
      world.notes.delete('put');
    },
    replaced: (_, body, { world }) => {
      world.notes.set('put', true);
      return body;
    },
  }),
];
