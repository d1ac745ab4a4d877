import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The built command, as a user has it. */
const COMMAND = join(__dirname, '../../dist/bin/animal-store-conformance.js');

export interface Ended {
  /** The exit status; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command to its end, without the keys that the environment may have. */
export async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const { ANIMAL_STORE_API_KEY: _, ANIMAL_STORE_LIMIT_KEY: __, ...clean } = process.env;
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { ...clean, ...env }, stdio: 'pipe' });
  child.stdin.end();
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => {
    output.stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    output.stderr += data.toString();
  });
  await once(child, 'close');
  return { code: child.exitCode, ...output };
}
