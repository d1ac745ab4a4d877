import { type Program, readCommandLine } from '../../openapi/program/command';
import { type OptionTable, text, type ValuesOf, whole } from '../../openapi/program/option';
import { belowFlags } from '../config/file';
import { serverUrl } from './flag-kinds';
import { OPTIONS, type Options, off, rows } from './options';

/** The options of `judge`: those of a run that have a meaning where nothing is sent, and its own. */
export const JUDGE_OPTIONS = {
  ...rows('config', 'env'),
  baseUrl: {
    ...OPTIONS.baseUrl,
    help: 'base URL of the server that was recorded',
    defaultWords: 'the server of the document that the recordings asked',
  },
  complete: {
    flag: '--complete',
    help: "the files hold every change of the server's records, with times from one clock: judge them as one recording",
    ...off,
  },
  ...rows('checks', 'excludeChecks', 'operations', 'excludeDeprecated', 'perOperation', 'strict', 'failOn', 'learn'),
  ...rows('choices', 'baseline', 'updateBaseline', 'document', 'allowRefs', 'warnings', 'report', 'reportDir'),
  ...rows('quiet'),
} as const satisfies OptionTable;

export const JUDGE_PROGRAM: Program = {
  name: 'animal-store-conformance judge',
  description: 'Judges recorded traffic, and sends nothing.',
  operands: { usage: '<files...>' },
  epilogue: `
Examples:
  $ animal-store-conformance judge session.har --base-url https://staging.example/v1
  $ animal-store-conformance judge *.har --complete --report json,junit --report-dir out
  $ zcat session.har.gz | animal-store-conformance judge -

Takes HAR files of browsers, Playwright and proxies; - is standard input.

Exit code: 0 no violation; 1 violations; 2 nothing could be judged.`,
};

/** The options of `proxy`. */
export const PROXY_OPTIONS = {
  ...rows('config', 'env'),
  target: {
    flag: '--target <url>',
    help: 'base URL of the server behind the proxy',
    kind: serverUrl,
  },
  port: {
    flag: '--port <number>',
    help: 'port to listen on; 0 takes a free one',
    kind: whole(0, 65_535),
    default: 4011,
  },
  host: {
    flag: '--host <address>',
    help: 'address to listen on',
    // Without an address Node would listen on all.
    kind: text('an address such as 127.0.0.1, or 0.0.0.0 for all'),
    default: '127.0.0.1',
  },
  keepHost: {
    flag: '--keep-host',
    help: 'pass on the Host header of the client, not the host of the target',
    ...off,
  },
  annotate: {
    flag: '--annotate',
    help: 'name the findings of a reply in a header of it; each reply then waits until it is judged',
    ...off,
  },
  complete: {
    flag: '--complete',
    help: "every change of the server's records comes through the proxy: judge deleted and changed records too",
    ...off,
  },
  ...rows('insecure', 'ca', 'document', 'allowRefs', 'warnings', 'strict', 'failOn', 'learn', 'choices', 'minJudged'),
  ...rows('baseline', 'updateBaseline', 'report', 'reportDir', 'quiet'),
} as const satisfies OptionTable;

export type ProxyFlags = ValuesOf<typeof PROXY_OPTIONS>;

export const PROGRAM: Program = {
  name: 'animal-store-conformance',
  description: 'Tests a running server against its OpenAPI document.',
  epilogue: `
Examples:
  $ animal-store-conformance --base-url https://staging.example/v1
  $ animal-store-conformance --base-url http://127.0.0.1:4010/v1 --api-key KEY --plan NAME
  $ animal-store-conformance --base-url URL --limit-key "$SPARE_KEY"        test the rate limits too, with a second key
  $ animal-store-conformance --base-url URL --max-requests 60               what a minute of the smallest plan allows
  $ animal-store-conformance --base-url URL --report json,junit --report-dir out
  $ animal-store-conformance --env staging            the environment of that name in conformance.config.json

The API key may come from the variable ANIMAL_STORE_API_KEY. Flags override variables, variables override the
configuration file.

Exit code: 0 no violation; 1 violations; 2 nothing could be judged.`,
};

/** What a configuration file may have: the options of all commands that read it. */
export const CONFIGURABLE: OptionTable = { ...PROXY_OPTIONS, ...JUDGE_OPTIONS, ...OPTIONS };

/**
 * What the command line, the environment and the configuration file ask for; every command reads its flags by this. A table
 * that has `config` and `env` of `OPTIONS` takes the file's values for all its options.
 *
 * @throws CommanderError, UsageError
 */
export const readArguments = <Table extends OptionTable>(
  program: Program,
  table: Table,
  args: readonly string[],
): { readonly options: ValuesOf<Table>; readonly operands: readonly string[] } =>
  readCommandLine(program, table, args, belowFlags(table, CONFIGURABLE));

/** The same for a run, whose `--help` lists the commands. */
export const flagsOf = (args: readonly string[], commands: Program['commands'] = []): Options =>
  readArguments({ ...PROGRAM, commands }, OPTIONS, args).options;
