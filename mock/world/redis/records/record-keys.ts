import { hash } from 'node:crypto';
import { own } from '../../../../openapi/contract';
import { keyOf } from '../../rules/conditions';
import type { Id, StoredRecord, Value } from '../../stores/records';
import { idOfOrderKey, orderKeyOf } from './id-order-key';

/**
 * How records are called in Redis. All of a store are in one hash of their texts and in two sorted sets, in which all scores
 * are 0, so that Redis sorts by bytes: one of all records (`collection NUL id`), and one by what lists ask for
 * (`collection NUL combination NUL values NUL id`).
 */
export const memberOf = (collection: string, id: Id): string => startOf(collection) + orderKeyOf(id);

/** What all members of a collection begin with. */
export const startOf = (collection: string): string => `${collection}\0`;

/** The id of a member of a collection. */
export const idOfMember = (collection: string, member: string): Id => idOfOrderKey(member.slice(collection.length + 1));

/** What the members begin with that have these values of a combination of properties, which is called by its place. */
export const indexStart = (collection: string, place: number, values: readonly Value[]): string =>
  `${collection}\0${place}\0${shortened(keyOf(values))}\0`;

/** A record's members of the index. The order of all records serves for the combination of no properties. */
export function indexMembersOf(
  collection: string,
  combinations: readonly (readonly string[])[],
  id: Id,
  record: StoredRecord,
): readonly string[] {
  const key = orderKeyOf(id);
  return combinations.flatMap((properties, place) => {
    if (properties.length === 0) return [];
    const values = properties.map((property) => own(record, property));
    return [indexStart(collection, place, values) + key];
  });
}

/** The key of the highest number that this id makes the highest there was; empty where it is a text. */
export function highestOf(id: Id): string {
  if (typeof id === 'string') return '';
  return orderKeyOf(typeof id === 'bigint' ? id : Math.floor(id));
}

/** Values are only ever compared as a whole. */
const LONGEST = 40;
const shortened = (key: string): string => (key.length <= LONGEST ? key : `#${hash('sha1', key, 'base64url')}`);
