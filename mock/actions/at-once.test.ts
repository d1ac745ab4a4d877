import type { Contract } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { UNCHANGED } from '../behaviours';
import { Problem } from '../errors/problems';
import { createMemoryRecords } from '../world/memory/records';
import { createRandom } from '../world/rules/random';
import type { RecordStore } from '../world/stores/records';
import { slow } from '../world/testing/slow-stores';
import { create, patch, remove, replace } from './item';
import type { Action, Input, Task } from './model';
import { SOME_CALL } from './testing/call';

const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, colour: { type: 'string' }, size: { type: 'integer' } },
} as const;
const BODY = { content: { 'application/json': { schema: SCHEMA } } };
const THING = {
  ...SCHEMA,
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    made: { type: 'string', readOnly: true, default: 'here' },
    ...SCHEMA.properties,
  },
};
const reply = { description: 'It.', content: { 'application/json': { schema: THING } } };
const ID = [{ name: 'thingId', in: 'path', required: true, schema: { type: 'integer' } }];

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': { post: { requestBody: BODY, responses: { 201: reply } } },
      '/things/{thingId}': {
        parameters: ID,
        get: { responses: { 200: reply } },
        put: { requestBody: BODY, responses: { 200: reply } },
        patch: { requestBody: BODY, responses: { 200: reply } },
        delete: { responses: { 200: reply } },
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
  const role = { create, replace, patch, delete: remove };
  const [name] = Object.entries(role).find(([, one]) => one === action) ?? [];
  const operation = Object.entries(resource?.operations ?? {}).find(([known]) => known === name)?.[1];
  if (resource === undefined || operation === undefined) throw new Error('the contract has no such operation');
  const input: Input = { path: { thingId }, query: {}, body, bodyType: operation.body?.content[0] };
  const source = { random: createRandom(1), now: 0 };
  const behaviours = UNCHANGED;
  const task: Task = { contract, records, source, operation, input, call: SOME_CALL, behaviours };
  return action(task, resource);
}
