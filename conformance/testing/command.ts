import { join } from 'node:path';
import { type Ended, type Program, startInShell, startProgram } from '../../openapi/program/testing/child';

/** The built command, as a user has it. */
const COMMAND = join(__dirname, '../../dist/bin/animal-store-conformance.js');

/** Runs the command to its end, without the keys that the environment may have. */
export const runCommand = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  startCommand(args, env).ended();

/** Starts the command. */
export function startCommand(args: readonly string[], env: NodeJS.ProcessEnv): Program {
  const program = startProgram(COMMAND, args, { ...withoutKeys(), ...env });
  program.child.stdin.end();
  return { ...program, ended: async () => withoutProgress(await program.ended()) };
}

/** Has bash do it, by a line that has `"$@"` in the place of the command. */
export function runInShell(line: string, args: readonly string[]): Promise<Ended> {
  const { child, ended } = startInShell(line, COMMAND, args, withoutKeys());
  child.stdin.end();
  return ended().then(withoutProgress);
}

/** How far a run is after so many seconds says how busy the machine was. */
const withoutProgress = ({ stderr, ...ended }: Ended): Ended => ({
  ...ended,
  stderr: stderr.replaceAll(/^\d+ s: \d+ of at most \d+ requests, .*\n/gm, ''),
});

function withoutKeys(): NodeJS.ProcessEnv {
  const { ANIMAL_STORE_API_KEY: _, ANIMAL_STORE_LIMIT_KEY: __, ...clean } = process.env;
  return clean;
}

const SELFTEST = join(__dirname, '../../dist/tools/selftest/cli.js');

/** Runs the built self-test to its end. */
export function selftest(...args: readonly string[]): Promise<Ended> {
  const { child, ended } = startProgram(SELFTEST, args, process.env);
  child.stdin.end();
  return ended();
}
