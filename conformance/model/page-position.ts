import { findPositions, memoized, type Operation, type Parameter, type Position } from '../../openapi/contract';

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
