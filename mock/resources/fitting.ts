import { type Contract, own, type Resource, sentenceOf, stringifyJson, validatorOf } from '../../openapi/contract';
import { createPauses } from '../world/rules/pauses';
import type { Collections, Id, StoredRecord } from '../world/stores/records';
import { readCollectionName } from './collection-names';

/**
 * Makes the test that a stored record passes if a contract allows it where it is stored. It gives undefined, or a sentence
 * that tells why not.
 */
export function createFit(
  contract: Contract,
): (collection: string, id: Id, record: StoredRecord) => string | undefined {
  const resources = new Map<string, Resource | string>();
  const resourceOf = (collection: string): Resource | string => {
    const known = resources.get(collection);
    if (known !== undefined) return known;
    const named = readCollectionName(collection, contract);
    const found = 'problem' in named ? named.problem : named.resource;
    resources.set(collection, found);
    return found;
  };
  return (collection, id, record) => {
    const resource = resourceOf(collection);
    if (typeof resource === 'string') return `${collection}: ${resource}`;
    const { schema, idProperty } = resource;
    const violation = validatorOf(schema, 'response')(record);
    if (violation !== undefined) return `${collection}, ${stringifyJson(id)}: ${sentenceOf(violation, 'it')}.`;
    if (idProperty === undefined || own(record, idProperty) === id) return undefined;
    return `${collection}, ${stringifyJson(id)}: "${idProperty}" is not its id.`;
  };
}

/** The records that a contract allows, found with pauses for other work; collections that it does not have are left out. */
export async function fittingOnly(contract: Contract, collections: Collections): Promise<Collections> {
  const misfitOf = createFit(contract);
  const pause = createPauses();
  const kept = new Map<string, ReadonlyMap<Id, StoredRecord>>();
  for (const [name, records] of collections) {
    const fitting = new Map<Id, StoredRecord>();
    for (const [id, record] of records) {
      if (misfitOf(name, id, record) === undefined) fitting.set(id, record);
      await pause();
    }
    if (fitting.size > 0) kept.set(name, fitting);
  }
  return kept;
}
