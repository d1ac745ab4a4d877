import { type Contract, type Operation, type Resource, stringifyJson } from '../../../openapi/contract';
import { shortened } from '../../exchange/evidence';
import { type Exchange, isOfOperation, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import { GONE } from '../../exchange/refusals';
import type { Clues } from '../../records/clues/clues';
import { makesIn } from '../../records/clues/read-clues';
import { idOf, type Known, keyOf, recordOf } from '../../records/records';
import { type Given, requiredQuery } from '../../requests/bodies/given';
import { filled, toRequest } from '../../requests/request';
import type { Cleaned, Created } from '../../verdict/result';
import { OutOfBudget } from '../pace/pace';
import type { Scheduler } from '../pace/scheduler';

/** Whether a contract has an operation that deletes something of what its creates make. */
export const canClean = (contract: Contract): boolean =>
  contract.resources.some(
    (resource) =>
      isDeletable(resource) && contract.operations.some((operation) => isMadeBy(resource, operation, contract)),
  );

const isDeletable = ({ operations, itemPath, idParameter }: Resource): boolean =>
  operations.delete !== undefined && itemPath !== undefined && idParameter !== undefined;

/** How many requests deleting so many records may take: each has a second turn. */
export const cleaningCost = (records: number): number => 2 * records;

/**
 * Deletes what a run has created, the newest first: so what lies below a record goes before that. What is refused is tried a
 * second time in the end, since something may have stood in its way that is gone by then. The replies are not judged.
 */
export async function cleanUp(
  contract: Contract,
  created: CreatedList,
  scheduler: Scheduler,
  given: Given,
  prepared: (request: Request) => Request,
): Promise<readonly Cleaned[]> {
  const all = created.inOrder();
  /** Why each of those stays that do. */
  const reasons = new Map<MadeRecord, string | undefined>();
  for (const made of all.toReversed())
    reasons.set(made, await reasonToStay(contract, made, scheduler, given, prepared));
  for (const made of all.toReversed())
    if (reasons.get(made) !== undefined)
      reasons.set(made, await reasonToStay(contract, made, scheduler, given, prepared));
  return all.map((made) => ({ ...made.created, reason: reasons.get(made) }));
}

/** Deletes a record. @returns why it stays; undefined where it is gone */
async function reasonToStay(
  contract: Contract,
  { resource, created, values }: MadeRecord,
  scheduler: Scheduler,
  given: Given,
  prepared: (request: Request) => Request,
): Promise<string | undefined> {
  const now = contract.resources.find(({ name }) => name === resource.name);
  const operation = now?.operations.delete;
  if (now === undefined || operation === undefined || !isDeletable(now)) return 'the contract has no delete for it';
  if (created.path === undefined) return 'its id is too long, or an object';
  const subject = { contract, operation, purpose: { resource: now, role: 'delete' as const } };
  try {
    const request = prepared(toRequest(operation, { path: values, query: requiredQuery(subject, given) }));
    return reasonOf(await scheduler.send(request, 'clean', false));
  } catch (error) {
    if (error instanceof OutOfBudget) return error.message;
    throw error;
  }
}

const reasonOf = (exchange: Exchange): string | undefined =>
  isSuccess(exchange) || GONE.includes(exchange.response?.status ?? 0) ? undefined : outcomeOf(exchange);

/** What a run has created so far, and not deleted since. */
export interface CreatedList {
  note(exchange: Exchange): void;
  /** Whether the path of a request is one of theirs, or lies below it. */
  has(request: Request): boolean;
  /** By resource, in the contract's order, each once. */
  all(): readonly Created[];
  /** In the order in which they were made. */
  inOrder(): readonly MadeRecord[];
}

/** A record that a run has made, and what its path is made of. */
interface MadeRecord {
  readonly resource: Resource;
  readonly created: Created;
  /** By the names of the item path's parameters. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** @param known before the exchange that is noted; undefined as long as nothing is known */
export function createCreatedList(
  contract: Contract,
  clues: Clues,
  known: () => Pick<Known, 'collection'> | undefined,
): CreatedList {
  const { resources } = contract;
  /** By path; what has none by resource and id. */
  const made = new Map<string, MadeRecord>();

  const noteCreate = (resource: Resource, exchange: Exchange): void => {
    const id = idOf(recordOf(exchange, resource) ?? {}, resource) ?? clues.madeBy(exchange, resource.itemPath ?? '');
    // A create may be answered with a record of before: that stays somebody else's.
    const before = known()?.collection(resource, exchange.request.path).records.get(keyOf(id));
    if (id === undefined || before?.isCreated === false || clues.isCaller(id)) return;
    const one = madeRecord(resource, id, exchange);
    const { path, id: shown } = one.created;
    const key = path ?? `${resource.name} ${stringifyJson(shown)}`;
    if (!made.has(key)) made.set(key, one);
  };

  /** What lies below a record is gone with it, or at any rate there is no way to it any more. */
  const noteDelete = ({ request }: Exchange): void => {
    for (const key of made.keys()) if (isAtOrBelow(key, pathOf(request.target))) made.delete(key);
  };

  return {
    note(exchange) {
      if (!isSuccess(exchange) || !isOfOperation(exchange)) return;
      const { operation } = exchange.request;
      for (const resource of resources) {
        if (isMadeBy(resource, operation, contract)) noteCreate(resource, exchange);
        if (resource.operations.delete === operation) noteDelete(exchange);
      }
    },
    has: ({ target }) => [...made.keys()].some((path) => isAtOrBelow(pathOf(target), path)),
    all: () => {
      const all = [...made.values()];
      return resources.flatMap((one) => all.filter(({ resource }) => resource === one).map(({ created }) => created));
    },
    inOrder: () => [...made.values()],
  };
}

/** Whether an operation makes records of a resource, though it be at another path than these are listed at. */
const isMadeBy = ({ operations, collectionPath }: Resource, operation: Operation, contract: Contract): boolean =>
  operations.create === undefined ? makesIn(operation, contract) === collectionPath : operations.create === operation;

const pathOf = (target: string): string => target.split('?')[0] ?? '';
const isAtOrBelow = (path: string, above: string): boolean => path === above || path.startsWith(`${above}/`);

function madeRecord(resource: Resource, id: unknown, { request }: Exchange): MadeRecord {
  const { name, itemPath, idParameter, operations } = resource;
  const shown = briefId(id);
  const values = { ...request.path, [idParameter?.name ?? '']: id };
  const hasPath = itemPath !== undefined && idParameter !== undefined && shown === id;
  return {
    resource,
    created: {
      resource: name,
      id: shown,
      ...(hasPath ? { path: filled(itemPath, operations.delete?.parameters ?? [], values) } : {}),
    },
    values,
  };
}

/** A text or an object may be as large as the server likes. */
function briefId(id: unknown): unknown {
  if (typeof id === 'string') return shortened(id);
  return typeof id === 'object' && id !== null ? shortened(stringifyJson(id)) : id;
}
