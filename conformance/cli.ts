#!/usr/bin/env node
import { CommanderError } from 'commander';
import { ContractError } from '../openapi/contract';
import { EXIT_USAGE, messageOf, UsageError } from '../openapi/program/failure';
import { surviveLostOutput } from '../openapi/program/process';
import type { Command } from './commands/command';
import { compare } from './commands/compare';
import { judge } from './commands/judge';
import { proxy } from './commands/proxy';
import { replay } from './commands/replay';
import { executeRun } from './commands/run';
import { CannotRun } from './run/probe';

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

async function main(args: readonly string[]): Promise<number> {
  surviveLostOutput();
  const command = COMMANDS.find(({ name }) => name === args[0]);
  return command === undefined ? executeRun(args, COMMANDS) : command.execute(args.slice(1));
}

/** Whether the user can correct it, or asked for no more. */
const isExpected = (error: unknown): boolean =>
  [CommanderError, ContractError, UsageError, CannotRun].some((expected) => error instanceof expected);

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const message = messageOf(isExpected(error) ? error : new Error(`the suite itself failed: ${firstLine(error)}`));
    if (message === undefined) return;
    console.error(message);
    process.exitCode = EXIT_USAGE;
  },
);
