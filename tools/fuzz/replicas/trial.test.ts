import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommand } from '../../../mock/testing/command';
import { writeFile } from '../../../mock/testing/edited';
import { loadContract, SHIPPED_DOCUMENT } from '../../../openapi/contract';
import { rounds } from '../../../openapi/program/testing/long';
import { hasRedis, startRedisServer } from '../../bench/redis-server';
import { killReplicas, killStore, type TrialOptions, type TrialResult, tryReplicas } from './trial';

const KEY = { name: 'one', value: 'key-of-the-trial' };
const keys = writeFile(
  'json',
  JSON.stringify([{ ...KEY, key: KEY.value, value: undefined, plan: 'Free', allowances: { minute: 1e9 } }]),
);

/** @param flags of each mock */
async function tryAll(
  flags: readonly string[],
  options: Pick<TrialOptions, 'replicas' | 'clients' | 'meanwhile' | 'allowance'>,
): Promise<TrialResult> {
  return tryReplicas({
    ...{ controlPrefix: '/__admin', key: KEY, token: 'none', seed: 1 },
    contract: await loadContract(SHIPPED_DOCUMENT),
    async launch() {
      const mock = await startCommand(['--keys', keys, '--fixtures', 'none', '--ban-after', '0', ...flags]);
      const { hostname, port } = new URL(mock.baseUrl);
      return { host: hostname, port: Number(port), kill: async () => void (await mock.stop('SIGKILL')) };
    },
    ...options,
  });
}

test('mocks that share nothing are found out, and what a killed one takes with it', async () => {
  const { complaints } = await tryAll([], {
    replicas: 2,
    clients: 3,
    allowance: 1000,
    meanwhile: (trial) => killReplicas(trial, rounds(10)),
  });
  // Which of these are seen before the last mock is killed, the pace of the machine decides.
  const found =
    /the id \d+ was given to c\d-\d+ and to c\d-\d+|two requests were told that \d+ remain|was answered 40[14]|is not there, though/;
  expect(complaints.filter((one) => found.test(one))).not.toEqual([]);
});

const described = hasRedis() ? describe : describe.skip;

described('three replicas with six clients', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'animal-store-trial-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('lose nothing, double nothing and count exactly while some are killed, and their store', async () => {
    const settings = ['--appendonly', 'yes', '--appendfsync', 'always'];
    let store = await startRedisServer({ folder, settings });
    const startAgain = async () => {
      store = await startRedisServer({ folder, settings, port: store.port });
      return store;
    };
    const { complaints, summary } = await tryAll(['--store', store.url], {
      replicas: 3,
      clients: 6,
      allowance: 40,
      async meanwhile(trial) {
        await killReplicas(trial, rounds(10));
        await killStore(trial, rounds(5), store, startAgain);
      },
    });
    await store.kill();
    expect(complaints).toEqual([]);
    expect(summary).toMatch(/^[1-9]\d* changes acknowledged, [1-9]\d* records there; .*; seed 1$/);
  });
});
