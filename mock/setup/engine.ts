import { type Contract, ContractError, createMatcher, purposesOf, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { createBodyMembers } from '../actions/new-record';
import { accessOf, partsOf } from '../control/access';
import { noticesOfShadowed } from '../control/document';
import { type ControlEngine, createWarnings } from '../control/model';
import { docsAt } from '../docs/docs';
import { homeAt } from '../home/home';
import { createReadiness } from '../home/readiness';
import type { Log } from '../observe/log';
import { createSecrets, maskedLog } from '../observe/secrets';
import { documentAt } from '../pages/pages';
import { createCors } from '../pipeline/cors';
import { remainingAt } from '../pipeline/identify';
import { makeUp } from '../values/believable/make-up';
import type { MakeUp } from '../values/source';
import type { Worlds } from '../world/model';
import { OWN_MEMORY, StoreFull } from '../world/stores/store';
import { createWorlds } from '../world/worlds';
import { memoryOf } from './bounds';
import type { Inputs } from './inputs';
import {
  noticeOfFewerConnections,
  noticesOfChoices,
  noticesOfRemoved,
  noticesWithoutEffect,
  tellOfStore,
} from './notices';
import type { Options } from './options';
import { knownTo, storesFor } from './stores';

/** Everything that a mock consists of. */
export interface MockEngine extends ControlEngine {
  /** The value of a key that may be shown to every client: the first of the shipped demo keys, if these are used. */
  readonly demoKey: string | undefined;
  /** Whether records are made up of the document, since none were given. */
  readonly hasExamples: boolean;
}

/** What lasts as long as the mock, whatever is read again meanwhile. */
type Lasting = Pick<
  MockEngine,
  'log' | 'access' | 'readiness' | 'refused' | 'warnings' | 'startedAt' | 'memory' | 'store'
>;

/** Without what lasts, a mock begins: ready, with nothing refused and no warnings, in memory of its own. */
type EngineOptions = Pick<Options, 'cors' | 'checkReplies' | 'keepRemoved'> &
  Pick<MockEngine, 'demoKey' | 'log' | 'access'> &
  Partial<Lasting & Pick<MockEngine, 'hasExamples'>>;

/** Derives once from the contract what every request needs. */
export function createEngine(contract: Contract, worlds: Worlds, options: EngineOptions): MockEngine {
  const { demoKey, access } = options;
  const match = createMatcher(contract);
  const secrets = createSecrets(contract, knownTo(worlds, access));
  const readiness = options.readiness ?? createReadiness();
  const control = partsOf(access);
  const home = { contract, match, control, readiness };
  const shown = { contract, demoKey, hasConsole: control.hasConsole };
  return {
    contract,
    worlds,
    match,
    remainingAt: options.keepRemoved ? () => undefined : remainingAt(contract),
    purposes: purposesOf(contract),
    bodyMembers: createBodyMembers(),
    makeUp: makeUpFor(contract),
    cors: createCors(contract, options.cors),
    log: maskedLog(options.log, secrets),
    secrets,
    checkReplies: options.checkReplies,
    documentAt: (path, request) =>
      documentAt(path, contract.source) ?? docsAt(path, shown) ?? homeAt(path, request, home),
    access,
    readiness,
    demoKey,
    hasExamples: options.hasExamples ?? false,
    startedAt: options.startedAt ?? performance.now(),
    refused: options.refused ?? { connections: 0 },
    warnings: options.warnings ?? createWarnings(),
    memory: options.memory ?? { mostBytes: Number.MAX_SAFE_INTEGER, parts: [] },
    store: options.store ?? OWN_MEMORY,
    readAt: Date.now(),
  };
}

/** The shipped document has examples for whatever it needs. */
function makeUpFor({ source }: Contract): MakeUp | undefined {
  return source.name === SHIPPED_DOCUMENT ? undefined : makeUp;
}

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

/** The engine of these inputs. */
export const engineOf = (
  { cors, checkReplies, keepRemoved }: Options,
  { contract, examples, keys }: Inputs,
  lasting: Lasting & Pick<MockEngine, 'worlds'>,
): MockEngine =>
  createEngine(contract, lasting.worlds, {
    ...lasting,
    cors,
    checkReplies,
    keepRemoved,
    demoKey: keys[0]?.key.demoValue,
    hasExamples: examples !== undefined,
  });
