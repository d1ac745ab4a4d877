import { isObject, own, parseJson, pointerTo, type Resource, stringifyJson, validatorOf } from '../../openapi/contract';
import { invalidBody, notFound, outOfIds, Problem } from '../errors/problems';
import type { Engine } from '../pipeline/model';
import { namePattern, readCollectionName } from '../resources/collection-names';
import { boundOfIds, idPolicyOf } from '../resources/ids';
import { idOf, toStored } from '../resources/record';
import { sourceOf } from '../values/source';
import type { World } from '../world/stores/model';
import { type Id, OutOfIds, type RecordStore, type StoredRecord } from '../world/stores/records';
import { invalidControl, quoted } from './problems';

/**
 * Stores a record, under its own id or a new one.
 *
 * @param record as a reply of the API would show it; its id may be missing
 * @throws Problem 404 for an unknown collection, 400 if the record does not fit the contract, 409 if its id is taken or
 *   none is left
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
    return insert(state.records, name, resource, (id) => readRecord(resource, record, id), sourceOf(state));
  }
  const id = idOf(record, idProperty);
  if (id === undefined) throw invalidControl(pointerTo('', idProperty), 'must be a number or a text');
  const stored = readRecord(resource, record, id);
  if (await state.records.add(name, id, stored)) return stored;
  throw new Problem(409, 'id_taken', `There is a record ${String(id)} in ${resource.name} already.`);
}

/**
 * Puts another record in place of one.
 *
 * @param record as a reply of the API would show it; its id may be missing, and can't be another
 * @throws Problem 404 if there is no such record, 400 if the new one does not fit the contract
 */
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
  const violation = validatorOf(schema, 'response')(record);
  if (violation !== undefined) throw invalidBody(400, violation);
  const stored = toStored(resource, record, id);
  // A misspelt name would be left out without notice.
  const lost = isObject(record) ? Object.keys(record).find((name) => !Object.hasOwn(stored, name)) : undefined;
  if (lost !== undefined) throw invalidControl(pointerTo('', lost), `is no property of a record of ${resource.name}`);
  return stored;
}

async function insert(
  records: RecordStore,
  name: string,
  resource: Resource,
  build: (id: Id) => StoredRecord,
  source: Parameters<typeof idPolicyOf>[0],
): Promise<StoredRecord> {
  try {
    return await records.insert(name, idPolicyOf(source, resource), build);
  } catch (error) {
    throw error instanceof OutOfIds ? outOfIds(resource.name, boundOfIds(resource)) : error;
  }
}

/**
 * The id that a path means: digits are a number, unless only a text of these digits is an id there.
 *
 * @throws Problem 404 if no record has it
 */
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
