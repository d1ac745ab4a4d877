import { memoized, type Resource, type Singleton } from '../../openapi/contract';
import type { Id } from '../world/stores/records';

/** The member of a stored record that holds what a singleton is. */
export const SINGLETON_VALUE = 'value';

/** The id of a singleton's only record: that of the first record of a collection whose records have no ids. */
export const SINGLETON_ID: Id = 0;

/** A singleton as stores have it: a resource of one record, by the name of its path. */
export const storedAs = memoized(
  ({ path, operations, schema }: Singleton): Resource => ({
    name: path,
    storedIn: path,
    collectionPath: path,
    itemPath: undefined,
    operations: { read: operations.read },
    schema: { type: 'object', required: [SINGLETON_VALUE], properties: { [SINGLETON_VALUE]: schema } },
    idProperty: undefined,
    idParameter: undefined,
    idChoice: 'service',
    shown: {},
    taken: {},
    isSure: false,
    guessed: [],
    filters: [],
    pageSize: undefined,
    paging: undefined,
  }),
);
