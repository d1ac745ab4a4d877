/** The order that the query of a list asks for. */
import {
  defaultSaid,
  ENDS_OF_MOMENTS,
  isObject,
  memoized,
  own,
  type Parameter,
  plain,
  propertiesOf,
  type Resource,
  type SaidOrder,
  saidCollation,
  saidOrder,
} from '../../openapi/contract';
import { idOf } from '../resources/record';
import { compareIds, sortedInPieces } from '../world/rules/order';
import type { Id, StoredRecord } from '../world/stores/records';
import { parametersBesideFilters } from './list-filters';
import type { Input } from './model';
import type { FoundPage } from './page-facts';
import type { Begin, SortedBy } from './page-request';

/** What lists mostly call the parameters for their order. OpenAPI has no word for that: other values change nothing. */
const PARAMETERS: ReadonlySet<string> = new Set([
  ...['sort', 'sortby', 'sortfield', 'sortcolumn', 'sortkey', 'sortproperty', 'sorting', 'ordering'],
  ...['order', 'orderby', 'orderfield', 'ordercolumn', 'orderkey'],
  ...['sortorder', 'sortdirection', 'sortdir', 'orderdirection', 'orderdir', 'direction', 'dir'],
]);

/** Flags that turn the order round, and the value with which they do. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['desc', 'descending', 'sortdesc', 'sortdescending', 'reverse'].map((name) => [name, true] as const),
  ...['asc', 'ascending', 'sortasc', 'sortascending'].map((name) => [name, false] as const),
]);

/** Whether a word says that the order is descending. */
const DIRECTIONS: ReadonlyMap<string, boolean> = new Map([
  ...['desc', 'descending', 'dsc', '-1'].map((word) => [word, true] as const),
  ...['asc', 'ascending', '1'].map((word) => [word, false] as const),
]);

/** One of the properties that a list is sorted by. */
interface Term {
  readonly property: string;
  /** Undefined where nothing says it. */
  readonly isDescending: boolean | undefined;
}

interface Sorting {
  readonly parameters: readonly Parameter[];
  readonly flags: readonly Parameter[];
  /** The properties of a record by their names in one spelling. */
  readonly properties: ReadonlyMap<string, string>;
}

/** Undefined where a list has no such parameter. */
const sortingOf = memoized((resource: Resource): Sorting | undefined => {
  const { schema, idProperty } = resource;
  const others = parametersBesideFilters(resource);
  const parameters = others.filter(({ name }) => PARAMETERS.has(plain(name)));
  const flags = others.filter(({ name }) => FLAGS.has(plain(name)));
  if (parameters.length + flags.length === 0) return undefined;
  const named = [...propertiesOf(schema).keys()].map((name) => [plain(name), name] as const);
  const id = idProperty === undefined ? [] : [['id', idProperty] as const];
  return { parameters, flags, properties: new Map([...id, ...named]) };
});

/** An order of records. */
export interface Order {
  /** @param all that are to be compared: texts that are numbers in all of them have the order of numbers */
  readonly comparing: (all: readonly StoredRecord[]) => (one: StoredRecord, other: StoredRecord) => number;
  /** The properties by which it compares them. */
  readonly properties: readonly string[];
}

/** That of a store. */
export const BY_ID: Order = { comparing: () => () => 0, properties: [] };

const usualOrderOf = memoized((resource: Resource): SaidOrder | undefined => saidOrder(resource));

/** How texts are compared, by the words of the list or of its parameter for an order. */
const collationOf = memoized((resource: Resource) =>
  saidCollation(
    resource,
    sortingOf(resource)
      ?.parameters.map(({ description }) => description)
      .join('. '),
  ),
);

/** The order that the query of a list asks for, else the one that the words of the list say; undefined where nothing does. */
export function orderAsked(resource: Resource, query: Input['query']): Order | undefined {
  const sorting = sortingOf(resource);
  const usual = usualOrderOf(resource);
  if (sorting === undefined && usual === undefined) return undefined;
  const { terms, isDescending } = sorting === undefined ? NOTHING_ASKED : termsIn(sorting, query);
  // A direction alone is that of the order which the records have without it.
  const alone = [{ property: usual?.property ?? resource.idProperty ?? '', isDescending }];
  const within = usual?.within === undefined || usual.within === 'unsaid' ? [] : [usual.within];
  const unasked = isDescending ? alone : usual === undefined ? [] : [usual, ...within];
  const asked = terms.length > 0 ? terms : unasked;
  return asked.length === 0
    ? undefined
    : {
        comparing: (all) => comparisonBy(asked, isDescending, all, collationOf(resource) === 'no case'),
        properties: asked.map(({ property }) => property),
      };
}

const NOTHING_ASKED: ReturnType<typeof termsIn> = { terms: [], isDescending: false };

function termsIn({ parameters, flags, properties }: Sorting, query: Input['query']) {
  const terms: Term[] = [];
  let isDescending = false;
  for (const piece of parameters.flatMap((one) => piecesOf(query[one.name] ?? defaultSaid(one)))) {
    const direction = DIRECTIONS.get(piece.toLowerCase());
    const before = terms.at(-1);
    // Behind a property in a list (`name,desc`) or by itself (`order=desc`).
    if (direction !== undefined && before !== undefined && before.isDescending === undefined) {
      terms[terms.length - 1] = { ...before, isDescending: direction };
    } else if (direction !== undefined) isDescending = direction;
    else terms.push(...termOf(properties, piece));
  }
  for (const { name } of flags) {
    if (typeof query[name] === 'boolean') isDescending = query[name] === FLAGS.get(plain(name));
  }
  return { terms, isDescending };
}

