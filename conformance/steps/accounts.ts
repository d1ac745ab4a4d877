/** Whether the key that is for limits belongs to another account than the main one. */
import { type Exchange, isRefusal, isSuccess } from '../exchange/exchange';
import { toRequest } from '../requests/request';
import { type CaseContext, inRole } from './check';
import { pathTo, tryToCreate } from './records';

/** So many kinds of records are asked for. */
const MOST_ASKED = 3;

/** Whether the limit key is of another account, as is seen once. */
export async function hasOtherAccount(context: CaseContext): Promise<boolean> {
  if (context.options.limits === undefined) return false;
  context.notes.isOtherAccount ??= await isOtherAccount(context);
  return context.notes.isOtherAccount;
}

/** Whether a record that the main key has made is not there for the limit key. */
async function isOtherAccount(context: CaseContext): Promise<boolean> {
  const resources = context.contract.resources.filter(
    ({ isSure, collectionPath, idProperty, operations: { create, read } }) =>
      isSure && !collectionPath.includes('{') && idProperty !== undefined && create !== undefined && read !== undefined,
  );
  for (const resource of resources.slice(0, MOST_ASKED)) {
    const made = await tryToCreate(inRole(context, resource, 'create'));
    const { read } = resource.operations;
    if (made === undefined || read === undefined) continue;
    const request = toRequest(read, { path: pathTo(resource, made.id) });
    const isKept = (exchange: Exchange): boolean =>
      isRefusal(exchange) && [403, 404].includes(exchange.response?.status ?? 0);
    if (isKept(await context.send({ ...request, credential: 'limit' })) && isSuccess(await context.send(request)))
      return true;
  }
  return false;
}
