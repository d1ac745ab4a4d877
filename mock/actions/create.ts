import { propertiesOf, type Resource, type Schema, typesOf } from '../../openapi/contract';
import type { Task } from '../model';
import { outOfIds } from '../problems';
import { sample } from '../sample';
import type { IdPolicy } from '../world/records';
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
    throw error instanceof RangeError ? outOfIds(resource.name) : error;
  }
};

/** Integers count up from 1 inside the schema's bounds; other ids are made from the schema, or else count up as texts. */
function idPolicyOf({ world }: Task, { idProperty, idParameter, schema }: Resource): IdPolicy {
  const property = idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty)?.schema;
  const { example: _, examples: __, default: ___, ...id }: Schema = property ?? idParameter?.schema ?? {};
  if (typesOf(id).includes('string')) {
    const hasForm = id.format !== undefined || id.pattern !== undefined;
    return { kind: 'made', make: hasForm ? () => String(sample(id, world)) : String };
  }
  const widest = id.format === 'int32' ? 2n ** 31n - 1n : 2n ** 63n - 1n;
  return {
    kind: 'sequence',
    minimum: id.minimum === undefined ? 1n : BigInt(Math.ceil(Number(id.minimum))),
    maximum: id.maximum === undefined ? widest : BigInt(id.maximum),
  };
}