/** `a,b` and `["a", "b"]` are two; `{a: "desc"}` is `a desc`. */
function piecesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(piecesOf);
  if (isObject(value)) return Object.entries(value).map(([name, direction]) => `${name} ${direction}`);
  return typeof value === 'string' ? value.split(/[,;]/, MOST_PIECES).map((piece) => piece.trim()) : [];
}

const MOST_PIECES = 20;

/** `name`, `-name`, `+name`, `name:desc`, `name_desc`, `nameDesc`; none where no property is named. */
function termOf(properties: Sorting['properties'], piece: string): readonly Term[] {
  const propertyOf = (name: string): string | undefined =>
    ENDS_OF_MOMENTS.map((end) => properties.get(plain(name) + end)).find((found) => found !== undefined);
  const whole = propertyOf(piece);
  if (whole !== undefined) {
    const isSigned = piece.startsWith('-') || piece.startsWith('+');
    return [{ property: whole, isDescending: isSigned ? piece.startsWith('-') : undefined }];
  }
  const [, name = '', word = ''] = /^(.{1,200}?)[\s_.:|-]*(asc|ascending|desc|descending|-1|1)$/i.exec(piece) ?? [];
  const property = name === '' ? undefined : propertyOf(name);
  return property === undefined ? [] : [{ property, isDescending: DIRECTIONS.get(word.toLowerCase()) }];
}

/** What has no such property comes last, in either direction. Records that are alike stay in the order of their ids. */
function comparisonBy(
  terms: readonly Term[],
  isDescending: boolean,
  all: readonly StoredRecord[],
  ignoresCase: boolean,
) {
  const textOf = (value: unknown): unknown => (ignoresCase && typeof value === 'string' ? value.toLowerCase() : value);
  const areNumbers = new Set(terms.map(({ property }) => property).filter((name) => hasDecimalsAlone(all, name)));
  return (one: StoredRecord, other: StoredRecord): number => {
    for (const { property, isDescending: isTurned = isDescending } of terms) {
      const [left, right] = [own(one, property), own(other, property)];
      const [first, second] = [rankOf(left), rankOf(right)];
      if (first !== second)
        return first === MISSING || second === MISSING || !isTurned ? first - second : second - first;
      const isNumber = areNumbers.has(property) && first !== MISSING;
      const order = isNumber ? Number(left) - Number(right) : compareAlike(textOf(left), textOf(right));
      if (order !== 0) return isTurned ? -order : order;
    }
    return 0;
  };
}

/** Amounts of money are often texts, so that no digit is lost. What has no such property counts as nothing else. */
function hasDecimalsAlone(all: readonly StoredRecord[], property: string): boolean {
  const values = all.map((record) => own(record, property)).filter((value) => rankOf(value) !== MISSING);
  return values.length > 0 && values.every((value) => typeof value === 'string' && DECIMAL.test(value));
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

const RANKS = ['boolean', 'number', 'string'];
const MISSING = RANKS.length;

/** Values of one rank can be compared; what is none of these counts as missing. */
function rankOf(value: unknown): number {
  const type = typeof value === 'bigint' ? 'number' : typeof value;
  const rank = RANKS.indexOf(type);
  return rank < 0 ? MISSING : rank;
}

/** @param left of the same rank as the other */
function compareAlike(left: unknown, right: unknown): number {
  if (rankOf(left) === MISSING || left === right) return 0;
  // Booleans, numbers and texts have an order among themselves, which TypeScript can't see.
  return (left as number) < (right as number) ? -1 : 1;
}

/**
 * A page of records in another order than that of their ids. Where the record is gone that it is to begin after, it begins
 * where that would be, as far as the request says by which values; else it is empty.
 */
export async function sortedPage(
  { idProperty }: Resource,
  records: readonly StoredRecord[],
  { comparing, properties }: Order,
  begin: Begin,
  most: number,
): Promise<FoundPage> {
  const compare = comparing(records);
  const sorted = await sortedInPieces(records, compare);
  const idAt = (record: StoredRecord | undefined): Id | undefined =>
    record === undefined || idProperty === undefined ? undefined : idOf(record, idProperty);
  const valuesOf = (record: StoredRecord | undefined): SortedBy | undefined =>
    record &&
    Object.fromEntries(properties.flatMap((name) => (Object.hasOwn(record, name) ? [[name, own(record, name)]] : [])));
  const total = sorted.length;
  const { sortedBy } = begin;
  const comesAfter = (record: StoredRecord, id: Id): boolean => {
    const order = sortedBy === undefined ? -1 : compare(record, sortedBy);
    return order > 0 || (order === 0 && compareIds(idAt(record) ?? id, id) > 0);
  };
  /** The index of the record of an id; where that is gone, of the one that follows it. */
  const indexOf = (id: Id): number => {
    const index = sorted.findIndex((record) => idAt(record) === id);
    const next = index < 0 ? sorted.findIndex((record) => comesAfter(record, id)) : index;
    return next < 0 ? total : next;
  };
  const after = (id: Id): number => {
    const index = indexOf(id);
    return idAt(sorted[index]) === id ? index + 1 : index;
  };
  const end = 'before' in begin ? indexOf(begin.before) : total;
  const from =
    'before' in begin ? Math.max(0, end - most) : Math.min(total, 'skip' in begin ? begin.skip : after(begin.after));
  const page = sorted.slice(from, Math.min(end, from + most));
  const [first, last] = [page[0], page.at(-1)];
  const ids = { firstId: idAt(first), lastId: idAt(last) };
  return { records: page, ...ids, firstBy: valuesOf(first), lastBy: valuesOf(last), skipped: from, total };
}
