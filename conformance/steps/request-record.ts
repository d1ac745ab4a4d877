import type { Resource } from '../../openapi/contract';
import type { Subject } from '../exchange/subject';
import { toRequest } from '../requests/request';
import { unjudged, type Verdict } from '../verdict/verdict';
import type { CaseContext } from './check';

/** Whether a record of the resource can be read by its id. */
export const isReadable = ({ purpose }: Subject): boolean =>
  purpose?.resource.operations.read !== undefined && purpose.resource.idProperty !== undefined;

/** Reads a record; the relations hold it against what was shown of it before. */
export async function requestRecord(
  context: CaseContext,
  resource: Resource,
  id: unknown,
): Promise<readonly Verdict[]> {
  const { operations, idParameter } = resource;
  if (operations.read === undefined) return [];
  const exchange = await context.send(toRequest(operations.read, { path: { [idParameter?.name ?? '']: id } }));
  return exchange.response === undefined ? [unjudged(exchange)] : [];
}
