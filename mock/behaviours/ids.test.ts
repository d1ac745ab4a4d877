import fc from 'fast-check';
import { BEHAVIOUR_IDS, type OptionOf } from '../../openapi/behaviours/options';
import type { Resource } from '../../openapi/contract';
import { idPolicyOf } from '../resources/ids';
import { createMemoryRecords } from '../world/memory/records';
import { OutOfIds } from '../world/stores/records';
import { behavioursOf } from '.';

/** The ids that records of this schema get one after the other, up to the last. */
function idsOf(option: OptionOf<'ids'>, seed: number, schema: object, most: number): readonly (number | bigint)[] {
  const { ids: numbered } = behavioursOf({ options: { ids: [option] }, vary: seed, except: BEHAVIOUR_IDS }, {});
  // A policy reads no more of a resource.
  const resource = { name: 'things', idProperty: 'id', schema: { properties: { id: schema } } } as unknown as Resource;
  const policy = numbered(idPolicyOf({ random: () => 0, now: 0 }, resource), { resource, seed });
  const records = createMemoryRecords();
  const ids: (number | bigint)[] = [];
  try {
    while (ids.length < most) void records.insert('things', policy, (id) => ({ id: ids[ids.push(BigInt(id)) - 1] }));
  } catch (error) {
    if (!(error instanceof OutOfIds)) throw error;
  }
  return ids;
}

const bounds = fc.record({
  minimum: fc.integer({ min: -50, max: 50 }),
  count: fc.integer({ min: 1, max: 60 }),
  multipleOf: fc.integer({ min: 1, max: 5 }),
});

test('ids in no order are all that the schema allows, each once', () =>
  fc.assert(
    fc.property(bounds, fc.nat(), ({ minimum, count, multipleOf }, seed) => {
      const maximum = minimum + count - 1;
      const all = Array.from({ length: count }, (_, nth) => minimum + nth).filter((id) => id % multipleOf === 0);
      const ids = idsOf('random', seed, { type: 'integer', minimum, maximum, multipleOf }, 100);
      expect([...ids].map(Number).sort((one, other) => one - other)).toEqual(all);
    }),
    { numRuns: 20 },
  ));

test.each([
  ['int64', { type: 'integer', format: 'int64' }, 2n ** 63n - 1n, 2n ** 53n],
  ['integers of no format', { type: 'integer' }, 2n ** 63n - 1n, 2n ** 53n],
  ['int32', { type: 'integer', format: 'int32' }, 2n ** 31n - 1n, 2n ** 20n],
  ['numbers', { type: 'number' }, 2n ** 53n - 1n, 2n ** 40n],
])('ids in no order are up to the last of %s, and most of them are large', (_, schema, last, large) => {
  const ids = idsOf('random', 3, schema, 200);
  expect(new Set(ids).size).toBe(200);
  expect(ids.every((id) => id >= 1 && id <= last)).toBe(true);
  expect(ids.filter((id) => id > large).length).toBeGreaterThan(180);
  expect(idsOf('random', 4, schema, 200)).not.toEqual(ids);
});

test('ids with gaps rise by more than one, by less where the bounds leave few', () => {
  const gapsOf = (schema: object) => {
    const ids = idsOf('sparse', 1, { type: 'integer', ...schema }, 5).map(Number);
    return ids.slice(1).map((id, place) => id - (ids[place] ?? 0));
  };
  expect(gapsOf({})).toEqual([7, 7, 7, 7]);
  expect(gapsOf({ multipleOf: 10 })).toEqual([70, 70, 70, 70]);
  expect(gapsOf({ maximum: 20 })).toEqual([2, 2, 2, 2]);
});
