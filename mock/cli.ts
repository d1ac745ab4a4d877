#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { ContractError } from '../openapi/contract';
import { version } from '../openapi/program/version';
import { createLog, LOG_LEVELS, type LogLevel } from './observe/log';
import { isOrigin } from './pipeline/cors';
import { serve } from './server/served';
import { listen } from './server/server';
import type { MockEngine } from './setup/engine';
import { isToken } from './setup/options';
import { DEFAULTS, setUp } from './setup/setup';
import { welcome } from './setup/welcome';

/** Something that the user asked for can't be had. */
const EXIT_USAGE = 2;

const ADMIN_TOKEN = 'ANIMAL_STORE_ADMIN_TOKEN';

interface Flags {
  readonly port: number;
  readonly host: string;
  readonly document?: string;
  readonly fixtures?: string;
  readonly keys?: string;
  readonly planLimits: 'on' | 'off';
  readonly banAfter: number;
  readonly banSeconds: number;
  readonly cors: readonly string[];
  readonly log: LogLevel;
  readonly checkReplies?: true;
  readonly journal: number;
  readonly maxSessions: number;
  readonly admin: 'on' | 'off';
  readonly adminToken?: string;
}

const EXAMPLES = `
Examples:
  $ animal-store-mock                                   serve the shipped contract on port 4010
  $ animal-store-mock --port 0 --fixtures none          a free port, an empty store
  $ animal-store-mock --document staging.yaml           another version of the contract
  $ animal-store-mock --plan-limits off                 never answer 429
  $ animal-store-mock --keys keys.json --log requests   keys of your own, a line for each request`;

function commandLine(): Command {
  return new Command('animal-store-mock')
    .description('A stateful mock of the API that an OpenAPI document describes.')
    .version(version(), '--version', 'print the version')
    .helpOption('--help', 'print this')
    .option('--port <number>', 'port to listen on; 0 takes a free one', integer(0, 65_535), 4010)
    .option('--host <address>', 'address to listen on', address, DEFAULTS.host)
    .option('--document <file>', 'OpenAPI document: file, URL, or - for standard input (default: the shipped one)')
    .option('--fixtures <file>', 'records to start with: a JSON file, or none (default: the shipped animals)')
    .option('--keys <file>', 'API keys: a JSON file (default: the shipped demo keys)')
    .addOption(new Option('--plan-limits <switch>', 'enforce the rate limits').choices(['on', 'off']).default('on'))
    .option('--ban-after <number>', 'refusals in a row that ban a key; 0 never', integer(0, 1e9), DEFAULTS.banAfter)
    .option('--ban-seconds <number>', 'how long a ban lasts; 0 never bans', integer(0, 1e9), DEFAULTS.banSeconds)
    .addOption(
      new Option('--cors <origin...>', 'origins whose pages may read replies; * is every one')
        .argParser(origins)
        .default([...DEFAULTS.cors], '*'),
    )
    .addOption(new Option('--log <what>', 'what to log to standard error').choices(LOG_LEVELS).default('errors'))
    .option('--journal <number>', 'requests that the journal holds', integer(0, 1e6), DEFAULTS.journal)
    .option('--max-sessions <number>', 'sessions open at once', integer(0, 1e6), DEFAULTS.maxSessions)
    .addOption(new Option('--admin <switch>', 'the control plane, under /__admin').choices(['on', 'off']).default('on'))
    .addOption(
      new Option(
        '--admin-token <token>',
        'what the control plane asks for; beyond this machine it is off without one',
      ).env(ADMIN_TOKEN),
    )
    .option('--check-replies', 'judge each reply by the contract, and report a broken one')
    .addHelpText('after', EXAMPLES)
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => {} })
    .exitOverride();
}

function integer(lowest: number, highest: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= lowest && value <= highest) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${lowest} to ${highest}.`);
  };
}

function address(text: string): string {
  // Node would listen on every address there is.
  if (text === '') throw new InvalidArgumentError('Expected an address such as 127.0.0.1, or 0.0.0.0 for all.');
  return text;
}

function origins(text: string, before: readonly string[]): readonly string[] {
  if (!isOrigin(text)) throw new InvalidArgumentError('Expected an origin such as http://localhost:3000, or *.');
  // The default is replaced by the first origin that is named.
  return before.join() === DEFAULTS.cors.join() ? [text] : [...before, text];
}

async function run(argv: readonly string[]): Promise<void> {
  const command = commandLine().parse(argv);
  const flags = command.opts<Flags>();
  const adminToken = adminTokenOf(command);
  const log = createLog(flags.log, process.stderr);
  const notice = (text: string): void => console.error(text);
  const engine = await setUp(
    { ...flags, planLimits: flags.planLimits === 'on', admin: flags.admin === 'on', adminToken },
    log,
    notice,
  );
  const { origin, close } = await listen(serve(engine), flags.host, flags.port).catch((error: unknown) => {
    throw explainListening(error, flags);
  });
  console.log(welcome(engine, origin));
  stopOnSignals(close, engine);
}

/** @throws UsageError, checked here since commander repeats what it refuses */
function adminTokenOf(command: Command): string | undefined {
  const { adminToken } = command.opts<Flags>();
  // An empty variable is what shells and lists of variables have for one that is not set.
  const isUnset = adminToken === '' && command.getOptionValueSource('adminToken') === 'env';
  if (isUnset || adminToken === undefined) return undefined;
  if (isToken(adminToken)) return adminToken;
  throw new UsageError(
    `the admin token may have letters, digits and ._~+/- alone; give another with --admin-token or ${ADMIN_TOKEN}`,
  );
}

/** The first signal ends the mock in peace, a second one at once. */
function stopOnSignals(close: () => Promise<void>, { log }: MockEngine): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.failed(error);
          process.exit(1);
        },
      );
    });
  }
}

/** What the user can mend about the port and the host, in one line. */
class UsageError extends Error {}

function explainListening(error: unknown, { host, port }: Flags): unknown {
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

run(process.argv).catch((error: unknown) => {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return;
    // A value given to a misspelt flag may be a token.
    const [what = ''] = error.message.split('\n');
    console.error(`${what.replace(/(unknown option '--[^=']+)=.*'/, "$1'")} (see --help)`);
  } else if (error instanceof ContractError || error instanceof UsageError) {
    console.error(`error: ${error.message}`);
  } else {
    console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  }
  process.exitCode = EXIT_USAGE;
});
