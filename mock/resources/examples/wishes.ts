/** Which records are made for a collection: those of the document's examples and a few more; and each of them, made. */
import {
  alternativesOf,
  type Contract,
  createdAt,
  fits,
  isObject,
  jsonMediaType,
  type MediaType,
  memoized,
  type Operation,
  type Parameter,
  partAt,
  type Resource,
  type Role,
  type Schema,
  type Steps,
  schemaAt,
  stringifyJson,
  successOf,
  templateNames,
} from '../../../openapi/contract';
import { makeUp } from '../../values/believable/make-up';
import { sample } from '../../values/sample';
import { putAll, shape } from '../../values/shape';
import { type Source, seeded } from '../../values/source';
import type { Id, StoredRecord } from '../../world/stores/records';
import { firstId, isIdOf, newIds } from '../ids';
import { idOf, idPropertyOf, typedAs } from '../record';
import type { Scope } from '../scope';
import { withoutLater } from '../states';
import { withSums } from '../sums';

type Fields = Readonly<Record<string, unknown>>;

/** What a record is made from. */
export interface Wish {
  readonly id: Id;
  /** What the document's examples say of it. */
  readonly given: Fields | undefined;
}

/** For which collection records are to be made. */
interface Wanted {
  readonly resource: Resource;
  /** All resources whose records are in it. */
  readonly group: readonly Resource[];
  /** Below so many parents they stand by another path: each is to have one. */
  readonly parents: number;
  /** Whether it is the resource's first one, which gets the records and ids of the examples. */
  readonly isFirst: boolean;
  readonly seed: number;
  /** How many records it has, where that is said. */
  readonly count: number | undefined;
  /** The records that it begins with in place of those of the document's examples. */
  readonly own: readonly StoredRecord[] | undefined;
}

/** So many records has a collection at the top, and one below it; further down one. */
const COUNTS = [3, 3];
/** No more of the document's own records are taken. */
const MOST_GIVEN = 10;

/** Whether clients make a record at the path that they choose for it: one that sends the example means a record that is not there. */
export const isMadeAtPath = ({ operations }: Contract, resource: Resource): boolean =>
  operations.some((operation) => createdAt(resource)(operation) !== undefined);

/** What is to be made for one collection, the records and ids of examples first. @param taken its ids; those of the wishes are added */
export function wishesFor(contract: Contract, wanted: Wanted, taken: Set<Id>): readonly Wish[] {
  const { resource, group, isFirst, seed, count, own } = wanted;
  const { idProperty, idChoice, itemPath, collectionPath } = resource;
  const property = idPropertyOf(resource);
  const isOfDocument = isFirst && own === undefined;
  const records = own ?? (isFirst ? group.flatMap(givenRecords).slice(0, MOST_GIVEN) : []);
  const asked = (itemPath === undefined || isMadeAtPath(contract, resource) ? [] : givenValues(contract, itemPath)).map(
    (id) => typedAs(property, id),
  );
  const values = [
    ...asked,
    // Where clients choose ids, a client that sends the example means a record that is not there yet.
    ...(property === undefined || idChoice !== 'service' ? [] : alternativesOf(property).flatMap(examplesIn)),
  ];
  const wishes: Wish[] = [];
  const wish = (id: unknown, given: Fields | undefined, isItsOwn = false): boolean => {
    if (wishes.length === count || !isIdOf(resource, id) || (taken.has(id) && !isItsOwn)) return false;
    taken.add(id);
    wishes.push({ id, given });
    return true;
  };
  const withIds = records.map((given) => ({
    given,
    id: idProperty === undefined ? undefined : idOf(given, idProperty),
  }));
  for (const { id, given } of withIds) wish(id, given, own !== undefined);
  const nameless = withIds.filter(({ id }) => id === undefined).map(({ given }) => given);
  // An id that fits takes the first record without one.
  const wishNext = (id: unknown): void => {
    if (wish(id, nameless[0])) nameless.shift();
  };
  if (isOfDocument) for (const value of values) wishNext(value);
  const source = seeded(seed, 0, collectionPath, String(taken.size));
  // A client that has seen nothing but the path may read a record, too.
  const ofItem = valuesFor(resource.idParameter === undefined ? [] : [resource.idParameter]);
  if (
    own === undefined &&
    itemPath !== undefined &&
    idChoice === 'service' &&
    !ofItem.some((id) => isIdOf(resource, typedAs(property, id)))
  )
    wishNext(firstId(resource));
  const examples = [...withIds.map(({ id }) => id), ...values].filter((id) => id !== undefined);
  const least = Math.max(leastOf(resource, group, count), wanted.parents);
  for (const id of newIds(resource, examples, source, count && count + taken.size)) {
    if (wishes.length === count || (wishes.length >= least && nameless.length === 0)) break;
    wishNext(id);
  }
  return wishes;
}

/** Clients see no record without a list or a path of its own; where only its path shows it, one is enough. */
function leastOf({ collectionPath, itemPath }: Resource, group: readonly Resource[], count?: number): number {
  const isListed = group.some(({ operations }) => operations.list !== undefined);
  if (isListed) return count ?? boundedByLists(group, COUNTS[templateNames(collectionPath).length] ?? 1);
  return itemPath !== undefined && group.some(({ operations }) => operations.create !== undefined) ? 1 : 0;
}

