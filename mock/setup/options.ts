/**
 * The options of the mock. Each row is a flag with its `--help`, variable, default, checks and messages, and a member
 * of what `createMock` and `startMock` take.
 *
 * To add one:
 * 1. Add a row. A new kind of value goes into `option-kinds.ts`, or into `openapi/program/option.ts` if the suite has
 *    it, too.
 * 2. Above the row say its help as a sentence, with the default: editors show it, and a test prints what it expects
 *    there.
 * 3. Use it: `engineAtStart` in `engine.ts` gets all options. If replicas that share a store have to agree on it, add
 *    it to `ALIKE` in `stores.ts`.
 * 4. Run `npm run tables`, which writes its row into the docs.
 */

import { LARGEST_SEED } from '../../openapi/behaviours/read-chosen';
import type { WarningDetail } from '../../openapi/contract';
import type { Program } from '../../openapi/program/command';
import {
  type InputsOf,
  type OptionKind,
  type OptionRow,
  type OptionTable,
  oneOf,
  onOff,
  places,
  presence,
  text,
  type ValuesOf,
  whole,
} from '../../openapi/program/option';
import type { AnimalStore } from '../../openapi/types/animal-store';
import type { Api } from '../../openapi/types/api';
import { LOG_LEVELS } from '../observe/log';
import { DEFAULT_MAX_CONNECTIONS, DEFAULT_TIMEOUTS } from '../server/defaults';
import {
  assignments,
  behaviourIds,
  choices,
  origins,
  pageOrigins,
  records,
  storePrefix,
  storeUrl,
  timeouts,
  token,
} from './option-kinds';

export interface MockRow extends OptionRow<OptionKind<unknown, unknown>> {
  /** Whether it only concerns a mock with a port; `createMock` does not take it. */
  readonly needsPort?: true;
}

/** Clients of the Admin API read it, too: the fixtures for runners, `connectMock`. */
export const ADMIN_TOKEN_VARIABLE = 'ANIMAL_STORE_ADMIN_TOKEN';

