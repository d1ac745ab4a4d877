/** Creates below a parent of records that have a place of their own: `POST /orders/{orderId}/payments` and `GET /payments/{paymentId}`. */
import {
  type Contract,
  jsonMediaType,
  namesAbove,
  type Operation,
  propertiesOf,
  purposesOf,
  type Resource,
  successOf,
} from '../../openapi/contract';

/**
 * The contract in which a resource without a create has the only one that shows its very schema, wherever that is sent: what it makes
 * is then read, changed and acted on there. The mock keeps to paths, since it has to choose; here the schema says it.
 */
export function withAdopted(contract: Contract): Contract {
  const purposes = purposesOf(contract);
  const adopted = new Map<Resource, readonly [create: Operation, from: Resource | undefined]>();
  for (const home of contract.resources.filter(isHomeless)) {
    const makers = contract.operations.filter(
      (one) =>
        one.method === 'POST' &&
        shows(one, home) &&
        isFree(purposes.get(one), home) &&
        // What is done to one of them may show it as what was made of it.
        namesAbove(one.path, home.itemPath) === undefined,
    );
    const [create, ...others] = makers;
    if (create !== undefined && others.length === 0) adopted.set(home, [create, purposes.get(create)?.resource]);
  }
  if (adopted.size === 0) return contract;
  const given = new Set([...adopted.values()].map(([create]) => create));
  const resources = contract.resources.map((resource): Resource => {
    const [create, from] = adopted.get(resource) ?? [];
    if (create !== undefined)
      return {
        ...resource,
        operations: { ...resource.operations, create },
        shown: { ...resource.shown, create: from?.shown.create ?? [] },
        taken: { ...resource.taken, create: from?.taken.create ?? [] },
      };
    const { create: own, ...operations } = resource.operations;
    return own !== undefined && given.has(own) ? { ...resource, operations } : resource;
  });
  return { ...contract, resources };
}

/** A sure resource whose records are read by an id, and that none of its own operations makes. */
const isHomeless = ({ isSure, idProperty, itemPath, operations }: Resource): boolean =>
  isSure &&
  idProperty !== undefined &&
  itemPath !== undefined &&
  operations.read !== undefined &&
  operations.create === undefined;

/** Whether the success of an operation is one record of a resource, by its very schema. */
function shows(operation: Operation, { schema }: Resource): boolean {
  const { reply, status } = successOf(operation) ?? {};
  return status === 201 && jsonMediaType(reply?.content ?? [])?.schema === schema && propertiesOf(schema).size > 0;
}

/** Whether an operation makes nothing else: it has no part, or that of another path to the same records. */
const isFree = (purpose: ReturnType<ReturnType<typeof purposesOf>['get']>, home: Resource): boolean =>
  purpose === undefined || (purpose.role === 'create' && purpose.resource.storedIn === home.name);
