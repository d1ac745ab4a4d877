import type { Contract } from '../model/contract';
import type { Operation } from '../model/operation';
import type { Part, Role } from '../model/resource';

const ROLES = ['list', 'create', 'read', 'replace', 'patch', 'delete'] as const satisfies readonly Role[];

/** Which operation plays which part; the others belong to no resource. */
export function partsOf({ resources }: Pick<Contract, 'resources'>): ReadonlyMap<Operation, Part> {
  const parts = new Map<Operation, Part>();
  for (const resource of resources) {
    for (const role of ROLES) {
      const operation = resource.operations[role];
      if (operation !== undefined) parts.set(operation, { resource, role });
    }
  }
  return parts;
}
