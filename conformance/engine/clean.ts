import type { Contract, Resource } from '../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../exchange/exchange';
import type { Given } from '../requests/given';
import { requiredQuery } from '../requests/given';
import { toRequest } from '../requests/request';
import type { Cleaned } from '../verdict/finding';
import type { CreatedList, MadeRecord } from './created';
import { type Governor, OutOfBudget } from './governor';

/** Whether a contract has an operation that deletes something of what its creates make. */
export const canClean = ({ resources }: Contract): boolean => resources.some(isDeletable);

const isDeletable = ({ operations, itemPath, idParameter }: Resource): boolean =>
  operations.create !== undefined &&
  operations.delete !== undefined &&
  itemPath !== undefined &&
  idParameter !== undefined;

/** How many requests deleting so many records may take: each has a second turn. */
export const cleaningCost = (records: number): number => 2 * records;

/**
 * Deletes what a run has created, the newest first: so what lies below a record goes before that. What is refused is tried a
 * second time in the end, since something may have stood in its way that is gone by then. The replies are not judged.
 */
export async function cleanUp(
  contract: Contract,
  created: CreatedList,
  governor: Governor,
  given: Given,
): Promise<readonly Cleaned[]> {
  const all = created.inOrder();
  /** Why each of those stays that do. */
  const reasons = new Map<MadeRecord, string | undefined>();
  for (const made of all.toReversed()) reasons.set(made, await reasonToStay(contract, made, governor, given));
  for (const made of all.toReversed())
    if (reasons.get(made) !== undefined) reasons.set(made, await reasonToStay(contract, made, governor, given));
  return all.map((made) => ({ ...made.created, reason: reasons.get(made) }));
}

/** Deletes a record. @returns why it stays; undefined where it is gone */
async function reasonToStay(
  contract: Contract,
  { resource, created, values }: MadeRecord,
  governor: Governor,
  given: Given,
): Promise<string | undefined> {
  const now = contract.resources.find(({ name }) => name === resource.name);
  const operation = now?.operations.delete;
  if (now === undefined || operation === undefined || !isDeletable(now)) return 'the contract has no delete for it';
  if (created.path === undefined) return 'its id is too long';
  const subject = { contract, operation, purpose: { resource: now, role: 'delete' as const } };
  try {
    const request = toRequest(operation, { path: values, query: requiredQuery(subject, given) });
    return reasonOf(await governor.send(request, 'clean', false));
  } catch (error) {
    if (error instanceof OutOfBudget) return error.message;
    throw error;
  }
}

const reasonOf = (exchange: Exchange): string | undefined =>
  isSuccess(exchange) || GONE.includes(exchange.response?.status ?? 0) ? undefined : outcomeOf(exchange);

/** RFC 9110 §15.5.5 and §15.5.11. */
const GONE: readonly number[] = [404, 410];
