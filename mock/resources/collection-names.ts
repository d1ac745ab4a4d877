import {
  type Contract,
  JsonError,
  memoized,
  namedParents,
  type Parameter,
  parseJson,
  type Resource,
  type Singleton,
  sentenceOf,
  stringifyJson,
  templateNames,
  validatorOf,
} from '../../openapi/contract';
import type { Id } from '../world/stores/records';

/** The parents in a path that its records do not name: each of them has a collection of its own. */
export function unnamedParents(resource: Resource): readonly string[] {
  const named = new Set(namedParents(resource).map(({ parameter }) => parameter));
  return templateNames(resource.collectionPath).filter((name) => !named.has(name));
}

/** The name of a collection in a store: of the resource, with the ids of parents that its records do not name in a JSON array. */
export function collectionName({ storedIn }: Resource, parentIds: readonly unknown[]): string {
  return parentIds.length === 0 ? storedIn : stringifyJson([storedIn, ...parentIds]);
}

/** The form of a collection's name, for messages: `things`, or `["parts",{thingId}]`. */
export function namePattern(resource: Resource): string {
  const parents = unnamedParents(resource).map((parent) => `,{${parent}}`);
  return parents.length === 0 ? resource.name : `[${stringifyJson(resource.name)}${parents.join('')}]`;
}

/** The resource whose records a collection holds, with its name in a store; or what is wrong with the name. */
type NamedCollection =
  | {
      readonly resource: Resource;
      readonly name: string;
      /** The ids of the parents that the name has, by what the path calls them. */
      readonly parents: Readonly<Record<string, unknown>>;
    }
  | { readonly problem: string };

/** @param text a resource's name, or a JSON array as above with any white space */
export function readCollectionName(text: string, contract: Contract): NamedCollection {
  const stored = storedOf(contract);
  const [name, ...ids] = stored.some((resource) => resource.name === text) ? [text] : partsOfName(text);
  const called = stored.find((candidate) => candidate.name === name);
  const resource = stored.find((candidate) => candidate.name === called?.storedIn);
  if (resource === undefined) return { problem: `the contract has no resource ${stringifyJson(name)}.` };

  const parents = unnamedParents(resource);
  if (ids.length !== parents.length) {
    const wanted = parents.length === 0 ? 'no id of a parent' : `an id each for ${parents.join(', ')}`;
    return { problem: `expected ${wanted} in the name, found ${ids.length === 0 ? 'none' : ids.length}.` };
  }
  for (const [place, parent] of parents.entries()) {
    const schema = parameterOf(resource, parent)?.schema;
    const violation = schema === undefined ? undefined : validatorOf(schema, 'request')(ids[place]);
    if (violation !== undefined) return { problem: `the name leads nowhere: ${sentenceOf(violation, parent)}.` };
  }
  return {
    resource,
    name: collectionName(resource, ids),
    parents: Object.fromEntries(parents.map((parent, place) => [parent, ids[place]])),
  };
}

/** All that a store may hold of a contract. */
const storedOf = memoized(({ resources, singletons }: Contract): readonly Resource[] => [
  ...resources,
  ...singletons.map(storedAs),
]);

/** The elements of a name that is a JSON array; any other text is the only one. */
function partsOfName(text: string): readonly unknown[] {
  try {
    const parts = parseJson(text);
    return Array.isArray(parts) && parts.length > 0 ? parts : [text];
  } catch (error) {
    if (error instanceof JsonError) return [text];
    throw error;
  }
}

const parameterOf = ({ collectionPath, operations }: Resource, name: string): Parameter | undefined =>
  Object.values(operations)
    .filter(({ path }) => path === collectionPath)
    .flatMap(({ parameters }) => parameters)
    .find((parameter) => parameter.in === 'path' && parameter.name === name);

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
    idSentAs: undefined,
    otherKeys: [],
    shown: {},
    listsByKey: false,
    taken: {},
    isSure: false,
    guessed: [],
    filters: [],
    guessedFilters: [],
    pageSize: undefined,
    paging: undefined,
  }),
);