export const OPTIONS = {
  /** Port to listen on; 0 takes a free one. Default: 0. */
  port: {
    flag: '--port <number>',
    help: 'port to listen on; 0 takes a free one',
    kind: whole(0, 65_535),
    default: 0,
    flagDefault: 4010,
    needsPort: true,
  },
  /** Address to listen on. Default: '127.0.0.1'. */
  host: {
    flag: '--host <address>',
    help: 'address to listen on',
    // Without an address Node would listen on all.
    kind: text('an address such as 127.0.0.1, or 0.0.0.0 for all'),
    default: '127.0.0.1',
    needsPort: true,
  },
  /** Certificate in PEM, for HTTPS; needs --tls-key. */
  tlsCert: {
    flag: '--tls-cert <file>',
    help: 'certificate in PEM, for HTTPS; needs --tls-key',
    kind: text('a PEM file'),
    needsPort: true,
  },
  /** Private key of the certificate, in PEM. */
  tlsKey: {
    flag: '--tls-key <file>',
    help: 'private key of the certificate, in PEM',
    kind: text('a PEM file'),
    needsPort: true,
  },
  /** Milliseconds that a client may take to send a head, and a whole request. Default: { headers: 10000, request: 30000 }. */
  timeouts: {
    help: 'milliseconds that a client may take to send a head, and a whole request',
    kind: timeouts,
    default: DEFAULT_TIMEOUTS,
    needsPort: true,
  },
  /** Keep the process running until close() is called. Default: false. */
  keepAlive: {
    help: 'keep the process running until close() is called',
    kind: presence,
    default: false,
    flagDefault: true,
    needsPort: true,
  },
  /** OpenAPI document: file, URL, or - for standard input. Default: the shipped one. */
  document: {
    flag: '--document <file>',
    help: 'OpenAPI document: file, URL, or - for standard input',
    kind: text('a file, a URL, or - for standard input'),
    defaultWords: 'the shipped one',
  },
  /** Folders, files and origins that references of the document may read, besides its own. */
  allowRefs: {
    flag: '--allow-refs <place...>',
    help: 'folders, files and origins that references of the document may read, besides its own',
    kind: places,
  },
  /** Refuse a document that has faults. Default: false. */
  strict: {
    flag: '--strict',
    help: 'refuse a document that has faults',
    kind: presence,
    default: false,
  },
  /** Faults of the document that are printed at the start: a few of each kind, all, or none. Default: 'few'. */
  warnings: {
    flag: '--warnings <which>',
    help: 'faults of the document that are printed at the start: a few of each kind, all, or none',
    kind: oneOf<WarningDetail>(['few', 'all', 'none']),
    default: 'few',
  },
  /** Records to start with: a JSON file, examples, none, or how many of the default ones in each list. Default: the shipped animals; examples with --document. */
  fixtures: {
    flag: '--fixtures <file|number>',
    help: 'records to start with: a JSON file, examples, none, or how many of the default ones in each list',
    kind: records,
    defaultWords: 'the shipped animals; examples with --document',
  },
  /** API keys: a JSON file. Default: the shipped demo keys. */
  keys: {
    flag: '--keys <file>',
    help: 'API keys: a JSON file',
    kind: text('a JSON file'),
    defaultWords: 'the shipped demo keys',
  },
  /** Read document, fixtures, keys and choices again when these files change. Default: false. */
  watch: {
    flag: '--watch',
    help: 'read document, fixtures, keys and choices again when these files change',
    kind: presence,
    default: false,
    needsPort: true,
  },
  /** File that keeps records, rate limits, clock and faults from one run to the next. */
  state: {
    flag: '--state <file>',
    help: 'file that keeps records, rate limits, clock and faults from one run to the next',
    kind: text('a file'),
    needsPort: true,
  },
  /** Redis that several replicas share, redis://[user:password@]host[:port][/db]. Default: memory of its own. */
  store: {
    flag: '--store <url>',
    help: 'Redis that several replicas share, redis://[user:password@]host[:port][/db]',
    kind: storeUrl,
    defaultWords: 'memory of its own',
    env: 'ANIMAL_STORE_STORE',
    isSecret: true,
  },
  /** What the names of all keys in Redis begin with: one for each mock. Default: 'animal-store'. */
  storePrefix: {
    flag: '--store-prefix <name>',
    help: 'what the names of all keys in Redis begin with: one for each mock',
    kind: storePrefix,
    default: 'animal-store',
  },
  /** Remove everything with this prefix from Redis at the start. Default: false. */
  storeReset: {
    flag: '--store-reset',
    help: 'remove everything with this prefix from Redis at the start',
    kind: presence,
    default: false,
  },
  /** Enforce the rate limits; off never answers 429. Default: true. */
  planLimits: {
    flag: '--plan-limits <switch>',
    help: 'enforce the rate limits; off never answers 429',
    kind: onOff,
    default: true,
  },
  /** Refusals in a row that ban a key; 0 never. Default: 10. */
  banAfter: {
    flag: '--ban-after <number>',
    help: 'refusals in a row that ban a key; 0 never',
    kind: whole(0, 1e9),
    default: 10,
  },
  /** Seconds that a ban lasts; 0 never bans. Default: 60. */
  banSeconds: {
    flag: '--ban-seconds <number>',
    help: 'seconds that a ban lasts; 0 never bans',
    kind: whole(0, 1e9),
    default: 60,
  },
  /** Serve operations after the day of their removal, too. Default: false. */
  keepRemoved: {
    flag: '--keep-removed',
    help: 'serve operations after the day of their removal, too',
    kind: presence,
    default: false,
  },
  /** Origins whose pages may read replies; * is every one. Default: [ '*' ]. */
  cors: {
    flag: '--cors <origin...>',
    help: 'origins whose pages may read replies; * is every one',
    kind: origins,
    default: ['*'],
  },
  /** What to log to standard error. Default: 'silent'. */
  log: {
    flag: '--log <what>',
    help: 'what to log to standard error',
    kind: oneOf(LOG_LEVELS),
    default: 'silent',
    flagDefault: 'errors',
  },
  /** Records that the mock, and each session, holds at most. Default: 10000000. */
  maxRecords: {
    flag: '--max-records <number>',
    help: 'records that the mock, and each session, holds at most',
    kind: whole(1, 1e9),
    default: 10_000_000,
  },
  /** MiB that the records of all sessions take at most. Default: seven tenths of Node's heap. */
  recordsMemory: {
    flag: '--records-memory <MiB>',
    help: 'MiB that the records of all sessions take at most',
    kind: whole(1, 1e6),
    defaultWords: "seven tenths of Node's heap",
  },
  /** Requests that the request log of each session holds at most; 0 keeps none. Default: 1000. */
  journal: {
    flag: '--journal <number>',
    help: 'requests that the request log of each session holds at most; 0 keeps none',
    kind: whole(0, 1e6),
    default: 1000,
  },
  /** MiB that the request logs of all sessions take at most; with --store, that of each. Default: 64. */
  journalMemory: {
    flag: '--journal-memory <MiB>',
    help: 'MiB that the request logs of all sessions take at most; with --store, that of each',
    kind: whole(1, 1e6),
    default: 64,
  },
  /** Sessions open at once; 0 allows none. Default: 1000. */
  maxSessions: {
    flag: '--max-sessions <number>',
    help: 'sessions open at once; 0 allows none',
    kind: whole(0, 1e6),
    default: 1000,
  },
  /** Connections open at once, if as many files may be open; one more gets a 503. Default: 10000. */
  maxConnections: {
    flag: '--max-connections <number>',
    help: 'connections open at once, if as many files may be open; one more gets a 503',
    kind: whole(1, 1e6),
    default: DEFAULT_MAX_CONNECTIONS,
    needsPort: true,
  },
  /** The Admin API and console, under /__admin; off switches its health off, too, but not /. Default: true. */
  admin: {
    flag: '--admin <switch>',
    help: 'the Admin API and console, under /__admin; off switches its health off, too, but not /',
    kind: onOff,
    default: true,
  },
  /** Token that the Admin API requires; without one it is off if other machines can reach the mock. */
  adminToken: {
    flag: '--admin-token <token>',
    help: 'token that the Admin API requires; without one it is off if other machines can reach the mock',
    kind: token,
    env: ADMIN_TOKEN_VARIABLE,
    isSecret: true,
  },
  /** Origins whose pages may use the Admin API, besides its own. */
  adminOrigin: {
    flag: '--admin-origin <origin...>',
    help: 'origins whose pages may use the Admin API, besides its own',
    kind: pageOrigins,
  },
  /** Check each reply of the mock against the contract, and report a broken one. Default: false. */
  checkReplies: {
    flag: '--check-replies',
    help: 'check each reply of the mock against the contract, and report a broken one',
    kind: presence,
    default: false,
  },
  /** File that chooses options of unspecified behaviours, such as the suite writes with --learn. */
  choices: {
    flag: '--choices <file>',
    help: 'file that chooses options of unspecified behaviours, such as the suite writes with --learn',
    kind: choices,
    env: 'ANIMAL_STORE_CHOICES',
  },
  /** Option of an unspecified behaviour, ID=OPTION; several times for more. */
  choice: {
    flag: '--choice <id=option...>',
    help: 'option of an unspecified behaviour, ID=OPTION; several times for more',
    kind: assignments,
  },
  /** Seed that picks an option for every unspecified behaviour that is not chosen. */
  vary: {
    flag: '--vary <seed>',
    help: 'seed that picks an option for every unspecified behaviour that is not chosen',
    kind: whole(0, LARGEST_SEED),
  },
  /** Unspecified behaviours that --vary leaves alone, by their ids. */
  except: {
    flag: '--except <id...>',
    help: 'unspecified behaviours that --vary leaves alone, by their ids',
    kind: behaviourIds,
  },
  /** Seed of the generated values and of the chances of faults. Default: 1. */
  seed: {
    flag: '--seed <number>',
    help: 'seed of the generated values and of the chances of faults',
    kind: whole(-(2 ** 31), 2 ** 32 - 1),
    default: 1,
  },
} as const satisfies OptionTable<MockRow>;

