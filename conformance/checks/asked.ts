/** Lists by their ranges and orders: the relations of the same ids judge the replies. */

import { fits, itemsOf, keywordOf, own, type Resource, textOf } from '../../openapi/contract';
import { compareFigures } from '../exchange/decimals';
import { isSuccess, outcomeOf } from '../exchange/exchange';
import { valueIn } from '../records/inner';
import { type Condition, isOfText, namesOf, queryBy, schemaBy } from '../records/lists/condition';
import { conditionsOf } from '../records/lists/conditions';
import { sortingOf, takesKeys } from '../records/lists/orders';
import { type JsonRecord, type KnownRecord, keyOf, recordsOf, sameJson } from '../records/records';
import { toRequest } from '../requests/request';
import { order, range } from '../rules/relations/asked';
import { ownList } from '../rules/relations/told';
import { type CaseContext, type Check, resourceOf } from '../steps/check';
import { fullestAbove, requestWholeList, waitForLists } from '../steps/lists';
import { fetchRecord } from '../steps/records';
import { brief } from '../verdict/brief';
import { fail, PASS, replied, skip, type Verdict } from '../verdict/verdict';
import { type OddQuery, reversedRanges } from './input/refused-queries';
import { judgeLeft } from './left-over';
import { narrowings } from './pages/narrowed';
import { flaggedIn, listedOwn, makeTelling, tellingFor } from './telling';

export const listRange: Check = {
  ...range,
  // Each list has ranges and orders of its own.
  isOfEach: true,
  cases: () => [
    { name: 'each range, by a value of its own property', tier: 1, run: (context) => askForRanges(context, BY_ITSELF) },
    {
      name: 'each range, with another or a filter beside it',
      tier: 2,
      run: (context) => askForRanges(context, BESIDE),
    },
    { name: 'each range, by the ends of what there is', tier: 2, run: (context) => askForRanges(context, ENDS) },
  ],
};

/** The queries by which a range is asked for, by values of records of this run; what lists have shown tells what else may be asked for. */
type Queries = (
  condition: Condition,
  records: readonly KnownRecord[],
  resource: Resource,
  listed: readonly KnownRecord[],
) => readonly JsonRecord[];

const BY_ITSELF: Queries = (condition, records, resource, listed) => {
  const bounds = new Set(boundsOf(condition, records).slice(0, isOfText(condition) ? undefined : 2));
  const [bound] = bounds;
  const beside = bounds.size === 1 ? besideTelling(resource, condition, bound, listed) : {};
  const next = nextTo(condition, bound);
  return [
    ...[...bounds].map((one) => ({ ...queryBy(condition, one), ...beside })),
    ...(next === undefined ? [] : [queryBy(condition, next)]),
  ];
};

/** The next whole number, by which what has the one before is left out: another figure of it may well be within. */
function nextTo(condition: Condition, bound: unknown): unknown {
  const step = condition.kind === 'least' ? 1 : condition.kind === 'greatest' ? -1 : 0;
  const next = typeof bound === 'number' && Number.isSafeInteger(bound) && step !== 0 ? bound + step : undefined;
  return next !== undefined && fits(schemaBy(condition), 'request', next) ? next : undefined;
}

/**
 * Another filter that tells as much of a condition as if that were asked for alone, and whether the server still looks at it then: it leaves
 * a record that the condition leaves out, and one of the very value. Each condition has another one, as far as there are such.
 */
function besideTelling(
  resource: Resource,
  condition: Condition,
  bound: unknown,
  listed: readonly KnownRecord[],
): JsonRecord {
  const shown = listed.map(({ latest }) => latest);
  const held = (one: JsonRecord): unknown => valueIn(one, condition.property);
  const outside = shown.filter((one) => condition.keeps(held(one), bound) === false);
  const atBound = shown.filter((one) => sameJson(held(one), bound));
  const besides = new Map<string, JsonRecord>();
  for (const { by, query, isLeft } of narrowings(outside, resource))
    if (by !== condition.parameter.name && !besides.has(by) && atBound.some(isLeft) && outside.some(isLeft))
      besides.set(by, query);
  const queries = [...besides.values()];
  return queries[conditionsOf(resource).indexOf(condition) % queries.length] ?? {};
}

const ENDS: Queries = (condition, records) =>
  boundsOf(condition, records)
    .slice(isOfText(condition) ? Number.POSITIVE_INFINITY : 2)
    .map((bound) => queryBy(condition, bound));

