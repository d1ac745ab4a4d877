import { own, plain, type Resource, SAYS_ANY_CASE, successOf } from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import { type Query, queryOf } from '../../exchange/query';
import { firstRecordsOf, idOf, type JsonRecord, keyOf, recordsOf, sameJson } from '../records';
import { type Condition, wantedIn } from './condition';
import { conditionsOf } from './conditions';
import { COUNTS_ASKED, EXPANDS } from './list-words';
import { sortingOf } from './orders';
import { isPageSize, isSilent, mayHaveMore, usualSizeOf } from './paging';

/** What a filter asks for. */
interface AskedFilter {
  readonly property: string;
  readonly value: unknown;
  readonly isAnyCase: boolean;
}

/** What a list shows, and what it was asked for. */
export interface Listing {
  readonly records: readonly JsonRecord[];
  /** Whether there are more records, which were not read. */
  readonly isCut: boolean;
  /** The same by the keys of their ids. */
  readonly byKey: ReadonlyMap<string, JsonRecord>;
  /** How many records may come at most: what was asked for, else the default; undefined where nothing says it. */
  readonly size: number | undefined;
  /** Whether that is the default. */
  readonly isDefaultSize: boolean;
  /** What was asked for, and what the default of a filter that was not asked for leaves. */
  readonly filters: readonly AskedFilter[];
  /** Whether page size and filters are all that was asked for. */
  readonly isPlainlyAsked: boolean;
  /** Whether that is so, and all was read that came: then the contract says what it is. */
  readonly isPlain: boolean;
  /** Whether it holds every record that the filters leave: a page that is not full does, unless it says that there are more. */
  readonly isWhole: boolean;
  /** Ranges and the like that were asked for, or hold unasked. */
  readonly conditions: readonly { readonly condition: Condition; readonly wanted: unknown }[];
  /** Whether the contract says of all that was asked for what it means: filters, conditions, an order, a page, what is expanded. */
  readonly isUnderstood: boolean;
  /** Whether no further page is asked for: a cursor may stand for all that was asked for with the first one. */
  readonly isFirstPage: boolean;
  /** Whether it then holds every record that filters and conditions leave. */
  readonly isComplete: boolean;
}

/**
 * The listing that an exchange is; undefined where it is no successful list.
 *
 * @param longest the most records that a list has shown before: one that is no shorter may be cut to a size of the server's own
 */
