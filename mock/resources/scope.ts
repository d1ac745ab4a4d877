import {
  type Contract,
  fits,
  memoized,
  type NamedParent,
  namedParents,
  namesAbove,
  parentsSpelled,
  propertiesOf,
  type Resource,
} from '../../openapi/contract';
import type { Condition, IndexedBy } from '../world/stores/records';
import { collectionName, unnamedParents } from './collection-names';
import { typedAs } from './record';

/** The values of a path's templates, by their names. */
export type PathValues = Readonly<Record<string, unknown>>;

/** Where records are: in a collection and, below a parent (`/stores/{storeId}/orders`), those of this parent only. */
export interface Scope {
  readonly collection: string;
  /** What the records of this parent have in common. */
  readonly belongs: readonly Condition[];
}

/**
 * The place of a resource's records below the parents that a path names. Where records have a property of the parent
 * parameter's name they share one collection, and the property tells them apart; else each parent has its own collection.
 */
export function scopeAt(contract: Contract, resource: Resource, path: PathValues): Scope {
  const properties = propertiesOf(resource.schema);
  const { named, unnamed } = layoutsOf(contract)(resource);
  return {
    collection: collectionName(
      resource,
      unnamed.map((name) => path[name]),
    ),
    belongs: named.map(({ parameter, property }) => ({
      property,
      anyOf: [typedAs(properties.get(property)?.schema, path[parameter])],
    })),
  };
}

/** The resource whose records a resource shows: mostly itself. */
export const homeOf = ({ resources }: Pick<Contract, 'resources'>, resource: Resource): Resource =>
  resource.storedIn === resource.name
    ? resource
    : (resources.find(({ name }) => name === resource.storedIn) ?? resource);

/** What records have of the parents that a path names, in any spelling, as far as their schema lets it stand there. */
export function namesOfParents(resource: Resource, path: PathValues): readonly Condition[] {
  const properties = propertiesOf(resource.schema);
  return parentsSpelled(resource).flatMap(({ parameter, property }): readonly Condition[] => {
    const schema = properties.get(property)?.schema ?? {};
    const id = typedAs(schema, path[parameter]);
    return id !== undefined && fits(schema, 'response', id) ? [{ property, anyOf: [id] }] : [];
  });
}

/** A resource above another. */
export interface Parent {
  readonly parent: Resource;
  /** The values of the path to the parent's item, under its own names, from those of a path below it. */
  readonly pathOf: (path: PathValues) => PathValues;
}

/** The resources above this one, in the order of the contract. */
export const parentsOf = (contract: Contract, resource: Resource): readonly Parent[] =>
  layoutsOf(contract)(resource).parents;

interface Layout {
  /** The templates of the path that records name in a property, and those that they do not. */
  readonly named: readonly NamedParent[];
  readonly unnamed: readonly string[];
  readonly parents: readonly Parent[];
}

/** The resources whose items a path lies below, in the order of the contract. */
export const parentsOfPath = ({ resources }: Pick<Contract, 'resources'>, path: string): readonly Parent[] =>
  resources.flatMap((parent) => {
    const pathOf = pathToParent(parent, path);
    return pathOf === undefined ? [] : [{ parent, pathOf }];
  });

const layoutsOf = memoized((contract: Contract) =>
  memoized(
    (resource: Resource): Layout => ({
      named: namedParents(resource),
      unnamed: unnamedParents(resource),
      parents: parentsOfPath(contract, resource.collectionPath),
    }),
  ),
);

/** Undefined where the path does not lie below the items. */
function pathToParent({ itemPath }: Resource, below: string): Parent['pathOf'] | undefined {
  const names = namesAbove(below, itemPath);
  if (names === undefined) return undefined;
  return (path) => Object.fromEntries([...names].map(([above, below]) => [above, path[below]]));
}

/** Every parameter of a list that has the name of a property: clients of the mock may well expect a filter of it. */
export const namedFilters = memoized(({ filters, guessedFilters }: Resource) => [...filters, ...guessedFilters]);

/** What lists ask for most, the parents with each filter: indexed from the first record on, others from the first question on. */
export function listedBy({ resources }: Contract): IndexedBy {
  const combinations = new Map<string, (readonly string[])[]>();
  for (const resource of resources) {
    const parents = namedParents(resource).map(({ property }) => property);
    const known = combinations.get(resource.storedIn) ?? [];
    const asked = [...namedFilters(resource).map(({ property }) => property), ...resource.otherKeys];
    known.push(parents, ...asked.map((property) => [...parents, property]));
    combinations.set(resource.storedIn, known);
  }
  return (collection) => combinations.get(collection) ?? [[]];
}
