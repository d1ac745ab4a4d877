import {
  alternativesOf,
  type Contract,
  fits,
  memoized,
  namedParents,
  parentsSpelled,
  type Resource,
} from '../../openapi/contract';
import type { Examples } from '../world/stores/examples';
import type { Collections, StoredRecord } from '../world/stores/records';
import { readCollectionName } from './collection-names';

/** The records that a world begins with, without the members that their schemas do not require. The same object each time. */
export const withoutOptional: (contract: Contract) => (collections: Collections) => Collections = memoized((contract) =>
  memoized(
    (collections) =>
      new Map(
        [...collections].map(([name, records]) => {
          const leave = leavingIn(contract, name);
          return [name, new Map([...records].map(([id, record]) => [id, leave(record)]))];
        }),
      ),
  ),
);

/** The same of records that are made up. */
export const examplesWithoutOptional: (contract: Contract) => (examples: Examples) => Examples = memoized((contract) =>
  memoized((examples) => ({
    of: (collection) => withoutOptional(contract)(examples.of(collection)),
    *each() {
      for (const collections of examples.each()) yield withoutOptional(contract)(collections);
    },
    recordOf(collection, id, conditions) {
      const record = examples.recordOf(collection, id, conditions);
      return record && leavingIn(contract, collection)(record);
    },
  })),
);

function leavingIn(contract: Contract, collection: string): (record: StoredRecord) => StoredRecord {
  const named = readCollectionName(collection, contract);
  return 'resource' in named ? (record) => without(named.resource, record) : (record) => record;
}

/** A record whose schema asks for more than it seems to stays as it was. */
function without(resource: Resource, record: StoredRecord): StoredRecord {
  const kept = keptIn(resource);
  const left = Object.fromEntries(Object.entries(record).filter(([name]) => kept.has(name)));
  return fits(resource.schema, 'response', left) ? left : record;
}

/** What stays: all that is required, the id, and those of parents, by which paths and filters find the record. */
const keptIn = memoized((resource: Resource): ReadonlySet<string> => {
  const { schema, idProperty } = resource;
  const parents = [...namedParents(resource), ...parentsSpelled(resource)].map(({ property }) => property);
  const alternatives = alternativesOf(schema).map(({ required = [] }) => required);
  return new Set([...alternatives.flat(), ...parents, ...(idProperty === undefined ? [] : [idProperty])]);
});
