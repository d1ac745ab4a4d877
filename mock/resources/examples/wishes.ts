import { alternativesOf, type Contract, propertiesOf, type Resource, templateNames } from '../../../openapi/contract';
import { seeded } from '../../values/seeded';
import type { Id } from '../../world/stores/records';
import { idOf } from '../record';
import { typedAs } from '../typed';
import { examplesIn, type Fields, givenRecords, givenValues } from './given';
import { firstId, isIdOf, newIds } from './ids';

/** What a record is made from. */
export interface Wish {
  readonly id: Id;
  /** What the document's examples say of it. */
  readonly given: Fields | undefined;
}

/** For which collection records are to be made. */
interface Wanted {
  readonly resource: Resource;
  /** All resources whose records are in it. */
  readonly group: readonly Resource[];
  /** Below so many parents they stand by another path: each is to have one. */
  readonly parents: number;
  /** Whether it is the resource's first one, which gets the records and ids of the examples. */
  readonly isFirst: boolean;
  readonly seed: number;
}

/** So many records has a collection at the top, and one below it; further down one. */
const COUNTS = [3, 3];
/** No more of the document's own records are taken. */
const MOST_GIVEN = 10;

/**
 * What is to be made for one collection: with the records and ids of the document's examples, and as many more as there are
 * to be.
 *
 * @param taken the ids that it has already; those that are wished for are added
 */
export function wishesFor(contract: Contract, wanted: Wanted, taken: Set<Id>): readonly Wish[] {
  const { resource, group, isFirst, seed } = wanted;
  const { idProperty, idChoice, itemPath, collectionPath } = resource;
  const property = idProperty === undefined ? undefined : propertiesOf(resource.schema).get(idProperty)?.schema;
  const records = isFirst ? group.flatMap(givenRecords).slice(0, MOST_GIVEN) : [];
  const asked = (itemPath === undefined ? [] : givenValues(contract, itemPath)).map((id) => typedAs(property, id));
  const values = [
    ...asked,
    // Where clients choose ids, whoever sends the example means a record that is not there yet.
    ...(property === undefined || idChoice !== 'service' ? [] : alternativesOf(property).flatMap(examplesIn)),
  ];
  const wishes: Wish[] = [];
  const wish = (id: unknown, given: Fields | undefined): boolean => {
    if (!isIdOf(resource, id) || taken.has(id)) return false;
    taken.add(id);
    wishes.push({ id, given });
    return true;
  };
  const withIds = records.map((given) => ({
    given,
    id: idProperty === undefined ? undefined : idOf(given, idProperty),
  }));
  for (const { id, given } of withIds) wish(id, given);
  const nameless = withIds.filter(({ id }) => id === undefined).map(({ given }) => given);
  // An id that fits takes the first record without one.
  const wishNext = (id: unknown): void => {
    if (wish(id, nameless[0])) nameless.shift();
  };
  if (isFirst) for (const value of values) wishNext(value);
  const source = seeded(seed, 0, collectionPath, String(taken.size));
  // Who sees nothing but the path may read a record, too.
  if (itemPath !== undefined && idChoice === 'service' && !asked.some((id) => isIdOf(resource, id)))
    wishNext(firstId(resource));
  const examples = [...withIds.map(({ id }) => id), ...values].filter((id) => id !== undefined);
  const least = Math.max(leastOf(resource, group), wanted.parents);
  for (const id of newIds(resource, examples, source)) {
    if (wishes.length >= least && nameless.length === 0) break;
    wishNext(id);
  }
  return wishes;
}

/** Nobody sees a record without a list or a path of its own; where only its path shows it, one is enough. */
function leastOf({ collectionPath, itemPath }: Resource, group: readonly Resource[]): number {
  const isListed = group.some(({ operations }) => operations.list !== undefined);
  if (isListed) return COUNTS[templateNames(collectionPath).length] ?? 1;
  return itemPath !== undefined && group.some(({ operations }) => operations.create !== undefined) ? 1 : 0;
}