export function listingOf(
  exchange: Exchange,
  resource: Resource,
  query: Query = queryOf(exchange.request),
  longest = Number.POSITIVE_INFINITY,
): Listing | undefined {
  const { request, response } = exchange;
  const { pageSize } = resource;
  if (response === undefined || response.status !== successOf(request.operation)?.status) return undefined;
  const whole = recordsOf(exchange, resource);
  const records = whole ?? firstRecordsOf(exchange, resource);
  if (records === undefined) return undefined;
  const isCut = whole === undefined;
  const { values, isLawful } = query;
  const isOfSeveral = (name: string): boolean =>
    conditionsOf(resource).some(({ parameter, kind }) => parameter.name === name && (kind === 'any' || kind === 'all'));
  const filters = resource.filters.flatMap(({ parameter: { name, schema, description }, property }) => {
    const value = onlyOf(values.has(name) ? values.get(name) : schema.default);
    return value === undefined || (Array.isArray(value) && isOfSeveral(name))
      ? []
      : [{ property, value, isAnyCase: SAYS_ANY_CASE.test(description) }];
  });
  const ofFilters = new Set(resource.filters.map(({ parameter }) => parameter));
  const conditions = conditionsOf(resource).flatMap((condition) => {
    const { parameter, unasked } = condition;
    const wanted = values.has(parameter.name) ? wantedIn(condition, values.get(parameter.name)) : unasked;
    const isFilter = ofFilters.has(parameter) && !Array.isArray(onlyOf(wanted));
    return wanted === undefined || isFilter ? [] : [{ condition, wanted }];
  });
  const names = new Set([...resource.filters.map(({ parameter }) => parameter.name), pageSize?.name]);
  const isPlainlyAsked =
    isLawful &&
    [...values.keys()].every((name) => names.has(name)) &&
    filters.every(({ value }) => isOneValue(value)) &&
    conditions.every(({ condition }) => !values.has(condition.parameter.name));
  const isDefaultSize = pageSize !== undefined && !values.has(pageSize.name);
  const size = pageSize === undefined ? undefined : (values.get(pageSize.name) ?? usualSizeOf(resource));
  const most = isPageSize(resource, size) ? size : undefined;
  const isPlain = isPlainlyAsked && !isCut;
  const narrowing = resource.guessedFilters.filter(({ parameter }) => parameter.schema.default !== undefined);
  const isNarrowed = narrowing.length > 0 || conditions.some(({ condition: { unasked } }) => unasked !== undefined);
  const mayBeCut = records.length >= longest && isSilent(exchange, resource);
  const isFull =
    most === undefined || records.length >= most || mayHaveMore(exchange, resource, records.length) || mayBeCut;
  const isWhole = isPlain && !isFull && !isNarrowed;
  const positions = resource.paging?.positions.map(({ parameter }) => parameter.name) ?? [];
  const shaping = new Set([...names, ...conditions.map(({ condition }) => condition.parameter.name), ...positions]);
  const { by, direction } = sortingOf(resource) ?? {};
  const isUnderstood =
    isLawful &&
    !isCut &&
    filters.every(({ value }) => isOneValue(value)) &&
    [...values.keys()].every(
      (name) =>
        shaping.has(name) ||
        name === by?.name ||
        name === direction?.name ||
        EXPANDS.has(plain(name)) ||
        COUNTS_ASKED.has(plain(name)),
    );
  const isFirstPage = positions.every((name) => !values.has(name));
  const isComplete =
    isUnderstood &&
    isFirstPage &&
    !isFull &&
    narrowing.every((one) => conditions.some(({ condition }) => condition.parameter === one.parameter));
  const byKey = new Map(records.map((record) => [keyOf(idOf(record, resource)), record]));
  return {
    records,
    isCut,
    byKey,
    size: most,
    isDefaultSize,
    filters,
    isPlainlyAsked,
    isPlain,
    isWhole,
    conditions,
    isUnderstood,
    isFirstPage,
    isComplete,
  };
}

/** Whether a record is one of those that the filters leave. */
export const passes = ({ filters }: Listing, record: JsonRecord): boolean =>
  filters.every((filter) => isAskedBy(filter, own(record, filter.property)));

/** Whether a value is the filter's: in its words for it, in any case. */
export const isAskedBy = ({ value: wanted, isAnyCase }: AskedFilter, value: unknown): boolean =>
  sameJson(value, wanted) ||
  (isAnyCase &&
    typeof value === 'string' &&
    typeof wanted === 'string' &&
    value.toLowerCase() === wanted.toLowerCase());

/** The value of a filter that may name several, where it names one. */
const onlyOf = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);

/** The contract does not say what an empty value or several values mean. */
const isOneValue = (value: unknown): boolean => value !== '' && value !== null && typeof value !== 'object';

/**
 * For so long after a change a list may come without it, and what was deleted be shown, where nothing promises otherwise: many
 * servers list from a copy. It is the time from the reply to the one request to the other request.
 */
export const MAY_BE_LATE_MS = 3000;

/** Whether a reply was asked for so soon after a change that it may not show that yet. */
export const mayBeLate = (changed: Exchange, shown: Exchange): boolean =>
  shown.startedAt - (changed.startedAt + changed.milliseconds) < MAY_BE_LATE_MS;

/** In that time what runs with the clock shows it, by seconds, too. */
export const LOOK_MS = 1050;
