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
import { packageFile } from '../../openapi/package/package-file';
import { withDefaults } from '../../openapi/program/option';
import { accessOf } from '../control/access';
import type { Log } from '../observe/log';
import { type Fixtures, NO_FIXTURES, readFixtures } from '../resources/fixtures';
import { type IssuedKey, readKeys } from '../resources/keys-file';
import type { Refuse } from '../resources/refuse';
import { createWorlds } from '../world/worlds';
import { createEngine, type MockEngine } from './engine';
import { OPTIONS, type Options } from './options';
import { noticesOfRemoved } from './removed-at-start';

/** The options that a mock is made from; each has a default. */
export type Setup = Partial<Omit<Options, 'log' | 'port' | 'timeouts'>>;

const SHIPPED_FIXTURES = packageFile('fixtures/animals.json');
const SHIPPED_KEYS = packageFile('fixtures/api-keys.json');

/**
 * Reads document, fixtures and keys, and makes the engine. The shipped fixtures and keys belong to the shipped document:
 * with another, those that do not fit are left out.
 *
 * @param notice called with a sentence about what was left out, or is not served any more
 * @throws ContractError if the document, or the given fixtures or keys, can't be used
 */
export async function setUp(setup: Setup, log: Log, notice: (text: string) => void): Promise<MockEngine> {
  const options = withDefaults(OPTIONS, setup);
  const contract = await loadContract(options.document ?? SHIPPED_DOCUMENT);
  const isOwn = options.document === undefined;
  const fixtures = await fixturesOf(options.fixtures, contract, isOwn, notice);
  const keys = await keysOf(options.keys, contract, isOwn, notice);
  const worlds = await createWorlds({
    contract,
    fixtures,
    keys,
    planLimits: options.planLimits,
    bans: { after: options.banAfter, seconds: options.banSeconds },
    seed: options.seed,
    journalSize: options.journal,
    maxSessions: options.maxSessions,
  });
  const engine = createEngine(contract, worlds, {
    cors: options.cors,
    checkReplies: options.checkReplies,
    keepRemoved: options.keepRemoved,
    access: accessOf(options),
    demoKey: keys[0]?.key.demoValue,
    log,
  });
  for (const text of noticesOfRemoved(engine, Date.now())) notice(text);
  return engine;
}

async function fixturesOf(
  wanted: Options['fixtures'],
  contract: Contract,
  isOwn: boolean,
  notice: (text: string) => void,
): Promise<Fixtures> {
  if (wanted === 'none') return NO_FIXTURES;
  if (typeof wanted === 'object') return readFixtures('fixtures', copyOf(wanted), contract, strict);
  if (wanted !== undefined) return readFixtures(wanted, await readJson(wanted), contract, strict);
  const json = await readJson(SHIPPED_FIXTURES);
  return readShipped(isOwn, 'The shipped fixtures', notice, (refuse) =>
    readFixtures(SHIPPED_FIXTURES, json, contract, refuse),
  );
}

async function keysOf(
  wanted: Options['keys'],
  contract: Contract,
  isOwn: boolean,
  notice: (text: string) => void,
): Promise<readonly IssuedKey[]> {
  if (wanted !== undefined) return readKeys(wanted, await readJson(wanted), contract, strict);
  const json = await readJson(SHIPPED_KEYS);
  const shipped = readShipped(isOwn, 'The shipped keys', notice, (refuse) =>
    readKeys(SHIPPED_KEYS, json, contract, refuse),
  );
  return shipped.map(({ value, key }) => ({ value, key: { ...key, demoValue: value } }));
}

/** Copies records by way of JSON, so that they are JSON and the caller's later changes have no effect. */
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

function readShipped<T>(isOwn: boolean, what: string, notice: (text: string) => void, read: (refuse: Refuse) => T): T {
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
    throw new ContractError(file, '', `is not JSON: ${error.message}.`, 'Correct the text there.');
  }
}
