import { readFile } from 'node:fs/promises';
import {
  type Contract,
  ContractError,
  JsonError,
  loadContract,
  parseJson,
  reasonOf,
  SHIPPED_DOCUMENT,
  stringifyJson,
} from '../../openapi/contract';
import { accessOf } from '../control/access';
import type { Log } from '../observe/log';
import { type Fixtures, NO_FIXTURES, readFixtures } from '../resources/fixtures';
import { type IssuedKey, readKeys } from '../resources/keys-file';
import type { Refuse } from '../resources/refuse';
import { createWorlds } from '../world/worlds';
import { createEngine, type MockEngine } from './engine';

/** What a mock is made from; every part has a default. */
export interface Setup {
  /** A file's path, a URL, or `-`; the document that comes with the project. */
  readonly document?: string | undefined;
  /** A file's path, `none`, or the records of each resource; the animals that come with the project. */
  readonly fixtures?: string | Readonly<Record<string, readonly unknown[]>> | undefined;
  /** A file's path; the demo keys that come with the project. */
  readonly keys?: string | undefined;
  /** Whether allowances are enforced: `true`. With `false` every request is served and nothing is used up. */
  readonly planLimits?: boolean | undefined;
  /** Refusals in a row that ban a key: 10; 0 never bans. */
  readonly banAfter?: number | undefined;
  /** How long a ban lasts, in seconds of the world's clock: 60. */
  readonly banSeconds?: number | undefined;
  /** Origins whose pages may read replies: `['*']`, every one. */
  readonly cors?: readonly string[] | undefined;
  /** Whether each reply is judged by the contract before it leaves, and a broken one reported: `false`. */
  readonly checkReplies?: boolean | undefined;
  /** What makes the values that the mock makes up, and the chances of faults, repeat: 1. */
  readonly seed?: number | undefined;
  /** How many requests the journal of each world holds: 1000. */
  readonly journal?: number | undefined;
  /** How many sessions may be open at once: 1000. */
  readonly maxSessions?: number | undefined;
  /** Whether there is a control plane: `true`. */
  readonly admin?: boolean | undefined;
  /** What the control plane asks for; none: it is open on a loopback address, and off on any other. */
  readonly adminToken?: string | undefined;
  /** The address that the mock listens on: `127.0.0.1`. */
  readonly host?: string | undefined;
}

export const DEFAULTS = {
  banAfter: 10,
  banSeconds: 60,
  cors: ['*'],
  seed: 1,
  journal: 1000,
  maxSessions: 1000,
  host: '127.0.0.1',
} as const;

const SHIPPED_FIXTURES = require.resolve('#fixtures/animals.json');
const SHIPPED_KEYS = require.resolve('#fixtures/api-keys.json');

/**
 * Reads document, fixtures and keys, and makes the engine. The fixtures and keys that come with the project are for its
 * own document: under another, those of them that do not fit are left out, and `notice` is told so.
 *
 * @throws ContractError when anything that was asked for can't be used
 */
export async function setUp(setup: Setup, log: Log, notice: (text: string) => void): Promise<MockEngine> {
  const contract = await loadContract(setup.document ?? SHIPPED_DOCUMENT);
  const isOwn = setup.document === undefined;
  const fixtures = await fixturesOf(setup.fixtures, contract, isOwn, notice);
  const keys = await keysOf(setup.keys, contract, isOwn, notice);
  const worlds = await createWorlds({
    contract,
    fixtures,
    keys,
    planLimits: setup.planLimits ?? true,
    bans: { after: setup.banAfter ?? DEFAULTS.banAfter, seconds: setup.banSeconds ?? DEFAULTS.banSeconds },
    seed: setup.seed ?? DEFAULTS.seed,
    journalSize: setup.journal ?? DEFAULTS.journal,
    maxSessions: setup.maxSessions ?? DEFAULTS.maxSessions,
  });
  return createEngine(contract, worlds, {
    cors: setup.cors ?? DEFAULTS.cors,
    checkReplies: setup.checkReplies ?? false,
    access: accessOf({ admin: setup.admin ?? true, adminToken: setup.adminToken, host: setup.host ?? DEFAULTS.host }),
    demoKey: setup.keys === undefined ? keys[0]?.value : undefined,
    log,
  });
}

async function fixturesOf(
  wanted: Setup['fixtures'],
  contract: Contract,
  isOwn: boolean,
  notice: (text: string) => void,
): Promise<Fixtures> {
  if (wanted === 'none') return NO_FIXTURES;
  if (typeof wanted === 'object') return readFixtures('fixtures', copyOf(wanted), contract, strict);
  if (wanted !== undefined) return readFixtures(wanted, await readJson(wanted), contract, strict);
  const json = await readJson(SHIPPED_FIXTURES);
  return leniently(isOwn, 'The shipped fixtures', notice, (refuse) =>
    readFixtures(SHIPPED_FIXTURES, json, contract, refuse),
  );
}

async function keysOf(
  wanted: Setup['keys'],
  contract: Contract,
  isOwn: boolean,
  notice: (text: string) => void,
): Promise<readonly IssuedKey[]> {
  if (wanted !== undefined) return readKeys(wanted, await readJson(wanted), contract, strict);
  const json = await readJson(SHIPPED_KEYS);
  return leniently(isOwn, 'The shipped keys', notice, (refuse) => readKeys(SHIPPED_KEYS, json, contract, refuse));
}

/** What a file of these records would give: nothing that is not JSON, nor anything that the caller may still change. */
function copyOf(records: object): unknown {
  try {
    return parseJson(stringifyJson(records));
  } catch (error) {
    const reason = error instanceof JsonError ? error.message : 'it contains itself';
    throw new ContractError('fixtures', '', `can't be written as JSON: ${reason}.`, 'Give plain objects and arrays.');
  }
}

const strict: Refuse = (error) => {
  throw error;
};

function leniently<T>(isOwn: boolean, what: string, notice: (text: string) => void, read: (refuse: Refuse) => T): T {
  if (isOwn) return read(strict);
  const refused: ContractError[] = [];
  const result = read((error) => refused.push(error));
  const [first] = refused;
  if (first !== undefined) notice(`${what} do not all fit this document; ${refused.length} left out. ${first.problem}`);
  return result;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ContractError(file, '', `can't be read: ${reasonOf(error)}.`, 'Name a JSON file.');
  });
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ContractError(file, '', `is not JSON: ${error.message}.`, 'Mend the text there.');
  }
}
