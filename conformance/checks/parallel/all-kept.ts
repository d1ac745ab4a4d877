import { documents, type Operation, type Resource } from '../../../openapi/contract';
import { type Exchange, isSuccess } from '../../exchange/exchange';
import { listingOf } from '../../records/lists/listing';
import { idOf, type JsonRecord, keyOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { differenceOf } from '../../rules/relations/compare';
import { newId } from '../../rules/relations/created';
import { heldOf, sentIn } from '../../rules/relations/held';
import { type CaseContext, resourceOf } from '../../steps/check';
import { longestPage, requestWholeList } from '../../steps/lists';
import type { Made } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, type Observation, type Verdict } from '../../verdict/verdict';
import { type BatchContext, checkAtOnce, readsOf, type Sending, sendBatch, served } from './batch';
import { type Bodies, bodiesApart, createForMarks, isMarkedAs } from './bodies';

/** Records that are created at once have an id each, and all of them are there, once. */
export const parallelAllKept = checkAtOnce({
  id: 'parallel.all-kept',
  title: 'Each of several parallel creates makes one record',
  applies: ({ purpose }) => purpose?.role === 'create' && purpose.resource.idProperty !== undefined,
  clause: (subject) => clauseOf(subject, 201, 'Each create makes one record, which keeps its id.'),
  stories: ({ operation }) => {
    const apart = { 'creates among lists, then reads': judgeApart };
    const equal = { 'equal creates, among lists and reads': judgeEqual };
    // Where only one record may have some value, equal ones tell more.
    return documents(operation, 409) ? { ...equal, ...apart } : { ...apart, ...equal };
  },
});

/** Creates that differ, with a list in their midst and one after them. */
async function judgeApart(context: BatchContext): Promise<Verdict | undefined> {
  await createForMarks(context);
  const bodies = bodiesApart(context, Math.max(2, context.options.parallel - 2), 'Created at once');
  return judge(context, bodies, (creates, [list]) => {
    const half = Math.ceil(creates.length / 2);
    return list === undefined ? creates : [...creates.slice(0, half), list, ...creates.slice(half), list];
  });
}

/** Some equal creates, and as many requests that ask for what is there. */
async function judgeEqual(context: BatchContext): Promise<Verdict | undefined> {
  const { parallel } = context.options;
  await createForMarks(context);
  const bodies = bodiesApart(context, 2, 'Equal at once');
  const [body = {}, another = {}] = bodies.all;
  const equal = { ...bodies, all: Array.from({ length: Math.ceil(parallel / 2) }, () => body) };
  const among: Batch = (creates, others) =>
    creates.flatMap((create, nth) => [...others.slice(nth % 2, (nth % 2) + 1), create]).slice(0, parallel);
  return judge(context, equal, among, (noting, made) => judgeTwice(noting, body, another, made));
}

/** The creates, and what is sent among them. */
type Batch = (creates: readonly Sending[], asking: readonly Sending[]) => readonly Sending[];

/** A list, and a read of what was made last. */
function asking(context: CaseContext): readonly Sending[] {
  const resource = resourceOf(context);
  const { list } = resource.operations;
  const latest = [...context.known.collection(resource).records.values()].slice(-1);
  const requests = [
    ...(list === undefined ? [] : [toRequest(list, { query: longestPage(resource) })]),
    ...readsOf(resource, latest),
  ];
  return requests.map((request) => ({ request, expect: served }));
}

/** @param judgeMade what else is to be said of what the creates have made */
async function judge(
  context: BatchContext,
  bodies: Bodies,
  batch: Batch,
  judgeMade?: (noting: CaseContext, made: readonly Made[]) => Promise<readonly Observation[]>,
): Promise<Verdict | undefined> {
  const { operation } = context.subject;
  const resource = resourceOf(context);
  // What is sent by itself from here on makes records as well.
  const sentAlone: Exchange[] = [];
  const noting: BatchContext = {
    ...context,
    send: async (request) => {
      const exchange = await context.send(request);
      sentAlone.push(exchange);
      return exchange;
    },
  };
  const creates = bodies.all.map((body): Sending => ({ request: toRequest(operation, { body }), expect: served }));
  const together = (await sendBatch(noting, batch(creates, asking(context)))).map(({ exchange }) => exchange);
  const made = madeBy(together, operation, resource);
  const twice = await requestSameId(noting, made);
  context.found.push(...[...twice, ...tornIn(together, made, resource)].slice(0, 1).map(fail));
  if (made.length === 0) throw new CannotJudge('nothing was created');
  if (context.notes.isStalled) return undefined;
  context.found.push(...((await judgeMade?.(noting, made)) ?? []).map(fail));
  // The relations say whether what is read is what was shown.
  const distinct = [...new Map(made.map((one) => [keyOf(one.id), one])).values()];
  await sendBatch(
    noting,
    readsOf(resource, distinct).map((request) => ({ request, expect: served })),
  );
  return requestTwins(context, bodies, together, sentAlone);
}

/**
 * Of equal creates at once one alone may succeed, where the server answers a further one with the documented 409: no order of
 * them leaves several records. It is no such rule where others are refused, too, such as that there are too many records.
 *
 * @param body of the creates at once
 * @param another that was made before, when none of its values were taken
 * @param made by creates at once
 */
