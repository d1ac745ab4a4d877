#!/usr/bin/env node
import { EXIT_USAGE, messageOf, UsageError } from '../openapi/program/failure';
import { createLog } from './observe/log';
import { readCertificate } from './server/certificate';
import { serve } from './server/served';
import { listen } from './server/server';
import { whyNotListening } from './server/why-not-listening';
import { bringUp } from './setup/bring-up';
import { flagsOf } from './setup/flags';
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
    const reason = whyNotListening(error, options, (option) => `--${option}`);
    throw reason === undefined ? error : new UsageError(reason);
  });
  console.log(welcome(live.engine, origin, certificate));
  stopOnSignals(() => close().then(() => running.close()));
}

/** Under npm a Ctrl+C comes twice: from the terminal, and from npm, which passes it on. */
const ECHO_MS = 500;

/** The first signal shuts down gracefully, a later one ends the process at once. */
function stopOnSignals(close: () => Promise<void>): void {
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
        console.error(messageOf(error));
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, stop);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const message = messageOf(error);
  if (message === undefined) return;
  console.error(message);
  process.exitCode = EXIT_USAGE;
});
