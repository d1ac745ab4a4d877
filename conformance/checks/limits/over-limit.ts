import { type Resource, type Role, successOf } from '../../../openapi/contract';
import { outcomeOf, type Request } from '../../exchange/exchange';
import { knownBody } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { isMuch, isSameWindow } from '../../rules/oracles/allowance';
import { type Case, type CaseContext, type Exhaustion, inRole, resourceOf } from '../../steps/check';
import { requestRecords } from '../../steps/lists';
import { fetchValidParts } from '../../steps/paths/paths';
import { markOf, rarestChoices, requestRecord } from '../../steps/records';
import { requestListsForTrace } from '../../steps/trace';
import { answered, CannotJudge, fail, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { allowanceIn, exhaustionOf, judgeServed, limitCheck, NOT_COUNTED, smallestList } from './exhaustion';
import { useUp } from './use-up';

/** Exactly the allowance is served, then 429, whatever is asked for: the limit is one for all operations. */
export const limitsEnforced = limitCheck({
  id: 'limits.enforced',
  title: 'Exactly the allowance is served, then 429',
  isInARow: true,
  sentence: 'A request over the limit receives 429; one within it does not.',
  stories: ({ purpose }) => ({
    'the allowance of the limit key': useUp,
    ...Object.fromEntries(
      OVER_LIMIT.filter(({ isOf }) => purpose !== undefined && isOf(purpose.resource)).map((row) => [
        `a ${row.what} over the limit`,
        overLimit(row),
      ]),
    ),
  }),
});

/** What is asked for over the limit. */
interface OverLimit {
  readonly what: string;
  readonly isOf: (resource: Resource) => boolean;
  readonly requestFor: (context: CaseContext) => Request | Promise<Request>;
}

const OVER_LIMIT: readonly OverLimit[] = [
  { what: 'filtered list', isOf: ({ filters }) => filters.length > 0, requestFor: filteredList },
  {
    what: 'create',
    isOf: ({ operations }) => operations.create !== undefined,
    requestFor: (context) => markedCreate(context).request,
  },
  // What is done to one record, in the order in which it is tried.
  ...(['read', 'patch', 'replace', 'delete'] as const).map((role) => ({
    what: role,
    isOf: ({ operations }: Resource) => operations[role] !== undefined,
    requestFor: (context: CaseContext) => requestOfRecord(context, role),
  })),
];

const overLimit =
  ({ what, requestFor }: OverLimit): Case['run'] =>
  async (context) => {
    const exhaustion = exhaustionOf(context);
    const request = await requestFor(context);
    return judgeServed(context, exhaustion, await context.send({ ...request, credential: 'limit' }), `${what} served`);
  };

/** A list that may be kept apart from the others. */
function filteredList(context: CaseContext): Request {
  const choices = rarestChoices(context);
  const query = Object.fromEntries(
    resourceOf(context).filters.flatMap(({ parameter, property }) =>
      choices[property] === undefined ? [] : [[parameter.name, choices[property]]],
    ),
  );
  if (Object.keys(query).length === 0) throw new CannotJudge(skip('no value to filter by is known'));
  return toRequest(context.subject.operation, { query });
}

async function requestOfRecord(context: CaseContext, role: Role): Promise<Request> {
  const there = inRole(context, resourceOf(context), role);
  const { path, body } = await fetchValidParts(there);
  return toRequest(there.subject.operation, { path, body });
}

/** A create of a body that no other record has, and how its record could be told from others. */
function markedCreate(context: CaseContext) {
  const { subject } = inRole(context, resourceOf(context), 'create');
  const mark = markOf(subject);
  if (mark === undefined) throw new CannotJudge(skip('no field can tell the record from others'));
  const text = `Over the limit ${context.options.seed.toString(36)}`;
  // With a value for each filter, so that a filtered list short enough shows it.
  const { body } = knownBody(context, subject, rarestChoices(context));
  const request = toRequest(subject.operation, { body: { ...body, [mark]: text }, credential: 'limit' });
  return { request, mark, text };
}

/** A create over the limit is refused and leaves no trace. */
export const limitsRefusalChangesNothing = limitCheck({
  id: 'limits.refusal-changes-nothing',
  title: 'A create over the limit leaves no trace',
  sentence: 'A request over the limit receives 429, and does nothing.',
  needs: ({ purpose }) => purpose?.resource.operations.create !== undefined,
  stories: () => ({ 'a create with the limit key': judgeRefusedCreate }),
});

async function* judgeRefusedCreate(context: CaseContext): AsyncGenerator<Verdict> {
  exhaustionOf(context);
  const resource = resourceOf(context);
  const before = await requestRecords(context);
  const { request, mark, text } = markedCreate(context);
  const exchange = replied(await context.send(request));
  if (exchange.response.status !== 429) throw new CannotJudge('the create was not refused for the limit');
  const trace = await requestListsForTrace(context, [exchange], (record) => record[mark] === text, before);
  yield trace;
  const [oldest] = context.known.collection(resource).records.values();
  if (trace.outcome !== 'fail' && oldest !== undefined) await requestRecord(context, resource, oldest.id);
}

/** The allowance of one key is not that of another. */
export const limitsOthersUnaffected = limitCheck({
  id: 'limits.others-unaffected',
  title: 'Another key is not affected',
  sentence: 'The allowance is that of a key.',
  stories: () => ({
    'the main key': (context) =>
      context.notes.exhaustion === undefined ? judgeCharge(context) : judgeOther(context, context.notes.exhaustion),
  }),
});

/** How many requests of the limit key are sent between two of the main key. */
const BETWEEN = 3;
const RENEWED = 'the main key was renewed meanwhile, and another one has an allowance of its own';

/** Where the limit key has too much to use it up: its requests are not charged to a main key that no other client uses. */
async function judgeCharge(context: CaseContext): Promise<Verdict> {
  if (!context.target.exclusive) throw new CannotJudge(NOT_COUNTED);
  const request = smallestList(context, 'main');
  const before = await context.send(request);
  for (let sent = 0; sent < BETWEEN; sent += 1) await context.send({ ...request, credential: 'limit' });
  const after = replied(await context.send(request));
  const [was, now] = [allowanceIn(context, replied(before)), allowanceIn(context, after)];
  if (before.keyNumber !== after.keyNumber) throw new CannotJudge(RENEWED);
  if (was.remaining === undefined || now.remaining === undefined || !isSameWindow(was, now))
    throw new CannotJudge('the headers of the main key do not tell what was charged to it');
  if (was.remaining - now.remaining <= BETWEEN) return PASS;
  return fail({
    expected: `${was.remaining - 1} left to the main key, after ${BETWEEN} requests of another`,
    actual: `${now.remaining} left, after ${was.remaining}`,
    exchanges: [before, after],
    key: 'charged',
  });
}

async function judgeOther(context: CaseContext, { refused, other }: Exhaustion): Promise<Verdict> {
  const exchange = answered(await context.sendOnce(smallestList(context, 'main')));
  const before = allowanceIn(context, replied(other));
  const { status } = exchange.response;
  if (status !== 429 && status !== 401) return PASS;
  if (exchange.keyNumber !== other.keyNumber) throw new CannotJudge(RENEWED);
  // Of what was sent since, some may have been charged to this key.
  const left = (before.remaining ?? 0) - (exchange.number - other.number);
  if (status === 429 && !isMuch(left, before)) throw new CannotJudge('the main key may have used up its own allowance');
  return fail({
    expected: `the status ${successOf(context.subject.operation)?.status}`,
    actual: outcomeOf(exchange),
    exchanges: [other, refused, exchange],
    key: 'other key',
  });
}
