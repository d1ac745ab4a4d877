/**
 * The options of the suite. Each row is a flag with its `--help`, variable, default, type, checks and messages, and a
 * member of the configuration file.
 *
 * To add one:
 * 1. Add a row. A new kind of value goes into `flag-kinds.ts`, or into `openapi/program/option.ts` if the mock has
 *    it, too; how the configuration file writes it is the `form` of the kind.
 * 2. Use it: `toRunOptions` in `run-options.ts` makes of all options what a run is given.
 * 3. Add what `conformance/config/schema.test.ts` prints to `conformance/config.schema.json`.
 * 4. Run `npm run tables`, which writes its row into the docs.
 */
import type { WarningDetail } from '../../openapi/contract';
import {
  type OptionTable,
  oneOf,
  path,
  places,
  presence,
  text,
  texts,
  type ValuesOf,
  whole,
} from '../../openapi/program/option';
import { KEY_VARIABLE, LIMIT_KEY_VARIABLE, READER_KEY_VARIABLE } from '../exchange/keys/near-misses';
import { REPORTS } from '../report';
import {
  checkIds,
  choicesFile,
  credential,
  credentialIn,
  example,
  header,
  perOperation,
  proxyUrl,
  rate,
  serverUrl,
  someOf,
} from './flag-kinds';

const REPORT_IDS = REPORTS.map(({ id }) => id);
const key = text('a key');
/** A switch that is off unless its flag is there. */
export const off = { kind: presence, default: false } as const;

