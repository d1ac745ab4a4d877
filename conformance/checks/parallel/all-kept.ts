import { documents, type Operation, own, type Resource } from '../../../openapi/contract';
import { type Exchange, isSuccess } from '../../exchange/exchange';
import { listingOf } from '../../records/listing';
import { idOf, type JsonRecord, keyOf, recordOf, sameJson } from '../../records/records';
import { toRequest } from '../../requests/request';
import { namesIn } from '../../rules/relations/compare';
import { newId } from '../../rules/relations/created';
import type { Case, CaseContext, Check } from '../../steps/check';
import { longestPage, requestWholeList } from '../../steps/lists';
import { tryToCreate } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, inconclusive, PASS, type Verdict } from '../../verdict/verdict';
import { type Alone, judgeBatch, MOST_ALONE, type Sending, served } from './batch';
import { type Bodies, bodiesApart, isMarkedAs } from './bodies';

/** Records that are created at once have an id each, and all of them are there, once. */
export const parallelAllKept: Check = {
  id: 'parallel.all-kept',
  title: 'Of creates at once, each makes one record',
  level: 'MUST',
  isOfRequestsAtOnce: true,
  applies: ({ purpose }) => purpose?.role === 'create' && purpose.resource.idProperty !== undefined,
  clause: (subject) => clauseOf(subject, 201, 'Each create makes one record, which keeps its id.'),
  cases: ({ operation }, { parallel }) => {
    if (parallel < 2) return [];
    const apart = aCase('creates among lists, then reads', judgeApart);
    const equal = aCase('equal creates, among lists and reads', judgeEqual);
    // Where only one record may have some value, equal ones tell more.
    return documents(operation, 409) ? [equal, apart] : [apart, equal];
  },
};

/** One record before, requests at once, some of them alone, and a list. */
const aCase = (name: string, run: (context: CaseContext) => Promise<Verdict | readonly Verdict[]>): Case => ({
  name,
  tier: 2,
  run: async (context) => {
    const { resource } = context.subject.purpose ?? {};
    if (context.notes.isStalled) return inconclusive('requests at once went without a reply before');
    // Its id makes the marks of the others like no other run's.
    const hasMade =
      resource !== undefined &&
      [...context.known.collection(resource).records.values()].some(({ isCreated }) => isCreated);
    if (!hasMade) await tryToCreate(context);
    return run(context);
  },
});

/** Creates that differ, with a list in their midst and one after them. */
function judgeApart(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const most = Math.max(2, context.options.parallel - 2);
  const bodies = bodiesApart(context, context.subject, most, 'Created at once');
  return judge(context, bodies, (creates) => {
    const [list] = asking(context);
    const half = Math.ceil(creates.length / 2);
    return list === undefined ? creates : [...creates.slice(0, half), list, ...creates.slice(half), list];
  });
}

/** Some equal creates, and as many requests that ask for what is there. */
function judgeEqual(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { parallel } = context.options;
  const bodies = bodiesApart(context, context.subject, 2, 'Equal at once');
  const [body = {}, another = {}] = bodies.all;
  const equal = { ...bodies, all: Array.from({ length: Math.ceil(parallel / 2) }, () => body) };
  const others = asking(context);
  const withOthers: Batch = (creates) =>
    creates.flatMap((create, nth) => [...others.slice(nth % 2, (nth % 2) + 1), create]).slice(0, parallel);
  return judge(context, equal, withOthers, (noting, made) => judgeTwice(noting, body, another, made));
}

/** The creates, and what is sent among them. */
type Batch = (creates: readonly Sending[]) => readonly Sending[];

/** A list, and a read of what was made last. */
function asking({ known, subject }: CaseContext): readonly Sending[] {
  const { resource } = subject.purpose ?? {};
  if (resource === undefined) return [];
  const { list, read } = resource.operations;
  const latest = [...known.collection(resource).records.values()].at(-1);
  const requests = [
    ...(list === undefined ? [] : [toRequest(list, { query: longestPage(resource) })]),
    ...(read === undefined || resource.idParameter === undefined || latest === undefined
      ? []
      : [toRequest(read, { path: { [resource.idParameter.name]: latest.id } })]),
  ];
  return requests.map((request) => ({ request, expect: served }));
}

