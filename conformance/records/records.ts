import {
  type Contract,
  isNamedLike,
  isObject,
  type Operation,
  own,
  type Purpose,
  partAt,
  plain,
  propertiesOf,
  type Resource,
  roleOf,
  textOf,
  wordsOf,
} from '../../openapi/contract';
import { beginningOf, type Exchange, isSuccess, jsonOf } from '../exchange/exchange';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** The records of a list's reply; undefined where it is none. */
export const recordsOf = (exchange: Exchange, resource: Resource): readonly JsonRecord[] | undefined =>
  recordsIn(jsonOf(exchange), resource);

/** The first records of a list that is too long to be read. */
export const firstRecordsOf = (exchange: Exchange, resource: Resource): readonly JsonRecord[] | undefined =>
  recordsIn(beginningOf(exchange), resource);

function recordsIn(value: unknown, { shown }: Resource): readonly JsonRecord[] | undefined {
  const list = shown.list === undefined ? undefined : partAt(value, shown.list);
  return Array.isArray(list) && list.every(isObject) ? list : undefined;
}

/** The record of a reply that shows one, without what is wrapped around it. */
export const recordOf = (exchange: Exchange, resource: Resource | undefined): JsonRecord | undefined =>
  recordIn(jsonOf(exchange), exchange.request.operation, resource);

/** The same of the value of a reply to an operation. */
export function recordIn(reply: unknown, operation: Operation, resource: Resource | undefined): JsonRecord | undefined {
  const role = resource && roleOf(resource, operation);
  const steps = role === undefined ? undefined : resource?.shown[role];
  const value = steps === undefined ? undefined : partAt(reply, steps);
  return isObject(value) ? value : undefined;
}

export const idOf = (record: JsonRecord, { idProperty }: Resource): unknown =>
  idProperty === undefined ? undefined : own(record, idProperty);

/** The one record that a success shows, with its id; undefined where it shows none, or one without an id. */
export function shownWithId(
  exchange: Exchange,
  resource: Resource,
): { readonly record: JsonRecord; readonly id: unknown } | undefined {
  const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  const id = record && idOf(record, resource);
  return record === undefined || id === undefined ? undefined : { record, id };
}

/** The properties of a record that the contract names: what else a server shows is its own business. */
export function namedOf(record: JsonRecord, { schema }: Pick<Resource, 'schema'>): JsonRecord {
  const names = propertiesOf(schema);
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
}

/** The largest page that may be asked for. */
export function maximumOf({ pageSize }: Resource): number | undefined {
  const { maximum } = pageSize?.schema ?? {};
  return typeof maximum === 'number' ? maximum : undefined;
}

/** Whether two JSON values are the same: exactly, whatever the order of names. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
    );
  }
  return Object.is(a, b) || (a === 0 && b === 0);
}

/** An object without the members that are null, at every depth: null may mean that there is none, or that one is to go. */
export function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/** A record, and the exchange that showed it. */
export interface Sighting {
  readonly record: JsonRecord;
  readonly shownBy: Exchange;
}

/** In what kind of reply a record was shown. */
export type Showing = 'create' | 'change' | 'read' | 'list' | 'filtered list';

/** What is known of one record. */
export interface KnownRecord {
  readonly id: unknown;
  /** As it was shown first, or first after a client changed it or the server filled in what was not there. */
  readonly first: Sighting;
  /** As it was shown last. */
  readonly latest: JsonRecord;
  /** What clients have sent of it since it was made; undefined where that is not known. */
  readonly sent: JsonRecord | undefined;
  /** Whether one of the exchanges created it. */
  readonly isCreated: boolean;
  /** Every kind of reply that has shown it since. */
  readonly shownIn: ReadonlySet<Showing>;
}

/** A record as it was before it was deleted. */
export interface Gone {
  readonly record: KnownRecord;
  readonly deletedBy: Exchange;
}

/** What is known of the records of one collection: those of a resource below the same parents. */
export interface Collection {
  /** By `keyOf` their ids, in the order in which they were seen first. */
  readonly records: ReadonlyMap<string, KnownRecord>;
  /** By `keyOf` them, ids of records that were seen of late: these may be named, also when nothing more is known of them. The run's own come last. */
  readonly ids: ReadonlyMap<string, unknown>;
  /** The most records that one unfiltered list has shown. */
  readonly longest: number;
  /** Keys of the records that were shown since a record of another resource was deleted: that may delete others. */
  readonly there: ReadonlySet<string>;
  /** Of those, the keys of the ones that nothing elsewhere, or below them, may have changed since. */
  readonly unchanged: ReadonlySet<string>;
  /** Of the properties that clients have left out of a record, whether the server leaves them out, too. */
  readonly unset: ReadonlyMap<string, boolean>;
  /** The properties that were seen to run with the clock. */
  readonly running: ReadonlySet<string>;
  /** What was deleted, by `keyOf` the ids; nothing that was shown again since. */
  readonly gone: ReadonlyMap<string, Gone>;
}

