import { type Contract, memoized, type Resource, stringifyJson, templateNames } from '../../../openapi/contract';
import { makeUp } from '../../values/believable/make-up';
import { compareIds } from '../../world/rules/id-order';
import type { Examples } from '../../world/stores/examples';
import type { Collections, Id, StoredRecord } from '../../world/stores/records';
import { readCollectionName } from '../collection-names';
import { type Place, parentsOf, placeAt } from '../place';
import { idOf } from '../record';
import { type Fields, givenRecords, givenValues, parametersAt } from './given';
import { isIdOf, newIds } from './ids';
import { makeRecord } from './make-record';
import { seeded } from './seeded';

interface ExamplesOptions {
  readonly seed: number;
  /** Unix milliseconds: the newest record came to be on the day before. */
  readonly now: number;
  /** Called with a sentence about a resource of which no record was found that fits. */
  readonly notice: (text: string) => void;
}

/** A record, and the values of the templates in its path. */
interface Made {
  readonly collection: string;
  readonly id: Id;
  readonly record: StoredRecord;
  readonly values: readonly unknown[];
}

/** What a record is made from. */
interface Wish {
  readonly id: Id;
  readonly given: Fields | undefined;
}

const DAY = 86_400_000;
/** So many records has a collection at the top, one below it, and one further down. */
const COUNTS = [3, 3];
/** No more of the document's own records are taken. */
const MOST_GIVEN = 10;
/** Below no more parents are records made up. */
const MOST_PARENTS = 9;

/** Makes the records of each resource when they are first asked for. */
export function createExamples(contract: Contract, { seed, now, notice }: ExamplesOptions): Examples {
  const today = now - (now % DAY);

  const make = (resource: Resource, place: Place, { id, given }: Wish, nth: number) => {
    const source = seeded(seed, today - (nth + 1) * DAY, place.collection, stringifyJson(id));
    return makeRecord(resource, { id, place, given, isAnother: nth > 0 }, source);
  };

  const madeOf = memoized((resource: Resource): readonly Made[] => {
    const made: Made[] = [];
    const taken = new Map<string, Set<Id>>();
    for (const [nth, values] of pathsTo(resource).entries()) {
      const place = placeAt(contract, resource, pathOf(resource, values));
      const ids = taken.get(place.collection) ?? new Set();
      taken.set(place.collection, ids);
      for (const [index, wish] of wishesFor(contract, resource, ids, nth === 0, seed).entries()) {
        const record = make(resource, place, wish, made.length + index);
        if (record === undefined)
          notice(
            `No record of ${resource.name} with the id ${stringifyJson(wish.id)} could be made up that the contract allows: it is left out.`,
          );
        else made.push({ collection: place.collection, id: wish.id, record, values: [...values, wish.id] });
      }
    }
    return made;
  });

  /** The values of the templates in the path of a resource's collections: one below each record of its parent. */
  const pathsTo = (resource: Resource): readonly (readonly unknown[])[] => {
    const names = templateNames(resource.collectionPath);
    const above = parentsOf(contract, resource)
      .map(({ parent }) => parent)
      .sort((one, other) => (other.itemPath ?? '').length - (one.itemPath ?? '').length)[0];
    const roots = above === undefined ? [[]] : madeOf(above).map(({ values }) => values);
    return roots.slice(0, MOST_PARENTS).map((values) => {
      const more = names.slice(values.length).map((name) => valueFor(contract, resource.collectionPath, name, seed));
      return [...values, ...more];
    });
  };

  const collectionsOf = memoized((resource: Resource): Collections => byCollection(madeOf(resource)));
  const resourceOf = (collection: string): Resource | undefined => {
    const named = readCollectionName(collection, contract);
    return 'resource' in named ? named.resource : undefined;
  };
  return {
    of(collection) {
      const resource = resourceOf(collection);
      return resource === undefined ? NONE : collectionsOf(resource);
    },
    *each() {
      for (const resource of contract.resources) yield collectionsOf(resource);
    },
    recordOf(collection, id, conditions) {
      const resource = resourceOf(collection);
      if (resource === undefined || !isHidden(resource) || !isIdOf(resource, id)) return undefined;
      return make(resource, { collection, belongs: conditions }, { id, given: undefined }, 1);
    },
  };
}

const NONE: Collections = new Map();

/** Whether the document lets nobody find out an id: nothing lists or creates its records, or they do not show theirs. */
const isHidden = ({ idProperty, itemPath, operations: { list, create } }: Resource): boolean =>
  (list === undefined && create === undefined) || (idProperty === undefined && itemPath !== undefined);

function pathOf({ collectionPath }: Resource, values: readonly unknown[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(templateNames(collectionPath).map((name, nth) => [name, values[nth]]));
}

/** A value for a template that no resource's id stands in. */
function valueFor(contract: Contract, path: string, name: string, seed: number): unknown {
  const upTo = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
  const [given] = givenValues(contract, upTo);
  const [parameter] = parametersAt(contract, upTo);
  return given ?? makeUp(parameter?.schema ?? {}, seeded(seed, 0, upTo), name) ?? 'example';
}

/**
 * What is to be made for one collection: with the records and ids of the document's examples, if this is the first one, and as
 * many more as there are to be.
 */
function wishesFor(
  contract: Contract,
  resource: Resource,
  taken: Set<Id>,
  isFirst: boolean,
  seed: number,
): readonly Wish[] {
  const { idProperty, itemPath, collectionPath, operations } = resource;
  const records = isFirst ? givenRecords(resource).slice(0, MOST_GIVEN) : [];
  const values = itemPath === undefined ? [] : givenValues(contract, itemPath);
  const wishes: Wish[] = [];
  const wish = (id: unknown, given: Fields | undefined): boolean => {
    if (!isIdOf(resource, id) || taken.has(id)) return false;
    taken.add(id);
    wishes.push({ id, given });
    return true;
  };
  const idsIn = records.map((record) => (idProperty === undefined ? undefined : idOf(record, idProperty)));
  const nameless = records
    .filter((record, nth) => idsIn[nth] === undefined || !wish(idsIn[nth], record))
    .filter((_, nth) => idsIn[nth] === undefined);
  if (isFirst) for (const value of values) wish(value, nameless.shift());
  const depth = templateNames(collectionPath).length;
  const least =
    operations.list !== undefined ? (COUNTS[depth] ?? 1) : itemPath === undefined || isHidden(resource) ? 0 : 1;
  const source = seeded(seed, 0, collectionPath, String(taken.size));
  for (const id of newIds(
    resource,
    [...idsIn, ...values].filter((one) => one !== undefined),
    source,
  )) {
    if (wishes.length >= least && nameless.length === 0) break;
    if (wish(id, nameless[0])) nameless.shift();
  }
  return wishes;
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
