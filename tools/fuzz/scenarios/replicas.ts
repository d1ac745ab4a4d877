import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasRedis, type RedisServer, startRedisServer } from '../../bench/redis-server';
import { killReplicas, killStore } from '../replicas/killing';
import { type Happening, type Replica, tryReplicas } from '../replicas/trial';
import type { Scenario, Stage } from './model';

const REPLICAS = 3;
const CLIENTS = 6;
const REPLICAS_KILLED = 30;
const STORE_KILLED = 5;
const ALLOWANCE = 300;

/** Replicas are killed at random: what they have answered stays, and what they have counted. */
export const killedReplicas: Scenario = {
  name: 'killed-replicas',
  title: 'SIGKILL of replicas that share a store, while clients use them',
  run: (stage) => tryOn(stage, [], (happening) => killReplicas(happening, REPLICAS_KILLED)),
};

/** Redis writes each change to its disk before it answers: then it may be killed, too. */
const KEPT = ['--appendonly', 'yes', '--appendfsync', 'always'];

/** The store is killed and started again: what was answered is in its file. */
export const killedStore: Scenario = {
  name: 'killed-store',
  title: 'SIGKILL of the store that replicas share, while clients use them',
  run: (stage) =>
    tryOn(stage, KEPT, (happening, store, startAgain) => killStore(happening, STORE_KILLED, store, startAgain)),
};

type Killing = (happening: Happening, store: RedisServer, startAgain: () => Promise<RedisServer>) => Promise<void>;

async function tryOn(stage: Stage, settings: readonly string[], kill: Killing): Promise<readonly string[]> {
  if (!hasRedis()) {
    stage.tell('left out: no redis-server 7 was found. `apt-get install redis-server`');
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
      ...{ contract: stage.contract, controlPrefix: stage.controlPrefix, token: stage.token, seed: stage.seed },
      ...{ clients: CLIENTS, replicas: REPLICAS, allowance: ALLOWANCE },
      key: { name: stage.keyName, value: stage.key },
      launch: () => launch(stage, store.url),
      meanwhile: (happening) => kill(happening, store, startAgain),
    });
    stage.tell(summary);
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
