#!/usr/bin/env node
import { EXIT_USAGE, messageOf, UsageError } from '../openapi/program/failure';
import { createLog, type Log } from './observe/log';
import { readCertificate } from './server/certificate';
import { serve } from './server/served';
import { listen } from './server/server';
import { bringUp } from './setup/bring-up';
import { flagsOf } from './setup/flags';
import type { Options } from './setup/options';
import { welcome } from './setup/welcome';

async function run(args: readonly string[]): Promise<void> {
  const options = flagsOf(args);
  const certificate = readCertificate(options);
  const notice = (text: string): void => console.error(text);
  const running = await bringUp(options, createLog(options.log, process.stderr), notice);
  const { live } = running;
  const listening = listen(serve(live), options.host, options.port, options.timeouts, certificate);
  const { origin, close } = await listening.catch(async (error: unknown) => {
    await running.close();
    throw explainListening(error, options);
  });
  console.log(welcome(live.engine, origin, certificate));
  stopOnSignals(() => close().then(() => running.close()), live.engine.log);
}

/** Under npm a Ctrl+C comes twice: from the terminal, and from npm, which passes it on. */
const ECHO_MS = 500;

/** The first signal shuts down gracefully, a later one ends the process at once. */
function stopOnSignals(close: () => Promise<void>, log: Log): void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      for (const signal of signals) process.off(signal, stop);
    }, ECHO_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.failed(error);
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, stop);
}

function explainListening(error: unknown, { host, port }: Options): unknown {
  // What `listen` rejects with is an error of Node, or has no `code`.
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is taken; name another with --port, or 0 for a free one`,
    EACCES: `port ${port} of ${host} may not be used by this user; name one above 1023 with --port`,
    EADDRNOTAVAIL: `${host} is no address of this machine; name another with --host`,
    ENOTFOUND: `${host} is no address of this machine; name another with --host`,
  };
  const reason = reasons[code ?? ''];
  return reason === undefined ? error : new UsageError(reason);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const message = messageOf(error);
  if (message === undefined) return;
  console.error(message);
  process.exitCode = EXIT_USAGE;
});
