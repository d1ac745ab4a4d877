import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chosen } from '../../openapi/behaviours/chosen';
import { execute } from '../../openapi/program/execute';
import type { MockEngine } from '../setup/engine';
import { CHOICES_VARIABLE, MARK_VARIABLE } from '../setup/inputs';
import type { World } from '../world/stores/model';
import type { Tried, Try } from './examine';

export interface TrialOptions {
  readonly engine: MockEngine;
  /** How many requests the mock has got since it began, whatever became of its journals. */
  readonly requests: () => number;
  /** Where the mock is, with the contract's prefix. */
  readonly baseUrl: string;
  /** A program with its arguments. */
  readonly command: readonly string[];
  /** For the files that the tests read. */
  readonly folder: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs a command in a session of its own. The default world begins anew under the same choices, for tests that know its keys;
 * so do the sessions that the tests open themselves, and these end with the run;
 * and a mock that the tests start in their own process takes the choices from a file that a variable names.
 */
export function createTrial({ engine, requests, baseUrl, command, folder, timeoutMs, signal }: TrialOptions): Try {
  const { worlds } = engine;
  const file = join(folder, 'choices.json');
  const marks = join(folder, 'own-mocks');

  return async (chosen): Promise<Tried> => {
    worlds.beginSessionsWith(chosen);
    await worlds.main.reset({ chosen });
    const session = await worlds.open({ name: 'exam', chosen });
    writeFileSync(file, JSON.stringify(fileOf(chosen)));
    rmSync(marks, { force: true });
    const requestsBefore = requests();
    const begun = performance.now();
    try {
      const { stdout, stderr, failure } = await execute(command, {
        input: '',
        env: variablesOf(baseUrl, session.world, session.apiKeys, file, marks),
        timeoutMs,
        signal,
        keep: 'last',
      });
      const milliseconds = performance.now() - begun;
      const output = engine.secrets.inText([stdout, stderr].filter((text) => text.trim() !== '').join('\n'));
      return {
        failure,
        output,
        milliseconds,
        used: { requests: requests() - requestsBefore, ownMocks: countOf(marks) },
      };
    } finally {
      // Those of the tests, too: many runs would open more of them than there may be.
      await Promise.all((await worlds.sessions()).map(async ({ id }) => worlds.close(id)));
    }
  };
}

/** As a file of choices has them. */
const fileOf = (chosen: Chosen | undefined): object => ({
  choices: chosen?.options ?? {},
  vary: chosen?.vary ?? null,
  except: chosen?.except ?? [],
});

function variablesOf(
  baseUrl: string,
  world: World,
  apiKeys: Readonly<Record<string, string>>,
  file: string,
  marks: string,
): NodeJS.ProcessEnv {
  const [best] = world.keys
    .filter(({ name }) => Object.hasOwn(apiKeys, name))
    .toSorted((one, other) => perMinute(other.allowances) - perMinute(one.allowances));
  return {
    ANIMAL_STORE_BASE_URL: baseUrl,
    ...(best === undefined ? {} : { ANIMAL_STORE_API_KEY: apiKeys[best.name] }),
    ANIMAL_STORE_API_KEYS: JSON.stringify(apiKeys),
    [CHOICES_VARIABLE]: file,
    [MARK_VARIABLE]: marks,
  };
}

/** Of its scarcest window; endless without any. */
const perMinute = (allowances: World['keys'][number]['allowances']): number =>
  Math.min(...allowances.map(({ requests, seconds }) => (requests * 60) / seconds));

/** A line for each mock that has read the file of choices. */
function countOf(marks: string): number {
  try {
    return readFileSync(marks, 'utf8').split('\n').length - 1;
  } catch {
    return 0;
  }
}
