import fc from 'fast-check';
import { stringifyJson } from '../../openapi/contract';
import { createMemoryRecords } from '../world/memory/records';
import type { Condition, StoredRecord } from '../world/stores/records';
import { putRecord } from '../world/testing/records';
import { jsonOf } from './list';

const ids = fc.integer({ min: 1, max: 6 });
const colours = fc.constantFrom('red', 'blue', undefined);

/** One change of a store, or none: then it is asked the same again. */
const changes = fc.oneof(
  fc.record({ id: ids, colour: colours, big: fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }) }),
  fc.record({ gone: ids }),
  fc.constant(undefined),
);

const questions: readonly (readonly [readonly Condition[], number])[] = [
  [[], 3],
  [[], Number.POSITIVE_INFINITY],
  [[{ property: 'colour', anyOf: ['red'] }], 2],
  [[{ property: 'colour', anyOf: ['red', 'blue'] }], 4],
];

it('what a store lists, as JSON, is what it would be if nothing were ever remembered', () =>
  fc.assert(
    fc.asyncProperty(fc.array(changes, { maxLength: 30 }), async (history) => {
      const store = createMemoryRecords();
      const plain = new Map<number, StoredRecord>();
      const gone = new Set<number>();
      for (const change of history) {
        if (change !== undefined && 'gone' in change) {
          await store.delete('things', change.gone);
          if (plain.delete(change.gone)) gone.add(change.gone);
        } else if (change !== undefined && !gone.has(change.id)) {
          const { id, colour, big } = change;
          const record = { id, big, ...(colour === undefined ? {} : { colour }) };
          await putRecord(store, 'things', id, record);
          plain.set(id, record);
        }
        for (const [conditions, limit] of questions) {
          const wanted = [...plain.values()]
            .sort((one, other) => Number(one.id) - Number(other.id))
            .filter((record) => conditions.every(({ property, anyOf }) => anyOf.includes(record[property])))
            .slice(0, limit);
          expect(jsonOf(await store.list('things', conditions, limit))).toBe(stringifyJson(wanted));
        }
      }
    }),
  ));
