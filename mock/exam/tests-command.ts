import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { BEHAVIOUR_IDS } from '../../openapi/behaviours/options';
import { UsageError } from '../../openapi/program/failure';
import type { OptionRow } from '../../openapi/program/option';
import { shellWord } from '../../openapi/program/printable';
import type { Candidate } from './examine';
import { OPTIONS } from './options';

/** A line of the shell, or a program with its arguments. */
export type TestsCommand = string | readonly string[];

/** The command line of an exam: its flags, and the command of the tests. */
export interface ExamLine {
  readonly flags: readonly string[];
  readonly command: TestsCommand;
}

const NEEDS_COMMAND = 'exam needs the command of the tests behind --, such as: npx animal-store-mock exam -- npm test';

/** @throws UsageError without a command, or where it does not stand behind `--`, with the line as it should be */
export function readExamLine(args: readonly string[]): ExamLine {
  const end = args.indexOf('--');
  const flags = end < 0 ? args : args.slice(0, end);
  // What stands behind it may be for the program that npm runs, as in npm test -- --watch.
  const isOpen = end < 0 || args[end + 1]?.startsWith('-') === true;
  const { given, rest } = splitFlags(flags, isOpen);
  const [word = ''] = rest;
  if (word !== '' && !word.startsWith('-')) {
    const command = args.slice(flags.length - rest.length);
    const line = { flags: flags.slice(0, flags.length - rest.length), command: commandOf(command) };
    throw new UsageError(`put -- before the command of the tests: ${lineWith(line)}`);
  }
  const [needless] = given.filter(({ row }) => EXAMINING.includes(row));
  if (needless !== undefined && given.some(({ row }) => row === OPTIONS.once))
    throw new UsageError(`--once examines nothing: leave out ${needless.words[0]}, or --once`);
  return { flags, command: end < 0 ? [] : commandOf(args.slice(end + 1)) };
}

/** One word with blanks in it is a line of the shell, unless a file has this name. */
function commandOf(words: readonly string[]): TestsCommand {
  const [only = ''] = words;
  return words.length === 1 && /\s/.test(only.trim()) && !existsSync(only) ? only : words;
}

/** @throws UsageError without a command, or where there is no such program */
export function mustExist({ command }: ExamLine): void {
  if (([command].flat()[0] ?? '').trim() === '') throw new UsageError(NEEDS_COMMAND);
  // A shell says so itself, and finds programs in more ways.
  if (typeof command === 'string' || process.platform === 'win32') return;
  const [program = ''] = command;
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(delimiter);
  if (folders.some((folder) => existsSync(join(folder, program)))) return;
  throw new UsageError(
    `there is no program ${JSON.stringify(program)}. ` +
      'Write the command as you run the tests in this folder, such as npm test.',
  );
}

/** What is examined, and where the result goes: nothing for a single run. */
const EXAMINING: readonly OptionRow[] = [OPTIONS.only, OPTIONS.except, OPTIONS.seeds, OPTIONS.vary, OPTIONS.report];

/** The command that shows how the tests fail where the mock does this: whatever way they find it. */
export function lineToSee(line: ExamLine, candidates: readonly Candidate[]): string {
  const choices = candidates.flatMap(({ id, option }) => ['--choice', `${id}=${option}`]);
  return lineWith(line, ['--once', ...choices], [...EXAMINING, OPTIONS.once]);
}

/** The same exam at a fixed port. */
export const lineAtPort = (line: ExamLine, port: number): string =>
  lineWith(line, ['--port', String(port)], [OPTIONS.port]);

/** The same exam without the variable by which tests find a mock that runs already. */
export const lineWithoutMock = ({ flags, command }: ExamLine): string =>
  lineWith({
    flags,
    command: typeof command === 'string' ? `unset MOCK; ${command}` : ['env', '-u', 'MOCK', ...command],
  });

/** The line with more flags, without those of some rows, and with secrets left for the user to put into their variables. */
function lineWith(
  { flags, command }: ExamLine,
  more: readonly string[] = [],
  without: readonly OptionRow[] = [],
): string {
  const left = splitFlags(flags, false).given.filter(({ row }) => !without.includes(row));
  const [kept, secret] = [left.filter(({ row }) => row.isSecret !== true), left.filter(({ row }) => row.isSecret)];
  const words = [...kept.flatMap((one) => one.words), ...more, '--', ...[command].flat()];
  const variables = secret.map(({ row }) => `${row.env}=…`);
  return [...variables, 'npx animal-store-mock exam', ...words.map(shellWord)].join(' ');
}

interface Given {
  readonly row: OptionRow;
  /** The flag as it stands there, and its values. */
  readonly words: readonly string[];
}

/**
 * The flags with their values, up to the first word that belongs to none of them, or is an unknown flag.
 *
 * @param isOpen whether the command of the tests may begin among the values of a flag that takes several
 */
function splitFlags(
  args: readonly string[],
  isOpen: boolean,
): { readonly given: readonly Given[]; readonly rest: readonly string[] } {
  const given: Given[] = [];
  let rest = args;
  for (;;) {
    const [flag = '', ...behind] = rest;
    const row = Object.values<OptionRow>(OPTIONS).find((one) => one.flag?.split(' ')[0] === flag.split('=')[0]);
    if (row === undefined) return { given, rest };
    const values = flag.includes('=') ? 0 : valuesOf(row, behind, isOpen);
    given.push({ row, words: rest.slice(0, 1 + values) });
    rest = behind.slice(values);
  }
}

/** How many of these words are values of a flag. */
function valuesOf({ flag = '' }: OptionRow, words: readonly string[], isOpen: boolean): number {
  if (!flag.includes('<')) return 0;
  if (!flag.includes('...')) return 1;
  const ids: readonly string[] = BEHAVIOUR_IDS;
  const isOther = (word: string): boolean => isOpen && !ids.includes(word.split('=')[0] ?? '');
  const end = words.findIndex((word, index) => word.startsWith('-') || (index > 0 && isOther(word)));
  return end < 0 ? words.length : end;
}
