import { ContractError } from '../../openapi/contract';
import { accessOf } from '../control/access';
import { noticesOfShadowed } from '../control/shadowed';
import { createWarnings } from '../control/warnings';
import { createReadiness } from '../home/readiness';
import type { Log } from '../observe/log';
import type { Worlds } from '../world/model';
import { StoreFull } from '../world/stores/store-full';
import { createWorlds } from '../world/worlds';
import { memoryOf } from './bounds';
import { createEngine, type MockEngine } from './engine';
import { noticeOfFewerConnections } from './fewer-connections';
import type { Inputs } from './inputs';
import type { Options } from './options';
import { noticesOfRemoved } from './removed-at-start';
import { storesFor } from './stores';
import { noticesOfChoices } from './tell-of-choices';
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
  const opening = storesFor(options, inputs, access, notice);
  const { stores, store, settle, onEmptied } = await opening.catch((error: unknown): never => {
    throw withoutRoom(error, options);
  });
  const terms = {
    ...inputs,
    planLimits: options.planLimits,
    bans: { after: options.banAfter, seconds: options.banSeconds },
    seed: options.seed,
    journalSize: options.journal,
    maxRecords: options.maxRecords,
    maxSessions: options.maxSessions,
  };
  const begin = async (): Promise<Worlds> => {
    const begun = await createWorlds(terms, stores);
    await settle();
    return begun;
  };
  const worlds = await begin().catch(async (error: unknown): Promise<never> => {
    await stores.close();
    throw withoutRoom(error, options);
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
    ...noticesOfChoices(inputs.chosen, inputs.contract),
    ...noticesOfRemoved(engine, Date.now()),
    ...noticesWithoutEffect(options),
    ...noticesOfShadowed(inputs.contract),
  ];
  for (const text of fewer === undefined ? notices : [...notices, fewer]) notice(text);
  return engine;
}

/** What the user can correct where fixtures take more room than there is; any other error as it is. */
function withoutRoom(error: unknown, { fixtures }: Options): unknown {
  if (!(error instanceof StoreFull)) return error;
  const source = typeof fixtures === 'string' ? fixtures : 'fixtures';
  return new ContractError(source, '', 'has more records than there is room for.', error.message);
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
