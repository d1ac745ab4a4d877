import type { Contract } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { UNCHANGED } from '../behaviours';
import { Problem } from '../errors/problems';
import { done, INTEGER, idsIn, json, object, TEXT } from '../testing/asking';
import { createMemoryRecords } from '../world/memory/records';
import { createRandom } from '../world/rules/random';
import type { RecordStore } from '../world/stores/records';
import { slow } from '../world/testing/slow-stores';
import { create } from './create';
import { patch, remove, replace } from './item';
import type { Action, Input, Task } from './model';

const FIELDS = { name: TEXT, colour: TEXT, size: INTEGER };
const BODY = json(object(FIELDS));
const THING = object({ id: INTEGER, made: { ...TEXT, readOnly: true, default: 'here' }, ...FIELDS }, 'id');

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': { post: { requestBody: BODY, responses: done(201, THING) } },
      '/things/{thingId}': {
        parameters: idsIn('{thingId}'),
        get: { responses: done(200, THING) },
        put: { requestBody: BODY, responses: done(200, THING) },
        patch: { requestBody: BODY, responses: done(200, THING) },
        delete: { responses: done(200, THING) },
      },
    },
  });
});

describe('of requests that come at once', () => {
  let records: RecordStore;
  beforeEach(async () => {
    records = slow(createMemoryRecords());
    await act(create, records, { name: 'Rex' });
  });

  test('patches of other properties are all kept', async () => {
    await Promise.all([
      act(patch, records, { colour: 'red' }),
      act(patch, records, { size: 7 }),
      act(patch, records, { name: 'Max' }),
    ]);
    expect(await records.get('things', 1)).toMatchObject({ id: 1, name: 'Max', colour: 'red', size: 7 });
  });

  test('a replacement and a patch are taken one after the other, in whatever order', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await Promise.all([act(replace, records, { name: 'Ann' }), act(patch, records, { colour: 'red', size: 1 })]);
      const { id: _, made: __, ...kept } = (await records.get('things', 1)) ?? {};
      expect([{ name: 'Ann' }, { name: 'Ann', colour: 'red', size: 1 }]).toContainEqual(kept);
      await act(replace, records, { name: 'Rex' });
    }
  });

  test.each<[string, Action]>([
    ['a patch', patch],
    ['a replacement', replace],
  ])('%s brings back nothing that is deleted', async (_, action) => {
    for (let turn = 1; turn <= 10; turn += 1) {
      const [changed, deleted] = await Promise.all([
        act(action, records, { name: 'Max' }, turn).catch((error: unknown) => error),
        act(remove, records, undefined, turn),
      ]);
      expect(await records.get('things', turn)).toBeUndefined();
      const name = changed instanceof Problem ? 'Rex' : 'Max';
      expect(deleted).toMatchObject({ status: 200, body: { id: turn, name } });
      if (changed instanceof Problem) expect(changed.status).toBe(404);
      await act(create, records, { name: 'Rex' });
    }
  });

  test('one of many deletions finds the record, and the others none', async () => {
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => act(remove, records, undefined)));
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  });

  test('each that makes a record has one of its own', async () => {
    await Promise.all([1, 2, 3, 4].map((size) => act(create, records, { size })));
    expect(new Set((await records.list('things', [], 9)).map(({ id }) => id)).size).toBe(5);
  });
});

/** Does to a thing what a request with this body would. */
async function act(action: Action, records: RecordStore, body: unknown, thingId = 1) {
  const [resource] = contract.resources;
  const roles = { create, replace, patch, delete: remove } as const;
  const role = (Object.keys(roles) as (keyof typeof roles)[]).find((one) => roles[one] === action);
  const operation = role && resource?.operations[role];
  if (resource === undefined || operation === undefined) throw new Error('the contract has no such operation');
  const input: Input = { path: { thingId }, query: {}, body, bodyType: operation.body?.content[0] };
  const source = { random: createRandom(1), now: 0 };
  const call = { request: { headers: {}, connection: {} }, path: '/', query: '' };
  const task: Task = { contract, records, source, now: () => 0, operation, input, call, behaviours: UNCHANGED };
  return action(task, resource);
}
