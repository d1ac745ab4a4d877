import { isObject, own, propertiesOf, type Resource, type Schema, validatorOf } from '../../openapi/contract';
import type { Task } from '../model';
import { invalidBody } from '../problems';
import { pick, shape } from '../sample';
import type { Id, StoredRecord } from '../world/records';
import type { Place } from './place';

/** What a body may set of a record: the properties that its schema names, without the id and what is `readOnly`. */
export function settable({ input }: Task, resource: Resource): Readonly<Record<string, unknown>> {
  const schema = input.bodyType?.schema ?? {};
  const named = pick(schema, input.body);
  if (!isObject(named)) return {};
  const properties = propertiesOf(resource.schema);
  return Object.fromEntries(
    Object.entries(named).filter(
      ([name]) => name !== resource.idProperty && properties.get(name)?.schema.readOnly !== true,
    ),
  );
}

/** The same with the schema's defaults for what the body leaves out. */
export function settableWithDefaults(task: Task, resource: Resource): Readonly<Record<string, unknown>> {
  return { ...defaultsOf(task.input.bodyType?.schema ?? {}, resource), ...settable(task, resource) };
}

function defaultsOf(schema: Schema, { idProperty }: Resource): Readonly<Record<string, unknown>> {
  const given = [...propertiesOf(schema).values()].filter(
    ({ name, schema: { default: value } }) => value !== undefined && name !== idProperty,
  );
  return Object.fromEntries(given.map(({ name, schema: { default: value } }) => [name, value]));
}

/**
 * The record that these fields make: its id first, then the fields in the schema's order; what the contract requires
 * and nobody has said is made up.
 *
 * @throws Problem 400 when the contract would not let it be shown
 */
export function toRecord(
  { world }: Task,
  resource: Resource,
  { belongs }: Place,
  id: Id,
  fields: Readonly<Record<string, unknown>>,
): StoredRecord {
  const { idProperty, schema } = resource;
  const head = idProperty === undefined ? {} : { [idProperty]: id };
  const parents = Object.fromEntries(belongs.map(({ property, anyOf: [value] }) => [property, value]));
  const record = { ...head, ...shape(schema, { ...fields, ...parents, ...head }, world) };
  const violation = validatorOf(schema, 'response')(record);
  if (violation !== undefined) throw invalidBody(400, violation);
  return record;
}

/** An object with another's members laid over it; `null` takes a member away (RFC 7396 §2). */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const base = isObject(target) ? target : {};
  const names = [...new Set([...Object.keys(base), ...Object.keys(patch)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      if (!Object.hasOwn(patch, name)) return [[name, own(base, name)]];
      const value = own(patch, name);
      return value === null ? [] : [[name, mergePatch(own(base, name), value)]];
    }),
  );
}
