import {
  type Contract,
  fits,
  memoized,
  type Resource,
  replyFor,
  stringifyJson,
  templateNames,
  typesOf,
} from '../../../openapi/contract';
import { makeUp } from '../../values/believable/make-up';
import { seeded } from '../../values/source';
import { compareIds, meets } from '../../world/rules/order';
import { dayOf } from '../../world/rules/random';
import type { Collections, Examples, Id, StoredRecord } from '../../world/stores/records';
import { readCollectionName } from '../collection-names';
import { FIRST_TEXT, isIdOf } from '../ids';
import { homeOf, namesOfParents, parentsOf, type Scope, scopeAt } from '../scope';
import { withSelfLinks } from '../self-links';
import { danglingIn, withReferences } from './references';
import { givenValues, isMadeAtPath, makeRecord, parametersAt, type Wish, wishesFor } from './wishes';

interface ExamplesOptions {
  readonly seed: number;
  /** Unix milliseconds: the newest record came to be on the day before. */
  readonly now: number;
  /** Called with a sentence about a resource of which no record was found that fits. */
  readonly notice: (text: string) => void;
  /** How many records each collection has that is listed. Absent: a few. */
  readonly count?: number;
  /** The records to begin with in place of those of the document's examples: cut to the count, or filled up. */
  readonly own?: Collections;
}

/** A record, and the values of the templates in its path. */
interface Made {
  readonly collection: string;
  readonly id: Id;
  readonly record: StoredRecord;
  readonly values: readonly unknown[];
  /** The members that follow from the record's scope, or stand in the document's examples. */
  readonly settled: ReadonlySet<string>;
}

const DAY = 86_400_000;
/** Below no more parents are records made up. */
const MOST_PARENTS = 9;

