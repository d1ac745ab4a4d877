import type { Contract, Operation, Resource } from '../../openapi/contract';
import type { Exchange } from './exchange';

/** Whether the announced removal of an operation is over, so that the contract says nothing of it any more. */
export function isRemoved(exchange: Exchange): boolean {
  return isRemovedAt(exchange.request.operation, timeOf(exchange));
}

/** When an exchange took place, in Unix milliseconds: by the server's clock where it shows one, else by ours. */
export const timeOf = ({ response, startedAt }: Exchange): number =>
  Date.parse(response?.headers.get('date') ?? '') || startedAt;

/** A contract without the operations whose removal is over at a time in Unix milliseconds; itself where none is. */
export const contractAt = (contract: Contract, now: number): Contract =>
  contractWithout(contract, (operation) => isRemovedAt(operation, now));

/** A contract without some of its operations: they are neither sent nor judged, nor is what needs them. Itself where none is. */
export function contractWithout(contract: Contract, isGone: (operation: Operation) => boolean): Contract {
  const operations = contract.operations.filter((operation) => !isGone(operation));
  if (operations.length === contract.operations.length) return contract;
  return {
    ...contract,
    operations,
    resources: contract.resources.map((resource) => resourceWithout(resource, isGone)),
  };
}

/** A contract with something else in the place of each of its operations. */
export function contractWith(contract: Contract, change: (operation: Operation) => Operation): Contract {
  const changed = new Map(contract.operations.map((operation) => [operation, change(operation)]));
  const inRoles = <Roles extends Readonly<Partial<Record<string, Operation>>>>(roles: Roles): Roles =>
    // The cast is true: each role has an operation where it had one.
    Object.fromEntries(
      Object.entries(roles).map(([role, operation]) => [role, operation && (changed.get(operation) ?? operation)]),
    ) as Roles;
  return {
    ...contract,
    operations: [...changed.values()],
    resources: contract.resources.map((resource) => ({ ...resource, operations: inRoles(resource.operations) })),
    singletons: contract.singletons.map((singleton) => ({ ...singleton, operations: inRoles(singleton.operations) })),
  };
}

/** Why a rule is not judged on what is left of a contract. */
export function reasonOfRemoval(removed: readonly Operation[]): string {
  const each = removed.map(({ id, deprecation }) => `${id} (${dayOf(deprecation?.removal ?? 0)})`);
  const dates = removed.length === 1 ? 'the removal date' : 'each removal date';
  return `by the server's clock ${dates} of ${each.join(', ')} has come`;
}

const isRemovedAt = ({ deprecation }: Operation, now: number): boolean =>
  deprecation?.removal !== undefined && now >= deprecation.removal * 1000;

function resourceWithout(resource: Resource, isGone: (operation: Operation) => boolean): Resource {
  const left = Object.entries(resource.operations).filter(([, operation]) => !isGone(operation));
  return { ...resource, operations: Object.fromEntries(left) };
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
