/** The record that a body makes: with what the service sets in it, and with less work for bodies that are their records. */
import {
  alternativesOf,
  fits,
  isObject,
  keywordOf,
  memoized,
  own,
  parentsSpelled,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  stringifyJson,
  validatorOf,
} from '../../openapi/contract';
import { typedAs } from '../resources/record';
import type { Scope } from '../resources/scope';
import { put, putAll } from '../values/shape';
import type { Id, StoredRecord } from '../world/stores/records';
import { toldInRecord } from './example';
import { settable, settableWithDefaults, toRecord } from './fields';
import type { BodyMembers, Task } from './model';

/**
 * The record that a request's body makes under a new id. Most bodies are their record but for the id: where `toRecord`
 * once gave such a body back as it was, others of the same members are taken as they were sent, and only judged. The four
 * walks of `toRecord` through both schemas are 7 % of a POST's time; this is 1 %.
 *
 * @throws Problem 400 where the contract does not allow what the client sent
 */
export function newRecord(task: Task, resource: Resource, scope: Scope, id: Id): StoredRecord {
  const { body, bodyType, uploads } = task.input;
  const schema = bodyType?.schema;
  const isAlone =
    schema !== undefined && uploads === undefined && scope.belongs.length === 0 && task.behaviours.changes.size === 0;
  if (!isAlone || !isObject(body)) return walked(task, resource, scope, id);

  const known = task.bodyMembers(resource)(schema);
  const names = stringifyJson(Object.keys(body));
  const isRecord = known.get(names);
  if (isRecord === true && hasScalarsAlone(body)) {
    const record = withId(resource, id, body);
    if (validatorOf(resource.schema, 'response')(record) === undefined) return record;
  }
  const record = walked(task, resource, scope, id);
  const isRoom = known.size < MOST_KNOWN && names.length <= LONGEST_NAMES;
  if (isRecord === undefined && isRoom && hasScalarsAlone(body)) {
    // What the walks do depends on the names alone, save where one of the schemas has alternatives.
    const isPlain = [schema, resource.schema].every((one) => alternativesOf(one).length === 1);
    const isKept = isEqual(settableWithDefaults(task, resource), body) && isEqual(record, withId(resource, id, body));
    known.set(names, isPlain && isKept);
  }
  return record;
}

function walked(task: Task, resource: Resource, scope: Scope, id: Id): StoredRecord {
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
  const make = () => toRecord(task, resource, scope, id, ...attempts);
  const { seed, turn } = behaviours;
  const about = { resource, id, seed, turn, body: input.body, make };
  return toRecord(task, resource, scope, id, ...behaviours.newRecord(attempts, about));
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
  const [entries, others] = [Object.entries(one), Object.entries(other)];
  const isSame = ([name, value]: (typeof entries)[number], place: number): boolean =>
    name === others[place]?.[0] && value === others[place][1];
  return entries.length === others.length && entries.every(isSame);
}

/** The properties of a record that the service sets when it is created or changed, and its clients can't. */
interface ServiceSet {
  /** Instants at which a record came to be, and at which it was changed. */
  readonly created: readonly string[];
  readonly changed: readonly string[];
  /** Properties with the id of a parent in the path, under another spelling than the path's. */
  readonly parents: readonly ParentProperty[];
  /** What the list shows where the client asks for no others. */
  readonly shown: Members;
}

interface ParentProperty {
  /** The path's name for it. */
  readonly parameter: string;
  readonly property: string;
  readonly schema: Schema;
}

/** What the service sets in a new record, beside its id and what the path says by its own names. */
function setAtCreation(task: Task, resource: Resource): Members | undefined {
  const { created, changed, parents, shown } = setIn(task, resource);
  const isNothing = created.length + changed.length + parents.length === 0;
  if (isNothing && shown === NOTHING) return undefined;
  const ids = parents.map(({ parameter, property, schema }) => [property, typedAs(schema, task.input.path[parameter])]);
  return { ...shown, ...Object.fromEntries(ids), ...instants(task, [...created, ...changed]) };
}

/** The fields of a record that is changed, with what the service sets then, and what it set at its creation. */
export function withSetAtChange(task: Task, resource: Resource, before: StoredRecord, fields: Members): Members {
  const { created, changed, parents } = setIn(task, resource);
  if (created.length + changed.length + parents.length === 0) return fields;
  const kept = [...created, ...parents.map(({ property }) => property)].filter((name) => Object.hasOwn(before, name));
  return putAll({}, fields, Object.fromEntries(kept.map((name) => [name, own(before, name)])), instants(task, changed));
}

function instants({ source }: Task, names: readonly string[]): Members {
  const now = new Date(source.now).toISOString();
  return Object.fromEntries(names.map((name) => [name, now]));
}

const NO_BODY: Schema = {};
const NOTHING: Members = {};

const setIn = ({ input }: Task, resource: Resource): ServiceSet =>
  serviceSetOf(resource)(input.bodyType?.schema ?? NO_BODY);

const serviceSetOf = memoized((resource: Resource) =>
  memoized((sent: Schema): ServiceSet => {
    const { schema, filters } = resource;
    const taken = propertiesOf(sent);
    const others = [...propertiesOf(schema).values()].filter(({ name, readOnly }) => readOnly || !taken.has(name));
    const instantsNamed = (names: RegExp): readonly string[] =>
      others
        .filter((property) => keywordOf(property.schema, 'format') === 'date-time' && names.test(plain(property.name)))
        .map(({ name }) => name);
    const parents = parentsSpelled(resource).flatMap(({ parameter, property }): readonly ParentProperty[] => {
      const found = others.find(({ name }) => name !== parameter && name === property);
      return found === undefined ? [] : [{ parameter, property, schema: found.schema }];
    });
    const shown = others.flatMap(({ name, schema: property }) => {
      const value = filters.find((filter) => filter.property === name)?.parameter.schema.default;
      return value !== undefined && fits(property, 'response', value) ? [[name, value] as const] : [];
    });
    return {
      created: instantsNamed(CREATED),
      changed: instantsNamed(CHANGED),
      parents,
      shown: shown.length === 0 ? NOTHING : Object.fromEntries(shown),
    };
  }),
);

/** What most APIs call these instants: `createdAt`, `date_created`, `lastModified`, `update_time`. */
const CREATED =
  /^(?:(?:date|time)?(?:created|added|inserted|registered)(?:at|on|time|date|timestamp)?|(?:creation|create)(?:date|time|timestamp|at))$/;
const CHANGED =
  /^(?:last)?(?:date|time)?(?:updated|modified|changed|edited|update|modification|modify|change)(?:at|on|time|date|timestamp)?$/;

/** An open schema lets clients send members of any name: no more combinations than these are remembered, and none that is longer. */
const MOST_KNOWN = 20;
const LONGEST_NAMES = 2000;

export const createBodyMembers = (): BodyMembers =>
  memoized((_: Resource) => memoized((_: Schema) => new Map<string, boolean>()));
