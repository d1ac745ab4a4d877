import { ContractError, pointerTo, type Resource, sentenceOf, validatorOf } from '../../openapi/contract';
import type { Id, StoredRecord } from '../world/stores/records';
import { idOf, toStored } from './record';
import type { Refuse } from './refuse';

/** Takes the records of one collection, one after the other. */
export interface RecordsReader {
  take(record: unknown): void;
  /** Those that fit, in the order in which they came. */
  readonly byId: ReadonlyMap<Id, StoredRecord>;
}

/**
 * @param file what to call the JSON in an error
 * @param pointer where the array of the records is in it
 */
export function createRecordsReader(file: string, pointer: string, resource: Resource, refuse: Refuse): RecordsReader {
  const fits = validatorOf(resource.schema, 'response');
  const byId = new Map<Id, StoredRecord>();
  let index = -1;
  const refuseRecord = (below: string, problem: string, remedy: string): void => {
    const which = `record ${index + 1} of ${resource.name}`;
    refuse(new ContractError(file, `${pointerTo(pointer, index)}${below}`, `${which} ${problem}.`, remedy));
  };
  return {
    byId,
    take(record) {
      index += 1;
      const violation = fits(record);
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
