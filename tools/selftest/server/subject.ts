import {
  type Contract,
  type Operation as Documented,
  loadContract,
  memoized,
  propertiesOf,
  type Resource,
} from '../../../openapi/contract';
import type { Asked, Collection, Ground, Operation, Subject, World } from './model';

/** The contract of a ground, read once: what a run computes of it, every later run has, too. */
export const contractOf = memoized(({ document }: Ground): Promise<Contract> => loadContract(document));

/** What is known of a ground by its contract. */
export const subjectOf = memoized(async (ground: Ground): Promise<Subject> => read(await contractOf(ground), ground));

function read(contract: Contract, ground: Ground): Subject {
  const scheme = contract.operations[0]?.security[0]?.[0];
  return {
    ground,
    contract,
    collections: contract.resources.map(readResource),
    credential: scheme?.kind === 'apiKey' ? scheme.parameter.toLowerCase() : 'authorization',
    hasAllowances: contract.plans.length > 0,
  };
}

function readResource(resource: Resource): Collection {
  const {
    name,
    itemPath = '',
    operations,
    idProperty = 'id',
    idParameter,
    shown,
    filters,
    guessedFilters,
    paging,
  } = resource;
  const properties = [...propertiesOf(resource.schema).values()];
  const [position] = paging?.positions ?? [];
  const [filter] = filters;
  return {
    name,
    segments: itemPath.split('/').slice(1),
    operations,
    idProperty,
    idSchema: idParameter?.schema ?? {},
    listIn: shown.list?.[0],
    limit: resource.pageSize,
    filter: filter && { name: filter.property, schema: filter.parameter.schema },
    searched: guessedFilters[0]?.property,
    position:
      position?.kind === 'offset' || position?.kind === 'after'
        ? { name: position.parameter.name, kind: position.kind }
        : undefined,
    madeAt: properties.find(({ readOnly, schema }) => readOnly && schema.format === 'date-time')?.name,
    secret: properties.filter(({ writeOnly }) => writeOnly).map((property) => property.name),
  };
}

/** The collection that a request, or a record, is of. */
export function collectionOf({ kind, world }: { readonly kind: string; readonly world: World }): Collection {
  const found = world.subject.collections.find(({ name }) => name === kind);
  if (found === undefined) throw new Error(`There is no collection "${kind}".`);
  return found;
}

/** What the document says of the operation that is asked for. */
export const documentedOf = ({ kind, operation, world }: Asked): Documented | undefined =>
  operation && world.subject.collections.find(({ name }) => name === kind)?.operations[operation];

const OF_LISTS: Readonly<Record<string, Operation>> = { GET: 'list', POST: 'create' };
const OF_ITEMS: Readonly<Record<string, Operation>> = { GET: 'read', PUT: 'replace', PATCH: 'patch', DELETE: 'delete' };

/** What a request asks for. A path that leads to no collection has an empty kind. */
export function route(method: string, path: string, { collections }: Subject) {
  const segments = path.split('/').slice(1).map(decoded);
  for (const { name, segments: template, operations } of collections) {
    const isItem = segments.length === template.length;
    if (!isItem && segments.length !== template.length - 1) continue;
    const isId = (place: number): boolean => template[place]?.startsWith('{') === true;
    if (!segments.every((segment, place) => (isId(place) ? segment !== '' : segment === template[place]))) continue;
    const role = (isItem ? OF_ITEMS : OF_LISTS)[method];
    const operation = role !== undefined && operations[role] !== undefined ? role : undefined;
    const ids = segments.filter((_, place) => isId(place));
    return isItem
      ? { kind: name, operation, above: ids.slice(0, -1), id: ids.at(-1) ?? '' }
      : { kind: name, operation, above: ids, id: '' };
  }
  return { kind: '', operation: undefined, above: [], id: '' };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
