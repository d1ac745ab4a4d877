import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { EXIT_USAGE } from '../../openapi/program/failure';
import { type Ended, type Program, startInShell, startProgram } from '../../openapi/program/testing/child';
import { execute, lineOf } from '../commands';

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

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

let before: Promise<unknown> = Promise.resolve();

/**
 * Does in this process what the command does, for tests of what that is: a process of its own takes three times the processor time of a
 * short run. One after the other, since each has the output and the environment to itself.
 */
export function runHere(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const ended = before.then(() => runAlone(args, env));
  before = ended.catch(() => {});
  return ended;
}

async function runAlone(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  const handlers = SIGNALS.map((signal) => [signal, process.listeners(signal)] as const);
  const into = (name: keyof typeof written): Writable =>
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        written[name] += text;
        done();
      },
    });
  const undo = [
    replace(process, 'stdout', into('stdout')),
    replace(process, 'stderr', into('stderr')),
    replace(process, 'env', { ...withoutKeys(), ...env }),
    replace(console, 'error', (line: string) => process.stderr.write(`${line}\n`)),
  ];
  try {
    const code = await execute(args).catch((error: unknown) => {
      const line = lineOf(error);
      if (line !== undefined) console.error(line);
      return line === undefined ? 0 : EXIT_USAGE;
    });
    return withoutProgress({ code, ...written });
  } finally {
    for (const one of undo) one();
    for (const [signal, others] of handlers)
      for (const handler of process.listeners(signal)) if (!others.includes(handler)) process.off(signal, handler);
    // A run sets it for its process; this one has other things to do.
    setFlagsFromString('--heap-growing-percent=0');
  }
}

/** @returns what puts back what was there */
function replace<Of extends object>(of: Of, name: keyof Of, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(of, name);
  Object.defineProperty(of, name, { value, configurable: true, writable: true });
  return () => {
    if (own === undefined) Reflect.deleteProperty(of, name);
    else Object.defineProperty(of, name, own);
  };
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
