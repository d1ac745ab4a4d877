import { CommanderError } from 'commander';
import { ContractError } from '../../openapi/contract';
import { messageOf, UsageError } from '../../openapi/program/failure';
import { CannotRun } from '../run/probe';
import type { Command } from './command';
import { compare } from './compare';
import { judge } from './judge';
import { proxy } from './proxy';
import { replay } from './replay';
import { executeRun } from './run';

/**
 * The commands with a name of their own, in the order in which `--help` lists them.
 *
 * To add one:
 * 1. Write a file in `conformance/commands/` that exports a `Command`, with a table of options; it may take rows of
 *    `conformance/options/options.ts`. `compare.ts` is a small one to copy. What judges ends by `conclude`
 *    (`conclude.ts`): verdict, text, reports, exit code.
 * 2. Add it to the list below.
 * 3. Give it a section in `docs/`, and its flags a table there (`tools/papers/tables.ts`).
 */
const COMMANDS: readonly Command[] = [judge, proxy, compare, replay];

/**
 * Does what a command line asks for.
 *
 * @returns the exit code
 * @throws whatever ends the program, which `lineOf` words
 */
export async function execute(args: readonly string[]): Promise<number> {
  const command = COMMANDS.find(({ name }) => name === args[0]);
  return command === undefined ? executeRun(args, COMMANDS) : command.execute(args.slice(1));
}

/** Whether the user can correct it, or asked for no more. */
const isExpected = (error: unknown): boolean =>
  [CommanderError, ContractError, UsageError, CannotRun].some((expected) => error instanceof expected);

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** The line that the program ends with where `execute` throws; undefined where help or version was asked for. */
export const lineOf = (error: unknown): string | undefined =>
  messageOf(isExpected(error) ? error : new Error(`the suite itself failed: ${firstLine(error)}`));
