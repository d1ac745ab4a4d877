import { CommanderError } from 'commander';
import { printable } from './printable';

/** The status that a program ends with where something that the user asked for can't be had. */
export const EXIT_USAGE = 2;

/** What the user can correct, in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The line that a program ends with, or a line for each of several things to correct, as a terminal may show it; undefined where it was asked for its help or version alone. */
export function messageOf(error: unknown): string | undefined {
  if (error instanceof CommanderError)
    return error.exitCode === 0 ? undefined : `${inOneLine(error.message)} (see --help)`;
  const lines = error instanceof Error ? [error.message, ...moreOf(error)] : [String(error)];
  return lines.map((line) => `error: ${inOneLine(line)}`).join('\n');
}

/** What else an error is about. */
const moreOf = (error: Error & { readonly more?: readonly string[] }): readonly string[] => error.more ?? [];

/** A password may stand in a URL that was given, but not in one that says how to write it. Takes time linear in the text, since it begins behind slashes and passes none. */
const USER_INFO = /(?<=:\/\/)(?!NAME:PASSWORD@)[^/?#\s]*@/g;

const inOneLine = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trim());
  return printable(lines.filter((line) => line !== '').join(' ')).replace(USER_INFO, '');
};

/** Lets the program end with the status that it comes to; or with the line that says what to correct, and its status. */
export function endWith(status: Promise<number>): void {
  status.then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      const message = messageOf(error);
      if (message !== undefined) console.error(message);
      process.exitCode = message === undefined ? 0 : EXIT_USAGE;
    },
  );
}
