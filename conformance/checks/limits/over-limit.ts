import { type Role, successOf } from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import { bodyOf } from '../../exchange/subject';
import { toRequest } from '../../requests/request';
import { knownBody } from '../../requests/valid';
import { allowanceOf, isMuch, isSameWindow } from '../../rules/oracles/allowance';
import type { Case, CaseContext, Check, Exhaustion } from '../../steps/check';
import { requestRecords } from '../../steps/lists';
import { fetchPath } from '../../steps/paths';
import { markOf, rarestChoices, requestRecord } from '../../steps/records';
import { requestListsForTrace } from '../../steps/trace';
import { fail, inconclusive, PASS, skip, unjudged, type Verdict, verdictsOf } from '../../verdict/verdict';
import { aCase, afterExhaustion, applies, clause, judgeServed, NOT_COUNTED, smallest } from './exhaustion';
import { useUp } from './use-up';

/** Exactly the allowance is served, then 429, whatever is asked for. */
export const limitsEnforced: Check = {
  id: 'limits.enforced',
  title: 'Exactly the allowance is served, then 429',
  level: 'MUST',
  isInARow: true,
  applies,
  clause: (subject) => clause(subject, 'A request over the limit receives 429; one within it does not.'),
  cases: ({ purpose }, { limits }) => {
    if (limits === undefined) return [];
    const { operations } = purpose?.resource ?? {};
    return [
      aCase('the allowance of the limit key', useUp),
      ...(purpose?.resource.filters.length ? [FILTERED] : []),
      ...(operations?.create === undefined ? [] : [CREATE]),
      ...ON_RECORDS.filter((role) => operations?.[role] !== undefined).map(overLimit),
    ];
  },
};

/** What is done to one record, in the order in which it is tried. */
const ON_RECORDS: readonly Role[] = ['read', 'patch', 'replace', 'delete'];

/** The limit is one for all operations. */
const CREATE = aCase('a create over the limit', async (context) =>
  afterExhaustion(context, async (_, exhaustion) => {
    const sent = await sendMarkedCreate(context);
    return 'exchange' in sent ? judgeServed(context, exhaustion, sent.exchange, 'create served') : sent;
  }),
);

/** A list that may be kept apart from the others. */
const FILTERED = aCase('a filtered list over the limit', async (context) =>
  afterExhaustion(context, async (_, exhaustion) => {
    const { operation, purpose } = context.subject;
    const choices = rarestChoices(context);
    const query = Object.fromEntries(
      (purpose?.resource.filters ?? []).flatMap(({ parameter, property }) =>
        choices[property] === undefined ? [] : [[parameter.name, choices[property]]],
      ),
    );
    if (Object.keys(query).length === 0) return skip('no value to filter by is known');
    return judgeServed(
      context,
      exhaustion,
      await context.send(toRequest(operation, { query, credential: 'limit' })),
      'filtered list served',
    );
  }),
);

const overLimit = (role: Role): Case =>
  aCase(`a ${role} over the limit`, async (context) =>
    afterExhaustion(context, (_, exhaustion) => judgeOnRecord(context, exhaustion, role)),
  );

async function judgeOnRecord(context: CaseContext, exhaustion: Exhaustion, role: Role): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const operation = resource?.operations[role];
  if (resource === undefined || operation === undefined) return skip('there is no such operation');
  const subject = { ...context.subject, operation, purpose: { resource, role } };
  const path = await fetchPath({ ...context, subject }, subject);
  const body = bodyOf(operation) === undefined ? undefined : knownBody(context, subject).body;
  const request = toRequest(operation, { path, body, credential: 'limit' });
  return judgeServed(context, exhaustion, await context.send(request), `${role} served`);
}

/** A create over the limit is refused and leaves no trace. */
export const limitsRefusalChangesNothing: Check = {
  id: 'limits.refusal-changes-nothing',
  title: 'A create over the limit leaves no trace',
  level: 'MUST',
  applies: (subject) => applies(subject) && subject.purpose?.resource.operations.create !== undefined,
  clause: (subject) => clause(subject, 'A request over the limit receives 429, and does nothing.'),
  cases: (_, { limits }) =>
    limits === undefined
      ? []
      : [aCase('a create with the limit key', async (context) => afterExhaustion(context, judgeRefusedCreate))],
};

