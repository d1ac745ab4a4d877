import { memoized, type Parameter, type Resource, type Schema } from '../../openapi/contract';

/** The schema by which values of a query parameter are drawn: of a page size only those that mean one. */
export const drawnSchemaOf = (resource: Resource | undefined, parameter: Parameter): Schema =>
  parameter === resource?.pageSize ? fromOne(parameter.schema) : parameter.schema;

/**
 * Whether a value is one of which the contract says how many records it asks for. Most documents forget the least page
 * size: what 0 and less mean is then open, and many servers take 0 or -1 for "all". Of less than 0 nothing says it.
 */
export function isPageSize({ pageSize }: Resource, value: unknown): value is number {
  if (typeof value !== 'number') return false;
  return value >= 1 || (value === 0 && pageSize?.schema.minimum === 0);
}

/** The same schema from 1 on, where the document does not say what the least value is. */
const fromOne = memoized((schema: Schema): Schema => {
  const { minimum, maximum, exclusiveMinimum, enum: values, const: only } = schema;
  const isBounded = [minimum, exclusiveMinimum, values, only].some((keyword) => keyword !== undefined);
  return isBounded || (maximum !== undefined && maximum < 1) ? schema : { ...schema, minimum: 1 };
});
