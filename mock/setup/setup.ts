import { ContractError } from '../../openapi/contract';
import { accessOf } from '../control/access';
import { noticesOfShadowed } from '../control/shadowed';
import { createWarnings } from '../control/warnings';
import { createReadiness } from '../home/readiness';
import type { Log } from '../observe/log';
import { StoreFull } from '../world/stores/store-full';
import { createWorlds } from '../world/worlds';
import { memoryOf } from './bounds';
import { chosenBy } from './chosen';
import { createEngine, type MockEngine } from './engine';
import { noticeOfFewerConnections } from './fewer-connections';
import type { Inputs } from './inputs';
import type { Options } from './options';
import { noticesOfRemoved } from './removed-at-start';
import { storesFor } from './stores';
import { tellOfStore } from './tell-of-store';
import { noticesWithoutEffect } from './without-effect';

/**
 * The engine of a mock that begins with these inputs.
 *
 * @param notice called with a sentence about each operation that is not served any more, and each option without effect
 */
export async function engineAtStart(
  options: Options,
  inputs: Inputs,
  log: Log,
  notice: (text: string) => void,
): Promise<MockEngine> {
  const access = accessOf(options);
  const { stores, store, onEmptied } = await storesFor(options, inputs, access, notice);
  const terms = {
    ...inputs,
    planLimits: options.planLimits,
    bans: { after: options.banAfter, seconds: options.banSeconds },
    seed: options.seed,
    journalSize: options.journal,
    maxRecords: options.maxRecords,
    maxSessions: options.maxSessions,
    chosen: await chosenBy(options, inputs.contract),
  };
  const worlds = await createWorlds(terms, stores).catch(async (error: unknown): Promise<never> => {
    await stores.close();
    if (!(error instanceof StoreFull)) throw error;
    const { fixtures } = options;
    const source = typeof fixtures === 'string' ? fixtures : 'fixtures';
    throw new ContractError(source, '', 'has more records than there is room for.', error.message);
  });
  // Where it fails, Redis is lost again.
  onEmptied(() => void worlds.revise(inputs).catch(() => {}));
  const lasting = {
    worlds,
    log,
    access,
    readiness: createReadiness(),
    refused: { connections: 0 },
    warnings: createWarnings(),
    startedAt: performance.now(),
    memory: memoryOf(options, inputs.keys.length, worlds, log),
    store,
  };
  const engine = engineOf(options, inputs, lasting);
  tellOfStore(engine, notice);
  const fewer = noticeOfFewerConnections(options);
  engine.warnings.set('connections', fewer);
  const notices = [
    ...noticesOfRemoved(engine, Date.now()),
    ...noticesWithoutEffect(options),
    ...noticesOfShadowed(inputs.contract),
  ];
  for (const text of fewer === undefined ? notices : [...notices, fewer]) notice(text);
  return engine;
}

/** The engine of these inputs, with what lasts as long as the mock. */
export function engineOf(
  options: Options,
  { contract, examples, keys }: Inputs,
  lasting: Pick<
    MockEngine,
    'worlds' | 'log' | 'access' | 'readiness' | 'refused' | 'warnings' | 'startedAt' | 'memory' | 'store'
  >,
): MockEngine {
  const { cors, checkReplies, keepRemoved } = options;
  const demoKey = keys[0]?.key.demoValue;
  const { worlds, log, access, readiness, refused, warnings, startedAt, memory, store } = lasting;
  const kept = { log, access, readiness, refused, warnings, startedAt, memory, store };
  return createEngine(contract, worlds, {
    ...kept,
    cors,
    checkReplies,
    keepRemoved,
    demoKey,
    hasExamples: examples !== undefined,
  });
}