/** What has been learnt of the server's records. */
export interface Known {
  /** The part that an operation plays. */
  purposeOf(operation: Operation): Purpose | undefined;
  /** The collection below the parents that a path names; without a path, below those that the run has chosen. */
  collection(resource: Resource, path?: Readonly<Record<string, unknown>>): Collection;
  /**
   * The value that the run has chosen for the last parameter of a path, to work below that parent. It stays the same
   * for the whole run, since the records below another parent are other records.
   */
  parent(path: string): unknown;
  chooseParent(path: string, value: unknown): void;
  /** Whether the user has named good values of a property: then others may not be. */
  isNamed(property: string): boolean;
  /** Values of a property that the server has shown or the user has named: it has to accept them. */
  values(resource: Resource | undefined, property: string): readonly unknown[];
}

/** An id as a path writes it, whatever its type in JSON. */
export const keyOf = (id: unknown): string => textOf(id);

/** A path as far as one of its parameters, that included. */
export const upTo = (path: string, name: string): string => path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);

/** The records of a collection that an exchange has created, in that order. */
export const createdIn = ({ records }: Collection): readonly KnownRecord[] =>
  [...records.values()].filter(({ isCreated }) => isCreated);

interface Described {
  readonly [keyword: string]: unknown;
}

/** Whether a property has the name of one that holds another record's id, as such names go, or the words beside it say so. */
export const isReference = (name: string, schema: Described = {}): boolean =>
  /(?:Id|ID|_id)s?$|^ids?$/.test(name) || nounIn(schema) !== undefined;

/** Of what words say that a member is the id: `The id of the client who asked`, `Client ID`; not of what another system knows by it. */
const nounIn = ({ description }: Described): string | undefined =>
  ELSEWHERE.test(String(description ?? ''))
    ? undefined
    : SAYS_ID.exec(String(description ?? ''))
        ?.slice(1)
        .find(Boolean);

const SAYS_ID =
  /^(?:the |an? )?(?:unique )?(?:ids?|identifiers?) of (?:the |an? |another |each )?(?:\p{Ll}+ )??(\p{L}+)(?=\W*$|[.,;:]| (?:who|whom|whose|that|which|to|for|it|this|on|in|at|by|from|of)\b)|^(?:the )?(\p{L}+)(?:['’]s)? (?:ids?|identifiers?)(?=\W*$|[.,;])/iu;
const ELSEWHERE =
  /\b(?:your|own|external|foreign|remote|legacy|partner|provider|supplier|vendor|upstream|another system|third[- ]part(?:y|ies))\b/i;

/**
 * The resource whose ids a property holds: the one of whose path it has the parameter's name, else the one that is named like
 * it (`countryId`: `countries`), or that words beside it name.
 */
export function referredBy(
  { resources }: Pick<Contract, 'resources'>,
  name: string,
  schema: Described = {},
): Resource | undefined {
  if (!isReference(name)) {
    const noun = nounIn(schema);
    const meant = noun === undefined ? [] : resources.filter((one) => isNamedLike(one.name, noun));
    return meant.length === 1 ? meant[0] : undefined;
  }
  const same = resources.find(
    ({ idParameter }) => idParameter !== undefined && plain(idParameter.name) === plain(name),
  );
  if (same !== undefined) return same;
  // Without the letter that the plural may change, and with an ending of the plural at the most.
  const noun = name.replace(/(?:Id|ID|_id)s?$/, '');
  const named = (stem: string): Resource | undefined =>
    stem.length < 3
      ? undefined
      : resources.find((resource) => {
          const whole = plain(resource.name);
          return whole.startsWith(stem.slice(0, -1)) && [0, 1, 2, 3].includes(whole.length - stem.length);
        });
  // `ship_to_address_id` is an address, too; what stands before it may say that it is one of another system.
  const words = wordsOf(noun);
  const ends = ELSEWHERE.test(words.join(' ')) ? [] : words.slice(1).map((_, nth) => words.slice(nth + 1).join(''));
  return [words.join(''), ...ends].map(named).find((one) => one !== undefined);
}
