import { join } from 'node:path';
import { type Ended, startProgram } from '../../openapi/program/testing/child';

/** The built command, as a user has it. */
const COMMAND = join(__dirname, '../../dist/bin/animal-store-conformance.js');

/** Runs the command to its end, without the keys that the environment may have. */
export function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { ANIMAL_STORE_API_KEY: _, ANIMAL_STORE_LIMIT_KEY: __, ...clean } = process.env;
  const { child, ended } = startProgram(COMMAND, args, { ...clean, ...env });
  child.stdin.end();
  return ended();
}
