/** What lists say of themselves: how many records there are, and which cursors lead on. */
import {
  fits,
  keywordOf,
  type Operation,
  own,
  type Parameter,
  type Resource,
  sentencesAbout,
  sentencesAround,
  typesOf,
} from '../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../exchange/exchange';
import { hasMany, type Subject } from '../exchange/subject';
import { queryBy } from '../records/lists/condition';
import { conditionsOf } from '../records/lists/conditions';
import {
  SAYS_BAD_CURSOR,
  SAYS_CURSOR_AGAIN,
  SAYS_CURSOR_BOUND,
  SAYS_CURSOR_OF_LIST,
  SAYS_CURSOR_REFUSED,
  SAYS_OTHER_REFUSED,
  SAYS_SIZE_MAY_CHANGE,
} from '../records/lists/list-words';
import { sortingOf } from '../records/lists/orders';
import { pageFactsOf, toldNext } from '../records/lists/paging';
import { type JsonRecord, type KnownRecord, recordsOf } from '../records/records';
import { toRequest } from '../requests/request';
import { countQuery, countsIn, total } from '../rules/relations/told';
import { type Case, type CaseContext, type Check, resourceOf } from '../steps/check';
import { requestList, requestWholeList } from '../steps/lists';
import { brief } from '../verdict/brief';
import { CannotJudge, fail, inconclusive, PASS, replied, skip, type Verdict } from '../verdict/verdict';
import { boundsOf, isPlain, turnedOrder } from './asked';
import { listedOwn, makeOwn, ownInList } from './telling';

export const listTotal: Check = {
  ...total,
  isOfEach: true,
  cases: () => [{ name: 'the whole list, a short page of it, and what filters leave', tier: 1, run: countLists }],
};

async function countLists(context: CaseContext): Promise<Verdict | undefined> {
  const resource = resourceOf(context);
  const counting = countQuery(resource);
  await makeOwn(context, resource, 2);
  // A list without its count is known to show what it shows.
  if (Object.keys(counting).length > 0) await requestWholeList(context, resource);
  const verdict = await countOnShortPage(context);
  const records = ownInList(context, resource);
  const { latest = {} } = records[0] ?? {};
  const queries: readonly JsonRecord[] = [
    ...resource.filters.map(({ parameter, property }) => ({ [parameter.name]: own(latest, property) })),
    ...conditionsOf(resource).map((one) => queryBy(one, boundsOf(one, records)[0])),
  ];
  const nothing = queryOfNothing(resource);
  // What ranges and filters leave is counted where each of them is asked for, unless a count is to be asked for as well.
  const isSeen = conditionsOf(resource).length > 0 || context.notes.narrowed.has(context.subject.operation);
  const isAsked = isSeen && Object.keys(counting).length === 0;
  const most = isAsked ? 0 : nothing === undefined ? 2 : 1;
  const narrowing = queries.filter((one) => Object.values(one).every(isPlain)).slice(0, most);
  for (const query of [...narrowing, ...(nothing === undefined ? [] : [nothing])])
    await requestWholeList(context, resource, { ...query, ...counting });
  return verdict;
}

/** A query that no record fits, by a filter that takes any text: a count is 0 there. */
function queryOfNothing({ filters }: Resource): JsonRecord | undefined {
  const free = filters.find(
    ({ parameter: { schema } }) =>
      typesOf(schema).join() === 'string' && keywordOf(schema, 'enum') === undefined && fits(schema, 'request', NOBODY),
  );
  return free && { [free.parameter.name]: NOBODY };
}

const NOBODY = 'nobody-zq7x@nowhere.example';