const BESIDE: Queries = (condition, records, resource) => {
  const [middle] = boundsOf(condition, records);
  const record = records.find(({ latest }) => valueIn(latest, condition.property) === middle) ?? records[0];
  if (middle === undefined) return [];
  return besides(resource, condition, record?.latest ?? {}).map((beside) => ({
    ...queryBy(condition, middle),
    ...beside,
  }));
};

async function askForRanges(context: CaseContext, queries: Queries): Promise<Verdict | undefined> {
  const resource = resourceOf(context);
  const conditions = conditionsOf(resource);
  const records = await tellingFor(context, resource, conditions);
  // Among several that a record has, the last one is looked for: those of others may have more.
  const listed = [...context.known.collection(resource).records.values()].filter(({ shownIn }) => shownIn.has('list'));
  // What no record of this run has, such as the time of something that comes later, others may have; and other figures where these have one alone.
  const all = conditions.flatMap((one) => {
    const held = new Set(records.map(({ latest }) => valueIn(latest, one.property) ?? null));
    const isOfOthers = one.kind === 'has' || (held.size <= 1 && [...held].every((it) => it === null || it === 0));
    return queries(one, isOfOthers ? [...records, ...listed] : records, resource, listed);
  });
  if (all.length === 0) return skip('no value is known that a range takes');
  const shown = listed.map(({ latest }) => latest);
  for (const query of all) {
    const verdict = await judgeLeft(context, resource, shown, query);
    if (verdict.outcome === 'fail') return verdict;
  }
  // One of them shows what becomes of all.
  const [reversed] = queries === BY_ITSELF ? reversedRanges(context.subject, 'empty') : [];
  if (reversed !== undefined) {
    const verdict = await judgeReversed(context, reversed);
    if (verdict.outcome === 'fail') return verdict;
  }
  for (const condition of queries === BY_ITSELF ? conditions.filter(({ kind }) => kind === 'included') : []) {
    const verdict = await judgeIncluded(context, resource, condition);
    if (verdict.outcome === 'fail') return verdict;
  }
  return undefined;
}

/** A range that ends before it begins, of which words say that nothing fits it, and that this is no error. */
async function judgeReversed(context: CaseContext, { what, text }: OddQuery): Promise<Verdict> {
  const { subject, send } = context;
  const exchange = replied(await send(toRequest(subject.operation, { rawQuery: text })));
  const count = isSuccess(exchange) ? (recordsOf(exchange, resourceOf(context))?.length ?? 0) : undefined;
  // Who asks, and how often, is looked at before.
  if (count === 0 || [401, 403, 429].includes(exchange.response.status)) return PASS;
  return fail({
    expected: `an empty list for ${what}, as words say`,
    actual: count === undefined ? outcomeOf(exchange) : `${count} records`,
    exchanges: [exchange],
    key: 'reversed',
  });
}

/** A record of which a flag is on is in the list that is to include such, between two looks at it that show it so. */
async function judgeIncluded(context: CaseContext, resource: Resource, condition: Condition): Promise<Verdict> {
  const flagged = flaggedIn(context, resource, condition);
  const lists = context.known.collection(resource);
  if (flagged === undefined || resource.operations.read === undefined) return PASS;
  const isIn = async () => {
    const { exchange, listing } =
      (await requestWholeList(context, resource, queryBy(condition, condition.including ?? true))) ?? {};
    const isThere = listing?.isComplete !== true || listing.byKey.has(keyOf(flagged.id));
    return exchange === undefined || isThere ? undefined : exchange;
  };
  const isOn = async () => {
    const { record, exchange } = await fetchRecord(context, resource, flagged.id);
    return record !== undefined &&
      condition.keeps(valueIn(record, condition.property), condition.unasked ?? false) === false
      ? exchange
      : undefined;
  };
  if (lists.records.get(keyOf(flagged.id))?.shownIn.has('list') === true || (await isIn()) === undefined) return PASS;
  await waitForLists(context);
  const shown = await isOn();
  const list = await isIn();
  const last = await isOn();
  if (shown === undefined || list === undefined || last === undefined) return PASS;
  return fail({
    expected: `the record ${brief(flagged.id)} in the list, since ${condition.parameter.name} asks for those that are ${condition.property}, too`,
    actual: 'a list without it',
    exchanges: [shown, list, last],
    key: `not included by ${condition.parameter.name}`,
  });
}