/** The bounds of lists (`minItems`, `maxItems`) count, as far as so many records are no burden. */
function boundedByLists(group: readonly Resource[], usual: number): number {
  const lists = group.map(({ operations, shown }) => {
    const reply = jsonMediaType(contentOf(operations.list) ?? [])?.schema;
    return reply && schemaAt(reply, shown.list ?? []);
  });
  const least = Math.max(0, ...lists.map((list) => list?.minItems ?? 0));
  const most = Math.min(usual, ...lists.map((list) => list?.maxItems ?? usual));
  return Math.max(Math.min(least, MOST_LISTED), most);
}

const MOST_LISTED = 100;

/** The records in the document's examples of replies or, without any, of bodies. They may lack what the schema requires. */
function givenRecords({ operations, shown, listsByKey, taken }: Resource): readonly Fields[] {
  const inReplies = SHOWING.flatMap((role) =>
    valuesOf(contentOf(operations[role])).flatMap((value) => {
      const found = recordsAt(value, shown[role]);
      return listsByKey && role === 'list' ? found.filter(isObject).flatMap(Object.values) : found;
    }),
  );
  const found = inReplies.some(isObject)
    ? inReplies
    : TAKING.flatMap((role) =>
        valuesOf(operations[role]?.body?.content).flatMap((value) => recordsAt(value, taken[role])),
      );
  return [...new Map(found.filter(isObject).map((record) => [stringifyJson(record), record])).values()];
}

const SHOWING = ['read', 'list', 'create', 'replace', 'patch'] as const satisfies readonly Role[];
const TAKING = ['create', 'replace'] as const satisfies readonly Role[];

const contentOf = (operation: Operation | undefined): readonly MediaType[] | undefined =>
  operation && successOf(operation)?.reply.content;

/** The records that stand at these steps of an example: one, or the array of a list. */
function recordsAt(value: unknown, steps: Steps | undefined): readonly unknown[] {
  const found = steps && partAt(value, steps);
  return Array.isArray(found) ? found : [found];
}

function valuesOf(content: readonly MediaType[] = []): readonly unknown[] {
  const media = jsonMediaType(content);
  return media === undefined ? [] : [...media.examples.map(({ value }) => value), ...examplesIn(media.schema)];
}

/** The examples that stand in a schema itself. */
const examplesIn = (schema: Schema | undefined): readonly unknown[] =>
  [schema?.example, ...(schema?.examples ?? [])].filter((value) => value !== undefined);

/** The last parameter of a path, as each operation has it whose path begins so. */
export const parametersAt = (contract: Contract, path: string): readonly Parameter[] =>
  parametersByPath(contract).get(shapeOf(path)) ?? [];

/** The examples, default and choices that the document gives for the last parameter of a path, such as `/things/{thingId}`. */
export const givenValues = (contract: Contract, path: string): readonly unknown[] =>
  valuesFor(parametersAt(contract, path));

function valuesFor(parameters: readonly Parameter[]): readonly unknown[] {
  const examples = parameters.flatMap((parameter) => [
    ...parameter.examples.map(({ value }) => value),
    ...alternativesOf(parameter.schema).flatMap(examplesIn),
  ]);
  const choices = parameters
    .slice(0, 1)
    .flatMap(({ schema }) => [schema.default, schema.const, ...(schema.enum ?? [])]);
  return [...new Set([...examples, ...choices])].filter((value) => value !== undefined).slice(0, MOST_VALUES);
}

const MOST_VALUES = 10;

const parametersByPath = memoized(({ operations }: Contract): ReadonlyMap<string, readonly Parameter[]> => {
  const found = new Map<string, Parameter[]>();
  for (const { path, parameters } of operations) {
    for (const parameter of parameters) {
      const template = `{${parameter.name}}`;
      const at = parameter.in === 'path' ? path.indexOf(template) : -1;
      if (at < 0) continue;
      const key = shapeOf(path.slice(0, at + template.length));
      const known = found.get(key) ?? [];
      known.push(parameter);
      found.set(key, known);
    }
  }
  return found;
});

/** Two paths may call the same parameter by different names. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^{}]+\}/g, '{}');

/** What is known of a record before it is made. */
interface Making extends Wish {
  readonly scope: Scope;
  /** Whether another record shows the schema's own example. */
  readonly isAnother: boolean;
}

/** A record that a reply may show, with what is wanted of it; undefined where none is found. */
export function makeRecord(resource: Resource, wanted: Making, source: Source): StoredRecord | undefined {
  const { schema, idProperty } = resource;
  const idOnly = idProperty === undefined ? {} : { [idProperty]: wanted.id };
  const parents = wanted.scope.belongs.map(({ property, anyOf: [value] }) => [property, value]);
  const fixed = { ...Object.fromEntries(parents), ...idOnly };
  for (const fields of candidates(resource, wanted, source)) {
    if (!isObject(fields)) continue;
    // The id comes first. What no reply shows is not there: none of the candidates makes it.
    const record = putAll({}, idOnly, fields, fixed);
    const given = wanted.given ?? {};
    const early = withSums(schema, withoutLater(schema, record, given), ({ name: member }) =>
      Object.hasOwn(given, member),
    );
    for (const one of early === record ? [record] : [early, record]) if (fits(schema, 'response', one)) return one;
  }
  return undefined;
}

function* candidates({ schema, name }: Resource, { given, isAnother }: Making, source: Source): Iterable<unknown> {
  if (given !== undefined) yield shape(schema, given, { ...source, makeUp });
  yield makeUp(schema, source, name, isAnother);
  yield sample(schema, source);
  // Of a record that may be anything an object is shown.
  yield {};
}
