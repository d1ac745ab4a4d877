import { own, type Parameter, type Resource } from '../../../openapi/contract';
import { numberIn } from '../../exchange/decimals';
import { type Exchange, isSuccess, jsonOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { countedOf, figureShown, type Summary, summariesOf, workedOut } from '../../records/figures/summaries';
import type { Figure, Rows } from '../../records/figures/summary-words';
import { valueIn } from '../../records/inner';
import { type JsonRecord, keyOf, sameJson } from '../../records/records';
import { statesOf } from '../../records/states/states';
import type { Case, CaseContext } from '../../steps/check';
import { fetchSomeRecord, longestPage, requestWholeList, waitForLists } from '../../steps/lists';
import { fetchValidParts, sendParts } from '../../steps/paths/paths';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, type Observation, PASS, skip, type Verdict, verdictsOf } from '../../verdict/verdict';
import { walkPages, waysOf } from '../pages/walk';

/** What a read of figures says is held against the records that it sums up, for those that have many to tell. */
export function summaryCases({ contract, operation, purpose }: Subject): readonly Case[] {
  // What a record tells of others is followed as they are made.
  if (purpose?.resource.idProperty !== undefined) return [];
  const summaries = summariesOf(contract, operation);
  if (summaries.length === 0) return [];
  const run = async function* (context: CaseContext): AsyncGenerator<Verdict> {
    for (const summary of summaries) yield* await verdictsOf(() => judge(context, summary));
  };
  // Of all records there are too many to be read at the end.
  const isOfAll = summaries.every(({ owner }) => owner === undefined);
  return [{ name: 'a summary', tier: 1, ...(!isOfAll && { isAtTheEnd: true as const }), run }];
}

async function* judge(context: CaseContext, summary: Summary): AsyncGenerator<Verdict> {
  await fetchSomeRecord(context, summary.child);
  const owners = summary.owner === undefined ? [undefined] : tellingOwners(context, summary);
  if (owners.length === 0) throw new CannotJudge(skip('no record is known that there is something to sum up for'));
  for (const owner of owners) {
    const first = await summed(context, summary, owner);
    for (const query of queriesFor(context, summary, first.records))
      yield await judgeOne(context, summary, owner, query, first);
  }
}

/** The records that a summary is of, as lists show them. */
interface Summed {
  readonly records: readonly JsonRecord[];
  readonly shownBy: readonly Exchange[];
}

/** @throws CannotJudge where no list shows all of them */
async function summed(context: CaseContext, { child, owner }: Summary, of: unknown): Promise<Summed> {
  const filter = child.filters.find(({ property }) => property === owner?.member)?.parameter;
  const query = filter === undefined ? {} : { [filter.name]: of };
  const isOwn = (record: JsonRecord): boolean => owner === undefined || keyOf(own(record, owner.member)) === keyOf(of);
  const { exchange, listing } = (await requestWholeList(context, child, query)) ?? {};
  if (exchange === undefined || listing === undefined) throw new CannotJudge(skip('the records are not listed'));
  if (listing.isWhole) return { records: listing.records.filter(isOwn), shownBy: [exchange] };
  const { paging, operations } = child;
  const [way] = paging === undefined ? [] : waysOf(paging);
  const { list } = operations;
  if (paging === undefined || way === undefined || list === undefined || listing.size === undefined)
    throw new CannotJudge(skip('no list shows all records'));
  const paged = { operation: list, resource: child, paging, way };
  const size = { size: listing.size, query: { ...longestPage(child), ...query } };
  const walk = await walkPages(context, paged, size, new Set(), true);
  if (walk === undefined || !['last', 'covered'].includes(String(walk.end)))
    throw new CannotJudge(skip('there are more records than are read'));
  const records = new Map(walk.pages.flatMap((page) => page.records.map((one, at) => [page.keys[at], one] as const)));
  return { records: [...records.values()].filter(isOwn), shownBy: walk.pages.map((page) => page.exchange) };
}

/** The ids of records for which what is known makes most figures something else than 0. */
function tellingOwners({ known }: CaseContext, { child, owner, figures, shared }: Summary): readonly unknown[] {
  const all = new Map<string, { readonly id: unknown; readonly records: JsonRecord[] }>();
  for (const { latest } of known.collection(child).records.values()) {
    const id = owner && own(latest, owner.member);
    if (id === undefined || id === null) continue;
    const one = all.get(keyOf(id)) ?? { id, records: [] };
    one.records.push(latest);
    all.set(keyOf(id), one);
  }
  const states = statesOf(child);
  const tells = (records: readonly JsonRecord[]): number => {
    const kinds = records.flatMap((record) => [
      `state ${String(states && own(record, states.property))}`,
      ...shared.map(({ name }) => `${name} ${String(own(record, name))}`),
      ...figures.flatMap(({ name, countOf }) => (countOf(record) ? [`${name} counts`] : [])),
    ]);
    return new Set(kinds).size;
  };
  return [...all.values()]
    .map(({ id, records }) => ({ id, told: tells(records) }))
    .toSorted((one, other) => other.told - one.told)
    .slice(0, MOST_OWNERS)
    .map(({ id }) => id);
}

const MOST_OWNERS = 3;

/** What is asked for: what has to be, and each of the values of a member that records are told apart by. */
function queriesFor(
  { subject }: CaseContext,
  { shared }: Summary,
  records: readonly JsonRecord[],
): readonly JsonRecord[] {
  const asked = (parameter: Parameter): boolean =>
    parameter.in === 'query' && shared.some(({ name, isChosen }) => isChosen && name === parameter.name);
  const [parameter] = subject.operation.parameters.filter(asked);
  if (parameter === undefined) return [{}];
  const values = new Set(records.map((record) => own(record, parameter.name)).filter((one) => typeof one === 'string'));
  // That is what is meant unasked.
  values.delete(String(parameter.schema.default));
  const queries = [...values].map((value) => ({ [parameter.name]: value }));
  return [...(parameter.required && queries.length > 0 ? [] : [{}]), ...queries].slice(0, MOST_VALUES);
}