/** Makes the records of each resource when they are first asked for. */
export function createExamples(contract: Contract, { seed, now, notice, count, own }: ExamplesOptions): Examples {
  const today = dayOf(now);

  const make = (resource: Resource, scope: Scope, { id, given }: Wish, nth: number) => {
    const source = seeded(seed, today - (nth + 1) * DAY, scope.collection, stringifyJson(id));
    const record = makeRecord(resource, { id, scope, given, isAnother: nth > 0 }, source);
    const isGiven = (name: string): boolean => record?.[name] === undefined || Object.hasOwn(given ?? {}, name);
    const linked = record && withSelfLinks(resource, record, { id, isGiven });
    return linked !== undefined && linked !== record && fits(resource.schema, 'response', linked) ? linked : record;
  };

  const known = new Map<Resource, readonly Made[]>();
  /** Those whose records are being made: resources may lie below each other. */
  const begun = new Set<Resource>();
  const madeOf = (resource: Resource): readonly Made[] => {
    const before = known.get(resource);
    if (before !== undefined || begun.has(resource)) return before ?? [];
    begun.add(resource);
    const home = homeOf(contract, resource);
    const made = home === resource ? makeAll(resource) : madeAtHome(resource, madeOf(home));
    known.set(resource, made);
    return made;
  };

  const makeAll = (resource: Resource): readonly Made[] => {
    const made: Made[] = [];
    let misfits = 0;
    const taken = new Map<string, Set<Id>>();
    const group = contract.resources.filter((one) => homeOf(contract, one) === resource);
    const parents = group.filter((one) => one !== resource).flatMap(scopesOf);
    const scopes = scopesOf(resource);
    const first = firstGiven(contract, resource, scopes);
    for (const [nth, { values, ...scope }] of scopes.entries()) {
      const ownHere = ownOf(scope);
      const ids = taken.get(scope.collection) ?? new Set(own?.get(scope.collection)?.keys());
      taken.set(scope.collection, ids);
      // Below further parents there is only what was given.
      const here = { count: nth < MOST_PARENTS ? count : ownHere?.length, own: ownHere };
      const wanted = { resource, group, parents: parents.length, isFirst: nth === first, seed, ...here };
      const wishes = wishesFor(contract, wanted, ids);
      for (const [index, wish] of wishes.entries()) {
        const named = namesOfParents(resource, pathOf(resource, values));
        // What was given stays where it is, if not the document gave it.
        const spread =
          ownHere !== undefined && wish.given !== undefined ? [] : parents[index % parents.length]?.belongs;
        const belongs = [...named, ...scope.belongs, ...(spread ?? [])];
        const record = make(resource, { ...scope, belongs }, wish, made.length + index);
        const settled = new Set([...belongs.map(({ property }) => property), ...Object.keys(wish.given ?? {})]);
        if (record === undefined) misfits += 1;
        else made.push({ collection: scope.collection, id: wish.id, record, values: [...values, wish.id], settled });
      }
    }
    if (misfits > 0) notice(leftOut(resource, misfits));
    return made;
  };

  const ownOf = ({ collection, belongs }: Scope): readonly StoredRecord[] | undefined => {
    const records = own?.get(collection);
    return records && [...records.values()].filter((record) => meets(record, belongs)).slice(0, count);
  };

  /** The records that another path leads to, too. */
  const madeAtHome = (resource: Resource, atHome: readonly Made[]): readonly Made[] =>
    scopesOf(resource).flatMap(({ values, belongs }) =>
      atHome.filter(({ record }) => meets(record, belongs)).map((made) => ({ ...made, values: [...values, made.id] })),
    );

  const scopesOf = (resource: Resource): readonly (Scope & Pick<Made, 'values'>)[] =>
    pathsTo(resource).map((values) => ({ values, ...scopeAt(contract, resource, pathOf(resource, values)) }));

  /** The values of the templates in the path of a resource's collections: one below each record of its parent. */
  const pathsTo = (resource: Resource): readonly (readonly unknown[])[] => {
    const names = templateNames(resource.collectionPath);
    const above = parentsOf(contract, resource)
      .map(({ parent }) => parent)
      .sort((one, other) => (other.itemPath ?? '').length - (one.itemPath ?? '').length)[0];
    const roots = above === undefined ? [[]] : madeOf(above).map(({ values }) => values);
    const paths = roots.map((values) => {
      const more = names.slice(values.length).map((name) => valueFor(contract, resource.collectionPath, name, seed));
      return [...values, ...more];
    });
    const hasOwn = (values: readonly unknown[]): boolean =>
      own !== undefined && (ownOf(scopeAt(contract, resource, pathOf(resource, values))) ?? []).length > 0;
    return paths.filter((values, nth) => nth < MOST_PARENTS || hasOwn(values));
  };

  /** The records of a resource that is its own home, by what they were before they referred to others that are there. */
  const referringOf = memoized(
    (resource: Resource): ReadonlyMap<StoredRecord, StoredRecord> =>
      new Map(
        madeOf(resource).map(({ id, record, settled: given }, nth) => {
          const dangling = own === undefined ? [] : danglingIn(contract, { resource, id, record, nth }, madeOf);
          const settled = new Set([...given].filter((name) => !dangling.includes(name)));
          return [record, withReferences(contract, { resource, id, record, settled, nth }, madeOf)];
        }),
      ),
  );

  const collectionsOf = memoized((resource: Resource): Collections => {
    const made = madeOf(resource);
    const referring = referringOf(homeOf(contract, resource));
    return byCollection(made.map((one) => ({ ...one, record: referring.get(one.record) ?? one.record })));
  });
  return {
    of(collection) {
      const named = readCollectionName(collection, contract);
      return 'problem' in named ? NONE : collectionsOf(named.resource);
    },
    *each() {
      for (const resource of contract.resources) yield collectionsOf(resource);
    },
    recordOf(collection, id, conditions) {
      const named = readCollectionName(collection, contract);
      if ('problem' in named) return undefined;
      const { resource, parents } = named;
      if (!isHidden(contract, resource) || !isIdOf(resource, id)) return undefined;
      const belongs = [...namesOfParents(resource, parents), ...conditions];
      const record = make(resource, { collection, belongs }, { id, given: undefined }, 1);
      const settled = new Set(belongs.map(({ property }) => property));
      return record && withReferences(contract, { resource, id, record, settled, nth: 0 }, madeOf);
    },
  };
}

