import { propertiesOf, type Resource, type Schema, typesOf } from '../../openapi/contract';
import type { Task } from '../model';
import { outOfIds } from '../problems';
import { sample } from '../sample';
import { type IdPolicy, OutOfIds } from '../world/records';
import { type Action, succeedWith } from './action';
import { settableWithDefaults, toRecord } from './fields';
import { placeOf } from './place';

/** Stores a new record under an id of the mock's own. */
export const create: Action = async (task, resource) => {
  const place = await placeOf(task, resource);
  const fields = settableWithDefaults(task, resource);
  try {
    const record = await task.world.records.insert(place.collection, idPolicyOf(task, resource), (id) =>
      toRecord(task, resource, place, id, fields),
    );
    return succeedWith(task, resource, record);
  } catch (error) {
    throw error instanceof OutOfIds ? outOfIds(resource.name) : error;
  }
};

/** Integers count up from 1 inside the schema's bounds; other ids are made from the schema, or else count up as texts. */
function idPolicyOf({ world }: Task, resource: Resource): IdPolicy {
  const id = idSchemaOf(resource);
  if (typesOf(id).includes('string')) {
    const hasForm = id.format !== undefined || id.pattern !== undefined;
    return { kind: 'made', make: hasForm ? () => String(sample(id, world)) : String };
  }
  const widest = id.format === 'int32' ? 2n ** 31n - 1n : 2n ** 63n - 1n;
  return {
    kind: 'sequence',
    minimum: whole(id.minimum, Math.ceil) ?? 1n,
    maximum: whole(id.maximum, Math.floor) ?? widest,
  };
}

/** The schema of a resource's ids without its examples; one object a resource, since each is compiled but once. */
function idSchemaOf(resource: Resource): Schema {
  const known = idSchemas.get(resource);
  if (known !== undefined) return known;
  const { idProperty, idParameter, schema } = resource;
  const property = idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty)?.schema;
  const { example: _, examples: __, default: ___, ...id }: Schema = property ?? idParameter?.schema ?? {};
  idSchemas.set(resource, id);
  return id;
}

const idSchemas = new WeakMap<Resource, Schema>();

const whole = (bound: number | bigint | undefined, round: (bound: number) => number): bigint | undefined =>
  bound === undefined ? undefined : BigInt(typeof bound === 'bigint' ? bound : round(bound));
