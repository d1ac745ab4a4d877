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
import { KEY_VARIABLE, LIMIT_KEY_VARIABLE } from '../exchange/near-misses';
import { REPORTS } from '../report';
import {
  checkIds,
  choicesFile,
  credential,
  example,
  header,
  perOperation,
  proxyUrl,
  rate,
  serverUrl,
  someOf,
} from './flag-kinds';

const REPORT_IDS = REPORTS.map(({ id }) => id);
const key = text('a key', () => true);
/** A switch that is off unless its flag is there. */
export const off = { kind: presence, default: false } as const;

export const OPTIONS = {
  config: {
    flag: '--config <file>',
    help: 'configuration, JSON or YAML; none: not even the one in this folder',
    kind: text('a file, or none'),
    defaultWords: 'conformance.config.json, .yaml or .yml in this folder',
    env: 'ANIMAL_STORE_CONFIG',
  },
  env: {
    flag: '--env <name>',
    help: 'which of its environments',
    kind: text('the name of an environment'),
    env: 'ANIMAL_STORE_ENV',
  },
  baseUrl: { flag: '--base-url <url>', help: 'the server, with the prefix of its paths', kind: serverUrl },
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
    help: 'a line of the shell that prints the API key: run at the start, and again where the server answers 401',
    kind: text('a command'),
    replaces: ['apiKey'],
  },
  apiKeyTtl: {
    flag: '--api-key-ttl <seconds>',
    help: 'run it again whenever the key is that old',
    kind: whole(1, 86_400),
    defaultWords: 'at a 401 alone',
  },
  credential: {
    flag: '--credential <scheme=value>',
    help: 'the credential of one security scheme, in the place of the API key; may come several times',
    kind: credential,
    default: {},
    defaultWords: 'the variable ANIMAL_STORE_CREDENTIAL_… of its name',
    isSecret: true,
  },
  plan: {
    flag: '--plan <name>',
    help: 'the plan of the key: then its figures are judged',
    kind: text('the name of a plan'),
  },
  exclusiveKey: {
    flag: '--exclusive-key',
    help: 'no other client uses the key meanwhile: then each request is counted',
    ...off,
  },
  limitKey: {
    flag: '--limit-key <key>',
    help: 'a key whose allowance may be used up',
    kind: key,
    env: LIMIT_KEY_VARIABLE,
    isSecret: true,
  },
  limitPlan: { flag: '--limit-plan <name>', help: 'the plan of that key', kind: text('the name of a plan') },
  waitForReset: {
    flag: '--wait-for-reset',
    help: 'wait for its window to end, and see that it is served again',
    ...off,
  },
  maxRequests: {
    flag: '--max-requests <number>',
    help: 'requests at the most',
    kind: whole(1, 1e6),
    defaultWords: '600, or 20 for each operation where that is more',
  },
  maxTime: { flag: '--max-time <seconds>', help: 'seconds at the most', kind: whole(1, 86_400), default: 600 },
  clean: { flag: '--clean', help: 'delete what was created in the end, by the deletes of the contract', ...off },
  after: {
    flag: '--after <command>',
    help: 'a line of the shell that is run in the end, with the records that were created and stay as JSON on its input',
    kind: text('a command'),
  },
  examplesPerCheck: {
    flag: '--examples-per-check <number>',
    help: 'random examples for each check that draws some',
    kind: whole(0, 10_000),
    default: 20,
  },
  seed: { flag: '--seed <number>', help: 'what decides the random examples', kind: whole(0, 2 ** 31 - 1), default: 1 },
  checks: {
    flag: '--checks <ids>',
    help: 'these checks alone: ids or prefixes, by commas',
    kind: checkIds,
    default: [],
    defaultWords: 'all',
  },
  excludeChecks: {
    flag: '--exclude-checks <ids>',
    help: 'all but these checks',
    kind: checkIds,
    default: [],
    defaultWords: 'none',
  },
  operations: {
    flag: '--operations <ids>',
    help: 'these operations alone, by commas',
    kind: texts,
    default: [],
    defaultWords: 'all',
  },
  excludeDeprecated: { flag: '--exclude-deprecated', help: 'leave deprecated operations out', ...off },
  strict: {
    flag: '--strict',
    help: 'warnings count as violations, and so does what was seen once; a document with faults is refused',
    ...off,
  },
  failOn: {
    flag: '--fail-on <outcomes>',
    help: 'what else counts as a violation, by commas',
    kind: someOf('warning', 'flaky', 'inconclusive'),
    default: [],
    defaultWords: 'none',
  },
  learn: {
    flag: '--learn <file>',
    help: 'write what the server chooses where the contract leaves it open: YAML or JSON, which starts the mock by --choices',
    kind: choicesFile,
  },
  choices: {
    flag: '--choices <file>',
    help: 'what the server chose before, as --learn wrote it: what it chooses otherwise now is a warning',
    kind: path('a file'),
  },
  minJudged: {
    flag: '--min-judged <percent>',
    help: 'the least part of the cells that has to be judged, else the run fails',
    kind: whole(0, 100),
    default: 0,
  },
  baseline: {
    flag: '--baseline <file>',
    help: 'known findings, which are set aside: only new ones count',
    kind: path('a file'),
  },
  updateBaseline: {
    flag: '--update-baseline',
    help: 'write what was found into that file, and take out what is fixed',
    ...off,
  },
  maxFailures: { flag: '--max-failures <number>', help: 'stop after so many violations', kind: whole(1, 1e6) },
  requestTimeout: {
    flag: '--request-timeout <seconds>',
    help: 'seconds that a reply may take',
    kind: whole(1, 600),
    default: 10,
  },
  parallel: {
    flag: '--parallel <number>',
    help: 'requests that are sent at once, at the most; 0: never',
    kind: whole(0, 64),
    default: 8,
  },
  rate: { flag: '--rate <number/m>', help: 'requests a minute at the most', kind: rate },
  insecure: { flag: '--insecure', help: 'accept any certificate', ...off },
  ca: { flag: '--ca <file>', help: 'certificates to trust, PEM', kind: path('a file') },
  proxy: { flag: '--proxy <url>', help: 'HTTP proxy', kind: proxyUrl, isSecret: true },
  header: {
    flag: '-H, --header <line>',
    help: "'Name: value' for every request; may come several times",
    kind: header,
    default: {},
    defaultWords: 'none',
    // It may hold a key.
    isSecret: true,
  },
  example: {
    flag: '--example <assignment>',
    help: 'a value known to be good: operation.name=value, of a parameter, a member or one within it (a.b)',
    kind: example,
    default: [],
    defaultWords: 'none',
  },
  perOperation: { help: 'switches of single operations, by their ids', kind: perOperation, default: {} },
  document: {
    flag: '--document <file>',
    help: 'OpenAPI document: file, URL, or - for standard input',
    kind: path('a file, a URL, or - for standard input'),
    defaultWords: 'the shipped one',
  },
  allowRefs: {
    flag: '--allow-refs <place...>',
    help: 'folders, files and origins that its references may lead to, besides its own',
    kind: places,
    default: [],
    defaultWords: 'none',
  },
  warnings: {
    flag: '--warnings <which>',
    help: 'faults of the document that are told: a few of each kind, all, or none',
    kind: oneOf<WarningDetail>(['few', 'all', 'none']),
    default: 'few',
  },
  dryRun: { flag: '--dry-run', help: 'show what would be sent, and send nothing', ...off },
  listChecks: { flag: '--list-checks', help: 'list the checks', ...off },
  report: {
    flag: '--report <formats>',
    help: 'reports besides the printed one, by commas; with --report-dir alone json and junit',
    kind: someOf(...REPORT_IDS),
    default: [],
    defaultWords: 'none',
  },
  reportDir: {
    flag: '--report-dir <folder>',
    help: 'where to write them',
    kind: path('a folder'),
    defaultWords: 'this folder',
  },
  quiet: { flag: '--quiet', help: 'the summary alone', ...off },
} as const satisfies OptionTable;

/** What the flags and variables come to. */
export type Options = ValuesOf<typeof OPTIONS>;

/** Some rows, in this order: what another command has of a run's options. */
export const rows = <Name extends keyof typeof OPTIONS>(...names: readonly Name[]): Pick<typeof OPTIONS, Name> =>
  // The names are those of the rows.
  Object.fromEntries(names.map((name) => [name, OPTIONS[name]])) as Pick<typeof OPTIONS, Name>;
