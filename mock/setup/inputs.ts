import type { Chosen } from '../../openapi/behaviours/chosen';
import { orRefuse, readAssignment, readChoices, readChoicesFile, readId } from '../../openapi/behaviours/read-chosen';
import {
  bytesUpTo,
  type Contract,
  ContractError,
  documentFiles,
  JsonError,
  loadContract,
  MAX_RECORDS_BYTES,
  parseJson,
  readTextFile,
  reasonOf,
  SHIPPED_DOCUMENT,
  stringifyJson,
  warningLines,
} from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import { createExamples } from '../resources/examples/examples';
import { type Fixtures, NO_FIXTURES, type Refuse, readFixtures, readLargeFixtures } from '../resources/fixtures';
import { readKeys } from '../resources/keys-file';
import { withOtherPaths } from '../resources/other-paths';
import type { IssuedKey } from '../world/stores/keys';
import type { Examples } from '../world/stores/records';
import { absolute, fileByVariable, isLarge, markAsRead } from './input-files';
import type { Options } from './options';
import { shippedRecordsOf } from './shipped-records';

/** What a mock is made from, as its files say it. */
export interface Inputs {
  readonly contract: Contract;
  readonly fixtures: Fixtures;
  /** Those that are made up of the document, where it is asked for them. */
  readonly examples: Examples | undefined;
  /** Whether these are the shipped records, as far as they fit an edited copy of the shipped document. */
  readonly areShipped: boolean;
  /** So many records in each collection: those that there are, cut to that number or filled up with made-up ones. */
  readonly examplesOf: (count: number, seed: number) => Examples;
  readonly keys: readonly IssuedKey[];
  /** What was chosen where the document leaves things open. */
  readonly chosen: Chosen | undefined;
}

type Named = Pick<Options, 'document' | 'allowRefs' | 'strict' | 'warnings' | 'fixtures' | 'keys' | 'seed'> &
  GivenChoices;

/** In place of their files a page has a document and keys themselves. */
type Given = Omit<Named, 'document' | 'keys'> & {
  readonly document?: string | Readonly<Record<string, unknown>> | undefined;
  readonly keys?: string | readonly unknown[] | undefined;
};

/** In place of a file: records are made up of the document's examples. */
export const EXAMPLES = 'examples';

const SHIPPED_FIXTURES = packageFile('fixtures/animals.json');
const SHIPPED_KEYS = packageFile('fixtures/api-keys.json');

/**
 * Reads document, fixtures, keys and choices. With another document than the shipped one records are made up of its
 * examples, or of the shipped records where it is an edited copy; of the shipped keys those are left out that do not fit.
 *
 * @param notice called with a sentence about what was left out
 * @throws ContractError if the document, or the given fixtures or keys, can't be used
 * @throws TypeError for choices that can't be taken
 */
export async function readInputs(named: Given, notice: (text: string) => void): Promise<Inputs> {
  const { document, allowRefs, strict, warnings } = named;
  const contract = withOtherPaths(await loadContract(document ?? SHIPPED_DOCUMENT, allowRefs, { strict }));
  for (const line of warningLines(contract, warnings)) notice(line);
  const isOwn = named.document === undefined;
  const usual = isOwn ? SHIPPED_FIXTURES : EXAMPLES;
  const { fixtures: wanted = usual, seed } = named;
  const isUsual = named.fixtures === undefined || typeof wanted === 'number';
  const shipped =
    isOwn || !isUsual ? undefined : await shippedRecordsOf(contract, await readJson(SHIPPED_FIXTURES), notice);
  const own = shipped ?? (await fixturesOf(typeof wanted === 'number' ? usual : wanted, contract));
  const drawn = { seed, now: Date.now(), notice };
  const begun =
    typeof wanted === 'number'
      ? { fixtures: NO_FIXTURES, examples: createExamples(contract, { ...drawn, count: wanted, own }) }
      : wanted === EXAMPLES
        ? { fixtures: NO_FIXTURES, examples: createExamples(contract, { ...drawn, ...(shipped && { own: shipped }) }) }
        : { fixtures: own, examples: undefined };
  const examplesOf: Inputs['examplesOf'] = (count, ofSession) =>
    createExamples(contract, { ...drawn, seed: ofSession, notice() {}, count, own });
  const keys = await keysOf(named.keys, contract, isOwn, notice);
  const chosen = await chosenBy(named, contract, notice);
  return { contract, ...begun, areShipped: shipped !== undefined, examplesOf, keys, chosen };
}

