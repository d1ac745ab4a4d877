import { type Program, readCommandLine } from '../../openapi/program/command';
import type { OptionTable, ValuesOf } from '../../openapi/program/option';
import { belowFlags } from '../config/below-flags';
import { JUDGE_OPTIONS } from './judge-options';
import { OPTIONS, type Options } from './options';
import { PROXY_OPTIONS } from './proxy-options';

export const PROGRAM: Program = {
  name: 'animal-store-conformance',
  description: 'Judges a server by its OpenAPI document.',
  epilogue: `
Examples:
  $ animal-store-conformance --base-url https://staging.example/v1
  $ animal-store-conformance --base-url http://127.0.0.1:4010/v1 --api-key KEY --plan NAME
  $ animal-store-conformance --base-url URL --limit-key "$SPARE_KEY"        try the limits too, with a key to spend
  $ animal-store-conformance --base-url URL --max-requests 60               what a minute of the smallest plan allows
  $ animal-store-conformance --base-url URL --report json,junit --report-dir out
  $ animal-store-conformance --env staging            the environment of that name in conformance.config.json

The key may come from the variable ANIMAL_STORE_API_KEY. Ends with 0 where no violation was found, with 1 where one was,
with 2 where nothing could be judged. Flags go before variables, variables before the configuration file.`,
};

/** What a configuration file may have: the options of all commands that read it. */
export const CONFIGURABLE: OptionTable = { ...PROXY_OPTIONS, ...JUDGE_OPTIONS, ...OPTIONS };

/**
 * What the command line, the environment and the configuration file ask for; every command reads its flags by this. A table
 * that has `config` and `env` of `OPTIONS` takes the file's values for all its options.
 *
 * @throws CommanderError, UsageError
 */
export const readArguments = <Table extends OptionTable>(
  program: Program,
  table: Table,
  args: readonly string[],
): { readonly options: ValuesOf<Table>; readonly operands: readonly string[] } =>
  readCommandLine(program, table, args, belowFlags(table, CONFIGURABLE));

/**
 * The same for a run.
 *
 * @param commands what `--help` lists besides the flags
 */
export const flagsOf = (args: readonly string[], commands: Program['commands'] = []): Options =>
  readArguments({ ...PROGRAM, commands }, OPTIONS, args).options;
