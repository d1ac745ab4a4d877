import {
  type Contract,
  ContractError,
  isObject,
  pointerTo,
  type Resource,
  sentenceOf,
  validatorOf,
} from '../../openapi/contract';
import { compareIds } from '../world/rules/id-order';
import type { Collections, Id, StoredRecord } from '../world/stores/records';
import { namePattern, readCollectionName } from './collection-names';
import { idOf, toStored } from './record';
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
  const known = contract.resources.map(namePattern).join(', ') || 'none';
  const remedy = `Give an array of records for each resource; the contract has ${known}.`;
  const fixtures = new Map<string, ReadonlyMap<Id, StoredRecord>>();
  if (!isObject(byName)) refuse(new ContractError(file, '', 'expected an object of arrays.', remedy));
  for (const [text, records] of Object.entries(isObject(byName) ? byName : {})) {
    const pointer = isArrayAlone ? '' : pointerTo('', text);
    const named = readCollectionName(text, contract);
    if ('problem' in named) {
      refuse(new ContractError(file, pointer, named.problem, remedy));
    } else if (!Array.isArray(records)) {
      refuse(new ContractError(file, pointer, 'expected an array of records.', remedy));
    } else if (fixtures.has(named.name)) {
      refuse(new ContractError(file, pointer, 'the collection is there under another spelling.', 'Give it once.'));
    } else {
      fixtures.set(named.name, readRecords(file, pointer, named.resource, records, refuse));
    }
  }
  return fixtures;
}

function readRecords(
  file: string,
  pointer: string,
  resource: Resource,
  records: readonly unknown[],
  refuse: Refuse,
): ReadonlyMap<Id, StoredRecord> {
  const byId = new Map<Id, StoredRecord>();
  const refuseRecord = (index: number, below: string, problem: string, remedy: string): void => {
    const which = `record ${index + 1} of ${resource.name}`;
    refuse(new ContractError(file, `${pointerTo(pointer, index)}${below}`, `${which} ${problem}.`, remedy));
  };
  for (const [index, record] of records.entries()) {
    const violation = validatorOf(resource.schema, 'response')(record);
    // Records of a resource without ids are only listed: their places serve as ids.
    const id = resource.idProperty === undefined ? index : idOf(record, resource.idProperty);
    if (violation !== undefined) {
      const problem = `does not fit the contract: ${sentenceOf(violation, 'it')}`;
      refuseRecord(index, violation.pointer, problem, 'Correct the record.');
    } else if (id === undefined || byId.has(id)) {
      const problem = id === undefined ? 'has no id' : `has the id ${id} of another`;
      refuseRecord(index, '', problem, 'Give each an id of its own.');
    } else {
      byId.set(id, frozen(toStored(resource, record, id)));
    }
  }
  return new Map([...byId].sort(([one], [other]) => compareIds(one, other)));
}

/** Every world begins with these very objects. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