export const OPTIONS = {
  config: {
    flag: '--config <file>',
    help: 'configuration file, JSON or YAML; none reads no file at all',
    kind: text('a file, or none'),
    defaultWords: 'conformance.config.json, .yaml or .yml in this folder',
    env: 'ANIMAL_STORE_CONFIG',
  },
  env: {
    flag: '--env <name>',
    help: 'environment of the configuration file to use',
    kind: text('the name of an environment'),
    env: 'ANIMAL_STORE_ENV',
  },
  baseUrl: {
    flag: '--base-url <url>',
    help: 'base URL of the server to judge, such as https://staging.example/v1',
    kind: serverUrl,
  },
  apiKey: {
    flag: '--api-key <key>',
    help: 'API key',
    kind: key,
    env: KEY_VARIABLE,
    replaces: ['apiKeyCommand', 'apiKeyTtl'],
    isSecret: true,
  },
  apiKeyCommand: {
    flag: '--api-key-command <command>',
    help: 'shell command that prints the API key: runs at the start, and again after a 401',
    kind: text('a command'),
    replaces: ['apiKey'],
  },
  apiKeyTtl: {
    flag: '--api-key-ttl <seconds>',
    help: 'run that command again when the key is this old',
    kind: whole(1, 86_400),
    defaultWords: 'only after a 401',
  },
  credential: {
    flag: '--credential <scheme=value>',
    help: 'credential of one security scheme, used instead of the API key; repeatable',
    kind: credential,
    default: {},
    defaultWords: 'the variable ANIMAL_STORE_CREDENTIAL_<scheme>',
    isSecret: true,
  },
  credentialIn: {
    flag: '--credential-in <where>',
    help: 'where the API key goes if the document does not say: header:Authorization:Bearer, header:NAME, basic, query:NAME, cookie:NAME',
    kind: credentialIn,
    defaultWords: 'where the document says',
  },
  plan: {
    flag: '--plan <name>',
    help: 'plan of the API key: its limits are then checked',
    kind: text('the name of a plan'),
  },
  exclusiveKey: {
    flag: '--exclusive-key',
    help: 'no other client uses the API key during the run: every request is then counted',
    ...off,
  },
  limitKey: {
    flag: '--limit-key <key>',
    help: 'second API key, to test the rate limits with: its allowance will be used up',
    kind: key,
    env: LIMIT_KEY_VARIABLE,
    isSecret: true,
  },
  readOnlyKey: {
    flag: '--read-only-key <key>',
    help: 'API key that may only read, to see what it may not do: the key, or scheme=key where it goes by another security scheme than the first of the document',
    kind: key,
    env: READER_KEY_VARIABLE,
    isSecret: true,
  },
  limitPlan: { flag: '--limit-plan <name>', help: 'plan of the second key', kind: text('the name of a plan') },
  waitForReset: {
    flag: '--wait-for-reset',
    help: "wait until the second key's window ends, and check that it is served again",
    ...off,
  },
  maxRequests: {
    flag: '--max-requests <number>',
    help: 'requests to send at most',
    kind: whole(1, 1e6),
    defaultWords: '600; for each operation 70 up to 3500, then 20',
  },
  maxTime: {
    flag: '--max-time <seconds>',
    help: 'seconds that the run may take',
    kind: whole(1, 86_400),
    default: 600,
  },
  clean: {
    flag: '--clean',
    help: 'delete the created records at the end, with the DELETE operations of the document',
    ...off,
  },
  after: {
    flag: '--after <command>',
    help: 'shell command to run at the end; it gets the created records that are left, as JSON on standard input',
    kind: text('a command'),
  },
  examplesPerCheck: {
    flag: '--examples-per-check <number>',
    help: 'random examples for each check that generates input',
    kind: whole(0, 10_000),
    defaultWords: '20; of 20 operations or more, 5',
  },
  seed: { flag: '--seed <number>', help: 'seed of the random examples', kind: whole(0, 2 ** 31 - 1), default: 1 },
  checks: {
    flag: '--checks <ids>',
    help: 'run only these checks: ids or prefixes, comma-separated',
    kind: checkIds,
    default: [],
    defaultWords: 'all',
  },
  excludeChecks: {
    flag: '--exclude-checks <ids>',
    help: 'leave out these checks',
    kind: checkIds,
    default: [],
    defaultWords: 'none',
  },
  operations: {
    flag: '--operations <ids>',
    help: 'judge only these operations, comma-separated',
    kind: texts,
    default: [],
    defaultWords: 'all',
  },
  include: {
    flag: '--include <ids>',
    help: 'call these operations although they may stop the server or take away its data or the access to it, comma-separated',
    kind: texts,
    default: [],
    defaultWords: 'none; --operations includes what it names',
  },
  excludeDeprecated: { flag: '--exclude-deprecated', help: 'leave out deprecated operations', ...off },
  strict: {
    flag: '--strict',
    help: 'warnings and flaky findings count as violations; refuse a document that has faults',
    ...off,
  },
  failOn: {
    flag: '--fail-on <outcomes>',
    help: 'outcomes that fail the run too, comma-separated',
    kind: someOf('warning', 'flaky', 'inconclusive'),
    default: [],
    defaultWords: 'none',
  },
  learn: {
    flag: '--learn <file>',
    help: 'write how the server behaves where the contract leaves it open, as YAML or JSON: --choices of the mock reads it',
    kind: choicesFile,
  },
  choices: {
    flag: '--choices <file>',
    help: 'file that --learn wrote earlier: warn where the server behaves differently now',
    kind: path('a file'),
  },
  minJudged: {
    flag: '--min-judged <percent>',
    help: 'fail the run if less than this percentage of the table was judged',
    kind: whole(0, 100),
    default: 0,
  },
  baseline: {
    flag: '--baseline <file>',
    help: 'file of known findings: they do not count, only new ones do',
    kind: path('a file'),
  },
  updateBaseline: {
    flag: '--update-baseline',
    help: 'add new findings to the baseline, and remove fixed ones',
    ...off,
  },
  maxFailures: { flag: '--max-failures <number>', help: 'stop after this many violations', kind: whole(1, 1e6) },
  requestTimeout: {
    flag: '--request-timeout <seconds>',
    help: 'seconds to wait for a reply',
    kind: whole(1, 600),
    default: 10,
  },
  parallel: {
    flag: '--parallel <number>',
    help: 'requests to send at the same time at most; 0 sends them one by one',
    kind: whole(0, 64),
    default: 8,
  },
  rate: { flag: '--rate <number/m>', help: 'requests to send a minute at most', kind: rate },
  insecure: { flag: '--insecure', help: 'accept any TLS certificate', ...off },
  ca: { flag: '--ca <file>', help: 'CA certificates to trust, as a PEM file', kind: path('a file') },
  proxy: { flag: '--proxy <url>', help: 'HTTP proxy to send the requests through', kind: proxyUrl, isSecret: true },
  header: {
    flag: '-H, --header <line>',
    help: "header to send with every request, 'Name: value'; repeatable",
    kind: header,
    default: {},
    defaultWords: 'none',
    // It may hold a key.
    isSecret: true,
  },
  example: {
    flag: '--example <assignment>',
    help: 'value that the server accepts, as operation.name=value: a parameter, a property, a nested one (a.b), or body=JSON or @file; repeatable',
    kind: example,
    default: [],
    defaultWords: 'none',
  },
  examples: {
    flag: '--examples <file>',
    help: 'file of such values, JSON or YAML: {operation: {name: value}}',
    kind: path('a file'),
    defaultWords: 'none',
  },
  perOperation: { help: 'settings for single operations, by operationId', kind: perOperation, default: {} },
  document: {
    flag: '--document <file>',
    help: 'OpenAPI document: file, URL, or - for standard input',
    kind: path('a file, a URL, or - for standard input'),
    defaultWords: 'the shipped one',
  },
  allowRefs: {
    flag: '--allow-refs <place...>',
    help: 'further folders, files and origins that $ref may read',
    kind: places,
    default: [],
    defaultWords: 'none',
  },
  warnings: {
    flag: '--warnings <which>',
    help: 'faults of the document to print: a few of each kind, all, or none',
    kind: oneOf<WarningDetail>(['few', 'all', 'none']),
    default: 'few',
  },
  dryRun: { flag: '--dry-run', help: 'show what would be sent, and send nothing', ...off },
  listChecks: { flag: '--list-checks', help: 'list all checks', ...off },
  report: {
    flag: '--report <formats>',
    help: 'formats of reports to write, comma-separated; json and junit if only --report-dir is given',
    kind: someOf(...REPORT_IDS),
    default: [],
    defaultWords: 'none',
  },
  reportDir: {
    flag: '--report-dir <folder>',
    help: 'folder to write the reports to',
    kind: path('a folder'),
    defaultWords: 'this folder',
  },
  quiet: { flag: '--quiet', help: 'print only the summary', ...off },
} as const satisfies OptionTable;

/** What the flags and variables come to. */
export type Options = ValuesOf<typeof OPTIONS>;

/** Some rows, in this order: what another command has of a run's options. */
export const rows = <Name extends keyof typeof OPTIONS>(...names: readonly Name[]): Pick<typeof OPTIONS, Name> =>
  // The names are those of the rows.
  Object.fromEntries(names.map((name) => [name, OPTIONS[name]])) as Pick<typeof OPTIONS, Name>;
