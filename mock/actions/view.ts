/**
 * What of a record a query asks to see: some of its members alone (`fields=name,price`), or those that it refers to in whole
 * (`expand=customer`, `expand=customer.company`). OpenAPI has no word for either: names that no property has change nothing.
 */
import {
  type Contract,
  fits,
  isObject,
  itemsOf,
  memoized,
  type Operation,
  own,
  type Property,
  plain,
  propertiesOf,
  type Resource,
  templateNames,
} from '../../openapi/contract';
import { referencedBy } from '../resources/examples/references';
import { asOf, isJob } from '../resources/jobs';
import { idPropertyOf, isId, typedAs } from '../resources/record';
import { scopeAt } from '../resources/scope';
import { shape } from '../values/shape';
import type { StoredRecord } from '../world/stores/records';
import type { Awaitable } from '../world/stores/store';
import type { Task } from './model';

/** What the parameters are mostly called; `fields[things]` is JSON:API's. */
const FIELDS = /^(?:fields|select|fields\[\w+\])$/i;
const EXPAND = /^(?:expand|includes?|embed|populate)(?:\[\])?$/i;

const parametersIn = memoized(({ parameters }: Operation) => {
  const named = (names: RegExp): readonly string[] =>
    parameters.filter((one) => one.in === 'query' && names.test(one.name)).map(({ name }) => name);
  return { fields: named(FIELDS), expand: named(EXPAND) };
});

/** These records as they are now, and as the query asks for them; the very same where nothing changes them. */
export function viewed(
  task: Task,
  resource: Resource,
  stored: readonly StoredRecord[],
): Awaitable<readonly StoredRecord[]> {
  const { contract, operation, now } = task;
  const records = isJob(contract, resource) ? stored.map((record) => asOf(contract, resource, record, now)) : stored;
  const { fields, expand } = parametersIn(operation);
  if (fields.length + expand.length === 0) return records;
  const chosen = namedIn(resource, pathsIn(task, fields));
  const whole = namedIn(resource, pathsIn(task, expand));
  if (chosen.size + whole.size === 0) return records;
  return Promise.all(
    records.map(async (record) => sparse(resource, chosen, await expanded(task, resource, whole, record))),
  );
}

/** The names on the way to a member: of `author.name` these two. */
type Path = readonly string[];
/** Properties, each with the ways that go on from it. */
type Named = ReadonlyMap<Property, readonly Path[]>;

/** Each step of a way reads records. */
const MOST_STEPS = 4;

/** The ways that these parameters name: `a,b`, or an array. */
const pathsIn = ({ input: { query } }: Task, parameters: readonly string[]): readonly Path[] =>
  parameters
    .flatMap((name) => query[name] ?? [])
    .filter((value) => typeof value === 'string')
    .flatMap((text) => text.split(','))
    .map((path) => path.split('.').slice(0, MOST_STEPS));

function namedIn({ schema }: Resource, paths: readonly Path[]): Named {
  const properties = new Map([...propertiesOf(schema).values()].map((one) => [plain(one.name), one]));
  const named = new Map<Property, readonly Path[]>();
  for (const [name = '', ...more] of paths) {
    const property = properties.get(plain(name));
    if (property !== undefined)
      named.set(property, [...(named.get(property) ?? []), ...(more.length > 0 ? [more] : [])]);
  }
  return named;
}

/** What is required stays, as does the id. */
function sparse({ schema, idProperty }: Resource, chosen: Named, record: StoredRecord): StoredRecord {
  if (chosen.size === 0) return record;
  const names = new Set([idProperty, ...[...chosen.keys()].map(({ name }) => name)]);
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => names.has(name) || properties.get(name)?.required === true),
  );
}

async function expanded(task: Task, resource: Resource, whole: Named, record: StoredRecord): Promise<StoredRecord> {
  let shown = record;
  for (const [property, inner] of whole) {
    const { name } = property;
    const value = own(record, name) ?? idBeside(record, name);
    const found = Array.isArray(value)
      ? await Promise.all(value.map((id) => recordOf(task, property, id, inner)))
      : await recordOf(task, property, value, inner);
    const isFound = Array.isArray(found) ? !found.includes(undefined) : found !== undefined;
    const made = isFound ? madeTo(task, property, found) : undefined;
    if (made !== undefined) shown = { ...shown, [name]: made };
  }
  const isShowable = shown === record || fits(resource.schema, 'response', shown);
  return isShowable ? shown : record;
}

/** `customerId` beside `customer`. */
function idBeside(record: StoredRecord, name: string): unknown {
  const beside = Object.keys(record).find((other) => plain(other) === `${plain(name)}id`);
  return beside === undefined ? undefined : own(record, beside);
}

/** The record at the top that a member refers to by its id, with what it refers to in its turn. */
async function recordOf(
  task: Task,
  property: Property,
  id: unknown,
  inner: readonly Path[],
): Promise<StoredRecord | undefined> {
  const { contract, records } = task;
  const target = targetsIn(contract)(property);
  const typed = target && typedAs(idPropertyOf(target), id);
  if (target === undefined || !isId(typed)) return undefined;
  const record = await records.get(scopeAt(contract, target, {}).collection, typed);
  return record && expanded(task, target, namedIn(target, inner), record);
}

/** The resource at the top whose records a member shows, by their schema or its name. */
const targetsIn = memoized((contract: Contract) =>
  memoized(({ name, schema }: Property): Resource | undefined => {
    const shown = itemsOf(schema) ?? schema;
    const ways = [shown, ...(shown.anyOf ?? []), ...(shown.oneOf ?? []), ...(shown.allOf ?? [])];
    const named = [name, name.replace(/s$/, '')].map((one) => referencedBy(contract)(`${one}_id`));
    return [...contract.resources.filter((one) => ways.includes(one.schema)), ...named].find(
      (one) => one !== undefined && templateNames(one.collectionPath).length === 0,
    );
  }),
);

/** A record in the form of the member that shows it; undefined where it can't be shown there. */
function madeTo({ source }: Task, { schema }: Property, found: unknown): unknown {
  const items = itemsOf(schema);
  const made = Array.isArray(found)
    ? found.map((one) => shape(items ?? {}, one, source))
    : isObject(found)
      ? shape(schema, found, source)
      : undefined;
  return made !== undefined && fits(schema, 'response', made) ? made : undefined;
}