/** A page of one record, and the next one, count as many as the whole list shows, before and after it. */
async function countOnShortPage(context: CaseContext): Promise<Verdict | undefined> {
  const resource = resourceOf(context);
  const { pageSize } = resource;
  const counting = countQuery(resource);
  const there = async () => {
    const { listing } = (await requestWholeList(context, resource, counting)) ?? {};
    const isAll = listing?.conditions.every(({ condition }) => condition.unasked !== undefined) === true;
    return listing?.isComplete === true && isAll ? listing.records.length : undefined;
  };
  const wrongOn = async (query: JsonRecord, wanted: number | undefined) => {
    const short = (await requestList(context, resource, { [pageSize?.name ?? '']: 1, ...counting, ...query }))
      ?.exchange;
    const wrong = short && [...countsIn(short, resource)].find(([, count]) => count !== wanted);
    return short && { short, wrong };
  };
  /** On the first page, else on the next one. */
  const wrongIn = async (wanted: number | undefined) => {
    const first = await wrongOn({}, wanted);
    const { paging, operations } = resource;
    if (first === undefined || first.wrong !== undefined || paging === undefined) return first;
    const next = toldNext(operations.list ?? context.subject.operation, paging, pageFactsOf(first.short, paging));
    return typeof next === 'object' && 'position' in next ? wrongOn(next.position, wanted) : undefined;
  };
  const before = await there();
  if (pageSize === undefined || before === undefined || !fits(pageSize.schema, 'request', 1)) return undefined;
  const found = await wrongIn(before);
  const { short, wrong } = found ?? {};
  if (short === undefined || wrong === undefined) return PASS;
  const again = await wrongIn(before);
  if (again?.wrong?.join() !== wrong.join() || (await there()) !== before || (await there()) !== before)
    return inconclusive('the list changed meanwhile');
  const [name, count] = wrong;
  return fail({
    expected: `${name}: ${before}, as many as the whole list shows`,
    actual: `${name}: ${count}`,
    exchanges: [short],
    key: name,
  });
}

/** A cursor that no reply has named is refused, where words say so; elsewhere it is sent to see that the server stands it. */
export const listCursor: Check = {
  id: 'list.cursor',
  title: 'A cursor that was not given is refused',
  level: 'MUST',
  applies: (subject) => {
    const cursor = subject.purpose?.role === 'list' ? cursorOf(subject.purpose.resource) : undefined;
    return (
      cursor !== undefined && (hasMany(subject.contract) || isRefusedBy(subject, cursor) || isBound(subject, cursor))
    );
  },
  clause: ({ purpose, operation }) => ({
    sentence: 'A cursor that the service has not given is refused.',
    pointer: (purpose && cursorOf(purpose.resource)?.pointer) ?? operation.pointer,
  }),
  cases: (subject) => {
    const { purpose } = subject;
    const cursor = purpose && cursorOf(purpose.resource);
    return cursor === undefined
      ? []
      : [
          ...CURSORS.slice(0, 1).map((value) => unknownCursor(cursor, value, isRefusedBy(subject, cursor))),
          ...(isBound(subject, cursor) || saysOfCursors(subject.operation, cursor, SAYS_CURSOR_AGAIN)
            ? [{ name: 'a cursor again, and with another query', tier: 1 as const, run: sendAgain }]
            : []),
          ...CURSORS.slice(1).map((value) => unknownCursor(cursor, value, isRefusedBy(subject, cursor))),
        ];
  },
};

/** Whether words say so of cursors: those of the parameter, or what is said around of all of them. */
const saysOfCursors = (operation: Operation, { description }: Parameter, words: RegExp): boolean =>
  [description, ...sentencesAbout(operation, /\bcursors?\b/i)].some((text) => words.test(text));

/** Whether words say that a cursor is good for its own query alone, and is refused with another. */
function isBound({ operation }: Subject, parameter: Parameter): boolean {
  const refusals = operation.replies.flatMap((one) =>
    one.status === 400 || one.status === 409 || one.status === 422 ? [one.description] : [],
  );
  const ofCursors = refusals.filter((text) => /\b(?:cursor|token)\b/i.test(text) && SAYS_OTHER_REFUSED.test(text));
  return (
    [SAYS_CURSOR_BOUND, SAYS_OTHER_REFUSED].every((words) => saysOfCursors(operation, parameter, words)) ||
    ofCursors.some((text) => SAYS_CURSOR_BOUND.test(text))
  );
}

