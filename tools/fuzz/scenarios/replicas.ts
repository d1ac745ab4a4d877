import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasRedis, type RedisServer, startRedisServer } from '../../bench/redis-server';
import { killReplicas, killStore, type Replica, type Trial, tryReplicas } from '../replicas/trial';
import { keyNameAt } from '../target/secrets';
import type { Complaints, Scenario, Stage } from './scenario';

/** Replicas are killed at random: what they have answered stays, and what they have counted. */
const killedReplicas: Scenario = {
  name: 'killed-replicas',
  title: 'SIGKILL of replicas that share a store, while clients use them',
  run: (stage) => tryOn(stage, [], (trial) => killReplicas(trial, 30)),
};

/** Redis writes each change to its disk before it answers: then it may be killed, too. */
const KEPT = ['--appendonly', 'yes', '--appendfsync', 'always'];

/** The store is killed and started again: what was answered is in its file. */
const killedStore: Scenario = {
  name: 'killed-store',
  title: 'SIGKILL of the store that replicas share, while clients use them',
  run: (stage) => tryOn(stage, KEPT, (trial, store, startAgain) => killStore(trial, 5, store, startAgain)),
};

type Killing = (trial: Trial, store: RedisServer, startAgain: () => Promise<RedisServer>) => Promise<void>;

async function tryOn(stage: Stage, settings: readonly string[], kill: Killing): Promise<Complaints> {
  const { contract, control, keys, seed, progress } = stage;
  if (!hasRedis()) {
    progress('left out: no redis-server 7 was found. `apt-get install redis-server`');
    return [];
  }
  const folder = join(stage.folder, 'redis');
  mkdirSync(folder);
  let store = await startRedisServer({ folder, settings });
  const startAgain = async (): Promise<RedisServer> => {
    store = await startRedisServer({ folder, settings, port: store.port });
    return store;
  };
  try {
    const { complaints, summary } = await tryReplicas({
      ...{ contract, controlPrefix: control.prefix, token: keys.token, seed },
      ...{ clients: 6, replicas: 3, allowance: 300 },
      key: { name: keyNameAt(0), value: stage.key },
      launch: () => launch(stage, store.url),
      meanwhile: (trial) => kill(trial, store, startAgain),
    });
    progress(summary);
    return complaints;
  } finally {
    await store.kill();
  }
}

async function launch(stage: Stage, url: string): Promise<Replica> {
  const mock = await stage.start(['--store', url, '--fixtures', 'none', '--ban-after', '0']);
  const { host, port } = mock;
  return {
    host,
    port,
    async kill() {
      mock.signal('SIGKILL');
      await mock.exit;
    },
  };
}

export const REPLICAS: readonly Scenario[] = [killedReplicas, killedStore];
