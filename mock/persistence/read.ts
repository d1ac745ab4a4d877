import { readFile } from 'node:fs/promises';
import {
  ContractError,
  isObject,
  JsonError,
  parseJson,
  pointerTo,
  reasonOf,
  type Schema,
  sentenceOf,
  validatorOf,
} from '../../openapi/contract';
import type { AccountState } from '../world/stores/ledger';
import type { Batch, Id, IdMemory } from '../world/stores/records';
import { FORMAT, FORMAT_VERSION, type NamedContract, type SavedClock, type SavedState } from './model';

const REMEDY = 'Name another file with --state, or delete this one to begin with the fixtures.';

const text: Schema = { type: 'string' };
const number: Schema = { type: 'number' };
const count: Schema = { type: 'integer', minimum: 0 };
const object = (properties: Readonly<Record<string, Schema>>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  required,
  properties,
});

const SAVED_STATE: Schema = object({
  contract: object({ title: text, version: text }),
  savedAt: text,
  records: {
    type: 'array',
    items: object({
      collection: text,
      records: { type: 'array', items: { type: 'array', minItems: 2, maxItems: 2, items: {} } },
    }),
  },
  ids: {
    type: 'object',
    additionalProperties: object(
      { highest: { type: 'integer' }, everUsed: count, retired: { type: 'array', items: {} } },
      ['everUsed', 'retired'],
    ),
  },
  accounts: {
    type: 'object',
    additionalProperties: object(
      {
        windows: { type: 'array', items: object({ name: text, openedAt: number, used: count }) },
        refusals: count,
        bannedUntil: number,
        banSeconds: number,
      },
      ['windows', 'refusals'],
    ),
  },
  clock: object({ frozen: { type: 'boolean' }, now: number, ahead: number }),
  faults: { type: 'array', items: {} },
});

/**
 * Reads a state file.
 *
 * @returns undefined where there is none
 * @throws ContractError for a file that can't be read, is no state, or belongs to another contract
 */
export async function readStateFile(file: string, { title, version }: NamedContract): Promise<SavedState | undefined> {
  const refuse = (problem: string, pointer = ''): never => {
    throw new ContractError(file, pointer, problem, REMEDY);
  };
  const found = await readText(file, refuse);
  if (found === undefined) return undefined;
  const json = jsonOf(found, refuse);
  if (!isObject(json) || json.format !== FORMAT) return refuse('is no state that this mock has saved.');
  if (json.version !== FORMAT_VERSION) {
    const read = `this one reads version ${FORMAT_VERSION}`;
    return refuse(
      `was saved by another version of the mock, in version ${String(json.version)} of its format; ${read}.`,
    );
  }
  const violation = validatorOf(SAVED_STATE, 'request')(json);
  if (violation !== undefined)
    return refuse(`is no whole state: ${sentenceOf({ ...violation, pointer: '' }, 'the value')}.`, violation.pointer);
  // It fits the schema above.
  const saved = json as unknown as FileContent;
  if (saved.contract.title !== title) {
    const its = `"${saved.contract.title}" ${saved.contract.version}`;
    return refuse(`belongs to another contract, ${its}; this one is "${title}" ${version}.`);
  }
  return {
    ...saved,
    records: saved.records.map((batch, place) => checked(batch, pointerTo('/records', place), refuse)),
    ids: new Map(Object.entries(saved.ids)),
    accounts: new Map(Object.entries(saved.accounts)),
  };
}

/** A file that fits the schema, as `parseJson` gives it. */
interface FileContent {
  readonly contract: NamedContract;
  readonly savedAt: string;
  readonly records: readonly {
    readonly collection: string;
    readonly records: readonly (readonly [unknown, unknown])[];
  }[];
  readonly ids: Readonly<Record<string, IdMemory>>;
  readonly accounts: Readonly<Record<string, AccountState>>;
  readonly clock: SavedClock;
  readonly faults: readonly unknown[];
}

type RefuseFile = (problem: string, pointer?: string) => never;

async function readText(file: string, refuse: RefuseFile): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // `readFile` throws errors of Node.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    return refuse(`can't be read: ${reasonOf(error)}.`);
  }
}

function jsonOf(content: string, refuse: RefuseFile): unknown {
  try {
    return parseJson(content);
  } catch (error) {
    if (error instanceof JsonError) return refuse(`is not JSON: ${error.message}.`);
    throw error;
  }
}

function checked({ collection, records }: FileContent['records'][number], pointer: string, refuse: RefuseFile): Batch {
  return {
    collection,
    records: records.map(([id, record], place): Batch['records'][number] => {
      if (!isId(id))
        return refuse('is no whole state: an id must be a number or a text.', `${pointer}/records/${place}/0`);
      if (!isObject(record))
        return refuse('is no whole state: a record must be an object.', `${pointer}/records/${place}/1`);
      return [id, record];
    }),
  };
}

const isId = (value: unknown): value is Id =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string';