/**
 * Values of the property by which records of this run are left and others are not: the one in the middle, the same written
 * otherwise, and both ends.
 */
export function boundsOf(condition: Condition, records: readonly KnownRecord[]): readonly unknown[] {
  const { property, kind, isInclusive } = condition;
  const schema = schemaBy(condition);
  const takes = (value: unknown): boolean => fits(schema, 'request', value);
  const held = records
    .map(({ latest }) => valueIn(latest, property))
    .filter((one) => one !== undefined && one !== null);
  const values: readonly unknown[] = held.flat();
  if (kind === 'flag' || kind === 'included') return keywordOf(schema, 'enum') ?? [true, false];
  if (kind === 'equal') return [...new Set(values)].filter(takes).slice(0, 2);
  if (kind === 'has' || kind === 'all') {
    const arrays: readonly (readonly unknown[])[] = held.filter(Array.isArray);
    const several = arrays.toSorted((one, other) => other.length - one.length)[0] ?? [];
    if (kind === 'all') return [several.slice(0, 2)].filter(takes);
    // The last of several, and what is a part of it alone.
    const last: unknown = several.at(-1);
    return [last, typeof last === 'string' ? last.slice(0, -1) : undefined].filter(
      (one) => one !== undefined && takes(one) && (one === last || !values.includes(one)),
    );
  }
  if (kind === 'any') {
    const [one, other] = new Set([...values, ...(keywordOf(itemsOf(schema) ?? {}, 'enum') ?? [])]);
    return [[one, other].filter((some) => some !== undefined), [values[0] ?? one]]
      .map((some) => (takes(some) ? some : some.join(',')))
      .filter(takes);
  }
  if (isOfText(condition))
    return namesOf(condition).flatMap((name, place) => {
      const texts = records.flatMap(({ latest }) => valueIn(latest, name)).filter((one) => typeof one === 'string');
      const parts = texts.flatMap((one) => partsOf(one, kind, isInclusive === true));
      // What stands in the middle of a text is no beginning of it.
      if (kind === 'start')
        return [...parts.slice(0, 2), ...texts.flatMap((one) => partsOf(one, 'part', false)).slice(0, 1)];
      // Of the first one by itself, and in the other case; of each further one in the other case alone.
      if (place === 0)
        return [...parts.slice(0, 2), ...wildOf(condition, parts[0]), ...(kind === 'word' ? NO_WORD : [])];
      return parts.slice(0, isInclusive === true ? 2 : 1).slice(-1);
    });
  const taken = [...new Set(values)].filter(takes).toSorted(byValue);
  const middle = taken[Math.floor((taken.length - 1) / 2)];
  const elsewhere = elsewhereOf(middle);
  const bounds = [middle, takes(elsewhere) ? elsewhere : middle, taken[0], taken.at(-1)];
  return middle === undefined ? [] : bounds;
}

/** What is in no text: then nothing is left, which is no error. */
const NO_WORD: readonly string[] = ['qzxjvk'];

/** The same instant, as it is written nine hours further east. */
function elsewhereOf(value: unknown): unknown {
  const at = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at + 9 * 3_600_000).toISOString().replace('Z', '+09:00');
}

const byValue = (one: unknown, other: unknown): number => {
  const figures = compareFigures(one, other);
  return figures ?? Date.parse(String(one)) - Date.parse(String(other));
};

/** Letters from the middle of a text, its beginning or a word of it; in the other case, too, where that counts as the same. */
function partsOf(text: string, kind: Condition['kind'], isAnyCase: boolean): readonly string[] {
  const part =
    kind === 'start'
      ? /^[A-Za-z0-9]{1,3}/.exec(text)?.[0]
      : kind === 'word'
        ? /(?<![\p{L}\p{N}])[A-Za-z0-9]{4,30}(?![\p{L}\p{N}])/u.exec(text)?.[0]
        : /[A-Za-z0-9]{3,8}/.exec(text.slice(1))?.[0];
  if (part === undefined) return [];
  const turned = part === part.toLowerCase() ? part.toUpperCase() : part.toLowerCase();
  return isAnyCase && turned !== part ? [part, turned] : [part];
}

/** The same with a sign for one of its letters that stands for any letter where a query is a pattern: no text has it by that. */
const wildOf = ({ kind, parameter: { description } }: Condition, part = ''): readonly string[] =>
  kind === 'part' && part.length > 2 && !/wild|pattern|regular|[*%]/i.test(description)
    ? [`${part.slice(0, 1)}_${part.slice(2)}`]
    : [];

