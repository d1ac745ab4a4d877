/** Records from JSON, at once or one at a time: what does not fit the contract is refused with its place. */
import {
  bytesUpTo,
  type Contract,
  ContractError,
  filePieces,
  isObject,
  MAX_RECORDS_BYTES,
  pointerTo,
  type Resource,
  sentenceOf,
  validatorOf,
} from '../../openapi/contract';
import { compareIds, sortedInPieces } from '../world/rules/order';
import { createPauses } from '../world/rules/pauses';
import type { Collections, Id, StoredRecord } from '../world/stores/records';
import { namePattern, readCollectionName } from './collection-names';
import { idOf, toStored } from './record';
import { readStreamedRecords } from './streamed-records';

/** Called with each thing that does not fit. It may throw; where it does not, what does not fit is left out. */
export type Refuse = (error: ContractError) => void;

/** The records that a world starts with, those of each collection in the order of their ids. */
export type Fixtures = Collections;

export const NO_FIXTURES: Fixtures = new Map();

/**
 * Reads records from JSON: an object with an array of records for each collection, or the array alone where the contract
 * has one resource. A collection is named as its resource; below parents that its records do not name, by a JSON array
 * of that and the parents' ids: `["parts",1]`.
 *
 * @param file what to call the JSON in an error; pointers in errors lead into it
 */
export function readFixtures(file: string, json: unknown, contract: Contract, refuse: Refuse): Fixtures {
  const [only, ...others] = contract.resources;
  const isArrayAlone = Array.isArray(json) && only !== undefined && others.length === 0;
  const byName = isArrayAlone ? { [only.name]: json } : json;
  const reader = createFixturesReader(file, contract, refuse);
  const remedy = remedyFor(contract);
  if (!isObject(byName)) refuse(new ContractError(file, '', 'expected an object of arrays.', remedy));
  for (const [text, records] of Object.entries(isObject(byName) ? byName : {})) {
    const pointer = isArrayAlone ? '' : pointerTo('', text);
    if (Array.isArray(records)) {
      reader.begin(text, pointer);
      for (const record of records) reader.take(record);
    } else if (resourceNamed(file, pointer, text, contract, refuse) !== undefined) {
      refuse(new ContractError(file, pointer, 'expected an array of records.', remedy));
    }
  }
  return new Map(
    reader.read().map(([name, byId]) => [name, new Map([...byId].sort(([one], [other]) => compareIds(one, other)))]),
  );
}

/** Reads records as `readFixtures` does, one at a time, so that not all of them have to be there at once. */
export function createFixturesReader(file: string, contract: Contract, refuse: Refuse) {
  const readers = new Map<string, { readonly text: string; readonly reader: RecordsReader }>();
  let current: RecordsReader | undefined;
  const read = () => [...readers].map(([name, { reader }]) => [name, reader.byId] as const);
  return {
    /** The records that come next are those of this collection, at this pointer; of a name that occurs twice the last counts. */
    begin(text: string, pointer = pointerTo('', text)): void {
      current = undefined;
      const named = resourceNamed(file, pointer, text, contract, refuse);
      if (named === undefined) return;
      const before = readers.get(named.name);
      if (before === undefined || before.text === text) {
        current = createRecordsReader(file, pointer, named.resource, refuse);
        readers.set(named.name, { text, reader: current });
      } else {
        const problem = 'the collection is there under another spelling.';
        refuse(new ContractError(file, pointer, problem, 'Give it once.'));
      }
    },
    take(record: unknown): void {
      current?.take(record);
    },
    /** The records in the order in which they came. */
    read,
    /** In the order of their ids, with pauses for other work. */
    async end(): Promise<Fixtures> {
      const fixtures = new Map<string, ReadonlyMap<Id, StoredRecord>>();
      for (const [name, byId] of read()) fixtures.set(name, await inOrder(byId));
      return fixtures;
    },
  };
}

async function inOrder(byId: ReadonlyMap<Id, StoredRecord>): Promise<ReadonlyMap<Id, StoredRecord>> {
  const ids = [...byId.keys()];
  const sorted = await sortedInPieces(ids, compareIds);
  if (sorted === ids) return byId;
  const pause = createPauses(16);
  const ordered = new Map<Id, StoredRecord>();
  for (const id of sorted) {
    // Each of them has its record.
    ordered.set(id, byId.get(id) as StoredRecord);
    const waiting = pause();
    if (waiting !== undefined) await waiting;
  }
  return ordered;
}

function remedyFor({ resources }: Contract): string {
  const known = resources.map(namePattern).join(', ') || 'none';
  return `Give an array of records for each resource; the contract has ${known}.`;
}

/** Undefined for a name that the contract does not have, which is refused. */
function resourceNamed(
  file: string,
  pointer: string,
  text: string,
  contract: Contract,
  refuse: Refuse,
): { readonly name: string; readonly resource: Resource } | undefined {
  const named = readCollectionName(text, contract);
  if ('resource' in named) return named;
  refuse(new ContractError(file, pointer, named.problem, remedyFor(contract)));
  return undefined;
}

type RecordsReader = ReturnType<typeof createRecordsReader>;

/** Takes the records of one collection, one after the other: `byId` has those that fit. */
function createRecordsReader(file: string, pointer: string, resource: Resource, refuse: Refuse) {
  const violationIn = validatorOf(resource.schema, 'response');
  const byId = new Map<Id, StoredRecord>();
  let index = -1;
  const refuseRecord = (below: string, problem: string, remedy: string): void => {
    const which = `record ${index + 1} of ${resource.name}`;
    refuse(new ContractError(file, `${pointerTo(pointer, index)}${below}`, `${which} ${problem}.`, remedy));
  };
  return {
    byId,
    take(record: unknown): void {
      index += 1;
      const violation = violationIn(record);
      // Records of a resource without ids are only listed: their places serve as ids.
      const id = resource.idProperty === undefined ? index : idOf(record, resource.idProperty);
      if (violation !== undefined) {
        const problem = `does not fit the contract: ${sentenceOf(violation, 'it')}`;
        refuseRecord(violation.pointer, problem, 'Correct the record.');
      } else if (id === undefined || byId.has(id)) {
        const problem = id === undefined ? 'has no id' : `has the id ${id} of another`;
        refuseRecord('', problem, 'Give each an id of its own.');
      } else {
        byId.set(id, frozen(toStored(resource, record, id)));
      }
    },
  };
}

/** Every world begins with these very objects. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

/** Reads a file one record at a time, so that others are served meanwhile. @throws ContractError, or Node's where it can't be read */
export async function readLargeFixtures(file: string, contract: Contract, refuse: Refuse): Promise<Fixtures> {
  const [only, ...others] = contract.resources;
  const whole = others.length === 0 ? only?.name : undefined;
  const reader = createFixturesReader(file, contract, refuse);
  const rest = await readStreamedRecords(filePieces(file, bytesUpTo(MAX_RECORDS_BYTES)), {
    depth: 1,
    orWhole: whole !== undefined,
    mostBytes: MAX_RECORDS_BYTES,
    begin: ([name]) => (name === undefined ? reader.begin(whole ?? '', '') : reader.begin(name)),
    take: reader.take,
    refuse(problem, pointer = '') {
      throw new ContractError(file, pointer, `is not JSON: ${problem}.`, 'Correct the text there.');
    },
    tooLong() {
      throw new ContractError(file, '', 'has a record that is too long.', 'Shorten it.');
    },
  });
  // What else is wrong with it: in the rest each of the arrays is empty.
  readFixtures(file, rest, contract, refuse);
  return reader.end();
}
