import type { Operation, Resource } from '../../../openapi/contract';
import { brief } from '../../model/brief';
import type { Case, CaseContext, Check } from '../../model/check';
import { clauseOf } from '../../model/clause';
import { type Exchange, isSuccess, type Request } from '../../model/exchange';
import { keyOf } from '../../model/known';
import { idOf, type JsonRecord, recordOf } from '../../model/records';
import { toRequest } from '../../model/request';
import { fail, inconclusive, PASS, type Verdict } from '../../model/verdict';
import { createRecord } from '../../steps/create-record';
import { longestPage, requestWholeList } from '../../steps/request-list';
import { type Bodies, bodiesApart, isMarkedAs } from './bodies';
import { type Alone, judgeBatch, MOST_ALONE } from './judge-batch';
import { type Sending, served } from './sending';

/** Records that are created at once have an id each, and all of them are there, once. */
export const parallelAllKept: Check = {
  id: 'parallel.all-kept',
  title: 'Of creates at once, each makes one record',
  level: 'MUST',
  applies: ({ purpose }) => purpose?.role === 'create' && purpose.resource.idProperty !== undefined,
  clause: (subject) => clauseOf(subject, 201, 'Each create makes one record, which keeps its id.'),
  cases: (_, { parallel }) =>
    parallel < 2
      ? []
      : [
          aCase('creates, then reads', 2 * parallel, (context) => {
            const bodies = bodiesApart(context, context.subject, parallel, 'Created at once');
            return judge(context, bodies, []);
          }),
          aCase('equal creates, among lists and reads', parallel + Math.ceil(parallel / 2), judgeEqual),
        ],
};

/** One record before, requests at once, some of them alone, and a list. */
const aCase = (name: string, atOnce: number, run: Case['run']): Case => ({
  name,
  tier: 2,
  cost: 1 + atOnce + MOST_ALONE + 1,
  run: async (context) => {
    const { resource } = context.subject.purpose ?? {};
    if (context.notes.isStalled) return inconclusive('requests at once went without a reply before');
    // Its id makes the marks of the others like no other run's.
    const hasMade =
      resource !== undefined &&
      [...context.known.collection(resource).records.values()].some(({ isCreated }) => isCreated);
    if (!hasMade) await createRecord(context);
    return run(context);
  },
});

/** Some equal creates, and as many requests that ask for what is there. */
function judgeEqual(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { resource } = context.subject.purpose ?? {};
  const { parallel } = context.options;
  const bodies = bodiesApart(context, context.subject, 1, 'Equal at once');
  const [body = {}] = bodies.all;
  const equal = { ...bodies, all: Array.from({ length: Math.ceil(parallel / 2) }, () => body) };
  const others = resource === undefined ? [] : asking(context, resource);
  return judge(
    context,
    equal,
    Array.from({ length: Math.floor(parallel / 2) }, (_, nth) => others[nth % others.length]).flatMap((one) =>
      one === undefined ? [] : [one],
    ),
  );
}

function asking({ known }: CaseContext, resource: Resource): readonly Request[] {
  const {
    operations: { list, read },
    idParameter,
  } = resource;
  const latest = [...known.collection(resource).records.values()].at(-1);
  return [
    ...(list === undefined ? [] : [toRequest(list, { query: longestPage(resource) })]),
    ...(read === undefined || idParameter === undefined || latest === undefined
      ? []
      : [toRequest(read, { path: { [idParameter.name]: latest.id } })]),
  ];
}

