import { join } from 'node:path';
import { startProgram } from '../../openapi/program/testing/child';

const COMMAND = join(__dirname, '../../dist/conformance/selftest/cli.js');

/** What the built self-test came to. */
interface Tested {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Faults, and how many of them were caught. */
  readonly caught: { readonly count: number; readonly of: number };
}

/** Runs the built self-test to its end. */
export async function selftest(...args: readonly string[]): Promise<Tested> {
  const { child, ended } = startProgram(COMMAND, args, process.env);
  child.stdin.end();
  const { code, stdout, stderr } = await ended();
  const [, count, of] = /caught +(\d+) of (\d+) faults/.exec(stdout) ?? [];
  return { code, stdout, stderr, caught: { count: Number(count), of: Number(of) } };
}