/** What is asked for beside a condition: another one, and a filter by a value that the record has. */
function besides(resource: Resource, condition: Condition, record: JsonRecord): readonly JsonRecord[] {
  const conditions = conditionsOf(resource);
  // Each with another one: a server may leave out a filter beside some range alone.
  const filters = resource.filters.filter(({ property }) => isPlain(own(record, property)));
  const filter = filters[conditions.indexOf(condition) % filters.length];
  const other = conditions.find(
    (one) =>
      one.parameter !== condition.parameter &&
      !isOfText(one) &&
      fits(schemaBy(one), 'request', valueIn(record, one.property)),
  );
  return [
    ...(filter === undefined ? [] : [{ [filter.parameter.name]: own(record, filter.property) }]),
    // A server may take an order, and leave out what else is asked for.
    ...(other === undefined ? [] : [{ ...queryBy(other, valueIn(record, other.property)), ...turnedOrder(resource) }]),
  ];
}

/** Another order than the usual one, where the document has one. */
export function turnedOrder(resource: Resource): JsonRecord {
  const { by, choices } = sortingOf(resource) ?? {};
  const choice = [...(choices ?? new Map()).keys()].find((one) => one !== by?.schema.default);
  return by === undefined || !fits(by.schema, 'request', choice) ? {} : { [by.name]: choice };
}

export const isPlain = (value: unknown): boolean => value !== undefined && value !== null && typeof value !== 'object';

export const listOrder: Check = {
  ...order,
  isOfEach: true,
  cases: () => [
    { name: 'the usual order, and each that may be asked for', tier: 1, run: askForOrders },
    { name: 'the same of more records', tier: 3, run: askForOrders },
  ],
};

/** The most orders that are asked for. */
const MOST_ORDERS = 8;

async function askForOrders(context: CaseContext): Promise<undefined> {
  const resource = resourceOf(context);
  await listedOwn(context, resource);
  const { by, choices, direction, said } = sortingOf(resource) ?? {};
  const properties = [...(choices?.values() ?? []), ...(said === undefined ? [] : [said])].map(
    ({ property }) => property,
  );
  await makeTelling(context, resource, new Set(properties));
  const above = fullestAbove(context, resource);
  if (by === undefined || Object.keys(above).length > 0) await requestWholeList(context, resource, {}, above);
  if (by === undefined) return;
  const turns = direction === undefined ? [undefined] : ['asc', 'desc', 'ascending', 'descending', 'ASC', 'DESC'];
  const queries = [...(choices ?? new Map()).keys()].flatMap((choice): readonly JsonRecord[] =>
    turns
      .filter((turn) => direction === undefined || fits(direction.schema, 'request', turn))
      .map((turn) => ({ [by.name]: choice, ...(direction === undefined ? {} : { [direction.name]: turn }) })),
  );
  const pair = takesKeys(resource, by) ? pairOfKeys(context, resource, [...(choices ?? [])]) : undefined;
  for (const query of [...queries.slice(0, MOST_ORDERS), ...(pair === undefined ? [] : [{ [by.name]: pair }])])
    if (fits(by.schema, 'request', query[by.name])) await requestWholeList(context, resource, query, above);
}

type Choices = readonly (readonly [text: string, { readonly property: string }])[];

/** Two keys of which known records are alike by the first and not by the second. */
function pairOfKeys({ known }: CaseContext, resource: Resource, choices: Choices): string | undefined {
  const records = [...known.collection(resource).records.values()].map(({ latest }) => latest);
  const pairs = choices.flatMap((first) => choices.map((second) => [first, second] as const));
  const isTold = ([[, { property }], [, other]]: (typeof pairs)[number]): boolean => {
    const shown = records.filter((one) => isPlain(own(one, property)) && isPlain(own(one, other.property)));
    const seconds = new Map<string, string>();
    return shown.some((one) => {
      const [value, second] = [textOf(own(one, property)), textOf(own(one, other.property))];
      const before = seconds.get(value) ?? second;
      seconds.set(value, before);
      return before !== second;
    });
  };
  return pairs
    .find(isTold)
    ?.map(([text]) => text)
    .join(',');
}

export const belowOwn: Check = {
  ...ownList,
  cases: () => [
    {
      name: 'a list below a record',
      tier: 1,
      run: async (context) => {
        await listedOwn(context, resourceOf(context), 1);
        return undefined;
      },
    },
  ],
};