async function judgeRefusedCreate(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { resource } = context.subject.purpose ?? {};
  const before = await requestRecords(context);
  const sent = await sendMarkedCreate(context);
  if (!('exchange' in sent) || resource === undefined) return 'exchange' in sent ? [] : sent;
  const { exchange, mark, text } = sent;
  if (exchange.response === undefined) return unjudged(exchange);
  if (exchange.response.status !== 429) return inconclusive('the create was not refused for the limit');
  const trace = await requestListsForTrace(context, [exchange], (record) => record[mark] === text, before);
  if (trace.outcome === 'fail') return trace;
  const [oldest] = context.known.collection(resource).records.values();
  return oldest === undefined
    ? trace
    : [trace, ...(await verdictsOf(() => requestRecord(context, resource, oldest.id)))];
}

/** A create with the limit key, and how its record could be told from others. */
interface MarkedCreate {
  readonly exchange: Exchange;
  readonly mark: string;
  readonly text: string;
}

/** Sends a create with the limit key, of a body that no other record has. */
export async function sendMarkedCreate(context: CaseContext): Promise<MarkedCreate | Verdict> {
  const operation = context.subject.purpose?.resource.operations.create;
  if (operation === undefined) return skip('nothing can be created');
  const subject = { ...context.subject, operation };
  const mark = markOf(subject);
  if (mark === undefined) return skip('no field can tell the record from others');
  const text = `Over the limit ${context.options.seed.toString(36)}`;
  // With a value for each filter, so that a filtered list short enough shows it.
  const { body } = knownBody(context, subject, rarestChoices(context));
  const request = toRequest(operation, { body: { ...body, [mark]: text }, credential: 'limit' });
  return { exchange: await context.send(request), mark, text };
}

/** The allowance of one key is not that of another. */
export const limitsOthersUnaffected: Check = {
  id: 'limits.others-unaffected',
  title: 'Another key is not affected',
  level: 'MUST',
  applies,
  clause: (subject) => clause(subject, 'The allowance is that of a key.'),
  cases: (_, { limits }) => (limits === undefined ? [] : [aCase('the main key', judge)]),
};

/** How many requests of the limit key are sent between two of the main key. */
const BETWEEN = 3;
const RENEWED = 'the main key was renewed meanwhile, and another one has an allowance of its own';

const judge = async (context: CaseContext): Promise<Verdict> =>
  context.notes.exhaustion === undefined ? judgeCharge(context) : judgeOther(context, context.notes.exhaustion);

/** Where the limit key has too much to use it up: its requests are not charged to a main key that nobody else uses. */
async function judgeCharge({ subject, contract, target, send }: CaseContext): Promise<Verdict> {
  if (!target.exclusive) return inconclusive(NOT_COUNTED);
  const request = toRequest(subject.operation, { query: smallest(subject), credential: 'main' });
  const before = await send(request);
  for (let sent = 0; sent < BETWEEN; sent += 1) await send({ ...request, credential: 'limit' });
  const after = await send(request);
  if (before.response === undefined || after.response === undefined) return unjudged(after);
  const [was, now] = [before, after].map(
    ({ response }) => response && allowanceOf(response, contract.allowanceHeaders),
  );
  if (before.keyNumber !== after.keyNumber) return inconclusive(RENEWED);
  if (was?.remaining === undefined || now?.remaining === undefined || !isSameWindow(was, now))
    return inconclusive('the headers of the main key do not tell what was charged to it');
  if (was.remaining - now.remaining <= BETWEEN) return PASS;
  return fail({
    expected: `${was.remaining - 1} left to the main key, after ${BETWEEN} requests of another`,
    actual: `${now.remaining} left, after ${was.remaining}`,
    exchanges: [before, after],
    key: 'charged',
  });
}

async function judgeOther(context: CaseContext, { refused, other }: Exhaustion): Promise<Verdict> {
  const { subject, contract } = context;
  const request = toRequest(subject.operation, { query: smallest(subject), credential: 'main' });
  const exchange = await context.sendOnce(request);
  if (exchange.response === undefined || other.response === undefined) return unjudged(exchange);
  if (exchange.response.status >= 500) return unjudged(exchange);
  if (exchange.response.status !== 429) return PASS;
  if (exchange.keyNumber !== other.keyNumber) return inconclusive(RENEWED);
  const before = allowanceOf(other.response, contract.allowanceHeaders);
  // Of what was sent since, some may have been charged to this key.
  const left = (before.remaining ?? 0) - (exchange.number - other.number);
  if (!isMuch(left, before)) return inconclusive('the main key may have used up its own allowance');
  return fail({
    expected: `the status ${successOf(subject.operation)?.status}`,
    actual: 'the status 429',
    exchanges: [other, refused, exchange],
    key: 'other key',
  });
}
