import { type Resource, stringifyJson } from '../../openapi/contract';
import type { Engine } from '../pipeline/model';
import { readCollectionName, unnamedParents } from '../resources/collection-names';
import { idOf } from '../resources/record';
import { sample } from '../values/sample';
import { shown } from '../values/shape';
import { createRandom } from '../world/rules/random';
import type { World } from '../world/stores/model';
import type { Id, RecordStore, StoredRecord } from '../world/stores/records';

interface FoundRecords {
  /** Those that hold or held records, then the others of the contract that need no parent. */
  readonly collections: readonly { readonly name: string; readonly count: number }[];
  /** The collection of the records; null if there is none of this name. */
  readonly collection: string | null;
  /** The property that has the id; null if the records have none. */
  readonly idProperty: string | null;
  /** A made-up record of the collection, without an id. */
  readonly example: object | null;
  /** The number of records that match. */
  readonly total: number;
  readonly records: readonly StoredRecord[];
  /** Those of `records`, in their order. */
  readonly ids: readonly Id[];
}

export interface RecordsQuery {
  /** Default: the first. */
  readonly collection?: string | undefined;
  readonly contains?: string | undefined;
  readonly limit: number;
}

/** The records of one collection that contain a text, for the console. */
export async function findRecords({ contract }: Engine, world: World, query: RecordsQuery): Promise<FoundRecords> {
  const { records, clock } = world.state;
  const { contains = '', limit } = query;
  const collections = await collectionsOf(contract.resources, records);
  const chosen = collections.find(({ name }) => name === (query.collection ?? name));
  if (chosen === undefined) {
    return { collections, collection: null, idProperty: null, example: null, total: 0, records: [], ids: [] };
  }
  const { name, count } = chosen;
  const named = readCollectionName(name, contract);
  const resource = 'resource' in named ? named.resource : undefined;
  const wanted = contains.toLowerCase();
  const all = await recordsIn(records, name, resource, wanted === '' ? limit : Number.POSITIVE_INFINITY);
  const found = wanted === '' ? all : all.filter(({ record }) => stringifyJson(record).toLowerCase().includes(wanted));
  const kept = found.slice(0, limit);
  return {
    collections,
    collection: name,
    idProperty: resource?.idProperty ?? null,
    example: resource === undefined ? null : exampleOf(resource, clock.now()),
    total: wanted === '' ? count : found.length,
    records: kept.map(({ record }) => record),
    ids: kept.map(({ id }) => id),
  };
}

async function collectionsOf(
  resources: readonly Resource[],
  records: RecordStore,
): Promise<FoundRecords['collections']> {
  const stored = await records.collections();
  const empty = resources
    .filter((one) => unnamedParents(one).length === 0 && stored.every(({ name }) => name !== one.name))
    .map(({ name }) => ({ name, count: 0 }));
  return [...stored, ...empty];
}

interface WithId {
  readonly id: Id;
  readonly record: StoredRecord;
}

/** The first records of a collection, in the order of their ids. */
async function recordsIn(
  records: RecordStore,
  name: string,
  resource: Resource | undefined,
  limit: number,
): Promise<readonly WithId[]> {
  const property = resource?.idProperty;
  if (property !== undefined) {
    const list = await records.list(name, [], limit);
    return list.flatMap((record) => {
      const id = idOf(record, property);
      return id === undefined ? [] : [{ id, record }];
    });
  }
  // Only a dump tells the ids of records that do not have them in a property.
  return [...((await records.dump()).get(name) ?? [])].slice(0, limit).map(([id, record]) => ({ id, record }));
}

/** The same at each call: nothing is drawn from the world's own random numbers, by which a run can be repeated. */
function exampleOf({ schema, idProperty }: Resource, now: number): object {
  const made = shown(schema, sample(schema, { random: createRandom(1), now }));
  if (typeof made !== 'object' || made === null) return {};
  return Object.fromEntries(Object.entries(made).filter(([name]) => name !== idProperty));
}
