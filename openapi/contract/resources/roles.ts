import type { Contract } from '../model/contract';
import type { Operation } from '../model/operation';
import type { Purpose, Resource, Role } from '../model/resource';

const ROLES = ['list', 'create', 'read', 'replace', 'patch', 'delete'] as const satisfies readonly Role[];

/** The role of an operation among those of a resource; undefined where it has none there. */
export const roleOf = ({ operations }: Resource, operation: Operation): Role | undefined =>
  ROLES.find((role) => operations[role] === operation);

/** What each operation is for; those that belong to no resource are left out. */
export function purposesOf({ resources }: Pick<Contract, 'resources'>): ReadonlyMap<Operation, Purpose> {
  const found = new Map<Operation, Purpose>();
  for (const resource of resources) {
    for (const role of ROLES) {
      const operation = resource.operations[role];
      if (operation !== undefined) found.set(operation, { resource, role });
    }
  }
  return found;
}

/** The same without what rests on habits of the trade alone, for those who judge. */
export function surePurposesOf(contract: Pick<Contract, 'resources'>): ReadonlyMap<Operation, Purpose> {
  return new Map([...purposesOf(contract)].filter(([, { resource, role }]) => !resource.guessed.includes(role)));
}
