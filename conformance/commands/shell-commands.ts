import { stringifyJson } from '../../openapi/contract';
import { execute } from '../../openapi/program/execute';
import { messageOf, UsageError } from '../../openapi/program/failure';
import { printableLines } from '../../openapi/program/printable';
import { KEY_VARIABLE } from '../exchange/keys/near-misses';
import type { Options } from '../options/options';
import { redactor, secretsOf } from '../report/content/redact';
import type { KeyRenewal, RunOptions } from '../run/plan/options';
import type { RunResult } from '../verdict/result';

/** The keys of a run that are had by a command. */
interface KeySource {
  /** The main key as it is now. */
  readonly current: string | undefined;
  /** All main keys that were ever had: none of them may be shown. */
  readonly used: readonly string[];
  /** Why no other key could be had when one was needed; undefined where that was not so. */
  readonly failure: string | undefined;
}

/** Long enough for a login over the network. */
const KEY_TIMEOUT_MS = 30_000;

/** What a header, a query and a cookie can carry (RFC 9110 §5.5), without a line break. */
const SENDABLE = /^[\x20-\x7e\x80-\xff]+$/;

/**
 * The options of a run with the key that `--api-key-command` prints first, and with the way to further ones; without the flag
 * as they are.
 *
 * @throws UsageError where the command gives no key
 */
export async function withKeyCommand(
  options: RunOptions,
  { apiKeyCommand: line, apiKeyTtl }: Pick<Options, 'apiKeyCommand' | 'apiKeyTtl'>,
): Promise<{ readonly options: RunOptions; readonly source: KeySource }> {
  if (line === undefined) return { options, source: { current: options.keys.main, used: [], failure: undefined } };
  const used: string[] = [];
  let current: string | undefined;
  let failure: string | undefined;

  /** When the time of the run is over, which begins when it has its first key. */
  let endsAt = Date.now() + options.maxTimeMs;

  const ask = async (): Promise<string> => {
    const {
      stdout,
      stderr,
      failure: ended,
    } = await execute(line, {
      input: '',
      env: {},
      timeoutMs: Math.max(1, Math.min(KEY_TIMEOUT_MS, endsAt - Date.now())),
      // After an interruption there may still be something to delete.
      signal: options.interrupted?.aborted === true ? undefined : options.interrupted,
    });
    const [key = ''] = stdout.trim().split(/\r?\n/);
    if (key !== '' && !used.includes(key)) used.push(key);
    const shown = redactor(options.keys, secretsOf(options), used)(stderr.trimEnd());
    if (shown !== '') console.error(printableLines(shown));
    if (ended !== undefined) throw new UsageError(`--api-key-command gives no key: ${ended}. Try it in a shell.`);
    if (SENDABLE.test(key)) {
      current = key;
      return key;
    }
    throw new UsageError(
      `--api-key-command gives no key: ${key === '' ? 'it printed nothing' : 'it printed characters that no header can carry'}. ` +
        'The first line that it prints has to be the key.',
    );
  };
  const fetch = async (): Promise<string> => {
    try {
      return await ask();
    } catch (error) {
      const isOver = options.interrupted?.aborted === true || Date.now() >= endsAt;
      if (!isOver) failure ??= error instanceof Error ? error.message : String(error);
      throw error;
    }
  };
  const renewal: KeyRenewal = { lifeMs: apiKeyTtl === undefined ? undefined : apiKeyTtl * 1000, fetch };
  const main = await ask();
  endsAt = Date.now() + options.maxTimeMs;
  return {
    options: { ...options, keys: { ...options.keys, main }, renewal },
    source: {
      get current() {
        return current;
      },
      used,
      get failure() {
        return failure;
      },
    },
  };
}

/** Deleting many records one by one, at the pace of a small allowance, takes minutes. */
const AFTER_TIMEOUT_MS = 600_000;

/** Where the command finds the server. */
const URL_VARIABLE = 'ANIMAL_STORE_BASE_URL';

/**
 * Runs the command of `--after`. On its standard input stands a JSON array of the records that stay, `{resource, id, path}`, ids
 * as exact integers; in variables the address of the server and the key. What it prints goes to standard error.
 *
 * @returns whether it did what it was asked to, or there was none
 */
export async function runAfter(
  line: string | undefined,
  { created }: RunResult,
  { target, keys: { main } }: Pick<RunOptions, 'target' | 'keys'>,
  redact: (text: string) => string,
): Promise<boolean> {
  if (line === undefined) return true;
  const { stdout, stderr, failure } = await execute(line, {
    input: `${stringifyJson(created)}\n`,
    env: { [URL_VARIABLE]: target.baseUrl, ...(main === undefined ? {} : { [KEY_VARIABLE]: main }) },
    timeoutMs: AFTER_TIMEOUT_MS,
  });
  for (const text of [stdout, stderr].map((one) => redact(one.trimEnd())))
    if (text !== '') console.error(printableLines(text));
  if (failure === undefined) return true;
  console.error(messageOf(new UsageError(`the command of --after failed: ${failure}`)));
  return false;
}
