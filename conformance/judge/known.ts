import {
  type Contract,
  namesAbove,
  type Operation,
  own,
  type Resource,
  stringifyJson,
  surePurposesOf,
  templateNames,
} from '../../openapi/contract';
import { evidenceOf, weightOf } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { type Collection, type Gone, type Known, type KnownRecord, keyOf, upTo } from '../records/records';

/** What is known, for `learn` to change. */
export interface KnownStore extends Known {
  at(resource: Resource, path: Readonly<Record<string, unknown>>): CollectionStore;
  /** Every collection that anything is known of. */
  collections(): readonly CollectionStore[];
  /** The resources one of whose records an operation's path goes through. */
  hostsOf(operation: Operation): readonly Resource[];
}

export interface CollectionStore extends Collection {
  readonly resource: Resource;
  /** Keys of the parents, by parameter. */
  readonly parents: Readonly<Record<string, string>>;
  readonly records: ReadonlyMap<string, KnownRecord>;
  readonly ids: Map<string, unknown>;
  readonly there: Set<string>;
  readonly unchanged: Set<string>;
  readonly unset: Map<string, boolean>;
  readonly running: Set<string>;
  longest: number;
  /** The values of a property of the records, until one of them changes. */
  readonly values: Map<string, readonly unknown[]>;
  /** Knows a record from now on, unless it is too large or too much is known: then nothing is known of it any more. */
  set(key: string, record: KnownRecord): void;
  delete(key: string): void;
  /** A record, if it is known, is known to be deleted, by an exchange. */
  bury(key: string, deletedBy: Exchange): void;
  /** It may be there again. */
  unbury(key: string): void;
  /** Nothing is known of its records any more. @param areGone whether they are not to be named either */
  forget(areGone: boolean): void;
}

/**
 * @param given values known to be good, by property, as the user named them
 * @param room for the records; several stores may share one
 */
export function createKnown(
  contract: Contract,
  given: ReadonlyMap<string, readonly unknown[]> = new Map(),
  room: Room = createRoom(),
): KnownStore {
  const purposes = surePurposesOf(contract);
  const collections = new Map<string, CollectionStore>();
  const chosen = new Map<string, unknown>();

  const at = (resource: Resource, path: Readonly<Record<string, unknown>>): CollectionStore => {
    const names = templateNames(resource.collectionPath);
    const parents = Object.fromEntries(names.map((name) => [name, keyOf(own(path, name))]));
    const key = stringifyJson([resource.collectionPath, ...Object.values(parents)]);
    const found = collections.get(key) ?? newCollection(resource, parents, room);
    collections.set(key, found);
    return found;
  };
  const collection = (resource: Resource, path = chosenPath(resource)): Collection => at(resource, path);
  const chosenPath = ({ collectionPath }: Resource): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      templateNames(collectionPath).map((name) => [name, chosen.get(upTo(collectionPath, name))] as const),
    );

  return {
    at,
    collection,
    collections: () => [...collections.values()],
    hostsOf: ({ path }) => contract.resources.filter(({ itemPath }) => namesAbove(path, itemPath) !== undefined),
    purposeOf: (operation) => purposes.get(operation),
    parent: (path) => chosen.get(path),
    chooseParent: (path, value) => chosen.set(path, value),
    isNamed: (property) => given.has(property),
    values(resource, property) {
      const named = given.get(property) ?? [];
      if (resource === undefined) return distinct(named);
      const { records, values } = at(resource, chosenPath(resource));
      const known = values.get(property);
      if (known !== undefined) return known;
      const seen = [...records.values()].map(({ latest }) => own(latest, property));
      const found = distinct([...named, ...seen].filter((value) => value !== undefined));
      values.set(property, found);
      return found;
    },
  };
}

function newCollection(resource: Resource, parents: CollectionStore['parents'], room: Room): CollectionStore {
  const records = new Map<string, KnownRecord>();
  const there = new Set<string>();
  const unchanged = new Set<string>();
  const unset = new Map<string, boolean>();
  const gone = new Map<string, Gone>();
  const values: CollectionStore['values'] = new Map();
  const ids = new Map<string, unknown>();
  const store: CollectionStore = {
    resource,
    parents,
    records,
    ids,
    there,
    unchanged,
    unset,
    running: new Set(),
    gone,
    values,
    longest: 0,
    set(key, record) {
      noteId(ids, key, record);
      if (room.take(record, records.get(key))) records.set(key, record);
      else for (const keys of [records, there, unchanged]) keys.delete(key);
    },
    delete(key) {
      room.leave(records.get(key));
      records.delete(key);
    },
    bury(key, exchange) {
      const record = records.get(key);
      if (record === undefined) return;
      records.delete(key);
      gone.set(key, { record, deletedBy: evidenceOf(exchange) });
    },
    unbury(key) {
      room.leave(gone.get(key)?.record);
      gone.delete(key);
    },
    forget(areGone) {
      if (areGone) ids.clear();
      for (const record of records.values()) room.leave(record);
      for (const { record } of gone.values()) room.leave(record);
      for (const one of [records, there, unchanged, gone, values]) one.clear();
      store.longest = 0;
    },
  };
  return store;
}

/** So many ids are kept. */
const MOST_IDS = 100;

/** Notes an id as the last one, where the run has made it; of others as many as there is room for. */
function noteId(ids: Map<string, unknown>, key: string, { id, isCreated }: KnownRecord): void {
  if (isCreated) ids.delete(key);
  if (isCreated || ids.size < MOST_IDS) ids.set(key, id);
  const [oldest] = ids.keys();
  if (ids.size > MOST_IDS && oldest !== undefined) ids.delete(oldest);
}

const distinct = (values: readonly unknown[]): readonly unknown[] => [
  ...new Map(values.map((value) => [textOf(value), value])).values(),
];

/** Another text for each JSON value; most values are texts, which need no escapes for that. */
const textOf = (value: unknown): string => (typeof value === 'string' ? `"${value}` : stringifyJson(value));

/** About how many bytes all records that are known may take together, and one of them. */
const MOST = 24 * 2 ** 20;
const MOST_OF_ONE = 2 ** 18;
/** What is remembered of a record beside its values. */
const BESIDE = 500;

/** Bounds what is known of a server's records, whatever it sends. */
export interface Room {
  /** Whether there is room for a record in the place of what was known of it. If there is none, the place is free. */
  take(record: KnownRecord, before: KnownRecord | undefined): boolean;
  leave(record: KnownRecord | undefined): void;
}

export function createRoom(): Room {
  const weights = new WeakMap<KnownRecord, number>();
  let used = 0;
  const leave = (record: KnownRecord | undefined): void => {
    if (record !== undefined) used -= weights.get(record) ?? 0;
  };
  return {
    take(record, before) {
      leave(before);
      const { latest, first } = record;
      const others = first.record === latest ? 0 : weightOf(first.record, MOST_OF_ONE);
      const weight = BESIDE + weightOf(latest, MOST_OF_ONE) + others;
      if (weight > 2 * MOST_OF_ONE || used + weight > MOST) return false;
      weights.set(record, weight);
      used += weight;
      return true;
    },
    leave,
  };
}