/** The absolute paths of the files that `readInputs` reads, there or not; of the package's own those that are used. */
export async function inputFiles({ document, allowRefs, fixtures, keys, choices }: Named): Promise<readonly string[]> {
  const [shippedFixtures, shippedKeys] = document === undefined ? [SHIPPED_FIXTURES, SHIPPED_KEYS] : [];
  const named = typeof fixtures === 'number' ? undefined : fixtures;
  const isFile = named !== 'none' && named !== EXAMPLES && typeof named !== 'object';
  const ofFixtures = isFile ? (named ?? shippedFixtures) : undefined;
  const ofChoices = typeof choices === 'string' ? choices : undefined;
  const others = [ofFixtures, keys ?? shippedKeys, ofChoices].filter((file) => file !== undefined);
  return [...(await documentFiles(document ?? SHIPPED_DOCUMENT, allowRefs)), ...others.map(absolute)];
}

async function fixturesOf(
  wanted: Exclude<Options['fixtures'], number | undefined>,
  contract: Contract,
): Promise<Fixtures> {
  if (wanted === 'none' || wanted === EXAMPLES) return NO_FIXTURES;
  if (typeof wanted === 'object') return readFixtures('fixtures', copyOf(wanted), contract, strict);
  if (!(await isLarge(wanted))) return readFixtures(wanted, await readJson(wanted), contract, strict);
  return readLargeFixtures(wanted, contract, strict).catch((error: unknown) => {
    throw error instanceof ContractError ? error : unreadable(wanted, error);
  });
}

async function keysOf(
  wanted: Given['keys'],
  contract: Contract,
  isOwn: boolean,
  notice: (text: string) => void,
): Promise<readonly IssuedKey[]> {
  if (typeof wanted === 'object') return readKeys('keys', wanted, contract, strict);
  if (wanted !== undefined) return readKeys(wanted, await readJson(wanted), contract, strict);
  const json = await readJson(SHIPPED_KEYS);
  const shipped = readShipped(isOwn, notice, (refuse) => readKeys(SHIPPED_KEYS, json, contract, refuse));
  // Without plans there are no limits: the figures of a shipped key are those of a plan of the shipped document.
  const unlimited = contract.plans.length === 0 ? { allowances: [] } : {};
  return shipped.map(({ value, key }) => ({ value, key: { ...key, ...unlimited, demoValue: value } }));
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

function readShipped<T>(isOwn: boolean, notice: (text: string) => void, read: (refuse: Refuse) => T): T {
  if (isOwn) return read(strict);
  const refused: ContractError[] = [];
  const result = read((error) => refused.push(error));
  const [first] = refused;
  if (first === undefined) return result;
  notice(`The shipped keys do not all fit this document; ${refused.length} left out, the first: ${first.problem}`);
  return result;
}

const unreadable = (file: string, error: unknown): ContractError =>
  new ContractError(file, '', `can't be read: ${reasonOf(error)}.`, 'Name a JSON file.');

async function readJson(file: string): Promise<unknown> {
  const text = await readTextFile(file, bytesUpTo(MAX_RECORDS_BYTES)).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ContractError(file, '', `is not JSON: ${error.message}.`, 'Correct the text there.');
  }
}

/** The options that choose. */
type GivenChoices = Partial<Pick<Options, 'choices' | 'choice' | 'vary' | 'except'>>;

/**
 * What the options choose where the document leaves things open, `--choice` before the file; undefined where none is given.
 *
 * @param notice called with a sentence about each choice that is left out
 * @throws TypeError for a file that can't be used, and for a behaviour or an option that there is not
 */
async function chosenBy(
  given: GivenChoices,
  { leftOpen: left }: Pick<Contract, 'leftOpen'>,
  notice: (text: string) => void,
): Promise<Chosen | undefined> {
  const { choices = fileByVariable(), choice = [], vary, except = [] } = given;
  if (choices === undefined && choice.length === 0 && vary === undefined && except.length === 0) return undefined;
  if (choices === fileByVariable()) markAsRead();
  const ofFile = typeof choices === 'string' ? await readChoicesFile(choices, left, notice) : undefined;
  const inCode = typeof choices === 'object' ? choices : undefined;
  const tell = (sentence: string): void => notice(`choices: ${sentence}`);
  const ofCode = inCode && orRefuse('choices', () => readChoices(inCode, left, '', tell));
  const single = choice.map((text) => orRefuse('--choice', () => readAssignment(text, left)));
  return {
    options: Object.assign({}, ofCode ?? ofFile?.options, ...single),
    vary: vary ?? ofFile?.vary,
    except: [...(ofFile?.except ?? []), ...except.map((id) => orRefuse('--except', () => readId(id)))],
  };
}