/** @param judgeMade what else is to be said of what the creates have made */
async function judge(
  context: CaseContext,
  bodies: Bodies,
  withOthers: Batch,
  judgeMade?: (noting: CaseContext, made: readonly Made[]) => Promise<Verdict | undefined>,
): Promise<Verdict | readonly Verdict[]> {
  const { operation, purpose } = context.subject;
  if (purpose === undefined) return [];
  const { resource } = purpose;
  const creates = bodies.all.map((body): Sending => ({ request: toRequest(operation, { body }), expect: served }));
  const sendings = withOthers(creates);
  const exchanges = await context.sendTogether(sendings.map(({ request }) => request));
  const alone: Alone = { left: MOST_ALONE };
  // What is sent by itself from here on makes records as well.
  const sentAlone: Exchange[] = [];
  const noting: CaseContext = {
    ...context,
    send: async (request) => {
      const exchange = await context.send(request);
      sentAlone.push(exchange);
      return exchange;
    },
  };
  const verdicts = [...(await judgeBatch(noting, sendings, exchanges, alone))];
  const made = madeBy(exchanges, operation, resource);
  const wrong = sameIdIn(made) ?? tornIn(exchanges, made, resource);
  if (wrong !== undefined) verdicts.push(wrong);
  if (made.length === 0) return verdicts.length > 0 ? verdicts : inconclusive('nothing was created');
  if (context.notes.isStalled) return verdicts;
  const more = await judgeMade?.(noting, made);
  if (more !== undefined) verdicts.push(more);
  verdicts.push(...(await requestMade(noting, resource, made, alone)));
  const twin = await requestTwins(context, resource, bodies, exchanges, sentAlone);
  if (twin !== undefined) verdicts.push(twin);
  return verdicts.length === 0 ? PASS : verdicts;
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

/**
 * Asks for a list, and looks for a record that is like one that was created, and is none that a create has shown.
 *
 * @param together what was sent at once
 * @param sentAlone what was sent after that
 */
async function requestTwins(
  context: CaseContext,
  resource: Resource,
  bodies: Bodies,
  together: readonly Exchange[],
  sentAlone: readonly Exchange[],
): Promise<Verdict | undefined> {
  const { operation } = context.subject;
  const listed = await requestWholeList(context, resource);
  if (listed?.listing === undefined) return undefined;
  const creates = [...together, ...sentAlone].filter(({ request }) => request.operation === operation);
  const made = madeBy(creates, operation, resource);
  // What got no reply, or was sent twice, may have made records that no reply has shown.
  const isCertain = [...together, ...creates].every(
    ({ response, isRepeated }) => isRepeated !== true && response !== undefined && response.status < 500,
  );
  const succeeded = creates.filter(isSuccess);
  if (!isCertain || succeeded.length !== made.length) return undefined;
  const ids = new Set(made.map(({ id }) => keyOf(id)));
  const isTwin = (record: JsonRecord): boolean =>
    bodies.all.some((body) => isMarkedAs(record, body, bodies)) && !ids.has(keyOf(idOf(record, resource)));
  const twin = listed.listing.records.find(isTwin);
  return twin === undefined
    ? undefined
    : fail({
        expected: 'one record for each create',
        actual: `a further one, ${brief(twin)}, with ${together.length} requests at once`,
        exchanges: [...succeeded.slice(0, 1), listed.exchange],
        key: 'made twice',
      });
}

/**
 * Of equal creates at once one alone may succeed, where the server answers a further one with the documented 409: no order of
 * them leaves several records. It is no such rule where others are refused, too, such as that there are too many records.
 *
 * @param body of the creates at once
 * @param another that was made before, when none of its values were taken
 * @param made by creates at once
 */
export async function judgeTwice(
  context: CaseContext,
  body: JsonRecord,
  another: JsonRecord,
  made: readonly Made[],
): Promise<Verdict | undefined> {
  const { operation } = context.subject;
  const [first, second] = new Map(made.map((one) => [keyOf(one.id), one])).values();
  if (!documents(operation, 409) || first === undefined || second === undefined) return undefined;
  const alone = await context.send(toRequest(operation, { body }));
  if (alone.response?.status !== 409) return undefined;
  if (!isSuccess(await context.send(toRequest(operation, { body: another })))) return undefined;
  return fail({
    expected: 'one record, and 409 for the others: the same create alone is a conflict then',
    actual: `${made.length} records, with ${first.exchange.together?.requests.length ?? made.length} requests at once`,
    exchanges: [first.exchange, second.exchange, alone],
    key: 'conflict at once',
    clause: clauseOf(context.subject, 409, 'A create that conflicts with a record is refused.'),
  });
}

/** A record that a create has made, and its reply shows. */
export interface Made {
  readonly id: unknown;
  readonly record: JsonRecord;
  readonly exchange: Exchange;
}

/** What the creates among some exchanges have made. */
export const madeBy = (exchanges: readonly Exchange[], create: Operation, resource: Resource): readonly Made[] =>
  exchanges
    .filter((exchange) => exchange.request.operation === create && isSuccess(exchange))
    .map((exchange) => ({ exchange, record: recordOf(exchange, resource) ?? {} }))
    .map(({ exchange, record }) => ({ exchange, record, id: idOf(record, resource) }))
    .filter(({ id }) => id !== undefined);

/** Two records that have one id. */
export function sameIdIn(made: readonly Made[]): Verdict | undefined {
  const byKey = new Map<string, Made>();
  for (const one of made) {
    const before = byKey.get(keyOf(one.id));
    if (before !== undefined)
      return fail({
        expected: 'an id of its own for each record',
        actual: `the id ${brief(one.id)} for two, with ${made.length} requests at once`,
        exchanges: [before.exchange, one.exchange],
        key: 'id twice',
        topic: { inTurn: newId.id },
      });
    byKey.set(keyOf(one.id), one);
  }
  return undefined;
}

/** A list that was asked for among the creates, and shows one of their records otherwise than it was made: half of a write. */
export function tornIn(exchanges: readonly Exchange[], made: readonly Made[], resource: Resource): Verdict | undefined {
  for (const exchange of exchanges) {
    const listing = exchange.request.operation === resource.operations.list ? listingOf(exchange, resource) : undefined;
    if (listing?.isPlain !== true) continue;
    for (const { id, record, exchange: create } of made) {
      const shown = listing.byKey.get(keyOf(id));
      const named = [...namesIn(exchange, resource).keys()].filter((name) => namesIn(create, resource).has(name));
      const name =
        shown && named.find((one) => own(record, one) !== undefined && !sameJson(own(record, one), own(shown, one)));
      if (shown === undefined || name === undefined) continue;
      return fail({
        expected: `${name}: ${brief(own(record, name))}, or no such record yet`,
        actual: `${name}: ${brief(own(shown, name))}, with ${exchanges.length} requests at once`,
        exchanges: [create, exchange],
        key: 'half of a write',
      });
    }
  }
  return undefined;
}
