import { ContractError, createMatcher, purposesOf, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { noticeOfHiddenIds } from '../actions/shown-id';
import { accessOf, knownTo, partsOf } from '../control/access';
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
import type { Worlds } from '../world/model';
import { StoreFull } from '../world/stores/store';
import { createWorlds } from '../world/worlds';
import { memoryOf } from './bounds';
import type { Inputs } from './inputs';
import {
  noticeOfFewerConnections,
  noticesOfChoices,
  noticesOfRemoved,
  noticesWithoutEffect,
  reportStore,
} from './notices';
import type { Options } from './options';
import { storesFor } from './stores';

/** Everything that a mock consists of. */
export interface MockEngine extends ControlEngine {
  /** The value of a key that may be shown to every client: the first of the shipped demo keys, if these are used. */
  readonly demoKey: string | undefined;
  /** What the records are made of, since neither records nor a number of them were given; undefined where they were. */
  readonly recordsFrom: 'document' | 'shipped records' | undefined;
}

/** What lasts as long as the mock, whatever is read again meanwhile. */
type Lasting = Pick<
  MockEngine,
  'worlds' | 'log' | 'access' | 'readiness' | 'refused' | 'warnings' | 'startedAt' | 'memory' | 'store'
>;

/** A mock begins: ready, with nothing refused and no warnings. */
export const beginning = (given: Pick<Lasting, 'worlds' | 'log' | 'access' | 'memory' | 'store'>): Lasting => ({
  ...given,
  readiness: createReadiness(),
  refused: { connections: 0 },
  warnings: createWarnings(),
  startedAt: performance.now(),
});

/** Derives once from the inputs what every request needs. */
export function engineOf(
  { cors, checkReplies, keepRemoved, fixtures }: Pick<Options, 'cors' | 'checkReplies' | 'keepRemoved' | 'fixtures'>,
  { contract, examples, areShipped, keys }: Pick<Inputs, 'contract' | 'examples' | 'areShipped' | 'keys'>,
  lasting: Lasting,
): MockEngine {
  const { worlds, access, readiness } = lasting;
  const demoKey = keys[0]?.key.demoValue;
  const match = createMatcher(contract);
  const secrets = createSecrets(contract, knownTo(worlds, access));
  const control = partsOf(access);
  const home = { contract, match, control, readiness };
  const shown = { contract, demoKey, hasConsole: control.hasConsole };
  return {
    ...lasting,
    contract,
    match,
    remainingAt: keepRemoved ? () => undefined : remainingAt(contract),
    purposes: purposesOf(contract),
    // The shipped document has examples for whatever it needs.
    makeUp: contract.source.name === SHIPPED_DOCUMENT ? undefined : makeUp,
    cors: createCors(contract, cors),
    log: maskedLog(lasting.log, secrets),
    secrets,
    checkReplies,
    documentAt: (path, request) =>
      documentAt(path, contract.source) ?? docsAt(path, shown) ?? homeAt(path, request, home),
    demoKey,
    recordsFrom:
      examples === undefined || typeof fixtures === 'number' ? undefined : areShipped ? 'shipped records' : 'document',
    readAt: Date.now(),
  };
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
  const memory = memoryOf(options, inputs.keys.length, worlds, log);
  const engine = engineOf(options, inputs, beginning({ worlds, log, access, memory, store }));
  reportStore(engine, notice);
  const fewer = noticeOfFewerConnections(options);
  engine.warnings.set('connections', fewer);
  const notices = [
    ...noticesOfChoices(inputs.chosen, inputs.contract),
    ...noticesOfRemoved(engine, Date.now()),
    ...noticesWithoutEffect(options),
    ...noticesOfShadowed(inputs.contract),
    ...[noticeOfHiddenIds(inputs.contract)].filter((text) => text !== undefined),
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
