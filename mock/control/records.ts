import { isObject, own, parseJson, pointerTo, type Resource, stringifyJson } from '../../openapi/contract';
import type { FoundRecords } from '../../openapi/types/control';
import { notFound, outOfIds, Problem, refusalOfBody } from '../errors/problems';
import type { Engine } from '../pipeline/model';
import { namePattern, readCollectionName, unnamedParents } from '../resources/collection-names';
import { boundOfIds, idPolicyOf } from '../resources/ids';
import { idOf, toStored } from '../resources/record';
import { sample } from '../values/sample';
import { shown } from '../values/shape';
import { sourceOf } from '../values/source';
import { createPauses } from '../world/rules/pauses';
import { createRandom } from '../world/rules/random';
import type { World } from '../world/stores/model';
import { type Id, OutOfIds, type RecordStore, type StoredRecord } from '../world/stores/records';
import { invalidControl, quoted } from './problems';

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

/**
 * Stores a record, as a reply of the API would show it, under its own id or a new one.
 *
 * @throws Problem 404 for an unknown collection, 400 for a record that does not fit, 409 if its id is taken or none is left
 */
export async function addRecord(
  engine: Engine,
  { state }: World,
  collection: string,
  record: unknown,
): Promise<StoredRecord> {
  const { resource, name } = collectionNamed(engine, collection);
  const { idProperty } = resource;
  if (idProperty === undefined || !isObject(record) || own(record, idProperty) === undefined) {
    try {
      const policy = idPolicyOf(sourceOf(state), resource);
      return await state.records.insert(name, policy, (id) => readRecord(resource, record, id));
    } catch (error) {
      throw error instanceof OutOfIds ? outOfIds(resource.name, boundOfIds(resource)) : error;
    }
  }
  const id = idOf(record, idProperty);
  if (id === undefined) throw invalidControl(pointerTo('', idProperty), 'must be a number or a text');
  const stored = readRecord(resource, record, id);
  if (await state.records.add(name, id, stored)) return stored;
  throw new Problem(409, 'id_taken', `There is a record ${String(id)} in ${resource.name} already.`);
}

/** @throws Problem 404 if there is no such record, 400 if the new one has another id, or does not fit the contract */
export async function replaceRecord(
  engine: Engine,
  { state: { records } }: World,
  collection: string,
  idText: string,
  record: unknown,
): Promise<StoredRecord> {
  const { resource, name } = collectionNamed(engine, collection);
  const id = await idNamed(records, name, resource, idText);
  const { idProperty } = resource;
  const given = idProperty === undefined || !isObject(record) ? undefined : own(record, idProperty);
  if (idProperty !== undefined && given !== undefined && given !== id) {
    throw invalidControl(pointerTo('', idProperty), `must stay ${stringifyJson(id)}, not ${stringifyJson(given)}`);
  }
  const stored = readRecord(resource, record, id);
  return (await records.update(name, id, () => stored)) ?? refuseId(resource, idText);
}

/** @throws Problem 404 if there is no such record */
export async function deleteRecord(
  engine: Engine,
  { state: { records } }: World,
  collection: string,
  idText: string,
): Promise<void> {
  const { resource, name } = collectionNamed(engine, collection);
  const id = await idNamed(records, name, resource, idText);
  if ((await records.delete(name, id)) === undefined) refuseId(resource, idText);
}

function collectionNamed({ contract }: Engine, text: string): { readonly resource: Resource; readonly name: string } {
  const named = readCollectionName(text, contract);
  if ('resource' in named) return named;
  const known = contract.resources.map(namePattern).join(', ') || 'none';
  throw new Problem(
    404,
    'not_found',
    `There is no collection ${quoted(text)}: ${named.problem} The contract has ${known}.`,
  );
}

/** @throws Problem 400 if it does not fit the contract, or has a property that would be lost */
function readRecord(resource: Resource, given: unknown, id: Id): StoredRecord {
  const { schema, idProperty } = resource;
  const record = idProperty === undefined || !isObject(given) ? given : { ...given, [idProperty]: id };
  const refusal = refusalOfBody(400, schema, 'response', record);
  if (refusal !== undefined) throw refusal;
  const stored = toStored(resource, record, id);
  // A misspelt name would be left out without notice.
  const lost = isObject(record) ? Object.keys(record).find((name) => !Object.hasOwn(stored, name)) : undefined;
  if (lost !== undefined) throw invalidControl(pointerTo('', lost), `is no property of a record of ${resource.name}`);
  return stored;
}

/** The id that a path means: digits are a number, unless only a text of these digits is an id there; else 404. */
async function idNamed(records: RecordStore, name: string, resource: Resource, text: string): Promise<Id> {
  for (const id of [...numberIn(text), text]) if ((await records.get(name, id)) !== undefined) return id;
  return refuseId(resource, text);
}

function numberIn(text: string): readonly (number | bigint)[] {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return [];
  const value = parseJson(text);
  return typeof value === 'number' || typeof value === 'bigint' ? [value] : [];
}

function refuseId({ name }: Resource, text: string): never {
  throw notFound(name, text);
}
