import { type Contract, createMatcher, purposesOf, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { createBodyMembers } from '../actions/body-members';
import { type Access, partsOf } from '../control/access';
import type { Memory } from '../control/memory';
import type { ControlEngine } from '../control/model';
import { createWarnings, type Warnings } from '../control/warnings';
import { docsAt } from '../docs/docs';
import { homeAt } from '../home/home';
import { createReadiness, type Readiness } from '../home/readiness';
import type { Log } from '../observe/log';
import { maskedLog } from '../observe/masked';
import { createSecrets } from '../observe/secrets';
import { createStoredEntry } from '../observe/stored-entry';
import { documentAt } from '../pages/document';
import { createCors } from '../pipeline/cors';
import { remainingAt } from '../pipeline/removed';
import type { MakeUp } from '../values/source';
import type { Worlds } from '../world/model';
import { eitherOf } from '../world/rules/known-values';
import type { KnownValues } from '../world/stores/keys';
import { OWN_MEMORY, type StoreInUse } from '../world/stores/status';

interface EngineOptions {
  readonly cors: readonly string[];
  readonly checkReplies: boolean;
  /** Whether operations are served after the day of their removal. */
  readonly keepRemoved: boolean;
  readonly access: Access;
  readonly demoKey: string | undefined;
  readonly log: Log;
  /** Default: none yet. */
  readonly warnings?: Warnings;
  /** When the mock was made, by `performance.now()`. Default: now. */
  readonly startedAt?: number;
  /** Default: none yet. */
  readonly refused?: ControlEngine['refused'];
  /** Default: ready. */
  readonly readiness?: Readiness;
  /** Default: nothing is known of it. */
  readonly memory?: Memory;
  /** Default: memory of its own. */
  readonly store?: StoreInUse;
  /** Default: no. */
  readonly hasExamples?: boolean;
}

/** Everything that a mock consists of. */
export interface MockEngine extends ControlEngine {
  /** The value of a key that may be shown to anybody: the first of the shipped demo keys, if these are used. */
  readonly demoKey: string | undefined;
  /** Whether records are made up of the document, since nobody gave any. */
  readonly hasExamples: boolean;
}

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

/** The shipped document has examples for whatever it needs; with another, what makes values up is loaded on its first use. */
function makeUpFor({ source }: Contract): MakeUp | undefined {
  if (source.name === SHIPPED_DOCUMENT) return undefined;
  return (...args) => {
    const { makeUp } = require('../values/believable/make-up') as typeof import('../values/believable/make-up');
    return makeUp(...args);
  };
}

/** Makes what a journal stores of an entry where others than the mock may read it, see `createStoredEntry`. */
export const storedEntryFor =
  (contract: Contract, access: Access) =>
  (keyValues: KnownValues): ReturnType<typeof createStoredEntry> =>
    createStoredEntry(createSecrets(contract, knownTo({ keyValues }, access)));

/** The values that are shown nowhere: of every key, and of the admin token. */
const knownTo = ({ keyValues }: Pick<Worlds, 'keyValues'>, access: Access): KnownValues =>
  access.kind === 'token' ? eitherOf(keyValues, access.token) : keyValues;
