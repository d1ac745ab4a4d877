import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Chosen } from '../../openapi/behaviours/chosen';
import { execute } from '../../openapi/program/execute';
import type { MockEngine } from '../setup/engine';
import { CHOICES_VARIABLE, MARK_VARIABLE } from '../setup/input-files';
import { ADMIN_TOKEN_VARIABLE } from '../setup/options';
import type { World } from '../world/stores/model';
import type { Tried, Try } from './examine';
import type { TestsCommand } from './tests-command';

export interface TrialOptions {
  readonly engine: MockEngine;
  /** How many requests the mock has got since it began, whatever became of its journals. */
  readonly requests: () => number;
  /** Where the mock is, with the contract's prefix. */
  readonly baseUrl: string;
  /** The token that the mock's Admin API requires. */
  readonly adminToken: string | undefined;
  readonly command: TestsCommand;
  /** Whether the tests print to where the exam does, and nothing of it is kept. */
  readonly isShown: boolean;
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
export function createTrial(options: TrialOptions): Try {
  const { engine, requests, command, isShown, folder, timeoutMs, signal } = options;
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
      const { stdout, stderr, failure, hasEnded } = await execute(command, {
        input: '',
        env: variablesOf(options, session.world, session.apiKeys, file, marks),
        timeoutMs,
        signal,
        keep: isShown ? 'nothing' : 'last',
      });
      const milliseconds = performance.now() - begun;
      const printed = [stdout, stderr, hasEnded ? '' : (failure ?? '')]
        .map(asRead)
        .filter((text) => text.trim() !== '');
      const output = engine.secrets.inText(printed.join('\n'));
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

/** Without colours, and of a line that was written over, such as one of progress, what it showed last. */
const asRead = (printed: string): string =>
  stripVTControlCharacters(printed).replaceAll('\r\n', '\n').replaceAll(/^.*\r/gm, '');

/** As a file of choices has them. */
const fileOf = (chosen: Chosen | undefined): object => ({
  choices: chosen?.options ?? {},
  vary: chosen?.vary ?? null,
  except: chosen?.except ?? [],
});

/** By which tests find a mock that runs already: recipes for runners, the Playwright fixtures, the proxy of Vite. */
const ADDRESS_VARIABLE = 'MOCK';

function variablesOf(
  { baseUrl, adminToken }: TrialOptions,
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
    [ADDRESS_VARIABLE]: baseUrl,
    ...(adminToken === undefined ? {} : { [ADMIN_TOKEN_VARIABLE]: adminToken }),
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
