import {
  findPositions,
  memoized,
  type Operation,
  type Parameter,
  type Position,
  type Resource,
  type Schema,
} from '../../openapi/contract';

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

/** The parameters of an operation that say where a page begins, as far as their names tell. */
const positionsOf = memoized((operation: Operation): readonly Position[] =>
  operation.method === 'GET' ? findPositions({}, operation) : [],
);

const isToken = ({ kind }: Position): boolean => kind === 'after' || kind === 'before';

/**
 * Whether a parameter asks for a page by a token, or by the id of a record beside it: what is good there only replies tell, so
 * whatever is made up may be refused.
 */
export const asksByToken = (operation: Operation, parameter: Parameter): boolean =>
  positionsOf(operation).some((one) => isToken(one) && one.parameter === parameter);

/** The query parameters that a request has which is meant to be right: no token of a page but where one has to be there. */
export const meantParameters = (operation: Operation): readonly Parameter[] =>
  operation.parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || !asksByToken(operation, parameter)),
  );

/** Whether a query asks for a page that may not be there: by a token, or by a number that is not the first page's. */
export const asksForFurtherPage = (operation: Operation, query: ReadonlyMap<string, unknown>): boolean =>
  positionsOf(operation).some(
    (one) => query.has(one.parameter.name) && (isToken(one) || Number(query.get(one.parameter.name)) !== one.base),
  );
