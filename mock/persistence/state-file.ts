import {
  ContractError,
  isObject,
  JsonError,
  parseJson,
  pointerTo,
  reasonOf,
  type Schema,
  sentenceOf,
  stringifyJson,
  validatorOf,
} from '../../openapi/contract';
import { arrayText } from '../control/stream-reply';
import { keptReplies } from '../pipeline/idempotency';
import { aheadOf } from '../world/rules/random';
import type { AccountState, Accounts } from '../world/stores/ledger';
import type { WorldState } from '../world/stores/model';
import type { Batch, Id, IdMemories, IdMemory } from '../world/stores/records';
import { REMEDY, readSaved } from './replace-file';

const text: Schema = { type: 'string' };
/** Beyond the ends of what a `Date` holds nothing is an instant, or a time between two. */
const milliseconds: Schema = { type: 'number', minimum: -8.64e15, maximum: 8.64e15 };
const seconds: Schema = { type: 'number', minimum: -8.64e12, maximum: 8.64e12 };
const count: Schema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const id: Schema = { anyOf: [{ type: 'string' }, { type: 'number' }] };
const object = (properties: Readonly<Record<string, Schema>>, required = Object.keys(properties)): Schema => ({
  type: 'object',
  required,
  properties,
});

const SAVED_STATE: Schema = object(
  {
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
        { highest: { type: 'integer' }, everUsed: count, retired: { type: 'array', items: id } },
        ['everUsed', 'retired'],
      ),
    },
    accounts: {
      type: 'object',
      additionalProperties: object(
        {
          windows: { type: 'array', items: object({ name: text, openedAt: seconds, used: count }) },
          refusals: count,
          bannedUntil: seconds,
          banSeconds: { ...seconds, minimum: 0 },
        },
        ['windows', 'refusals'],
      ),
    },
    clock: object({ frozen: { type: 'boolean' }, now: milliseconds, ahead: milliseconds }),
    faults: { type: 'array', items: {} },
    chances: { ...count, maximum: 2 ** 32 - 1 },
    replies: {
      type: 'array',
      items: object({
        key: text,
        asked: text,
        reply: object({ status: count, headers: { type: 'object', additionalProperties: text }, mediaType: text }),
      }),
    },
  },
  ['contract', 'savedAt', 'records', 'ids', 'accounts', 'clock', 'faults'],
);

/** Undefined where there is no file; ContractError if it can't be read, is no state, or belongs to another contract. */
export async function readStateFile(file: string, contract: NamedContract): Promise<SavedState | undefined> {
  const found = await readText(file, refusing(file));
  return found === undefined ? undefined : readState(file, found, contract);
}

const refusing =
  (file: string): RefuseFile =>
  (problem, pointer = '') => {
    throw new ContractError(file, pointer, problem, REMEDY);
  };

