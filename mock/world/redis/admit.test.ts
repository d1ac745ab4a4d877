import type { Allowance } from '../../../openapi/contract';
import { StoreUnavailable } from '../stores/store';
import { admissionRequest } from '../testing/entries';
import { createRedisAdmit, StaleState } from './admit';
import { createRedisFaults } from './faults/faults';
import { createRedisLedger } from './ledger/ledger';
import { freshState } from './testing/fresh-state';
import { onRedis } from './testing/on-redis';

onRedis('a request that is taken in by Redis', ({ connection }) => {
  const POLICY = { bans: { after: 0, seconds: 0 }, knownAddresses: 100, sweepAt: 100 };
  const TWO: readonly Allowance[] = [{ window: 'minute', requests: 2, seconds: 60 }];
  const NOON = Date.parse('2030-06-01T12:00:00Z');
  const visit = admissionRequest({ allowances: TWO });

  /** A world of a clock, and replicas of it that know this version of it. */
  const worldWith = async (clock: string) => {
    const keys = await freshState(connection);
    const change = (...fields: readonly string[]) => connection.send(keys.world, ['HSET', keys.world, ...fields]);
    await change('version', '1', 'clock', clock);
    const replica = () => {
      const faults = createRedisFaults(connection, keys, '');
      const ledger = createRedisLedger(connection, keys, POLICY);
      let version = 1;
      const refresh = async () => {
        version = Number(await connection.send(keys.world, ['HGET', keys.world, 'version']));
      };
      const options = { connection, keys, policy: POLICY, seed: 7, faults, version: () => version, refresh };
      return { faults, ledger, admit: createRedisAdmit(options) };
    };
    return { keys, change, replica };
  };

  it.each([
    ['0', 0],
    ['-86400000', -86_400_000],
    [undefined, 0],
  ])('at a clock %s ahead has the time of Redis with that', async (clock, ahead) => {
    const { replica, keys } = await worldWith(clock ?? '0');
    if (clock === undefined) await connection.send(keys.world, ['HDEL', keys.world, 'clock']);
    const timeOf = async () => {
      const told = await connection.send(keys.world, ['TIME']);
      const [seconds = 0, microseconds = 0] = Array.isArray(told) ? told.map(Number) : [];
      return Math.floor(seconds * 1000 + microseconds / 1000) + ahead;
    };
    const before = await timeOf();
    const { now } = (await replica().admit(visit)).moment;
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(await timeOf());
  });

  it('takes nothing where allowances are not enforced', async () => {
    const { replica } = await worldWith(`f${NOON}`);
    const { admit, ledger } = replica();
    expect(await admit({ ...visit, allowances: undefined })).toMatchObject({
      moment: { now: NOON },
      decision: undefined,
    });
    expect(await ledger.accounts()).toEqual([]);
  });

  it('meets the faults that another replica has switched on, unless its allowance refuses it', async () => {
    const { replica } = await worldWith(`f${NOON}`);
    const [one, other] = [replica(), replica()];
    await one.faults.add({ delayMs: 5, times: 1 });
    const { id } = await one.faults.add({ status: 503 });
    expect([one.faults.lookAt, other.faults.lookAt]).toEqual(['head', 'nothing']);
    await expect(async () => other.admit({ ...visit, facts: undefined })).rejects.toThrow(StaleState);
    expect(other.faults.lookAt).toBe('head');
    const end = { id, reply: { status: 503 } };
    expect((await other.admit(visit)).effect).toEqual({ delayMs: 5, end, ids: ['1', '2'] });
    expect((await one.admit(visit)).effect).toEqual({ delayMs: 0, end, ids: ['2'] });
    expect(await other.admit(visit)).toMatchObject({ decision: { outcome: 'exhausted' }, effect: undefined });
    expect((await one.faults.list()).map(({ struck }) => struck)).toEqual([1, 2]);
  });

  it('has numbers of its own, the same where a run is repeated', async () => {
    const drawn = async () => {
      const { replica } = await worldWith(`f${NOON}`);
      const replicas = [replica(), replica()];
      const numbers: number[] = [];
      for (let turn = 0; turn < 6; turn += 1) {
        const admitted = await replicas[turn % 2]?.admit({ ...visit, allowances: undefined });
        numbers.push(admitted?.moment.random() ?? Number.NaN);
      }
      return numbers;
    };
    const numbers = await drawn();
    expect(new Set(numbers).size).toBe(6);
    expect(await drawn()).toEqual(numbers);
  });

  it('is turned away before anything is done where the world has changed, and then knows it', async () => {
    const { replica, change } = await worldWith(`f${NOON}`);
    const { admit, ledger } = replica();
    await change('version', '2', 'clock', `f${NOON + 1}`);
    await expect(async () => admit(visit)).rejects.toThrow(StaleState);
    expect(await ledger.accounts()).toEqual([]);
    expect(await admit(visit)).toMatchObject({ moment: { now: NOON + 1 }, decision: { window: { remaining: 1 } } });
  });

  it('is not served while Redis has no memory left to count it', async () => {
    const { replica } = await worldWith(`f${NOON}`);
    const { admit } = replica();
    await admit(visit);
    const setMemory = (bytes: string) => connection.send('', ['CONFIG', 'SET', 'maxmemory', bytes]);
    await setMemory('1');
    await expect(async () => admit(visit)).rejects.toThrow(StoreUnavailable);
    await setMemory('0');
    expect(await admit(visit)).toMatchObject({ decision: { window: { remaining: 0 } } });
  });
});
