import {
  type Contract,
  type Operation,
  propertiesOf,
  purposesOf,
  type Resource,
  templateNames,
} from '../../openapi/contract';
import { bodyOf } from '../exchange/subject';
import { slotsReferredBy } from '../records/places';
import { showsIn } from '../records/read-clues';

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
    if (operation.method !== 'POST' || isEnding(operation)) return false;
    const isOfItem = operation.path.includes('{');
    return !isOfItem || contract.operations.some(({ path }) => path.startsWith(`${operation.path}/{`));
  };
  return (operation) => {
    const depth = templateNames(operation.path).length;
    if (operation.method === 'DELETE') return DELETES - depth;
    if (!CHANGES.includes(operation.method)) return depth * 2;
    if (isMaker(operation)) return (operation.method === 'PUT' ? depth - 1 : depth) * 2 + 1;
    if (operation.method !== 'POST') return UPDATES + depth;
    return (isEnding(operation) ? ENDS : ACTIONS) + depth;
  };
}

/** Whether an action leaves its record in a state in which little else can be done to it, as the words of its path or id say. */
const isEnding = ({ id, path }: Operation): boolean =>
  [path.slice(path.lastIndexOf('/')), id]
    .flatMap((text) => text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').match(/\p{L}+/gu) ?? [])
    .some((word) => ENDING.test(word));

const ENDING =
  /^(?:abort|archiv|cancel|clos|complet|deactivat|delet|destroy|end$|expir|finish|reject|remov|resolv|revok|stop|suspend|terminat)/i;

const CHANGES: readonly Operation['method'][] = ['POST', 'PUT', 'PATCH'];
/** No path has so many parameters. */
const UPDATES = 1000;
const ACTIONS = 2000;
const ENDS = 3000;
const DELETES = 4000;
