import { documents, type Resource } from '../../../openapi/contract';
import { type Exchange, isSuccess } from '../../exchange/exchange';
import { idOf, type JsonRecord, keyOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import type { Case, CaseContext, Check } from '../../steps/check';
import { longestPage, requestWholeList } from '../../steps/lists';
import { tryToCreate } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, inconclusive, PASS, type Verdict } from '../../verdict/verdict';
import { type Bodies, bodiesApart, isMarkedAs } from './bodies';
import { type Alone, judgeBatch, MOST_ALONE } from './judge-batch';
import { type Made, madeBy, sameIdIn, tornIn } from './made';
import { type Sending, served } from './sending';
import { judgeTwice } from './twice';

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
const aCase = (name: string, run: Case['run']): Case => ({
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
