/** A list: its records by filters, order and page, and what its reply says of the page. */
import {
  fits,
  isNumeric,
  itemsOf,
  type MediaType,
  memoizedTexts,
  type PageMember,
  type PageTarget,
  type Paging,
  partAt,
  propertiesOf,
  type Resource,
  type Schema,
  type Steps,
  schemaAt,
  stringifyJson,
  withPart,
} from '../../openapi/contract';
import { invalidParameter } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import type { Outcome } from '../http/reply';
import { asOf, isJob } from '../resources/jobs';
import { idOf } from '../resources/record';
import { firstMade } from '../values/fitting';
import { mended } from '../values/mended';
import { putAll, shape } from '../values/shape';
import { createConditionTest } from '../world/rules/order';
import type { RecordPage, StoredRecord } from '../world/stores/records';
import type { Awaitable } from '../world/stores/store';
import { listBelow, type Reached, reach } from './at-path';
import { type Asked, filtersIn } from './list-filters';
import { BY_ID, orderAsked, sortedPage } from './list-query';
import type { Action, Task } from './model';
import { type FoundPage, factOf, linkHeader, pathOf, type ShownPage, targetOf, urlOf } from './page-facts';
import { type AskedPage, type Begin, readAskedPage, withPosition } from './page-request';
import { exampleOf, outcomeOf, shownOrExample, succeedWith } from './success';
import { viewed } from './view';

/** The records that meet every filter, in the order of their ids or as the query asks, as many as the page holds. */
export const list: Action = async (task, resource) => {
  const { input } = task;
  const size = resource.pageSize === undefined ? undefined : input.query[resource.pageSize.name];
  const reached = reach(task, resource);
  const { collection } = reached.scope;
  const { conditions, tests } = askedNow(task, resource);
  const listed = (limit: number): Awaitable<readonly StoredRecord[]> =>
    listBelow(task, reached, conditions, (records, all) => records.list(collection, all, limit));
  if (resource.listsByKey) return showByKey(task, resource, reached, { conditions, tests });
  const { paging, shown } = resource;
  const order = orderAsked(resource, input.query) ?? (tests.length === 0 ? undefined : BY_ID);
  const kept = async (): Promise<readonly StoredRecord[]> => {
    const all = await listed(Number.POSITIVE_INFINITY);
    return tests.length === 0 ? all : all.filter((record) => tests.every((test) => test(record)));
  };
  const pageOf = async (begin: Begin, most: number): Promise<FoundPage> => {
    const page =
      order === undefined
        ? await listBelow(task, reached, conditions, (records, all) => records.page(collection, all, begin, most))
        : await sortedPage(resource, await kept(), order, begin, most);
    return { ...page, records: await viewed(task, resource, page.records) };
  };
  if (paging !== undefined) return listPage(task, resource, paging, shown.list ?? [], pageOf);
  if (order === undefined) return show(task, resource, await viewed(task, resource, await listed(limitOf(size))));
  return show(task, resource, (await pageOf({ skip: 0 }, limitOf(size))).records);
};

/** What a query asks of the records; of work that goes on it asks what is shown now, which no store knows. */
function askedNow(task: Task, resource: Resource): Asked {
  const { contract, input, now } = task;
  const asked = filtersIn(resource, input);
  if (asked.conditions.length === 0 || !isJob(contract, resource)) return asked;
  const tests = [...asked.conditions.map(createConditionTest), ...asked.tests];
  const shown = (record: StoredRecord): StoredRecord => asOf(contract, resource, record, now);
  return { conditions: [], tests: tests.map((test) => (record) => test(shown(record))) };
}

/** More records are in no list that maps ids to them: where these show no id, each is read by itself. */
const MOST_BY_KEY = 1000;

/** The records by their ids, in one object. */
async function showByKey(
  task: Task,
  { idProperty, shown }: Resource,
  reached: Reached,
  { conditions, tests }: Asked,
): Promise<Outcome> {
  const { collection } = reached.scope;
  const pageFrom = (skip: number, most: number): Awaitable<RecordPage> =>
    listBelow(task, reached, conditions, (records, all) => records.page(collection, all, { skip }, most));
  const byKey: Record<string, StoredRecord> = {};
  if (idProperty === undefined) {
    for (let skip = 0; skip < MOST_BY_KEY; skip += 1) {
      const { firstId, records } = await pageFrom(skip, 1);
      if (firstId === undefined) break;
      putAll(byKey, { [String(firstId)]: records[0] });
    }
  } else {
    const { records } = await pageFrom(0, Number.MAX_SAFE_INTEGER);
    for (const record of records)
      if (tests.every((test) => test(record))) putAll(byKey, { [String(idOf(record, idProperty))]: record });
  }
  const wrapped = (schema: Schema) => withPart(schema, undefined, shown.list ?? [], byKey);
  return outcomeOf(task, (media) =>
    media.schema === undefined ? byKey : shownOrExample(media, media.schema, wrapped(media.schema), task.source),
  );
}

function show(task: Task, resource: Resource, records: readonly StoredRecord[]): Outcome {
  if (resource.shown.list?.length !== 0) return succeedWith(task, resource, records);
  const bodyOf = ({ schema }: MediaType) => {
    const items = itemsOf(schema);
    if (items === undefined || items === resource.schema) return records;
    return records.map((record) => shape(items, record, task.source));
  };
  return outcomeOf(task, bodyOf, (body) => (body === records ? () => jsonOf(records) : undefined));
}

