#!/usr/bin/env node
import { setTimeout as passed } from 'node:timers/promises';
import { readFlags } from '../openapi/program/command';
import { endWith, messageOf, UsageError } from '../openapi/program/failure';
import { surviveLostOutput } from '../openapi/program/process';
import { exam } from './exam/command';
import { type Log, logTo, sinkOf, waitForNoTerminal } from './observe/log';
import { readCertificate } from './server/certificate';
import { bringUpOnPort } from './setup/bring-up';
import { OPTIONS, PROGRAM } from './setup/options';
import { welcome } from './setup/welcome';
import { worker } from './worker/command';

async function run(args: readonly string[]): Promise<number> {
  surviveLostOutput();
  const [first = '', ...others] = args;
  if (Object.hasOwn(COMMANDS, first)) return COMMANDS[first as keyof typeof COMMANDS](others);
  const options = readFlags(PROGRAM, OPTIONS, args);
  // Lists of processes show what a command was started with, and the URL of a store may have a password in it.
  if (options.store !== undefined) process.title = PROGRAM.name;
  const certificate = readCertificate(options);
  for (const out of [process.stdout, process.stderr]) waitForNoTerminal(out);
  const log = logTo(options.log, sinkOf(process.stderr));
  const { running, listening } = await bringUpOnPort(options, certificate, log, log.notice, {
    named: (option) => `--${option}`,
    error: (reason) => new UsageError(reason),
  });
  // Before a client can know that it runs, and end it.
  stopOnSignals(log, () => listening.close().then(() => running.close()));
  console.log(welcome(running.live.engine, listening.origin, certificate));
  return 0;
}

/** Those with a name of their own. */
const COMMANDS = { exam, worker };

/** Under npm a Ctrl+C comes twice: from the terminal, and from npm, which passes it on. */
const ECHO_MS = 500;

/** On shutdown, how long the log's reader may take for what is left of it. */
const LOG_MS = 100;

/** The first signal shuts down gracefully, a later one ends the process at once. A terminal that closes sends SIGHUP. */
function stopOnSignals(log: Log, close: () => Promise<void>): void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      for (const signal of signals) process.off(signal, stop);
    }, ECHO_MS).unref();
    void end(log, close);
  };
  for (const signal of signals) process.on(signal, stop);
}

async function end(log: Log, close: () => Promise<void>): Promise<never> {
  const code = await close().then(
    () => 0,
    (error: unknown) => {
      log.notice(messageOf(error) ?? '');
      return 1;
    },
  );
  await Promise.race([log.settled(), passed(LOG_MS)]);
  return process.exit(code);
}

endWith(run(process.argv.slice(2)));
