import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { createExamples } from '../resources/examples/examples';
import { memoryStores } from './memory/stores';
import type { Worlds } from './model';
import type { IssuedKey } from './stores/keys';
import { MAIN_WORLD, type Stores } from './stores/stores';
import { putRecord } from './testing/records';
import { createWorlds } from './worlds';

/** The connection that presents a key. */
const CONNECTION = {};

const issued = (name: string, revoked = false): IssuedKey => ({
  value: `value-of-${name}`,
  key: { name, plan: 'Free', allowances: [{ window: 'day', requests: 1, seconds: 86_400 }], revoked },
});

const worldsWith = (...keys: readonly IssuedKey[]): Promise<Worlds> => worldsOn(memoryStores(), ...keys);

async function worldsOn(stores: Stores, ...keys: readonly IssuedKey[]): Promise<Worlds> {
  const contract = await loadContract(SHIPPED_DOCUMENT);
  const fixtures = new Map([['pets', new Map([[3, { id: 3 }]])]]);
  const options = {
    contract,
    fixtures,
    examplesOf: () => createExamples(contract, { seed: 1, now: 0, notice() {} }),
    keys,
    bans: { after: 0, seconds: 0 },
    planLimits: true,
    journalSize: 10,
    maxRecords: 1000,
    maxSessions: 3,
    seed: 1,
  };
  return createWorlds(options, stores);
}

describe('the worlds of a process', () => {
  it('have a default one, which the issued keys lead to, revoked ones included', async () => {
    const worlds = await worldsWith(issued('ann'), issued('old', true));
    expect(worlds.main.id).toBe('default');
    expect((await worlds.holderOf('value-of-ann', CONNECTION))?.world).toBe(worlds.main);
    expect((await worlds.holderOf('value-of-old', CONNECTION))?.key).toEqual(issued('old', true).key);
    expect(await worlds.holderOf('ann', CONNECTION)).toBeUndefined();
  });

  it('begin new sessions with other choices from then on, and change none that there is', async () => {
    const worlds = await worldsWith(issued('ann'));
    const before = await worlds.open();
    worlds.beginSessionsWith({ options: { ids: ['random'] } });
    const after = await worlds.open();
    const chosen = [worlds.main, before.world, after.world].map(({ state }) => state.choices.chosen);
    expect(chosen).toEqual([undefined, undefined, { options: { ids: ['random'] } }]);
  });

  it('give a new one keys of its own, of the same names and plans, without the revoked', async () => {
    const worlds = await worldsWith(issued('ann'), issued('ben'), issued('old', true));
    const { world, apiKeys } = await worlds.open();
    expect(Object.keys(apiKeys)).toEqual(['ann', 'ben']);
    expect((await worlds.holderOf(apiKeys.ann ?? '', CONNECTION))?.world).toBe(world);
    expect((await worlds.holderOf(apiKeys.ben ?? '', CONNECTION))?.key).toEqual(issued('ben').key);
    expect((await worlds.holderOf('value-of-ann', CONNECTION))?.world).toBe(worlds.main);
  });

  it('tell why one could not be made, though its session can not be ended either', async () => {
    const stores = memoryStores();
    const failing: Stores = {
      ...stores,
      async sessions(onEnd) {
        const end = async () => Promise.reject(new Error('lost, too'));
        return { ...(await stores.sessions(onEnd)), end };
      },
      home: async (options, fill) =>
        options.worldId === MAIN_WORLD ? stores.home(options, fill) : Promise.reject(new Error('no room')),
    };
    await expect((await worldsOn(failing, issued('ann'))).open()).rejects.toThrow('no room');
  });

  it('give keys that a bearer token may be, each another', async () => {
    const worlds = await worldsWith(issued('ann'), issued('ben'));
    const made = [await worlds.open(), await worlds.open()].flatMap(({ apiKeys }) => Object.values(apiKeys));
    expect(new Set(made).size).toBe(4);
    for (const value of made) expect(value).toMatch(/^[A-Za-z0-9._~+/-]+=*$/);
  });

  it('name a key by any name, also one that every object inherits', async () => {
    const worlds = await worldsWith(issued('__proto__'), issued('constructor'));
    const { world, apiKeys } = await worlds.open();
    expect(Object.keys(apiKeys)).toEqual(['__proto__', 'constructor']);
    for (const value of Object.values(apiKeys)) expect((await worlds.holderOf(value, CONNECTION))?.world).toBe(world);
  });

  it('do not see what another one does', async () => {
    const worlds = await worldsWith(issued('ann'));
    const [one, other] = [await worlds.open(), await worlds.open()];
    await putRecord(one.world.state.records, 'pets', 4, { id: 4 });
    await one.world.reset();
    await one.world.state.records.delete('pets', 3);
    expect(one.world.id).not.toBe(other.world.id);
    expect(await other.world.state.records.list('pets', [], 10)).toEqual([{ id: 3 }]);
    expect(await worlds.main.state.records.list('pets', [], 10)).toEqual([{ id: 3 }]);
  });

  it('forget the keys of one that is removed, and no others', async () => {
    const worlds = await worldsWith(issued('ann'));
    const [one, other] = [await worlds.open(), await worlds.open()];
    await worlds.close(one.id);
    expect(await worlds.holderOf(one.apiKeys.ann ?? '', CONNECTION)).toBeUndefined();
    expect((await worlds.holderOf(other.apiKeys.ann ?? '', CONNECTION))?.world).toBe(other.world);
    expect((await worlds.holderOf('value-of-ann', CONNECTION))?.world).toBe(worlds.main);
  });

  it('go on under other keys and fixtures: what they hold stays, and a session keeps its keys and what fits of its fixtures', async () => {
    const worlds = await worldsWith(issued('ann'), issued('ben'));
    const contract = await loadContract(SHIPPED_DOCUMENT);
    const own = new Map([
      ['pets', new Map([[7, { id: 7, name: 'Rex', categoryId: 1 }]])],
      ['ghosts', new Map([[1, { id: 1 }]])],
    ]);
    const { world, apiKeys } = await worlds.open({ fixtures: own });
    await putRecord(worlds.main.state.records, 'pets', 9, { id: 9 });

    const allowances = [{ window: 'hour', requests: 5, seconds: 3600 }];
    const revised = (name: string): IssuedKey => ({ ...issued(name), key: { ...issued(name).key, allowances } });
    const examplesOf = () => createExamples(contract, { seed: 1, now: 0, notice() {} });
    await worlds.revise({ contract, fixtures: new Map(), examplesOf, keys: [revised('ann'), revised('eve')] });

    expect(await worlds.holderOf('value-of-ben', CONNECTION)).toBeUndefined();
    expect((await worlds.holderOf('value-of-eve', CONNECTION))?.key.allowances).toEqual(allowances);
    expect(worlds.main.keys.map(({ name }) => name)).toEqual(['ann', 'eve']);
    expect((await worlds.holderOf(apiKeys.ann ?? '', CONNECTION))?.key.allowances).toEqual(allowances);
    expect((await worlds.holderOf(apiKeys.ben ?? '', CONNECTION))?.key).toEqual(issued('ben').key);
    expect(await worlds.main.state.records.list('pets', [], 9)).toEqual([{ id: 3 }, { id: 9 }]);
    await Promise.all([worlds.main.reset(), world.reset()]);
    expect(await worlds.main.state.records.collections()).toEqual([]);
    expect(await world.state.records.collections()).toEqual([{ name: 'pets', count: 1 }]);
  });
});
