import { isObject, own, type Resource } from '../../openapi/contract';
import { shown } from '../values/shape';
import type { Id, StoredRecord } from '../world/stores/records';

/** The id that a record has in a property; undefined where it has none there, or no text or number. */
export function idOf(record: unknown, property: string): Id | undefined {
  const id = isObject(record) ? own(record, property) : undefined;
  return typeof id === 'number' || typeof id === 'bigint' || typeof id === 'string' ? id : undefined;
}

/**
 * A record that was given as a whole, as a world keeps it: what replies may show of it, and its id, which comes first.
 *
 * @param record fits the resource's schema as a reply
 */
export function toStored({ schema, idProperty }: Resource, record: unknown, id: Id): StoredRecord {
  // It fits the schema of a record: it is an object.
  const kept = shown(schema, record) as StoredRecord;
  return idProperty === undefined ? kept : { [idProperty]: id, ...kept };
}
