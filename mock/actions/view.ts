/**
 * What of a record a query asks to see: some of its members alone (`fields=name,price`), or those that it refers to in whole
 * (`expand=customer`). OpenAPI has no word for either: names that no property has change nothing.
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
  const chosen = namedIn(task, resource, fields);
  const whole = namedIn(task, resource, expand);
  if (chosen.length + whole.length === 0) return records;
  return Promise.all(
    records.map(async (record) => sparse(resource, chosen, await expanded(task, resource, whole, record))),
  );
}

/** The properties that these parameters name: `a,b`, or an array; `author.name` names `author`. */
function namedIn({ input: { query } }: Task, { schema }: Resource, parameters: readonly string[]): readonly Property[] {
  const properties = new Map([...propertiesOf(schema).values()].map((one) => [plain(one.name), one]));
  const texts = parameters.flatMap((name) => query[name] ?? []).filter((value) => typeof value === 'string');
  return texts
    .flatMap((text) => text.split(','))
    .flatMap((name) => properties.get(plain(name.split('.')[0] ?? '')) ?? []);
}

/** What is required stays, as does the id. */
function sparse({ schema, idProperty }: Resource, chosen: readonly Property[], record: StoredRecord): StoredRecord {
  if (chosen.length === 0) return record;
  const names = new Set([idProperty, ...chosen.map(({ name }) => name)]);
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.entries(record).filter(([name]) => names.has(name) || properties.get(name)?.required === true),
  );
}

async function expanded(
  task: Task,
  resource: Resource,
  whole: readonly Property[],
  record: StoredRecord,
): Promise<StoredRecord> {
  let shown = record;
  for (const property of whole) {
    const { name } = property;
    const value = own(record, name) ?? idBeside(record, name);
    const found = Array.isArray(value)
      ? await Promise.all(value.map((id) => recordOf(task, property, id)))
      : await recordOf(task, property, value);
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

/** The record at the top that a member refers to by its id. */
async function recordOf(task: Task, property: Property, id: unknown): Promise<StoredRecord | undefined> {
  const { contract, records } = task;
  const target = targetsIn(contract)(property);
  const typed = target && typedAs(idPropertyOf(target), id);
  if (target === undefined || !isId(typed)) return undefined;
  return records.get(scopeAt(contract, target, {}).collection, typed);
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
