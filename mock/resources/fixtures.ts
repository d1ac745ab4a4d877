import { type Contract, ContractError, isObject, pointerTo, type Resource } from '../../openapi/contract';
import { compareIds } from '../world/rules/id-order';
import { createPauses } from '../world/rules/pauses';
import { sortedInPieces } from '../world/rules/sorted';
import type { Collections, Id, StoredRecord } from '../world/stores/records';
import { namePattern, readCollectionName } from './collection-names';
import { createRecordsReader, type RecordsReader } from './records-reader';
import type { Refuse } from './refuse';

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
  const fixtures = new Map<string, ReadonlyMap<Id, StoredRecord>>();
  const remedy = remedyFor(contract);
  if (!isObject(byName)) refuse(new ContractError(file, '', 'expected an object of arrays.', remedy));
  for (const [text, records] of Object.entries(isObject(byName) ? byName : {})) {
    const pointer = isArrayAlone ? '' : pointerTo('', text);
    const named = resourceNamed(file, pointer, text, contract, refuse);
    if (named === undefined) continue;
    if (!Array.isArray(records)) {
      refuse(new ContractError(file, pointer, 'expected an array of records.', remedy));
    } else if (fixtures.has(named.name)) {
      refuse(twice(file, pointer));
    } else {
      const reader = createRecordsReader(file, pointer, named.resource, refuse);
      for (const record of records) reader.take(record);
      fixtures.set(named.name, new Map([...reader.byId].sort(([one], [other]) => compareIds(one, other))));
    }
  }
  return fixtures;
}

/** Reads records as `readFixtures` does, one at a time, so that they need not all be there at once. */
export interface FixturesReader {
  /**
   * The records that come from now on are those of this collection; of a name that occurs twice the last counts.
   *
   * @param pointer where they are. Default: in the member of this name
   */
  begin(text: string, pointer?: string): void;
  take(record: unknown): void;
  /** With pauses for other work. */
  end(): Promise<Fixtures>;
}

export function createFixturesReader(file: string, contract: Contract, refuse: Refuse): FixturesReader {
  const readers = new Map<string, { readonly text: string; readonly reader: RecordsReader }>();
  let current: RecordsReader | undefined;
  return {
    begin(text, pointer = pointerTo('', text)) {
      current = undefined;
      const named = resourceNamed(file, pointer, text, contract, refuse);
      if (named === undefined) return;
      const before = readers.get(named.name);
      if (before !== undefined && before.text !== text) return refuse(twice(file, pointer));
      current = createRecordsReader(file, pointer, named.resource, refuse);
      readers.set(named.name, { text, reader: current });
    },
    take: (record) => current?.take(record),
    async end() {
      const fixtures = new Map<string, ReadonlyMap<Id, StoredRecord>>();
      for (const [name, { reader }] of readers) fixtures.set(name, await inOrder(reader.byId));
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

const twice = (file: string, pointer: string): ContractError =>
  new ContractError(file, pointer, 'the collection is there under another spelling.', 'Give it once.');
