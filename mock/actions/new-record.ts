/** The record that a body makes, with what the service sets in it. */
import {
  fits,
  memoized,
  own,
  parentsSpelled,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
} from '../../openapi/contract';
import type { Upload } from '../http/multipart';
import { CHANGED, CREATED, type Instant, instantOf, instantsAt } from '../resources/instants';
import { begunBy } from '../resources/jobs';
import { typedAs } from '../resources/record';
import { homeOf, namedFilters, type Scope } from '../resources/scope';
import { withSelfLinks } from '../resources/self-links';
import { nullAtFirst } from '../resources/states';
import { putAll } from '../values/shape';
import type { Id, StoredRecord } from '../world/stores/records';
import { nextTag, tagPropertyIn } from './conditional';
import { fileMembersOfRecord } from './example';
import { settable, settableWithDefaults, toRecord } from './fields';
import type { Task } from './model';

/** The record that a request's body makes under a new id. @throws Problem 400 where the contract does not allow what the client sent */
export function newRecord(task: Task, resource: Resource, scope: Scope, id: Id): StoredRecord {
  const { behaviours, input } = task;
  const set = setAtCreation(task, resource, id);
  const uploads = input.uploads?.() ?? [];
  const sent = () => settableWithDefaults(task, resource);
  const attempts = [
    ...(uploads.length === 0 ? [] : [() => withFiles(resource, uploads, putAll({}, sent(), set ?? {}))]),
    ...(set === undefined ? [] : [() => putAll({}, sent(), set)]),
    sent,
    () => settable(task, resource),
  ];
  const make = () => toRecord(task, resource, scope, id, ...attempts);
  const { seed, turn } = behaviours;
  const about = { resource, id, seed, turn, body: input.body, make };
  return toRecord(task, resource, scope, id, ...behaviours.newRecord(attempts, about));
}

/** Fields with what the record says of files: of a list of files the form's own value is not it. */
function withFiles({ schema }: Resource, uploads: readonly Upload[], fields: Members): Members {
  const members = fileMembersOfRecord(schema, uploads);
  const lists = Object.entries(members).filter(([, value]) => Array.isArray(value));
  return putAll({}, members, fields, Object.fromEntries(lists));
}

type Members = Readonly<Record<string, unknown>>;

/** The properties of a record that the service sets when it is created or changed, and its clients can't. */
interface ServiceSet {
  /** Instants at which a record came to be, and at which it was changed. */
  readonly created: readonly Instant[];
  readonly changed: readonly Instant[];
  /** The property that is a record's entity tag. */
  readonly tag: string | undefined;
  /** Properties with the id of a parent in the path, under another spelling than the path's. */
  readonly parents: readonly ParentProperty[];
  /** What the list shows where the client asks for no others, and null for what comes later. */
  readonly shown: Members;
}

interface ParentProperty {
  /** The path's name for it. */
  readonly parameter: string;
  readonly property: string;
  readonly schema: Schema;
}

/** What the service sets in a new record, beside its id and what the path says by its own names. */
function setAtCreation(task: Task, resource: Resource, id: Id): Members | undefined {
  const { created, changed, parents, shown } = setIn(task, resource);
  const begun = begunBy(task.contract, task.operation);
  const home = homeOf(task.contract, resource);
  const sent = propertiesOf(task.input.bodyType?.schema ?? NO_BODY);
  const links = withSelfLinks(home, NOTHING, { id, path: task.input.path, isGiven: (name) => sent.has(name) });
  const isNothing = created.length + changed.length + parents.length === 0 && links === NOTHING;
  if (isNothing && shown === NOTHING && begun === undefined) return undefined;
  const ids = parents.map(({ parameter, property, schema }) => [property, typedAs(schema, task.input.path[parameter])]);
  return {
    ...links,
    ...shown,
    ...begun,
    ...Object.fromEntries(ids),
    ...instantsAt(task.source.now, [...created, ...changed]),
  };
}

/** The fields of a record that is changed, with what the service sets then, and what it set at its creation. */
export function withSetAtChange(task: Task, resource: Resource, before: StoredRecord, fields: Members): Members {
  const { created, changed, parents, tag } = setIn(task, resource);
  if (created.length + changed.length + parents.length === 0 && tag === undefined) return fields;
  const kept = [...created.map(({ name }) => name), ...parents.map(({ property }) => property)].filter((name) =>
    Object.hasOwn(before, name),
  );
  const tagged = tag === undefined ? {} : { [tag]: nextTag(own(before, tag), fields) };
  const old = Object.fromEntries(kept.map((name) => [name, own(before, name)]));
  return putAll({}, fields, old, instantsAt(task.source.now, changed), tagged);
}

const NO_BODY: Schema = {};
const NOTHING: Members = {};

const setIn = ({ input }: Task, resource: Resource): ServiceSet =>
  serviceSetOf(resource)(input.bodyType?.schema ?? NO_BODY);

const serviceSetOf = memoized((resource: Resource) =>
  memoized((sent: Schema): ServiceSet => {
    const { schema } = resource;
    const taken = propertiesOf(sent);
    const others = [...propertiesOf(schema).values()].filter(({ name, readOnly }) => readOnly || !taken.has(name));
    const instantsNamed = (names: RegExp): readonly Instant[] =>
      others.flatMap((property) => (names.test(plain(property.name)) ? (instantOf(property) ?? []) : []));
    const parents = parentsSpelled(resource).flatMap(({ parameter, property }): readonly ParentProperty[] => {
      const found = others.find(({ name }) => name !== parameter && name === property);
      return found === undefined ? [] : [{ parameter, property, schema: found.schema }];
    });
    const [created, changed] = [instantsNamed(CREATED), instantsNamed(CHANGED)];
    const isSet = (name: string): boolean =>
      [...created, ...changed].some((one) => one.name === name) || !others.some((one) => one.name === name);
    const shown = others.flatMap(({ name, schema: property }) => {
      const value = namedFilters(resource).find((filter) => filter.property === name)?.parameter.schema.default;
      return value !== undefined && fits(property, 'response', value) ? [[name, value] as const] : [];
    });
    const unset = nullAtFirst(schema, isSet).map((name) => [name, null] as const);
    return {
      created,
      changed,
      tag: tagPropertyIn(others.flatMap(({ name, schema: one }) => (fits(one, 'response', 'a1') ? [name] : []))),
      parents,
      shown: shown.length + unset.length === 0 ? NOTHING : Object.fromEntries([...unset, ...shown]),
    };
  }),
);
