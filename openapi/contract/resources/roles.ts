import type { Contract } from '../model/contract';
import type { Operation } from '../model/operation';
import type { Part, Role } from '../model/resource';

const ROLES = ['list', 'create', 'read', 'replace', 'patch', 'delete'] as const satisfies readonly Role[];

/** What each operation is for; those that belong to no resource are left out. */
export function partsOf({ resources }: Pick<Contract, 'resources'>): ReadonlyMap<Operation, Part> {
  const found = new Map<Operation, Part>();
  for (const resource of resources) {
    for (const role of ROLES) {
      const operation = resource.operations[role];
      if (operation !== undefined) found.set(operation, { resource, role });
    }
  }
  return found;
}