const MOST_VALUES = 2;

async function judgeOne(
  context: CaseContext,
  summary: Summary,
  owner: unknown,
  query: JsonRecord,
  first: Summed,
): Promise<Verdict> {
  const valid = await fetchValidParts(context);
  const path = summary.owner === undefined ? valid.path : { ...valid.path, [summary.owner.parameter]: owner };
  const look = async ({ records, shownBy }: Summed): Promise<Observation | undefined> => {
    const exchange = await sendParts(context, { path, query: { ...valid.query, ...query } });
    const reply = isSuccess(exchange) ? jsonOf(exchange) : undefined;
    if (reply === undefined || reply === null || typeof reply !== 'object' || Array.isArray(reply))
      throw new CannotJudge(skip('the figures are not read'));
    const wrong = wrongIn(summary, reply as JsonRecord, records);
    return wrong && { ...wrong, exchanges: [...shownBy, exchange] };
  };
  if ((await look(first)) === undefined) return PASS;
  // What is read may come from a copy, and others may change what there is meanwhile.
  await waitForLists(context);
  const before = await summed(context, summary, owner);
  const wrong = await look(before);
  if (wrong === undefined) return PASS;
  const after = await summed(context, summary, owner);
  return sameJson(before.records, after.records) ? fail(wrong) : skip('others change what is summed up');
}

type Wrong = Pick<Observation, 'expected' | 'actual' | 'key' | 'topic'>;

/** What is another figure than the records make. */
function wrongIn(
  { child, shared, figures, rows }: Summary,
  reply: JsonRecord,
  all: readonly JsonRecord[],
): Wrong | undefined {
  const told = shared.filter(({ name }) => own(reply, name) !== undefined);
  // Which are left out is told by the reply.
  if (shared.some((one) => one.isChosen && !told.includes(one))) return undefined;
  const isAsTold = (record: JsonRecord, { name }: { readonly name: string }): boolean =>
    keyOf(own(record, name)) === keyOf(own(reply, name));
  const records = all.filter((record) => told.every((one) => !one.isChosen || isAsTold(record, one)));
  // Whether others are counted is not said.
  if (records.some((record) => told.some((one) => !isAsTold(record, one)))) return undefined;
  return firstOff(child, figures, records, reply) ?? (rows && wrongRow(child, rows, records, reply));
}

/** @param of which row it is a figure of */
function firstOff(
  child: Resource,
  figures: readonly Figure[],
  records: readonly JsonRecord[],
  shownIn: JsonRecord,
  of = '',
): Wrong | undefined {
  for (const figure of figures) {
    const [wanted, shown] = [workedOut(figure, records, child), figureShown(figure, shownIn)];
    // Of nothing there may be no sum.
    const isSame = wanted === null || shown === null ? (wanted ?? 0) === (shown ?? 0) : isNear(wanted, numberIn(shown));
    if (wanted === undefined || shown === undefined || isSame) continue;
    const inWords = (value: unknown): string =>
      figure.instant !== undefined && typeof value === 'number' ? new Date(value).toISOString() : brief(value);
    return {
      expected: `${figure.name}${of}: ${inWords(wanted)}, by the ${records.length} of ${child.name} that it sums up`,
      actual: `${figure.name}${of}: ${inWords(shown)}`,
      key: `${figure.name} off`,
      topic: { member: figure.name },
    };
  }
  return undefined;
}

function wrongRow(child: Resource, rows: Rows, records: readonly JsonRecord[], reply: JsonRecord): Wrong | undefined {
  const { name, key, isSorted, figures } = rows;
  const [shown, counted] = [valueIn(reply, name), countedOf(rows, records, child)];
  const keyIn = (one: unknown): string => String(own(Object(one), key));
  if (!Array.isArray(shown) || counted?.every((record) => typeof own(record, key) === 'string') !== true)
    return undefined;
  const wanted = new Set(counted.map(keyIn));
  const keys = shown.map(keyIn);
  const isEach = wanted.size === keys.length && keys.every((one, at) => wanted.has(one) && keys.indexOf(one) === at);
  const about = { topic: { member: name } };
  if (!isEach)
    return {
      expected: `${name}: one row for each of ${brief([...wanted].toSorted())}`,
      actual: `${name}: rows for ${brief(keys)}`,
      key: `${name} off`,
      ...about,
    };
  for (const row of shown) {
    const some = records.filter((record) => keyIn(record) === keyIn(row));
    const off = firstOff(child, figures, some, Object(row), ` of ${keyIn(row)}`);
    if (off !== undefined) return off;
  }
  return !isSorted || ORDERS.some((order) => keys.every((one, at) => at === 0 || order(keys[at - 1] ?? '', one)))
    ? undefined
    : {
        expected: `${name}: in the order ${brief(keys.toSorted())}`,
        actual: `${name}: ${brief(keys)}`,
        key: `${name} not in order`,
        ...about,
      };
}

/** By code units, whatever their case, and as a language has it: all of them are alphabetical. */
const ORDERS: readonly ((before: string, one: string) => boolean)[] = [
  (before, one) => before <= one,
  (before, one) => before.toLowerCase() <= one.toLowerCase(),
  (before, one) => before.localeCompare(one) <= 0,
];

/** Sums of fractions may be rounded. */
const isNear = (wanted: number | undefined, shown: number | undefined): boolean =>
  wanted !== undefined && shown !== undefined && Math.abs(shown - wanted) <= (Number.isInteger(wanted) ? 0.001 : 0.02);