async function judgeTwice(
  context: CaseContext,
  body: JsonRecord,
  another: JsonRecord,
  made: readonly Made[],
): Promise<readonly Observation[]> {
  const { operation } = context.subject;
  const [first, second] = new Map(made.map((one) => [keyOf(one.id), one])).values();
  if (!documents(operation, 409) || first === undefined || second === undefined) return [];
  const alone = await context.send(toRequest(operation, { body }));
  if (alone.response?.status !== 409) return [];
  if (!isSuccess(await context.send(toRequest(operation, { body: another })))) return [];
  const count = first.exchange.together?.requests.length ?? made.length;
  return [
    {
      expected: 'one record, and 409 for the others: the same create alone is a conflict then',
      actual: `${made.length} records, with ${count} requests at once`,
      exchanges: [first.exchange, second.exchange, alone],
      key: 'conflict at once',
      clause: clauseOf(context.subject, 409, 'A create that conflicts with a record is refused.'),
    },
  ];
}

/**
 * Asks for a list, and looks for a record that is like one that was created, and is none that a create has shown.
 *
 * @param together what was sent at once
 * @param sentAlone what was sent after that
 */
async function requestTwins(
  context: CaseContext,
  bodies: Bodies,
  together: readonly Exchange[],
  sentAlone: readonly Exchange[],
): Promise<Verdict | undefined> {
  const { operation } = context.subject;
  const resource = resourceOf(context);
  const listed = await requestWholeList(context, resource);
  const creates = [...together, ...sentAlone].filter(({ request }) => request.operation === operation);
  const made = madeBy(creates, operation, resource);
  // What got no reply, or was sent twice, may have made records that no reply has shown.
  const isCertain = [...together, ...creates].every(
    ({ response, isRepeated }) => isRepeated !== true && response !== undefined && response.status < 500,
  );
  const succeeded = creates.filter(isSuccess);
  if (listed?.listing === undefined || !isCertain || succeeded.length !== made.length) return undefined;
  const ids = new Set(made.map(({ id }) => keyOf(id)));
  const twin = listed.listing.records.find(
    (record) => bodies.all.some((body) => isMarkedAs(record, body, bodies)) && !ids.has(keyOf(idOf(record, resource))),
  );
  if (twin === undefined) return undefined;
  return fail({
    expected: 'one record for each create',
    actual: `a further one, ${brief(twin)}, with ${together.length} requests at once`,
    exchanges: [...succeeded.slice(0, 1), listed.exchange],
    key: 'made twice',
  });
}

/** What the creates among some exchanges have made, as their replies show it. */
const madeBy = (exchanges: readonly Exchange[], create: Operation, resource: Resource): readonly Made[] =>
  exchanges
    .filter((exchange) => exchange.request.operation === create && isSuccess(exchange))
    .map((exchange) => ({ exchange, record: recordOf(exchange, resource) ?? {} }))
    .map(({ exchange, record }) => ({ exchange, record, id: idOf(record, resource) }))
    .filter(({ id }) => id !== undefined);

/** Two records that have one id, unless the same creates one after the other have one, too: that is judged elsewhere. */
async function requestSameId(context: CaseContext, made: readonly Made[]): Promise<readonly Observation[]> {
  const resource = resourceOf(context);
  const later = made.find(({ id }, nth) => made.findIndex((one) => keyOf(one.id) === keyOf(id)) < nth);
  const before = made.find(({ id }) => later !== undefined && keyOf(id) === keyOf(later.id));
  if (before === undefined || later === undefined) return [];
  const ids: unknown[] = [];
  for (const { exchange } of [before, later]) {
    const alone = await context.send(exchange.request);
    ids.push(idOf((isSuccess(alone) ? recordOf(alone, resource) : undefined) ?? {}, resource));
  }
  if (ids[0] !== undefined && keyOf(ids[0]) === keyOf(ids[1])) return [];
  return [
    {
      expected: 'an id of its own for each record',
      actual: `the id ${brief(later.id)} for two, with ${made.length} requests at once`,
      exchanges: [before.exchange, later.exchange],
      key: 'id twice',
      topic: { inTurn: newId.id },
    },
  ];
}

/** Lists that were asked for among the creates, and show one of their records otherwise than it was made: half of a write. */
const tornIn = (exchanges: readonly Exchange[], made: readonly Made[], resource: Resource): readonly Observation[] =>
  exchanges.flatMap((exchange) => {
    const listing = exchange.request.operation === resource.operations.list ? listingOf(exchange, resource) : undefined;
    if (listing?.isPlain !== true) return [];
    return made.flatMap(({ id, record, exchange: create }) => {
      const shown = listing.byKey.get(keyOf(id));
      if (shown === undefined) return [];
      const held = heldOf(resource, sentIn(create, resource));
      const torn = differenceOf(resource, { record, shownBy: create }, { record: shown, shownBy: exchange }, held);
      if (torn === undefined) return [];
      const { name, before, now } = torn;
      return [
        {
          expected: `${name}: ${brief(before)}, or no such record yet`,
          actual: `${name}: ${brief(now)}, with ${exchanges.length} requests at once`,
          exchanges: [create, exchange],
          key: 'half of a write',
        },
      ];
    });
  });
