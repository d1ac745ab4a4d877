import {
  alternativesOf,
  type Contract,
  fits,
  memoized,
  namedParents,
  parentsSpelled,
  type Resource,
} from '../../openapi/contract';
import { readCollectionName } from '../resources/collection-names';
import type { Collections, StoredRecord } from '../world/stores/records';
import { behaviour } from './model';

/** A world begins without the members that the schemas of its records do not require. */
export const recordOptional = behaviour('record.optional', {
  'left-out': { fixtures: (collections, contract) => withoutOptional(contract)(collections) },
});

/** The same object each time. */
const withoutOptional = memoized((contract: Contract) =>
  memoized(
    (collections: Collections): Collections =>
      new Map(
        [...collections].map(([name, records]) => {
          const leave = leavingIn(contract, name);
          return [name, new Map([...records].map(([id, record]) => [id, leave(record)]))];
        }),
      ),
  ),
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
