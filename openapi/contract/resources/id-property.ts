import type { Operation, Parameter } from '../model/operation';
import type { Schema } from '../model/schema';
import { jsonMediaType } from '../operations/media-type';
import { type Property, propertiesOf, typesOf } from '../schema/properties';

/**
 * The property that a link leads from to the item's parameter (`$response.body#/id`), else the one of the parameter's
 * own name, else the one whose name ends the parameter's (`thingId` → `id`). Where items have no path of their own, the
 * one that the service alone fills in: required of the record, and no part of what create takes.
 */
export function findIdProperty(
  schema: Schema,
  idParameter: Parameter | undefined,
  create: Operation | undefined,
): string | undefined {
  const properties = propertiesOf(schema);
  if (idParameter === undefined) return create === undefined ? undefined : findAssigned(properties, create);
  const linked = (create?.replies ?? [])
    .flatMap((reply) => reply.links)
    .map((link) => /^\$response\.body#\/([^/]+)$/.exec(link.parameters[idParameter.name] ?? '')?.[1])
    .find((name) => name !== undefined && properties.has(name));
  if (linked !== undefined) return linked;
  if (properties.has(idParameter.name)) return idParameter.name;
  const wanted = idParameter.name.toLowerCase();
  return [...properties.keys()]
    .filter((name) => wanted.endsWith(name.toLowerCase()))
    .sort((a, b) => b.length - a.length)[0];
}

function findAssigned(properties: ReadonlyMap<string, Property>, create: Operation): string | undefined {
  const taken = propertiesOf(jsonMediaType(create.body?.content ?? [])?.schema ?? {});
  const assigned = [...properties.values()].filter(
    ({ name, required, schema }) =>
      required &&
      !taken.has(name) &&
      !create.path.includes(`{${name}}`) &&
      typesOf(schema).some((type) => type === 'integer' || type === 'string'),
  );
  return assigned.length === 1 ? assigned[0]?.name : undefined;
}