/** Where the contract allows a page size below 0, such a page is empty. */
const limitOf = (size: unknown): number => (isNumeric(size) ? Math.max(0, Number(size)) : Number.POSITIVE_INFINITY);

/** A page of a list, with counts and links to other pages. @throws Problem for an unknown token, where the operation documents a refusal */
async function listPage(
  asking: Task,
  resource: Resource,
  documented: Paging,
  steps: readonly string[],
  pageOf: (begin: Begin, most: number) => Promise<FoundPage>,
): Promise<Outcome> {
  const { task, paging } = withPosition(asking, documented);
  const asked = readAskedPage(task.input.query, paging, resource) ?? nowhere(task, paging);
  const found = await pageOf(asked.begin, asked.size);
  const page: ShownPage = { asked, found, paging };
  const outcome = outcomeOf(task, (media) => {
    const { schema } = media;
    if (schema === undefined) return found.records;
    const { members } = paging;
    const alone = withPart(schema, undefined, steps, found.records);
    const complete = () => members.reduce((body, member) => withMember(task, schema, body, member, page), alone);
    // All that is true of the page; else the records alone, or the documented example.
    return firstMade(
      schema,
      () => (members.length > 0 ? shape(schema, complete(), task.source) : undefined),
      () => shape(schema, alone, task.source),
      () => mended(schema, shape(schema, complete(), task.source), task.source),
      () => exampleOf(media, task.source),
    );
  });
  return paging.headers.length === 0
    ? outcome
    : { ...outcome, headers: { ...outcome.headers, ...headersOf(task, page) } };
}

/** What a page is that no reply has led to: it is refused as the operation documents it, else empty. */
function nowhere({ operation, input }: Task, { positions }: Paging): AskedPage {
  const position = positions.find(({ parameter }) => typeof input.query[parameter.name] === 'string');
  const status = refusalFor(operation, 'invalidParameter');
  if (position !== undefined && operation.replies.some((reply) => reply.status === status)) {
    throw invalidParameter(status, 'query', position.parameter.name, 'leads to no page: no reply has shown it');
  }
  return { position, begin: { skip: Number.MAX_SAFE_INTEGER }, size: 0, exactSize: undefined };
}

function withMember(task: Task, schema: Schema, body: unknown, member: PageMember, page: ShownPage): unknown {
  const value = firstValue(member, valuesOf(task, member, page));
  return value === undefined ? withHolders(schema, body, member.at) : withPart(schema, body, member.at, value);
}

/** The same body with the required objects around a member that it lacks: made up, they would lead to pages that are not there. */
function withHolders(schema: Schema, body: unknown, at: Steps): unknown {
  let held = body;
  for (let length = 1; length < at.length; length += 1) {
    const steps = at.slice(0, length);
    const around = schemaAt(schema, steps.slice(0, -1));
    const isRequired = around !== undefined && propertiesOf(around).get(steps.at(-1) ?? '')?.required === true;
    if (!isRequired && length > 1) break;
    if (partAt(held, steps) === undefined) held = withPart(schema, held, steps, {});
  }
  return held;
}

const firstValue = ({ schema }: PageMember, values: readonly unknown[]): unknown =>
  values.find((value) => value !== undefined && fits(schema, 'response', value));

/** What a member may say, the best first. Where there is nothing, it is null, or not there, or empty. */
function valuesOf(task: Task, member: PageMember, page: ShownPage): readonly unknown[] {
  const { fact, form, required } = member;
  const nothing = required ? [null, '', 0] : [null];
  if (form === 'value') {
    // A member of this form has a count or a flag.
    const value = factOf(fact as Parameters<typeof factOf>[0], page);
    return value === undefined ? nothing : [value, String(value), ...(value === 0 ? [1] : [])];
  }
  // All other forms are those of another page.
  const target = fact as PageTarget;
  if (form === 'position') {
    const value = targetOf(target, page)?.value;
    return value === undefined ? nothing : [value, String(value)];
  }
  const path = pathOf(task, target, page);
  if (path === undefined) return nothing;
  return form === 'path' ? [path, urlOf(task, path)] : [urlOf(task, path), path];
}

function headersOf(task: Task, page: ShownPage): Record<string, string> {
  return Object.fromEntries(
    page.paging.headers.flatMap((header) => {
      const value = header.kind === 'links' ? linkHeader(task, page) : factOf(header.fact, page);
      return value === undefined ? [] : [[header.name, String(value)]];
    }),
  );
}

const MIB = 2 ** 20;
/** The most characters of lists, and of records, that are remembered. */
const LISTS = 8 * MIB;
const RECORDS = 16 * MIB;
/** The most bytes that these texts take: two for each character. */
export const MOST_TEXT_BYTES = 2 * (LISTS + RECORDS);

/**
 * What a store has listed, as JSON. A stored record is replaced, never changed, and a store gives the same list again for
 * as long as nothing in it has changed. So each text is made once, unless there are too many of them: with 20 records that
 * was a third of the reply's time.
 */
const jsonOf = memoizedTexts(
  LISTS,
  (records: readonly StoredRecord[]): string => `[${records.map(jsonOfRecord).join(',')}]`,
);

const jsonOfRecord = memoizedTexts(RECORDS, (record: StoredRecord): string => stringifyJson(record));
