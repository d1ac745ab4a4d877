/** The records of the shipped document for an edited copy of it. */
import { type Contract, fits, isObject, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { idOf } from '../resources/record';
import type { Collections, Id, StoredRecord } from '../world/stores/records';

/**
 * The shipped records, where a document is an edited copy of the shipped one: it has its title, and all resources of these
 * records under their names. Undefined for any other document.
 *
 * @param json   an object with an array of records for each collection
 * @param notice called with a sentence that says how many of them do not fit the document as they are
 */
export async function shippedRecordsOf(
  contract: Contract,
  json: unknown,
  notice: (text: string) => void,
): Promise<Collections | undefined> {
  const collections = new Map<string, ReadonlyMap<Id, StoredRecord>>();
  let [all, misfits] = [0, 0];
  for (const [name, records] of isObject(json) ? Object.entries(json) : []) {
    const resource = contract.resources.find((one) => one.name === name);
    const byId = new Map<Id, StoredRecord>();
    for (const record of Array.isArray(records) ? records.filter(isObject) : []) {
      const id = resource?.idProperty === undefined ? undefined : idOf(record, resource.idProperty);
      if (resource === undefined || id === undefined) return undefined;
      byId.set(id, record);
      all += 1;
      if (!fits(resource.schema, 'response', record)) misfits += 1;
    }
    collections.set(name, byId);
  }
  if ((await loadContract(SHIPPED_DOCUMENT)).title !== contract.title) return undefined;
  const some = `${misfits} of the ${all} shipped records`;
  if (misfits > 0) notice(`${some} do not fit this document as they are: these are completed, or made up anew.`);
  return collections;
}
