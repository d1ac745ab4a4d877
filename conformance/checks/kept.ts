import { isSuccess, outcomeOf } from '../exchange/exchange';
import { createdIn } from '../records/records';
import { toRequest } from '../requests/request';
import { kept } from '../rules/relations/kept';
import type { Case, CaseContext, Check } from '../steps/check';
import { resourceOf } from '../steps/check';
import { fetchSomeRecord, requestWholeList } from '../steps/lists';
import { isReadable, pathTo, requestRecord } from '../steps/records';
import { answered, fail, inconclusive, orVerdict, PASS, skip, type Verdict } from '../verdict/verdict';

export const recordsKept: Check = {
  ...kept,
  cases: (subject) => [
    ...(subject.purpose?.resource.operations.list === undefined ? [] : [WHOLE_LIST]),
    ...(isReadable(subject) ? [FIRST_AND_LAST, ALL_CREATED] : []),
  ],
};

/** One list compares many records with what was shown of them first. */
const WHOLE_LIST: Case = {
  name: 'all records of the first list',
  tier: 1,
  run: async (context) => {
    const listed = await requestWholeList(context, resourceOf(context));
    return listed?.listing === undefined ? inconclusive('there is no list') : undefined;
  },
};

const FIRST_AND_LAST: Case = {
  name: 'the first and the last record',
  tier: 1,
  run: async function* (context) {
    const resource = resourceOf(context);
    await fetchSomeRecord(context, resource);
    const ids = [...context.known.collection(resource).records.values()].map(({ id }) => id);
    yield* requestEach(context, [ids[0], ids.at(-1)]);
  },
};

/** So many records are read again for each example that is drawn: for one at least. */
const REREAD = 3;

const ALL_CREATED: Case = {
  name: 'what this run has created',
  tier: 3,
  run: async function* (context) {
    const resource = resourceOf(context);
    // Later on there may be more records than a list shows.
    await requestWholeList(context, resource);
    const ids = createdIn(context.known.collection(resource)).map(({ id }) => id);
    yield* requestEach(context, ids.slice(0, REREAD * Math.max(1, context.options.examples)));
  },
};

/** Reads records again, except the one that the run works below. */
async function* requestEach(context: CaseContext, ids: readonly unknown[]): AsyncGenerator<Verdict> {
  const resource = resourceOf(context);
  const host = context.known.parent(resource.itemPath ?? '');
  for (const id of new Set(ids))
    if (id !== undefined && id !== host) yield* orVerdict(requestRecord(context, resource, id));
}

/** A deprecated operation works until the day of its removal. */
export const deprecatedWorks: Check = {
  id: 'deprecated.works',
  title: 'A deprecated operation works until its removal',
  level: 'MUST',
  applies: ({ operation, purpose }) => operation.deprecated && purpose?.role === 'read',
  clause: ({ operation }) => ({
    sentence: 'A deprecated operation is there until the day of its removal.',
    pointer: `${operation.pointer}/x-deprecation`,
  }),
  cases: () => [{ name: 'a record that is there', tier: 1, run: judgeDeprecated }],
};

async function judgeDeprecated(context: CaseContext): Promise<Verdict> {
  const resource = resourceOf(context);
  const record = await fetchSomeRecord(context, resource);
  if (resource.idParameter === undefined || record === undefined) return skip('there is no record to read');
  const { operation } = context.subject;
  const exchange = answered(await context.send(toRequest(operation, { path: pathTo(resource, record.id) })));
  if (isSuccess(exchange)) return PASS;
  return fail({
    expected: 'the status 200 until its removal',
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: 'gone',
    topic: { wanted: 200 },
  });
}