const NONE: Collections = new Map();

/**
 * Whether a record is made for every id that a client asks for: where no client makes the records, and either reading one is
 * never refused or no client can find out an id, since nothing lists the records or only below a hidden parent.
 */
function isHidden(contract: Contract, resource: Resource): boolean {
  const { idProperty, idSentAs, itemPath, collectionPath, listsByKey } = resource;
  if (isMadeAtPath(contract, resource)) return false;
  const showsIds = idProperty !== undefined || idSentAs !== undefined || listsByKey;
  if (!showsIds && itemPath !== undefined) return true;
  const group = contract.resources.filter((one) => homeOf(contract, one) === resource);
  if (group.some(isMade)) return false;
  if (isNeverRefused(resource) || !group.some(({ operations: { list } }) => list !== undefined)) return true;
  const above = templateNames(collectionPath).length;
  if (above === 0 || itemPath === undefined) return false;
  const host = parentsOf(contract, resource).find((one) => templateNames(one.parent.itemPath ?? '').length === above);
  return host === undefined || isHidden(contract, host.parent);
}

/** Whether the document says that clients make the records. */
const isMade = ({ operations: { create, replace } }: Resource): boolean =>
  create !== undefined || replace?.replies.some(({ status }) => status === 201) === true;

/** Whether the document has no reply for a record that is not there. */
const isNeverRefused = ({ operations: { read } }: Resource): boolean =>
  read !== undefined && replyFor(read, 404) === undefined && replyFor(read, 410) === undefined;

const leftOut = ({ collectionPath }: Resource, count: number): string =>
  `Of ${collectionPath} ${count === 1 ? 'a record is' : `${count} records are`} left out: none was found that its schema allows. ` +
  'Give records by --fixtures, or correct the schema.';

function pathOf({ collectionPath }: Resource, values: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(templateNames(collectionPath).map((name, nth) => [name, values[nth]]));
}

/** Which of the scopes of a resource's records is below the parent that the document's examples name; else the first. */
function firstGiven(contract: Contract, { collectionPath }: Resource, scopes: readonly Pick<Made, 'values'>[]): number {
  const given = givenValues(contract, collectionPath.slice(0, collectionPath.lastIndexOf('}') + 1)).map(String);
  const named = given.map((id) => scopes.findIndex(({ values }) => String(values.at(-1)) === id));
  return named.find((nth) => nth >= 0) ?? 0;
}

/** A value for a template that no resource's id stands in: as the ids of first records are, where it may be one. */
function valueFor(contract: Contract, path: string, name: string, seed: number): unknown {
  const upTo = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
  const [given] = givenValues(contract, upTo);
  const [{ schema = {} } = {}] = parametersAt(contract, upTo);
  const first = typesOf(schema).includes('integer') || schema.format === undefined ? [FIRST_TEXT, 1] : [];
  const plain = first.find((value) => fits(schema, 'request', value));
  return given ?? plain ?? makeUp(schema, seeded(seed, 0, upTo), name) ?? FIRST_TEXT;
}

/** By their collections, in the order of their ids. Every world begins with these very objects. */
function byCollection(made: readonly Made[]): Collections {
  const found = new Map<string, Map<Id, StoredRecord>>();
  for (const { collection, id, record } of made.toSorted((one, other) => compareIds(one.id, other.id))) {
    const records = found.get(collection) ?? new Map<Id, StoredRecord>();
    found.set(collection, records.set(id, record));
  }
  return found;
}
