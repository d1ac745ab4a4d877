import {
  type Contract,
  fits,
  formsOf,
  isObject,
  itemsOf,
  memoized,
  own,
  plain,
  propertiesOf,
  type Resource,
  type Schema,
  templateNames,
  wordsOf,
} from '../../../openapi/contract';
import { putAll } from '../../values/shape';
import type { Id, StoredRecord } from '../../world/stores/records';
import { typedAs } from '../record';

/** A record that others may refer to. */
interface Referenced {
  readonly id: Id;
  readonly record: StoredRecord;
}

/** A record whose references are to lead somewhere. */
export interface Referring extends Referenced {
  readonly resource: Resource;
  /** Its members that stay as they are. */
  readonly settled: ReadonlySet<string>;
  /** Its number among the records of its resource: each refers to another record. */
  readonly nth: number;
}

/** Finds the records of a resource. */
type FindTargets = (resource: Resource) => readonly Referenced[];

/** Names of ids that say nothing of whose id it is. */
const IDS: readonly string[] = ['id', 'uuid', 'guid', 'key', 'slug', 'code', 'number', 'no', 'ref'];

/** Deeper members are left as they were made up. */
const MAX_DEPTH = 3;

/** The same record with ids of records that are there in `customerId`, `customer: {id}`, `tag_ids`, as far as its schema allows. */
export function withReferences(contract: Contract, referring: Referring, targetsOf: FindTargets): StoredRecord {
  const { resource, record } = referring;
  // Another resource may call its ids as this one does its own.
  const settled = new Set([...referring.settled, resource.idProperty ?? '']);
  const links: Links = { named: referencedBy(contract), referring, targetsOf };
  const changed = membersWith(resource.schema, record, links, settled, 0);
  return changed !== record && fits(resource.schema, 'response', changed) ? changed : record;
}

/** The members of a record that lead to no record that is there. */
export function danglingIn(
  contract: Contract,
  { resource, record }: Omit<Referring, 'settled'>,
  targetsOf: FindTargets,
) {
  const named = referencedBy(contract);
  return Object.entries(record).flatMap(([name, value]) => {
    const target = isObject(value) ? undefined : named(name.replace(/(?<=id)s$/i, ''));
    if (target === undefined || target.storedIn === resource.storedIn) return [];
    const ids = idsOf(targetsOf(target));
    return [value].flat().every((id) => ids.has(String(id))) ? [] : [name];
  });
}

const idsOf = memoized((targets: readonly Referenced[]) => new Set(targets.map(({ id }) => String(id))));

interface Links {
  readonly named: (name: string) => Resource | undefined;
  readonly referring: Referring;
  readonly targetsOf: FindTargets;
}

type Fields = Readonly<Record<string, unknown>>;

function membersWith(
  schema: Schema,
  fields: Fields,
  links: Links,
  settled: ReadonlySet<string>,
  depth: number,
): Fields {
  const changed = [...propertiesOf(schema).values()].flatMap(({ name, schema: property }) => {
    const value = settled.has(name) ? undefined : own(fields, name);
    if (value === undefined || value === null) return [];
    const linked = valueWith(property, name, value, links, depth);
    // What changes deeper in is judged with the whole member.
    return linked === value || (depth === 0 && !fits(property, 'response', linked)) ? [] : [[name, linked] as const];
  });
  return changed.length === 0 ? fields : putAll({}, fields, Object.fromEntries(changed));
}

const NONE: ReadonlySet<string> = new Set();

function valueWith(schema: Schema, name: string, value: unknown, links: Links, depth: number): unknown {
  if (Array.isArray(value)) return itemsWith(schema, name, value, links, depth);
  if (!isObject(value)) return idFor(schema, name, links, depth) ?? value;
  if (depth >= MAX_DEPTH) return value;
  const target = targetFor(links, links.named(`${name}_id`), depth);
  const shown = target === undefined ? value : shownOf(schema, value, target);
  return shown === value ? membersWith(schema, value, links, NONE, depth + 1) : shown;
}

/** `tag_ids` has an id in each item, and `items` may have some in theirs. */
function itemsWith(schema: Schema, name: string, values: readonly unknown[], links: Links, depth: number): unknown {
  const items = itemsOf(schema);
  if (items === undefined) return values;
  const [, single = ''] = /^(.*id)s$/i.exec(name) ?? [];
  return values.map((value, nth) => {
    const { referring } = links;
    const next = { ...links, referring: { ...referring, nth: referring.nth + nth } };
    return isObject(value) || single !== '' ? valueWith(items, single, value, next, depth) : value;
  });
}

function idFor(schema: Schema, name: string, links: Links, depth: number): unknown {
  const target = targetFor(links, links.named(name), depth);
  const id = target && typedAs(schema, target.id);
  // Most members are no reference, and making a validator takes long.
  return id !== undefined && fits(schema, 'response', id) ? id : undefined;
}

/** What lies within a record refers to that record itself; it does not refer to itself. */
function targetFor(
  { referring, targetsOf }: Links,
  resource: Resource | undefined,
  depth: number,
): Referenced | undefined {
  if (resource === undefined) return undefined;
  if (resource.storedIn === referring.resource.storedIn) return depth > 0 ? referring : undefined;
  const targets = targetsOf(resource);
  return targets[referring.nth % targets.length];
}

/** An object that shows a part of another record: its members are that record's. */
function shownOf(schema: Schema, value: Fields, { record }: Referenced): Fields {
  const names = [...propertiesOf(schema).keys()].filter(
    (name) => Object.hasOwn(value, name) && Object.hasOwn(record, name),
  );
  const shown = { ...value, ...Object.fromEntries(names.map((name) => [name, own(record, name)])) };
  return names.length > 0 && fits(schema, 'response', shown) ? shown : value;
}

/** The resource whose id a member of a name holds. */
export const referencedBy = memoized((contract: Contract): Links['named'] => {
  const known = new Map<string, Resource>();
  // Of several resources with one name those at the top are meant.
  const inOrder = contract.resources.toSorted(
    (one, other) => templateNames(one.collectionPath).length - templateNames(other.collectionPath).length,
  );
  for (const resource of inOrder) for (const name of namesOf(resource)) if (!known.has(name)) known.set(name, resource);
  return (name) => {
    const words = wordsOf(name);
    // `billing_customer_id` is the id of a customer.
    const ends = words.map((_, from) => words.slice(from).join(''));
    return ends.map((end) => known.get(end)).find((resource) => resource !== undefined);
  };
});

/** What other records call the id of a record, in one spelling: `customerid` and `customeruuid` of `customers`. */
function namesOf({ name, idProperty, idParameter }: Resource): readonly string[] {
  const ids = [idProperty, idParameter?.name].filter((one) => one !== undefined).map(plain);
  if (ids.length === 0) return [];
  const last = name.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '';
  const ends = ['id', ...ids.filter((one) => IDS.includes(one))];
  const ofResource = formsOf(last).flatMap((form) => ends.map((end) => form + end));
  return [...ofResource, ...ids.filter((one) => one.length > 'id'.length && one.endsWith('id') && !IDS.includes(one))];
}