/** Whether words say that another page size may be asked for with a cursor, by the name of that or without. */
const saysSizeMayChange = (operation: Operation, { name }: Parameter): boolean =>
  [...sentencesAround(operation), ...operation.parameters.map(({ description }) => description)].some((text) =>
    SAYS_SIZE_MAY_CHANGE.test(text.replaceAll(`\`${name}\``, 'page size')),
  );

interface SecondPage {
  readonly records: readonly KnownRecord[];
  readonly first: Exchange;
  readonly second: Exchange;
  /** The query with the cursor. */
  readonly query: JsonRecord;
}

/** The first page of a record, and the second one by the cursor that it names. @throws CannotJudge where it names none */
async function secondPage(context: CaseContext): Promise<SecondPage> {
  const { operation } = context.subject;
  const resource = resourceOf(context);
  const { paging, pageSize } = resource;
  const records = await listedOwn(context, resource);
  const size = pageSize !== undefined && fits(pageSize.schema, 'request', 1) ? { [pageSize.name]: 1 } : {};
  const first = replied(await context.send(toRequest(operation, { query: size })));
  const next = paging && toldNext(operation, paging, pageFactsOf(first, paging));
  if (typeof next !== 'object' || !('position' in next))
    throw new CannotJudge(skip('no page names a cursor of a next one'));
  const query = { ...size, ...next.position };
  const second = replied(await context.send(toRequest(operation, { query })));
  if (!isSuccess(second)) throw new CannotJudge(`a cursor is not taken with its own query: ${outcomeOf(second)}`);
  return { records, first, second, query };
}

/** The cursor of the second page, sent again with the query that it was given for, with another size, another order or filter, and to another list. */
async function sendAgain(context: CaseContext): Promise<Verdict> {
  const { subject, send } = context;
  const { operation } = subject;
  const resource = resourceOf(context);
  const cursor = cursorOf(resource);
  const { records, first, second, query } = await secondPage(context);
  if (cursor !== undefined && saysOfCursors(operation, cursor, SAYS_CURSOR_AGAIN)) {
    const again = replied(await send(toRequest(operation, { query })));
    if (!isSuccess(again))
      return fail({
        expected: `the status ${second.response?.status} once more, since a cursor may be used again`,
        actual: outcomeOf(again),
        exchanges: [first, second, again],
        key: 'used again',
      });
  }
  const { pageSize } = resource;
  const size =
    cursor !== undefined && pageSize !== undefined && saysSizeMayChange(operation, pageSize) ? pageSize : undefined;
  if (size !== undefined && fits(size.schema, 'request', 2)) {
    const longer = replied(await send(toRequest(operation, { query: { ...query, [size.name]: 2 } })));
    if (isRefusal(longer))
      return fail({
        expected: `the status ${second.response?.status}, since ${size.name} may change from page to page`,
        actual: outcomeOf(longer),
        exchanges: [first, second, longer],
        key: 'another size',
      });
  }
  const others = cursor !== undefined && isBound(subject, cursor) ? otherQueries(resource, records) : [];
  for (const other of others) {
    const exchange = replied(await send(toRequest(operation, { query: { ...query, ...other } })));
    if (exchange.response.status >= 300) continue;
    return fail({
      expected: `a status of 4xx, since the cursor was given for a query without ${brief(other)}`,
      actual: `${exchange.response.status} and ${recordsOf(exchange, resource)?.length ?? 0} records`,
      exchanges: [first, exchange],
      key: 'of another query',
    });
  }
  return cursor !== undefined && saysOfCursors(operation, cursor, SAYS_CURSOR_OF_LIST) ? judgeElsewhere(context) : PASS;
}

