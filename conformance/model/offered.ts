import { type Operation, type Parameter, type Resource, typesOf } from '../../openapi/contract';

/** Whether the contract itself says so of each parameter of a query, and of the headers that have to be there. */
export const areOffered = (
  operation: Operation,
  resource: Resource | undefined,
  query: ReadonlyMap<string, unknown>,
  isShown: (property: string, value: unknown) => boolean,
): boolean =>
  areHeadersOffered(operation) &&
  operation.parameters.every(
    (parameter) =>
      parameter.in !== 'query' ||
      !query.has(parameter.name) ||
      isOffered(resource, parameter, query.get(parameter.name), isShown),
  );

/** Whether the contract itself has a value for each header and cookie that has to be there: of others a server may know better. */
export const areHeadersOffered = ({ parameters }: Operation): boolean =>
  parameters.every(
    ({ in: place, required, examples, schema }) =>
      !required ||
      (place !== 'header' && place !== 'cookie') ||
      examples.length > 0 ||
      [schema.enum, schema.const, schema.default, schema.example].some((value) => value !== undefined),
  );

/**
 * Whether the contract itself says that a server takes a value of a query parameter: it is a page size within its bounds, one of
 * the choices that are named, or one that the server has shown. Of others a server may know better: a page may be too far, a
 * group may not exist.
 *
 * @param isShown whether the server has shown a value of a property
 */
function isOffered(
  resource: Resource | undefined,
  parameter: Parameter,
  value: unknown,
  isShown: (property: string, value: unknown) => boolean,
): boolean {
  const { schema } = parameter;
  if (parameter === resource?.pageSize || schema.enum !== undefined || typesOf(schema).includes('boolean')) return true;
  const filter = resource?.filters.find((one) => one.parameter === parameter);
  return filter !== undefined && isShown(filter.property, value);
}
