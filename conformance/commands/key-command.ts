import { execute } from '../../openapi/program/execute';
import { UsageError } from '../../openapi/program/failure';
import { printableLines } from '../../openapi/program/printable';
import type { Options } from '../options/options';
import { redactor, secretsOf } from '../report/redact';
import type { KeyRenewal, RunOptions } from '../run/options';

/** The keys of a run that are had by a command. */
export interface KeySource {
  /** The main key as it is now. */
  readonly current: string | undefined;
  /** All main keys that were ever had: none of them may be shown. */
  readonly used: readonly string[];
  /** Why no other key could be had when one was needed; undefined where that was not so. */
  readonly failure: string | undefined;
}

/** Long enough for a login over the network. */
const TIMEOUT_MS = 30_000;

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

  const ask = async (): Promise<string> => {
    const {
      stdout,
      stderr,
      failure: ended,
    } = await execute(line, {
      input: '',
      env: {},
      timeoutMs: TIMEOUT_MS,
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
      `--api-key-command gives no key: ${key === '' ? 'it printed nothing' : 'it printed what no header can carry'}. ` +
        'The first line that it prints has to be the key.',
    );
  };
  const fetch = async (): Promise<string> => {
    try {
      return await ask();
    } catch (error) {
      if (options.interrupted?.aborted !== true) failure ??= error instanceof Error ? error.message : String(error);
      throw error;
    }
  };
  const renewal: KeyRenewal = { lifeMs: apiKeyTtl === undefined ? undefined : apiKeyTtl * 1000, fetch };
  const main = await ask();
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