/** The cursor of another list is refused by this one, where words say that a cursor is good for its own alone. */
async function judgeElsewhere(context: CaseContext): Promise<Verdict> {
  const { subject, contract, send } = context;
  const cursor = cursorOf(resourceOf(context));
  const others = contract.resources.filter(
    (one) =>
      one !== resourceOf(context) && one.operations.list?.path.includes('{') === false && cursorOf(one) !== undefined,
  );
  for (const other of others.slice(0, MOST_OTHERS)) {
    const list = other.operations.list ?? subject.operation;
    const size = other.pageSize === undefined ? {} : { [other.pageSize.name]: 1 };
    const first = replied(await send(toRequest(list, { query: size })));
    const next = other.paging && toldNext(list, other.paging, pageFactsOf(first, other.paging));
    const [token] = typeof next === 'object' && 'position' in next ? Object.values(next.position) : [];
    if (cursor === undefined || !fits(cursor.schema, 'request', token)) continue;
    // An order that both have, as far as there is one: a cursor of another order may be refused for that.
    const order = sortingOf(other)?.by?.schema.default;
    const by = sortingOf(resourceOf(context))?.by;
    const sorted =
      by !== undefined && order !== undefined && fits(by.schema, 'request', order) ? { [by.name]: order } : {};
    const query = { [cursor.name]: token, ...sorted };
    const exchange = replied(await send(toRequest(subject.operation, { query })));
    if (!isSuccess(exchange)) return PASS;
    return fail({
      expected: `a status of 4xx, since the cursor is one of ${list.id}`,
      actual: `${exchange.response.status} and ${recordsOf(exchange, resourceOf(context))?.length ?? 0} records`,
      exchanges: [first, exchange],
      key: 'of another list',
    });
  }
  return PASS;
}

const MOST_OTHERS = 2;

/** Another order, and a filter. */
function otherQueries(resource: Resource, records: readonly KnownRecord[]): readonly JsonRecord[] {
  const latest = records[0]?.latest ?? {};
  const [filtered] = [
    ...resource.filters.map(({ parameter, property }) => ({ [parameter.name]: own(latest, property) })),
    ...conditionsOf(resource)
      .filter(({ unasked }) => unasked === undefined)
      .map((one) => queryBy(one, boundsOf(one, records)[0])),
  ].filter((one) => Object.values(one).every(isPlain));
  return [turnedOrder(resource), filtered ?? {}].filter((one) => Object.keys(one).length > 0);
}

/** One that is no token of any kind, and one that may be decoded. */
const CURSORS = ['no-such-cursor', 'eyJpZCI6Im5vLXN1Y2gtcmVjb3JkIn0'] as const;

const cursorOf = ({ paging }: Resource): Parameter | undefined =>
  paging?.positions.find(({ kind, isId }) => (kind === 'after' || kind === 'before') && !isId)?.parameter;

/** By words of the parameter, of a refusal of the operation, or of the document about all. */
function isRefusedBy({ operation }: Subject, parameter: Parameter): boolean {
  const refusals = operation.replies.flatMap((one) =>
    one.status === 400 || one.status === 422 ? [one.description] : [],
  );
  const general = sentencesAround(operation).filter((text) => /\b(?:400|422|refus\w+|reject\w+)\b/i.test(text));
  return (
    saysOfCursors(operation, parameter, SAYS_CURSOR_REFUSED) ||
    (refusals.length > 0 && [...refusals, ...general].some((text) => SAYS_BAD_CURSOR.test(text)))
  );
}

function unknownCursor({ name, schema }: Parameter, value: string, isSaid: boolean): Case {
  return {
    name: `the cursor ${value}`,
    tier: 1,
    run: async ({ subject, send }) => {
      if (!fits(schema, 'request', value)) return skip(`${name} takes no such text`);
      const { operation } = subject;
      const exchange = replied(await send(toRequest(operation, { query: { [name]: value } })));
      // What else is wrong with a 5xx is judged by itself.
      if (isRefusal(exchange) || exchange.response.status >= 300) return PASS;
      if (!isSaid) return skip('no words say that such a cursor is refused');
      const count = recordsOf(exchange, resourceOf({ subject }))?.length ?? 0;
      return fail({
        expected: 'a status of 4xx, since no reply has named this cursor',
        actual: `${exchange.response.status} and ${count} records`,
        exchanges: [exchange],
        key: 'taken',
      });
    },
  };
}
