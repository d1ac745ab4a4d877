import { stringifyJson } from '../../openapi/contract';
import type { World } from '../world/stores/model';
import type { StoredRecord } from '../world/stores/records';

interface FoundRecords {
  readonly collections: readonly { readonly name: string; readonly count: number }[];
  /** The collection of the records; null if there is none of this name. */
  readonly collection: string | null;
  /** The number of records that match. */
  readonly total: number;
  readonly records: readonly StoredRecord[];
}

export interface RecordsQuery {
  /** Default: the first. */
  readonly collection?: string | undefined;
  readonly contains?: string | undefined;
  readonly limit: number;
}

/** The records of one collection that contain a text, for the console. */
export async function findRecords({ state: { records } }: World, query: RecordsQuery): Promise<FoundRecords> {
  const { contains = '', limit } = query;
  const collections = await records.collections();
  const chosen = collections.find(({ name }) => name === (query.collection ?? name));
  if (chosen === undefined) return { collections, collection: null, total: 0, records: [] };
  const { name, count } = chosen;
  if (contains === '') {
    return { collections, collection: name, total: count, records: await records.list(name, [], limit) };
  }
  const wanted = contains.toLowerCase();
  const all = await records.list(name, [], Number.POSITIVE_INFINITY);
  const found = all.filter((record) => stringifyJson(record).toLowerCase().includes(wanted));
  return { collections, collection: name, total: found.length, records: found.slice(0, limit) };
}
