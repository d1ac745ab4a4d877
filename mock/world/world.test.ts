import { type Contract, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { contractOf, shippedWith } from '../../openapi/contract/testing/documents';
import { worldOf } from '../testing/worlds';
import { memoryStores } from './memory/stores';
import { momentAt } from './rules/random';
import type { World, WorldState } from './stores/model';
import type { IdPolicy, RecordStore, StoredRecord } from './stores/records';
import type { Stores } from './stores/stores';
import { admissionRequest } from './testing/entries';

const KIWI = { id: 3, name: 'Kiwi', categoryId: 1 };
const ONCE = [{ window: 'day', requests: 1, seconds: 86_400 }];
const COUNTING: IdPolicy = { kind: 'sequence', minimum: 1n, maximum: 100n };

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(SHIPPED_DOCUMENT);
});

const fresh = (of: Contract = contract, seed = 1): Promise<World> =>
  worldOf(of, {
    fixtures: new Map([['pets', new Map([[KIWI.id, KIWI]])]]),
    bans: { after: 1, seconds: 3600 },
    seed,
  });

const pets = async ({ state }: World): Promise<readonly StoredRecord[]> => state.records.list('pets', [], 100);
/** What becomes of a request, which may be one a day. */
const visit = async ({ state }: World, now: number) => {
  const asked = { account: 'ann', allowances: ONCE, facts: undefined, moment: momentAt(now, () => 0) };
  return (await state.admit(admissionRequest(asked))).decision?.outcome;
};
const numbers = ({ state: { random } }: World): readonly number[] => [random(), random(), random()];

describe('a world', () => {
  it('begins with its fixtures, and numbers above them', async () => {
    const world = await fresh();
    expect(await pets(world)).toEqual([KIWI]);
    expect(await world.state.records.insert('pets', COUNTING, (id) => ({ id }))).toEqual({ id: 4 });
  });

  it('is as at its start after a reset', async () => {
    const world = await fresh();
    const first = numbers(world);
    await world.state.records.insert('pets', COUNTING, (id) => ({ id }));
    await world.state.records.delete('pets', 3);
    world.state.clock.set('2040-01-01T00:00:00Z');
    world.state.clock.freeze();
    const now = world.state.clock.now();
    await visit(world, now);
    expect(await visit(world, now)).toBe('banned');

    await world.reset();
    expect(await pets(world)).toEqual([KIWI]);
    expect(world.state.clock.frozen).toBe(false);
    expect(world.state.clock.now()).toBeLessThan(now);
    expect(await visit(world, now)).toBe('served');
    expect(numbers(world)).toEqual(first);
    expect(await world.state.records.insert('pets', COUNTING, (id) => ({ id }))).toEqual({ id: 4 });
  });

  it('keeps the creation order of records that are replaced, also of those that were gone meanwhile, up to a reset', async () => {
    const world = await fresh();
    const order = async () => (await world.state.records.created('pets')).map(({ id }) => id);
    for (const id of [9, 5, 7]) await world.state.records.add('pets', id, { id }, () => 0);
    await world.state.records.delete('pets', 5);
    await world.replaceRecords(new Map([['pets', new Map([5, 7, 8, 9].map((id) => [id, { id }]))]]));
    await world.state.records.add('pets', 6, { id: 6 }, () => 0);
    expect(await order()).toEqual([9, 5, 7, 6]);
    await world.reset();
    expect(await order()).toEqual([]);
  });

  it('reads its fixtures into stores that are new, and never over what was there', async () => {
    const restored: { readonly records: RecordStore; readonly before: number }[] = [];
    const memory = memoryStores();
    const stores: Stores = {
      ...memory,
      async home(options, fill) {
        const noted = async (state: WorldState): Promise<void> => {
          const { records } = state;
          restored.push({ records, before: (await records.collections()).length });
          await fill(state);
        };
        const home = await memory.home(options, noted);
        return { ...home, present: home.present, renew: (anew) => home.renew(anew, noted) };
      },
    };
    const world = await worldOf(contract, {}, stores);
    await world.state.records.insert('pets', COUNTING, (id) => ({ id }));
    await world.reset();
    await world.reset();
    expect(restored.map(({ before }) => before)).toEqual([0, 0, 0]);
    expect(new Set(restored.map(({ records }) => records)).size).toBe(3);
  });

  it('is announced to be another once it is reset, by then with its fixtures', async () => {
    const world = await fresh();
    const { state } = world;
    const seen: { readonly isAnother: boolean; readonly records: Promise<readonly StoredRecord[]> }[] = [];
    world.notices.listen(() => {
      seen.push({ isAnother: world.state !== state, records: pets(world) });
    });
    await state.records.delete('pets', 3);
    await world.reset();
    await state.records.insert('pets', COUNTING, (id) => ({ id }));
    expect(seen.map(({ isAnother }) => isAnother)).toEqual([true]);
    expect(await seen[0]?.records).toEqual([KIWI]);
    expect(await pets(world)).toEqual([KIWI]);
  });

  it('shares nothing that changes with another of the same fixtures', async () => {
    const [one, other] = [await fresh(), await fresh()];
    await one.state.records.delete('pets', 3);
    one.state.clock.set('2040-01-01T00:00:00Z');
    await visit(one, 0);
    const [taken] = numbers(one);
    expect(await pets(other)).toEqual([KIWI]);
    expect(other.state.clock.now()).toBeLessThan(one.state.clock.now());
    expect((await other.state.ledger.peek('ann', ONCE, 0)).outcome).toBe('served');
    expect(other.state.random()).toBe(taken);
  });

  it('makes up other values with another seed', async () => {
    expect(numbers(await fresh(contract, 2))).not.toEqual(numbers(await fresh(contract, 1)));
  });
});

describe('a caller without a valid key', () => {
  it('is on the smallest of the plans with figures', async () => {
    expect((await fresh()).anonymous).toEqual({
      name: 'Free',
      allowances: [
        { window: 'minute', requests: 60, seconds: 60 },
        { window: 'day', requests: 1000, seconds: 86_400 },
      ],
    });
  });

  it('is on the plan that allows least in a day, whatever its place and its windows', async () => {
    const plans = [
      { name: 'Custom', allowances: 'custom' },
      { name: 'Quick', allowances: { second: 1 } },
      { name: 'Slow', allowances: { hour: 10 } },
      { name: 'Steady', allowances: { minute: 100, day: 241 } },
    ];
    const edited = await contractOf(shippedWith({ '/x-plans': plans }));
    expect((await fresh(edited)).anonymous.name).toBe('Slow');
  });

  it.each([
    ['no plans', undefined],
    ['no plan with figures', [{ name: 'Custom', allowances: 'custom' }]],
  ])('is not limited by a contract with %s', async (_, plans) => {
    const edited = await contractOf(shippedWith({ '/x-plans': plans }));
    expect((await fresh(edited)).anonymous).toEqual({ name: 'none', allowances: [] });
  });
});
