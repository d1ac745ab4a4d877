import { type Resource, stringifyJson } from '../../openapi/contract';
import type { FoundRecords } from '../../openapi/types/control';
import type { Engine } from '../pipeline/model';
import { readCollectionName, unnamedParents } from '../resources/collection-names';
import { idOf } from '../resources/record';
import { sample } from '../values/sample';
import { shown } from '../values/shape';
import { createPauses } from '../world/rules/pauses';
import { createRandom } from '../world/rules/random';
import type { World } from '../world/stores/model';
import type { Id, RecordStore, StoredRecord } from '../world/stores/records';

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
  const idProperty = resource?.idProperty;
  const wanted = contains.toLowerCase();
  const found =
    wanted === '' && idProperty !== undefined && limit <= AT_ONCE
      ? { kept: await firstOf(records, name, idProperty, limit), total: count }
      : await search(records, name, wanted, limit);
  return {
    collections,
    collection: name,
    idProperty: idProperty ?? null,
    example: resource === undefined ? null : exampleOf(resource, clock.now()),
    total: found.total,
    records: found.kept.map(({ record }) => record),
    ids: found.kept.map(({ id }) => id),
  };
}

async function collectionsOf(
  resources: readonly Resource[],
  records: RecordStore,
): Promise<FoundRecords['collections']> {
  const stored = await records.collections();
  const empty = resources
    .filter((one) => unnamedParents(one).length === 0 && one.storedIn === one.name)
    .filter((one) => stored.every(({ name }) => name !== one.name))
    .map(({ name }) => ({ name, count: 0 }));
  return [...stored, ...empty];
}

interface WithId {
  readonly id: Id;
  readonly record: StoredRecord;
}

/** The first records of a collection, in the order of their ids. */
async function firstOf(
  records: RecordStore,
  name: string,
  idProperty: string,
  limit: number,
): Promise<readonly WithId[]> {
  const list = await records.list(name, [], limit);
  return list.flatMap((record) => {
    const id = idOf(record, idProperty);
    return id === undefined ? [] : [{ id, record }];
  });
}

/** So many records are read without a pause. */
const AT_ONCE = 1000;

/** Looks through all of a collection, with pauses for other work. */
async function search(
  records: RecordStore,
  name: string,
  wanted: string,
  limit: number,
): Promise<{ readonly kept: readonly WithId[]; readonly total: number }> {
  const pause = createPauses();
  const { collections, close } = await records.snapshot();
  const chosen = collections.find((collection) => collection.name === name);
  const kept: WithId[] = [];
  let total = 0;
  try {
    for await (const batch of chosen?.batches() ?? []) {
      for (const [id, record] of batch) {
        if (wanted === '' || stringifyJson(record).toLowerCase().includes(wanted)) {
          total += 1;
          if (kept.length < limit) kept.push({ id, record });
        }
        const waiting = pause();
        if (waiting !== undefined) await waiting;
      }
      // All are wanted.
      if (wanted === '' && kept.length >= limit) break;
    }
    return { kept, total: wanted === '' ? (chosen?.count ?? 0) : total };
  } finally {
    close();
  }
}

/** The same at each call: nothing is drawn from the world's own random numbers, by which a run can be repeated. */
function exampleOf({ schema, idProperty }: Resource, now: number): StoredRecord {
  const made = shown(schema, sample(schema, { random: createRandom(1), now }));
  if (typeof made !== 'object' || made === null) return {};
  return Object.fromEntries(Object.entries(made).filter(([name]) => name !== idProperty));
}
