import {
  isObject,
  memoized,
  own,
  type Parameter,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  valueOfText,
} from '../../openapi/contract';
import { typedAs } from '../resources/record';
import type { Condition } from '../world/stores/records';
import type { Input } from './model';

/** What the query of a list asks of its records: that properties have these values. */
export function conditionsIn(resource: Resource, { query }: Input): readonly Condition[] {
  const conditions: Condition[] = [];
  for (const { parameter, property } of resource.filters) {
    const wanted = query[parameter.name];
    if (wanted !== undefined) conditions.push({ property, anyOf: Array.isArray(wanted) ? wanted : [wanted] });
  }
  const bracketed = bracketedIn(resource);
  return bracketed === undefined ? conditions : [...conditions, ...wantedIn(bracketed, query)];
}

/** What many APIs call the object in a query whose members are filters, and what stands before brackets in a name. */
const HOLDERS: ReadonlySet<string> = new Set(['filter', 'filters', 'where']);

/** Filters in brackets, as JSON:API has them: `filter[name]=x`. OpenAPI has no word for what they mean. */
interface Bracketed {
  /** Parameters with the whole name, and the property that is in it. */
  readonly named: readonly { readonly parameter: Parameter; readonly property: Property }[];
  /** Parameters that are an object of filters. */
  readonly holders: readonly Parameter[];
  /** The properties of a record by their names in one spelling. */
  readonly properties: ReadonlyMap<string, Property>;
}

/** Undefined where a list has none. */
const bracketedIn = memoized(({ schema, filters, operations: { list } }: Resource): Bracketed | undefined => {
  const others = (list?.parameters ?? []).filter(
    (parameter) => parameter.in === 'query' && filters.every((filter) => filter.parameter !== parameter),
  );
  const properties = new Map([...propertiesOf(schema).values()].map((property) => [plain(property.name), property]));
  const named = others.flatMap((parameter) => {
    const [, holder = '', member = ''] = /^(\w+)\[([^\][]+)\]$/.exec(parameter.name) ?? [];
    const property = HOLDERS.has(plain(holder)) ? properties.get(plain(member)) : undefined;
    return property === undefined ? [] : [{ parameter, property }];
  });
  const holders = others.filter(({ name }) => HOLDERS.has(plain(name)));
  return named.length + holders.length === 0 ? undefined : { named, holders, properties };
});

function wantedIn({ named, holders, properties }: Bracketed, query: Input['query']): readonly Condition[] {
  const conditions = named.map(({ parameter, property }) => conditionFor(property, query[parameter.name]));
  for (const { name } of holders) {
    const members = query[name];
    for (const member of isObject(members) ? Object.keys(members) : []) {
      const property = properties.get(plain(member));
      if (isObject(members) && property !== undefined) conditions.push(conditionFor(property, own(members, member)));
    }
  }
  return conditions.filter((condition) => condition !== undefined);
}

/** Undefined where nothing is asked, or more than equality, such as `filter[age][gt]=3`. */
function conditionFor({ name, schema }: Property, value: unknown): Condition | undefined {
  const wanted = Array.isArray(value) ? value : [value];
  if (wanted.some((one) => one === undefined || isObject(one))) return undefined;
  const anyOf = wanted.map((one) => (typeof one === 'string' ? valueOfText(schema, one) : typedAs(schema, one)));
  return { property: name, anyOf };
}
