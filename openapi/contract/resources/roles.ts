import type { Contract } from '../model/contract';
import type { Operation } from '../model/operation';
import type { Purpose, Role } from '../model/resource';

const ROLES = ['list', 'create', 'read', 'replace', 'patch', 'delete'] as const satisfies readonly Role[];

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
