import { type Operation, own, type Parameter, type Resource } from '../../openapi/contract';
import type { Exchange, Request } from '../exchange/exchange';
import { keyOf } from '../records/known';
import { givenParameter } from '../requests/given';
import type { CaseContext } from './check';

export const NOWHERE = 'no record is known to try it on; name one with --example';

/** How a server may refuse what is not there, or what it does not take for an id at all. */
const REFUSALS: readonly number[] = [400, 403, 404, 409, 410, 422];

/** Whether a refusal may be due to the path: something that it names is none that the server has shown. */
export const leadsNowhere = (context: CaseContext, { request, response }: Exchange): boolean =>
  response !== undefined && REFUSALS.includes(response.status) && isInvented(context, request);

/** Whether the path of a request names something of which neither the server, the document nor the user has said that it is there. */
export function isInvented(context: CaseContext, { operation, path }: Pick<Request, 'operation' | 'path'>): boolean {
  return operation.parameters.some(
    (parameter) => parameter.in === 'path' && !isShown(context, operation, path, parameter),
  );
}

function isShown(
  { contract, known, options }: CaseContext,
  operation: Operation,
  path: Request['path'],
  { name, schema }: Parameter,
): boolean {
  if (schema.enum !== undefined || schema.const !== undefined || schema.type === 'boolean') return true;
  const value = own(path, name);
  const given = givenParameter(options.given, operation, name);
  if (given !== undefined && keyOf(given) === keyOf(value)) return true;
  const resource = contract.resources.find((one) => isNamedBy(one, operation, name));
  return resource?.isSure === true && known.collection(resource, path).records.has(keyOf(value));
}

/** Whether a parameter of an operation's path names a record of a resource: the last one of its own path, or one on the way. */
const isNamedBy = ({ itemPath, idParameter }: Resource, { path }: Operation, name: string): boolean =>
  itemPath !== undefined && idParameter?.name === name && (path === itemPath || path.startsWith(`${itemPath}/`));