type Table = typeof OPTIONS;
type NeedsPort = {
  [Name in keyof Table]: Table[Name] extends { readonly needsPort: true } ? Name : never;
}[keyof Table];
type WithoutPort = Omit<Table, NeedsPort>;

/** The rows of `createMock`. */
export const MOCK_OPTIONS = Object.fromEntries(
  Object.entries<MockRow>(OPTIONS).filter(([, { needsPort }]) => needsPort !== true),
  // The cast is true: the filter keeps exactly the rows of the type.
) as WithoutPort;

/**
 * What `createMock` takes. Each may be left out.
 *
 * @typeParam File a text where `document` or `keys` is given: then the mock is of another API than the shipped one
 */
export interface MockOptions<File extends string | undefined = string | undefined> extends InputsOf<WithoutPort> {
  /** OpenAPI document: file, URL, or - for standard input. Default: the shipped one. */
  readonly document?: File;
  /** API keys: a JSON file. Default: the shipped demo keys. */
  readonly keys?: File;
}

/** What `startMock` takes. Each may be left out. */
export interface StartOptions<File extends string | undefined = string | undefined> extends InputsOf<Table> {
  /** OpenAPI document: file, URL, or - for standard input. Default: the shipped one. */
  readonly document?: File;
  /** API keys: a JSON file. Default: the shipped demo keys. */
  readonly keys?: File;
}

/** The API of a mock: the one that is named, any where the program has a document or keys of its own, else the shipped one. */
export type ApiOf<A extends Api | undefined, File> = A extends Api ? A : [File] extends [string] ? Api : AnimalStore;

/** The value of every option, as the mock uses it. */
export type Options = ValuesOf<Table>;

export const PROGRAM: Program = {
  name: 'animal-store-mock',
  description: 'A stateful mock of the API that an OpenAPI document describes.',
  commands: [
    { name: 'exam', summary: 'find out which unspecified behaviour your tests rely on' },
    { name: 'worker', summary: 'write the mock as a service worker, for pages without a server' },
  ],
  epilogue: `
Examples:
  $ animal-store-mock                                   serve the shipped contract on port 4010
  $ animal-store-mock --port 0 --fixtures none          a free port, an empty store
  $ animal-store-mock --document staging.yaml           another version of the contract
  $ animal-store-mock --plan-limits off                 never answer 429
  $ animal-store-mock --keys keys.json --log requests   keys of your own, a line for each request`,
};
