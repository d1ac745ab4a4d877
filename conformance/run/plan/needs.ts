import {
  type Contract,
  type Operation,
  propertiesOf,
  purposesOf,
  type Resource,
  templateNames,
} from '../../../openapi/contract';
import { bodyOf } from '../../exchange/subject';
import { slotsReferredBy } from '../../records/clues/places';
import { showsIn } from '../../records/clues/read-clues';
import { type Deed, deedOf } from '../../records/deeds';

/**
 * The chosen operations of a contract and what they need, each after what makes the records that it needs: reads and creates from the
 * top down, then changes, then actions, those last that end something; what deletes comes behind all, from the bottom up.
 */
export function inOrderOfNeed(
  contract: Contract,
  isChosen: (operation: Operation) => boolean = () => true,
): readonly Operation[] {
  const rankOf = rankingOf(contract);
  const visited = new Set<Operation>();
  const visit = (operation: Operation): readonly Operation[] => {
    if (visited.has(operation)) return [];
    visited.add(operation);
    return [...neededBy(operation, contract).flatMap(visit), operation];
  };
  return contract.operations
    .filter(isChosen)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .flatMap(visit);
}

/** What lists or makes the records that a path leads below, and those that a query or a body has to refer to. */
function neededBy(operation: Operation, contract: Contract): readonly Operation[] {
  const { operations, resources } = contract;
  const hosts = resources.filter(
    ({ itemPath }) =>
      itemPath !== undefined && (operation.path === itemPath || operation.path.startsWith(`${itemPath}/`)),
  );
  const query = operation.parameters.filter(({ in: place, required }) => place === 'query' && required);
  const names = [...query.map(({ name }) => name), ...propertiesOf(bodyOf(operation)?.schema ?? {}).keys()];
  const referred = new Set(names.flatMap((name) => slotsReferredBy(contract, name)).map(({ shape }) => shape));
  const shown = hosts.flatMap((resource) =>
    [resource.operations.list, makerOf(resource)].filter((one) => one !== undefined),
  );
  return [...shown, ...operations.filter((one) => showsIn(one, contract).some(({ shape }) => referred.has(shape)))];
}

/** What makes records of a resource: that may be a PUT to their own path. */
const makerOf = ({ operations: { create, replace } }: Resource): Operation | undefined => create ?? replace;

/** What comes sooner has the lower rank. */
function rankingOf(contract: Contract): (operation: Operation) => number {
  const purposes = purposesOf(contract);
  const isMaker = (operation: Operation): boolean => {
    const resource = purposes.get(operation)?.resource;
    if (resource !== undefined && makerOf(resource) === operation) return true;
    if (operation.method !== 'POST' || deedOf(operation) === 'ends') return false;
    const isOfItem = operation.path.includes('{');
    return !isOfItem || contract.operations.some(({ path }) => path.startsWith(`${operation.path}/{`));
  };
  return (operation) => {
    const depth = templateNames(operation.path).length;
    // What belongs to a thing goes before it.
    if (operation.method === 'DELETE') return DELETES - depth - operation.path.split('/').length / MOST_SEGMENTS;
    if (!CHANGES.includes(operation.method)) return depth * 2;
    if (isMaker(operation)) return (operation.method === 'PUT' ? depth - 1 : depth) * 2 + 1;
    if (operation.method !== 'POST') return UPDATES + depth;
    return RANKS[deedOf(operation) ?? 'other'] + depth;
  };
}

/** No path has so many segments. */
const MOST_SEGMENTS = 1000;

const CHANGES: readonly Operation['method'][] = ['POST', 'PUT', 'PATCH'];
/** No path has so many parameters. */
const UPDATES = 1000;
const RANKS: Readonly<Record<Deed | 'other', number>> = { begins: 2000, other: 2200, undoes: 2400, ends: 3000 };
const DELETES = 4000;
