import { accessOf } from '../control/access';
import { createWarnings } from '../control/warnings';
import { createReadiness } from '../home/readiness';
import type { Log } from '../observe/log';
import { createWorlds } from '../world/worlds';
import { createEngine, type MockEngine } from './engine';
import type { Inputs } from './inputs';
import type { Options } from './options';
import { noticesOfRemoved } from './removed-at-start';
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
  const worlds = await createWorlds({
    ...inputs,
    planLimits: options.planLimits,
    bans: { after: options.banAfter, seconds: options.banSeconds },
    seed: options.seed,
    journalSize: options.journal,
    maxSessions: options.maxSessions,
  });
  const lasting = {
    worlds,
    log,
    access: accessOf(options),
    readiness: createReadiness(),
    warnings: createWarnings(),
    startedAt: performance.now(),
  };
  const engine = engineOf(options, inputs, lasting);
  for (const text of [...noticesOfRemoved(engine, Date.now()), ...noticesWithoutEffect(options)]) notice(text);
  return engine;
}

/** The engine of these inputs, with what lasts as long as the mock. */
export function engineOf(
  options: Options,
  { contract, keys }: Inputs,
  lasting: Pick<MockEngine, 'worlds' | 'log' | 'access' | 'readiness' | 'warnings' | 'startedAt'>,
): MockEngine {
  const { cors, checkReplies, keepRemoved } = options;
  const demoKey = keys[0]?.key.demoValue;
  const { worlds, log, access, readiness, warnings, startedAt } = lasting;
  const kept = { log, access, readiness, warnings, startedAt };
  return createEngine(contract, worlds, { ...kept, cors, checkReplies, keepRemoved, demoKey });
}
