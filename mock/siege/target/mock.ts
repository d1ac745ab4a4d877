import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { SiegeError } from '../siege-error';
import type { Address } from '../wire/lane';
import { COMMAND } from './command';
import { guard } from './guard';

/** The mock in a process of its own. */
export interface Target extends Address {
  readonly child: ChildProcess;
  readonly pid: number;
  isAlive(): boolean;
  /** How it ended; waits for that. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/**
 * Starts it on a free port of the loopback.
 *
 * @param onLine hears each line that it writes to either output
 * @throws SiegeError if it ends in place of listening
 */
export async function startTarget(args: readonly string[], onLine: (line: string) => void): Promise<Target> {
  const child = spawn(process.execPath, [COMMAND, '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  guard(child);
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const { pid, stdout, stderr } = child;
  if (pid === undefined) throw new SiegeError('the mock can not be started: build it first, by npm run build');
  const [output, errors] = [createInterface({ input: stdout }), createInterface({ input: stderr })];
  const said: string[] = [];
  errors.on('line', (line) => {
    if (said.length < 5) said.push(line);
    onLine(line);
  });
  const address = new Promise<Address>((resolve) => {
    output.on('line', (line) => {
      onLine(line);
      const [, host, port] = /https?:\/\/([\d.]+):(\d+)/.exec(line) ?? [];
      if (host !== undefined) resolve({ host, port: Number(port) });
    });
  });
  const found = await Promise.race([address, ended]);
  if (!('host' in found)) throw new SiegeError(`the mock ended in place of listening: ${said.join(' ')}`);
  return { ...found, child, pid, isAlive: () => child.exitCode === null && child.signalCode === null, ended };
}
