import { alternativesOf, isObject, type Resource, validatorOf } from '../../openapi/contract';
import type { Scope } from '../resources/scope';
import { put, putAll } from '../values/shape';
import type { Id, StoredRecord } from '../world/stores/records';
import { isSame } from './body-members';
import { settable, settableWithDefaults, toRecord } from './fields';
import type { Task } from './model';
import { setAtCreation } from './set-by-service';
import { toldInRecord } from './uploads';

/**
 * The record that a request's body makes under a new id. Most bodies are their record but for the id: where `toRecord`
 * once gave such a body back as it was, others of the same members are taken as they were sent, and only judged. The four
 * walks of `toRecord` through both schemas are 7 % of a POST's time; this is 1 %.
 *
 * @throws Problem 400 where the contract does not allow what the client sent
 */
export function newRecord(task: Task, resource: Resource, place: Scope, id: Id): StoredRecord {
  const { body, bodyType, uploads } = task.input;
  const schema = bodyType?.schema;
  const isAlone =
    schema !== undefined && uploads === undefined && place.belongs.length === 0 && task.behaviours.changes.size === 0;
  if (!isAlone || !isObject(body)) return walked(task, resource, place, id);

  const names = Object.keys(body);
  const isRecord = task.bodyMembers.find(resource, schema, names);
  if (isRecord === true && hasScalarsAlone(body)) {
    const record = withId(resource, id, body);
    if (validatorOf(resource.schema, 'response')(record) === undefined) return record;
  }
  const record = walked(task, resource, place, id);
  if (isRecord === undefined && hasScalarsAlone(body)) {
    // What the walks do depends on the names alone, save where one of the schemas has alternatives.
    const isPlain = [schema, resource.schema].every((one) => alternativesOf(one).length === 1);
    const isKept = isEqual(settableWithDefaults(task, resource), body) && isEqual(record, withId(resource, id, body));
    task.bodyMembers.add(resource, schema, names, isPlain && isKept);
  }
  return record;
}

function walked(task: Task, resource: Resource, place: Scope, id: Id): StoredRecord {
  const set = setAtCreation(task, resource);
  const uploads = task.input.uploads?.() ?? [];
  const told = toldInRecord(resource.schema, uploads);
  const attempts = [
    ...(uploads.length === 0
      ? []
      : [() => putAll({}, told, settableWithDefaults(task, resource), set ?? {}, listsIn(told))]),
    ...(set === undefined ? [] : [() => putAll({}, settableWithDefaults(task, resource), set)]),
    () => settableWithDefaults(task, resource),
    () => settable(task, resource),
  ];
  const { behaviours, input } = task;
  const make = () => toRecord(task, resource, place, id, ...attempts);
  const { seed, turn } = behaviours;
  const about = { resource, id, seed, turn, body: input.body, make };
  return toRecord(task, resource, place, id, ...behaviours.newRecord(attempts, about));
}

/** What a form has in a list of files is not what a record tells of them. */
const listsIn = (told: Members): Members =>
  Object.fromEntries(Object.entries(told).filter(([, value]) => Array.isArray(value)));

type Members = Readonly<Record<string, unknown>>;

/** What is inside an object or an array may be hidden or filled in by a schema of its own. */
function hasScalarsAlone(body: Members): boolean {
  for (const name in body) if (typeof body[name] === 'object' && body[name] !== null) return false;
  return true;
}

function withId({ idProperty }: Resource, id: Id, body: Members): StoredRecord {
  const record: Record<string, unknown> = {};
  if (idProperty !== undefined) put(record, idProperty, id);
  return putAll(record, body);
}

/** Whether two objects have the same members in the same order. */
function isEqual(one: Members, other: Members): boolean {
  const names = Object.keys(one);
  return isSame(names, Object.keys(other)) && names.every((name) => one[name] === other[name]);
}