/** @throws ContractError for a text that is no state, or belongs to another contract */
export function readState(file: string, text: string, { title, version }: NamedContract): SavedState {
  const refuse: RefuseFile = refusing(file);
  const json = jsonOf(text, refuse);
  if (!isObject(json) || json.format !== FORMAT) return refuse('is no state that this mock has saved.');
  if (json.version !== FORMAT_VERSION) {
    const read = `this one reads version ${FORMAT_VERSION}`;
    return refuse(
      `was saved by another version of the mock, in version ${stringifyJson(json.version ?? null)} of its format; ${read}.`,
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
  const known = new Map<string, Set<Id>>();
  return {
    ...saved,
    records: saved.records.map((batch, place) => checked(batch, known, pointerTo('/records', place), refuse)),
    ids: new Map(Object.entries(saved.ids)),
    accounts: new Map(Object.entries(saved.accounts)),
  };
}

/** A file that fits the schema, as `parseJson` gives it. */
interface FileContent extends Omit<SavedState, 'records' | 'ids' | 'accounts'> {
  readonly contract: NamedContract;
  readonly records: readonly {
    readonly collection: string;
    readonly records: readonly (readonly [unknown, unknown])[];
  }[];
  readonly ids: Readonly<Record<string, IdMemory>>;
  readonly accounts: Readonly<Record<string, AccountState>>;
}

type RefuseFile = (problem: string, pointer?: string) => never;

async function readText(file: string, refuse: RefuseFile): Promise<string | undefined> {
  try {
    return await readSaved(file);
  } catch (error) {
    // Whatever it throws, a missing file is an error of Node.
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

/** @param known the ids of the batches before, by collection; those of this one are added */
function checked(
  { collection, records }: FileContent['records'][number],
  known: Map<string, Set<Id>>,
  pointer: string,
  refuse: RefuseFile,
): Batch {
  const ids = known.get(collection) ?? new Set<Id>();
  known.set(collection, ids);
  return {
    collection,
    records: records.map(([found, record], place): Batch['records'][number] => {
      const refuseAt = (problem: string, end: string): never =>
        refuse(`is no whole state: ${problem}.`, `${pointer}/records/${place}${end}`);
      if (!isId(found)) return refuseAt('an id must be a number or a text', '/0');
      if (!isObject(record)) return refuseAt('a record must be an object', '/1');
      if (ids.has(found)) return refuseAt(`${stringifyJson(found)} is the id of another record, too`, '/0');
      ids.add(found);
      return [found, record];
    }),
  };
}

const isId = (value: unknown): value is Id =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string';

/** What a state file is called in its own first member, so that no other JSON is taken for one. */
const FORMAT = 'animal-store-mock state';

/** Raised whenever an older mock would misread the file. */
const FORMAT_VERSION = 1;

/** The contract that a state belongs to. */
interface NamedContract {
  readonly title: string;
  readonly version: string;
}

/** A world's clock, so that it goes on: by an offset to real time, or frozen at an instant. */
export interface SavedClock {
  readonly frozen: boolean;
  /** Unix milliseconds. */
  readonly now: number;
  /** How far it is ahead of real time, in milliseconds. */
  readonly ahead: number;
}

/** A world as a state file has it. The journal and the keys' values are not in it. */
export interface SavedState {
  readonly records: readonly Batch[];
  readonly ids: IdMemories;
  readonly accounts: Accounts;
  readonly clock: SavedClock;
  /** Those that the mock had; they are yet to be checked. */
  readonly faults: readonly unknown[];
  /** Where their chances stand; files of before do not have it. */
  readonly chances?: number | undefined;
  /** What is given again under an idempotency key. */
  readonly replies?: Awaited<ReturnType<typeof keptReplies>>;
}

/**
 * The text of a state file, in pieces that are made as they are asked for. What changes in the meantime is in it as it was
 * or as it is then; ids come after the records, so that none of a record that is in it can be given again.
 */
export async function* textOf({ title, version }: NamedContract, state: WorldState): AsyncGenerator<string> {
  const head = {
    format: FORMAT,
    version: FORMAT_VERSION,
    contract: { title, version },
    savedAt: new Date().toISOString(),
  };
  yield `${stringifyJson(head).slice(0, -1)},"records":[`;
  let separator = '\n';
  for await (const batch of state.records.batches()) {
    yield `${separator}{"collection":${stringifyJson(batch.collection)},"records":`;
    yield* arrayText([batch.records]);
    yield '}';
    separator = ',\n';
  }
  const tail = {
    ids: Object.fromEntries(await state.records.idMemories()),
    accounts: Object.fromEntries(await state.ledger.dump()),
    clock: clockOf(state),
    ...(await state.faults.dump()),
    replies: await keptReplies(state.aside),
  };
  yield `\n],${stringifyJson(tail).slice(1)}\n`;
}

function clockOf({ clock }: WorldState): SavedClock {
  return { frozen: clock.frozen, now: clock.now(), ahead: aheadOf(clock) };
}
