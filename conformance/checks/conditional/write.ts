import { documents } from '../../../openapi/contract';
import { entityTag, isConditionalWrite, saidOfTags, takesHeader } from '../../exchange/conditions';
import { type Exchange, isRefusal, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import { hasMany, type Subject } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { unplaced, wrapped } from '../../requests/bodies/record-in-body';
import { toRequest } from '../../requests/request';
import { type Case, type CaseContext, type Check, resourceOf, telling } from '../../steps/check';
import { createRecord, fetchRecord, isReadable, type Made, pathTo } from '../../steps/records';
import {
  CannotJudge,
  clauseOf,
  fail,
  PASS,
  type Replied,
  replied,
  skip,
  type Verdict,
  warn,
} from '../../verdict/verdict';
import { isOnMade } from '../changes/change';
import { judgeUnchanged } from '../changes/shown';
import { changesOf } from '../parallel/bodies';
import { actOnCondition, isOnConditionBelow } from './below';

const CHANGES = ['replace', 'patch', 'delete'] as const;

const isChangeOfMade = (subject: Subject): boolean => isOnMade(subject, CHANGES) && isReadable(subject);
const isOnCondition = (subject: Subject): boolean => isChangeOfMade(subject) && isConditionalWrite(subject.operation);
const isDeletion = ({ purpose }: Subject): boolean => purpose?.role === 'delete';

/** A change is made to the state that the client knows, and to no other (RFC 9110 §13.1.1). */
export const conditionalWrite: Check = {
  id: 'conditional.write',
  isOfEach: true,
  title: 'A change on condition of a tag is made to that state and no other',
  level: 'MUST',
  applies: (subject) =>
    isOnCondition(subject) ||
    (isChangeOfMade(subject) && documents(subject.operation, 428)) ||
    isOnConditionBelow(subject),
  clause: (subject) => clauseOf(subject, 412, 'If-Match with another tag than that of what is there changes nothing.'),
  cases: (subject) => [
    ...(isChangeOfMade(subject) ? [] : [BELOW]),
    ...(isOnCondition(subject) || (isChangeOfMade(subject) && documents(subject.operation, 428)) ? [TAGS] : []),
    ...(isOnCondition(subject)
      ? [
          saidOfTags(subject.operation).isWeakRefused
            ? { ...OTHER_FORMS, tier: 1 as const }
            : telling(subject, OTHER_FORMS),
        ]
      : []),
    ...(isChangeOfMade(subject) && takesHeader(subject.operation, 'if-none-match') && !isDeletion(subject)
      ? [telling(subject, NOT_THERE)]
      : []),
  ],
};

/** Of several clients that know the same state one alone changes it. */
export const conditionalParallel: Check = {
  id: 'conditional.parallel',
  title: 'Of parallel changes on condition of the same tag one is made',
  level: 'MUST',
  isOfRequestsAtOnce: true,
  applies: (subject) => isOnCondition(subject) && !isDeletion(subject),
  clause: (subject) => clauseOf(subject, 412, 'If-Match keeps changes from being lost.'),
  cases: (_, { parallel }) => (parallel < 2 ? [] : [{ name: 'changes by the same tag', tier: 2, run: changeAtOnce }]),
};

const BELOW: Case = { name: 'what is done to it, with and without its tag', tier: 1, run: actOnCondition };

/** A record of the run, its tag, and bodies that change it; of a deletion none. */
interface Tagged {
  readonly made: Made;
  readonly tag: string;
  readonly bodies: readonly JsonRecord[];
}

/** @throws CannotJudge where its read has no tag */
async function createTagged(context: CaseContext, count: number, least = count): Promise<Tagged> {
  const { subject } = context;
  const placeless = isDeletion(subject) ? undefined : unplaced(subject);
  if (placeless !== undefined) throw new CannotJudge(placeless);
  const made = await createRecord(context);
  const { tag, record } = await fetchState(context, made);
  const { role } = subject.purpose ?? {};
  const bodies = role === 'replace' || role === 'patch' ? changesOf(context, record, role, count, true) : [];
  if (!isDeletion(subject) && bodies.length < least) throw new CannotJudge(skip('too few valid changes are known'));
  return { made, tag, bodies };
}

async function fetchState(context: CaseContext, { id, exchange: { request } }: Made) {
  const { exchange, record } = await fetchRecord(context, resourceOf(context), id, request.path);
  const tag = exchange.response?.headers.get('etag');
  if (record === undefined) throw new CannotJudge(`the record is not shown: ${outcomeOf(exchange)}`);
  if (tag === undefined) throw new CannotJudge(skip('the replies have no entity tag'));
  return { exchange, record, tag };
}

function requestFor(
  context: CaseContext,
  made: Made,
  body: JsonRecord | undefined,
  headers: Request['headers'],
): Request {
  const { subject } = context;
  const path = { ...made.exchange.request.path, ...pathTo(resourceOf(context), made.id) };
  return toRequest(subject.operation, { path, headers, body: body && wrapped(context, subject, body) });
}

const send = async (context: CaseContext, ...asked: Asked): Promise<Replied> =>
  replied(await context.send(requestFor(context, ...asked)));

type Asked = readonly [made: Made, body: JsonRecord | undefined, headers: Request['headers']];

/** What is wrong with a change that is made, or refused by another status. */
interface Refusal {
  readonly status: number;
  readonly why: string;
  readonly key: string;
}

/** Judges a change that was not to be made by its status, and the record by what it is then. */
async function* judgeRefused(
  context: CaseContext,
  exchange: Replied,
  made: Made,
  { status, why, key }: Refusal,
  before: readonly Exchange[] = [],
): AsyncGenerator<Verdict> {
  const isDocumented = documents(context.subject.operation, status);
  const found = exchange.response.status;
  if (!isSuccess(exchange))
    yield await judgeUnchanged(context, made, [exchange], {
      record: 'the record',
      gone: `${key}, and gone`,
      changed: (name) => `${key}, and ${name} changed`,
    });
  if (found >= 500 || (isDocumented ? found === status : found >= 400)) return;
  if (isRefusal(exchange) && (await isRefusedAnyway(context, exchange, made)))
    throw new CannotJudge(skip('the change is refused with the right tag as well'));
  yield fail({
    expected: `${isDocumented ? `the status ${status}` : 'a status of 4xx'}: ${why}`,
    actual: outcomeOf(exchange),
    exchanges: [...before, exchange],
    key,
  });
}

/** Whether a change is refused on no condition as on a wrong one: two things are wrong with it then, and either may be told. */
async function isRefusedAnyway(context: CaseContext, { request, response }: Replied, made: Made): Promise<boolean> {
  const { tag } = await fetchState(context, made);
  const again = replied(await context.send({ ...request, headers: { ...request.headers, 'if-match': tag } }));
  return again.response.status === response.status;
}

const refusedRight = (exchange: Replied, tag: string): Verdict =>
  fail({
    expected: `no 412 to If-Match: ${tag}, which is so`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: 'right tag refused',
  });

/** By a weak tag no change is made on condition (RFC 9110 §13.1.1): whether a server minds is left open. */
const isStrong = (tag: string): boolean => entityTag(tag)?.isWeak === false;

/** One record is asked for by all of them, so that each costs little more than its own request. */
const TAGS: Case = {
  name: 'a tag that it never had, none, that which it has, and that once more',
  tier: 1,
  run: async function* (context) {
    const { subject } = context;
    const tagged = await createTagged(context, 3, 1);
    const { made, tag, bodies } = tagged;
    const body = (nth: number) => bodies[nth % Math.max(1, bodies.length)];
    if (isOnCondition(subject)) {
      const never = await send(context, made, body(0), { 'if-match': '"no-such-tag"' });
      const why = 'the record never had the tag "no-such-tag"';
      yield* judgeRefused(context, never, made, { status: 412, why, key: 'any tag' });
      if (isSuccess(never)) return;
    }
    if (documents(subject.operation, 428)) {
      // RFC 6585 §3.
      const request: Request = { ...requestFor(context, made, body(0), {}), isUnconditional: true };
      const none = replied(await context.send(request));
      const why = 'the operation asks for a condition';
      yield* judgeRefused(context, none, made, { status: 428, why, key: 'no condition' });
      if (isSuccess(none)) return;
    }
    if (!isOnCondition(subject)) return;
    const form = isStrong(tag) ? `"another", ${tag}` : tag;
    const first = await send(context, made, body(0), { 'if-match': form });
    if (first.response.status === 412 && isStrong(tag)) return yield refusedRight(first, form);
    if (!isSuccess(first)) throw new CannotJudge(`it was not done: ${outcomeOf(first)}`);
    // How a tag is compared is the same for every change; whether it is asked for is not.
    if (isDeletion(subject) || isShownBefore(subject)) return yield PASS;
    const { exchange: seen, record, tag: now } = await fetchState(context, made);
    if (now === tag) throw new CannotJudge('the tag is the same after the change');
    const stale = await send(context, made, body(1), { 'if-match': tag });
    const why = `the record has the tag ${now} since the change before`;
    const changed = { ...made, record, exchange: first };
    yield* judgeRefused(context, stale, changed, { status: 412, why, key: 'stale tag' }, [first, seen]);
    const any = await send(context, made, body(2), { 'if-match': '*' });
    yield any.response.status === 412 ? refusedRight(any, '*') : PASS;
  },
};

/** Whether the first few changes on condition have shown how a server compares tags. */
const isShownBefore = ({ contract, operation }: Subject): boolean =>
  hasMany(contract) &&
  contract.operations
    .filter((one) => (one.method === 'PATCH' || one.method === 'PUT') && takesHeader(one, 'if-match'))
    .indexOf(operation) >= FEW;

const FEW = 4;

const OTHER_FORMS: Case = {
  name: 'the tag in the other strength, and * of what is deleted',
  tier: 2,
  run: async function* (context) {
    const tagged = await createTagged(context, 1);
    const { made, tag, bodies } = tagged;
    const isWeakTried = isStrong(tag) && documents(context.subject.operation, 412);
    const weak = isWeakTried ? await judgeWeak(context, made, tag, bodies[0]) : PASS;
    yield weak;
    if (!isDeletion(context.subject)) return;
    // What was done has left nothing of it.
    const next = weak === PASS ? made : (await createTagged(context, 1)).made;
    const any = await send(context, next, undefined, { 'if-match': '*' });
    yield any.response.status === 412 ? refusedRight(any, '*') : PASS;
  },
};

/** Of a tag that is compared strongly the weak form is another one (RFC 9110 §13.1.1); many servers take it, and only a document that says so forbids it. */
async function judgeWeak(
  context: CaseContext,
  made: Made,
  tag: string,
  body: JsonRecord | undefined,
): Promise<Verdict> {
  const exchange = await send(context, made, body, { 'if-match': `W/${tag}` });
  if (!isSuccess(exchange)) return PASS;
  return (saidOfTags(context.subject.operation).isWeakRefused ? fail : warn)({
    expected: `the status 412 to If-Match: W/${tag}, since tags are compared strongly there (RFC 9110 §13.1.1)`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: 'weak tag',
    topic: { wanted: 412 },
  });
}

/** RFC 9110 §13.1.2: by If-None-Match: * a client says that it makes what is not there. */
const NOT_THERE: Case = {
  name: 'If-None-Match: * of what is there',
  tier: 2,
  run: async function* (context) {
    const { made, bodies } = await createTagged(context, 1);
    const exchange = await send(context, made, bodies[0], { 'if-none-match': '*' });
    yield* judgeRefused(context, exchange, made, { status: 412, why: 'the record is there', key: 'is there' });
  },
};

/** So many changes are sent at once. */
const AT_ONCE = 3;

async function changeAtOnce(context: CaseContext): Promise<Verdict> {
  const { made, tag, bodies } = await createTagged(context, AT_ONCE);
  if (!isStrong(tag)) throw new CannotJudge(skip('its tags are weak'));
  const requests = bodies.map((body) => requestFor(context, made, body, { 'if-match': tag }));
  const exchanges = await context.sendTogether(requests);
  const done = exchanges.filter(isSuccess);
  if (done.length === 0) throw new CannotJudge('none of them was made');
  if (done.length === 1) return PASS;
  return fail({
    expected: `one of ${exchanges.length} changes: after it the record has the tag ${tag} no more`,
    actual: `${done.length} of them made`,
    exchanges: [...exchanges],
    key: 'lost update',
  });
}