/** @param others are sent among the creates */
async function judge(
  context: CaseContext,
  bodies: Bodies,
  others: readonly Request[],
): Promise<Verdict | readonly Verdict[]> {
  const { operation, purpose } = context.subject;
  if (purpose === undefined) return [];
  const { resource } = purpose;
  const creates = bodies.all.map((body): Sending => ({ request: toRequest(operation, { body }), expect: served }));
  const sendings = alternating(
    others.map((request) => ({ request, expect: served })),
    creates,
  );
  const exchanges = await context.sendTogether(sendings.map(({ request }) => request));
  const alone: Alone = { left: MOST_ALONE };
  const verdicts = [...(await judgeBatch(context, sendings, exchanges, alone))];
  const made = madeBy(exchanges, operation, resource);
  const twice = sameIdIn(made);
  if (twice !== undefined) verdicts.push(twice);
  if (made.length === 0) return verdicts.length > 0 ? verdicts : inconclusive('nothing was created');
  if (context.notes.isStalled) return verdicts;
  verdicts.push(...(await requestMade(context, resource, made, alone)));
  const twin = await requestTwins(context, resource, bodies, exchanges);
  if (twin !== undefined) verdicts.push(twin);
  return verdicts.length === 0 ? PASS : verdicts;
}

function alternating<T>(some: readonly T[], others: readonly T[]): readonly T[] {
  const most = Math.max(some.length, others.length);
  return Array.from({ length: most }, (_, index) =>
    [some, others].flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** A record that a create has made. */
interface Made {
  readonly id: unknown;
  readonly exchange: Exchange;
}

const madeBy = (exchanges: readonly Exchange[], create: Operation, resource: Resource): readonly Made[] =>
  exchanges
    .filter((exchange) => exchange.request.operation === create && isSuccess(exchange))
    .map((exchange) => ({ id: idOf(recordOf(exchange) ?? {}, resource), exchange }))
    .filter(({ id }) => id !== undefined);

function sameIdIn(made: readonly Made[]): Verdict | undefined {
  const byKey = new Map<string, Made>();
  for (const one of made) {
    const before = byKey.get(keyOf(one.id));
    if (before !== undefined)
      return fail({
        expected: 'an id of its own for each record',
        actual: `the id ${brief(one.id)} for two, with ${made.length} requests at once`,
        exchanges: [before.exchange, one.exchange],
        key: 'id twice',
      });
    byKey.set(keyOf(one.id), one);
  }
  return undefined;
}

/** Reads, at once, what was made at once; the relations say whether it is what was shown. */
async function requestMade(
  context: CaseContext,
  resource: Resource,
  made: readonly Made[],
  alone: Alone,
): Promise<readonly Verdict[]> {
  const {
    operations: { read },
    idParameter,
  } = resource;
  if (read === undefined || idParameter === undefined) return [];
  const ids = [...new Map(made.map(({ id }) => [keyOf(id), id])).values()];
  const sendings = ids.map(
    (id): Sending => ({ request: toRequest(read, { path: { [idParameter.name]: id } }), expect: served }),
  );
  return judgeBatch(context, sendings, await context.sendTogether(sendings.map(({ request }) => request)), alone);
}

/** Asks for a list, and looks for a record that is like one that was created, and is none that a create has shown. */
async function requestTwins(
  context: CaseContext,
  resource: Resource,
  bodies: Bodies,
  exchanges: readonly Exchange[],
): Promise<Verdict | undefined> {
  const listed = await requestWholeList(context, resource);
  if (listed?.listing === undefined) return undefined;
  // What got no reply, or was sent twice, may have made records that no reply has shown.
  const isCertain = exchanges.every(
    ({ response, isRepeated }) => isRepeated !== true && response !== undefined && response.status < 500,
  );
  if (!isCertain) return undefined;
  const { records } = context.known.collection(resource);
  const isTwin = (record: JsonRecord): boolean =>
    bodies.all.some((body) => isMarkedAs(record, body, bodies)) &&
    records.get(keyOf(idOf(record, resource)))?.isCreated !== true;
  const twin = listed.listing.records.find(isTwin);
  return twin === undefined
    ? undefined
    : fail({
        expected: 'one record for each create',
        actual: `a further one, ${brief(twin)}, with ${exchanges.length} requests at once`,
        exchanges: [...exchanges.filter((exchange) => isSuccess(exchange)).slice(0, 1), listed.exchange],
        key: 'made twice',
      });
}
