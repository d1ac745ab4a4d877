/**
 * Collections whose items have their path at the top: `/users/{userId}/meetings` beside `/meetings/{meetingId}`. Where no property of
 * the records names the parent, the mock remembers it in one that no reply shows.
 */
import {
  alternativesOf,
  bareOf,
  type Contract,
  formsOf,
  isNamedLike,
  isUsualId,
  lastWordOf,
  parentsSpelled,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  schemaAt,
  schemaOfBody,
  templateNames,
} from '../../openapi/contract';

/** The contract with such collections as other paths to the records at the top; the very same where there are none. */
export function withOtherPaths(contract: Contract): Contract {
  const { resources } = contract;
  const homes = resources.filter(
    ({ name, storedIn, itemPath, idProperty, operations, collectionPath }) =>
      name === storedIn &&
      idProperty !== undefined &&
      itemPath !== undefined &&
      operations.read !== undefined &&
      templateNames(collectionPath).length === 0,
  );
  const homeOf = new Map<Resource, Resource>();
  for (const resource of resources) {
    const found = homes.filter((home) => isListedIn(home, resource));
    const [home] = found.length > 1 ? found.filter((one) => endsAs(resource, one)) : found;
    if (home !== undefined) homeOf.set(resource, home);
  }
  if (homeOf.size === 0) return contract;
  const schemas = new Map(
    [...new Set(homeOf.values())].map((home) => {
      const below = [...homeOf].flatMap(([resource, one]) => (one === home ? [resource] : []));
      return [home, withParents(home, below)] as const;
    }),
  );
  return {
    ...contract,
    resources: resources.map((resource) => {
      const home = homeOf.get(resource);
      const schema = schemas.get(home ?? resource);
      if (schema === undefined) return resource;
      if (home === undefined) return { ...resource, schema };
      const { idProperty, idParameter, otherKeys, name: storedIn } = home;
      const ids = resource.idProperty === idProperty ? {} : { idChoice: 'service' as const, idSentAs: undefined };
      const stored = { ...resource, ...ids, schema, idProperty, idParameter, otherKeys, storedIn, isSure: false };
      const isWhole = parentsSpelled(stored).length === templateNames(stored.collectionPath).length;
      return isWhole ? stored : resource;
    }),
  };
}

/**
 * Whether a collection without items lists or takes records of one at the top: its path has all the words of that one, and ends in the
 * same, and what it shows has the id and mostly members of such records.
 */
function isListedIn(home: Resource, resource: Resource): boolean {
  const { name, storedIn, itemPath, schema, operations, collectionPath, taken } = resource;
  const { list, create } = operations;
  if (name !== storedIn || itemPath !== undefined || (list ?? create) === undefined) return false;
  const words = collectionPath.split('/');
  if (!isNamedLike(lastWordOf(collectionPath) ?? '', lastWordOf(home.collectionPath) ?? '')) return false;
  if (
    !home.collectionPath
      .split('/')
      .slice(0, -1)
      .every((word) => words.includes(word))
  )
    return false;
  const [known, shown] = [propertiesOf(home.schema), [...propertiesOf(schema).keys()]];
  const isMostlyKnown = (names: readonly string[]): boolean =>
    names.filter((one) => known.has(one)).length * 2 >= names.length;
  // What takes ids alone puts something into a relation.
  const sent = [...propertiesOf(schemaAt(schemaOfBody(create) ?? {}, taken.create ?? []) ?? {}).keys()];
  const isRelation = sent.length > 0 && sent.every((one) => one === home.idProperty || /(?:id|key)s?$/i.test(one));
  return shown.includes(home.idProperty ?? '') && isMostlyKnown(shown) && !(create !== undefined && isRelation);
}

const endsAs = ({ collectionPath }: Resource, home: Resource): boolean =>
  bareOf(collectionPath).endsWith(bareOf(home.collectionPath));

/** The schema of a record with a property for each parent that it does not name. */
function withParents(home: Resource, below: readonly Resource[]): Schema {
  const { schema, idProperty } = home;
  const spelled = new Set([...propertiesOf(schema).keys()].map(plain));
  const parents = below.flatMap(({ collectionPath }) => {
    const named = new Set(parentsSpelled({ collectionPath, schema, idProperty }).map(({ parameter }) => parameter));
    const unnamed = templateNames(collectionPath).filter((name) => !named.has(name));
    return unnamed.map((name) => {
      if (!isUsualId(name) && !spelled.has(plain(name))) return name;
      const word = lastWordOf(collectionPath.slice(0, collectionPath.indexOf(`{${name}}`))) ?? '';
      return `${formsOf(word).at(-1)}_${name}`;
    });
  });
  const properties = Object.fromEntries(parents.map((name) => [name, TEXT] as const));
  const [flat = {}, ...others] = alternativesOf(schema);
  if (others.length > 0) return { allOf: [schema, { properties }] };
  return { ...flat, properties: { ...flat.properties, ...properties } };
}

const TEXT: Schema = { type: 'string' };
