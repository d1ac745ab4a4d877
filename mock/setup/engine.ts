import { type Contract, createMatcher, partsOf } from '../../openapi/contract';
import type { Access } from '../control/access';
import type { Log } from '../observe/log';
import { createCors } from '../pipeline/cors';
import type { Engine } from '../pipeline/model';
import type { Worlds } from '../world/worlds';

export interface EngineOptions {
  readonly cors: readonly string[];
  readonly checkReplies: boolean;
  readonly access: Access;
  readonly demoKey: string | undefined;
  readonly log: Log;
}

/** Derives from the contract, once, what every request needs. */
export function createEngine(contract: Contract, worlds: Worlds, options: EngineOptions): Engine {
  return {
    contract,
    worlds,
    match: createMatcher(contract),
    parts: partsOf(contract),
    cors: createCors(contract, options.cors),
    log: options.log,
    checkReplies: options.checkReplies,
    access: options.access,
    demoKey: options.demoKey,
    startedAt: performance.now(),
  };
}
