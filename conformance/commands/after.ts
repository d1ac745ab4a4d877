import { stringifyJson } from '../../openapi/contract';
import { execute } from '../../openapi/program/execute';
import { messageOf, UsageError } from '../../openapi/program/failure';
import { printableLines } from '../../openapi/program/printable';
import { KEY_VARIABLE } from '../exchange/near-misses';
import type { RunOptions } from '../run/options';
import type { RunResult } from '../verdict/finding';

/** Deleting many records one by one, at the pace of a small allowance, takes minutes. */
const TIMEOUT_MS = 600_000;

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
    timeoutMs: TIMEOUT_MS,
  });
  for (const text of [stdout, stderr].map((one) => redact(one.trimEnd())))
    if (text !== '') console.error(printableLines(text));
  if (failure === undefined) return true;
  console.error(messageOf(new UsageError(`the command of --after failed: ${failure}`)));
  return false;
}
