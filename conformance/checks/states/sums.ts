import { own, propertiesOf } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { actionOf } from '../../records/action-words';
import { LOOK_MS } from '../../records/listing';
import { recordOf } from '../../records/records';
import { statesOf } from '../../records/states';
import { restOf, type Sum, sumOf } from '../../records/sums';
import { act, countedFor, isDoneIn, requestFor, type Walker } from '../../steps/actions';
import type { CaseContext } from '../../steps/check';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, PASS, replied, skip, unlessUnjudged, type Verdict } from '../../verdict/verdict';
import { type Acting, actingOf, judgeUnchanged, type Look, look, statesFor, walkReady } from './look';

/** The sum to which what the subject's operation makes below a record adds up. */
export const sumFor = (
  { operation, purpose }: Subject,
  { resource, states }: NonNullable<ReturnType<typeof statesFor>>,
) => (purpose?.role === 'create' ? sumOf(resource, operation, states) : undefined);

export function isCounted(subject: Subject): boolean {
  const found = statesFor(subject);
  const sum = found && sumFor(subject, found);
  return sum !== undefined && (sum.isBound || sum.reached !== undefined || sum.short !== undefined);
}

/** Whether words refuse an action for what it has just done: it brings its record into a state in which it is not done. */
export function isOnceOnly(subject: Subject): boolean {
  const found = statesFor(subject);
  if (found === undefined) return false;
  if (subject.purpose !== undefined) return sumFor(subject, found)?.isBound === true;
  const action = actionOf(subject.operation, found.states);
  return action.target !== undefined && !isDoneIn(action, action.target);
}

/** What is made below a record counts: more than is left is refused, some leaves the record short of its total, all does not. */
export async function* countUp(context: CaseContext): AsyncGenerator<Verdict> {
  const acting = actingOf(context);
  const { operation } = context.subject;
  const sum = sumFor(context.subject, acting);
  if (sum === undefined) throw new CannotJudge(skip('no sum is told'));
  const walker = await unlessUnjudged(walkReady(acting));
  if (walker === undefined) return;
  for (const part of sum.isBound ? PARTS : PARTS.slice(1)) {
    const before = await look(acting, walker);
    const exchange = replied(await act(context, { operation, part }, walker));
    const after = await look(acting, walker);
    if (before === undefined || after === undefined) return;
    const isMore = part === 'more';
    if (isMore && isRefusal(exchange)) yield await judgeUnchanged(acting, walker, before, exchange, after);
    if (isMore && isRefusal(exchange)) continue;
    if (!isSuccess(exchange)) return;
    if (isMore)
      return yield fail({
        expected: `a refusal, since no more than ${restOf(sum, before.record, 0)} of ${sum.total} is left`,
        actual: outcomeOf(exchange),
        exchanges: [before.exchange, exchange],
        key: 'beyond the total',
      });
    // What is still to be settled does not count yet.
    if (isUnsettled(context, exchange)) return;
    yield (await notCounted(acting, walker, sum, part, [before, after])) ?? PASS;
  }
}

const PARTS = ['more', 'some', 'all'] as const;

/** That some of a sum, or all of it, does not show in the record above: in its state, and in what has come together so far. */
async function notCounted(
  acting: Acting,
  walker: Walker,
  sum: Sum,
  part: 'some' | 'all',
  [before, first]: readonly [Look, Look],
): Promise<Verdict | undefined> {
  const { context, resource, states } = acting;
  const wanted = part === 'all' ? sum.reached : sum.short;
  const isOff = ({ state }: Look): boolean =>
    (wanted !== undefined && state !== wanted) || (part === 'some' && state === sum.reached);
  const rest = restOf(sum, before.record, 0);
  const { sofar = '' } = sum;
  const isAdded = /\b(?:sum|total|together|so far|how much|all)\b/i.test(
    String(propertiesOf(resource.schema).get(sofar)?.schema.description ?? ''),
  );
  const isFalse = ({ record }: Look): boolean =>
    part === 'all' && isAdded && own(record, sofar) !== Number(own(before.record, sofar)) + Number(rest);
  if (!isOff(first) && !isFalse(first)) return undefined;
  await context.wait(LOOK_MS, 'a further look at what was done');
  const after = await look(acting, walker);
  if (after === undefined || (!isOff(after) && !isFalse(after))) return undefined;
  const name = isOff(after) ? states.property : sofar;
  const expected = isOff(after)
    ? (wanted ?? `another than ${sum.reached}`)
    : Number(own(before.record, sofar)) + Number(rest);
  return fail({
    expected: `${name}: ${expected}, since ${part} of ${sum.total} has come together`,
    actual: `${name}: ${brief(own(after.record, name))}`,
    exchanges: [before.exchange, after.exchange],
    key: `${part} of the sum`,
  });
}

/** Whether what was made has a state of its own in which it hardly counts. */
function isUnsettled({ subject: { purpose } }: CaseContext, exchange: Exchange): boolean {
  const states = purpose && statesOf(purpose.resource);
  const state = states && own(recordOf(exchange, purpose?.resource) ?? {}, states.property);
  return typeof state === 'string' && /pend|process|author|requir|await|open|created|initiat|queue|new/i.test(state);
}

/** Of equal requests at once one alone is done, where the next one is refused for what the one before has done. */
export async function actAtOnce(context: CaseContext): Promise<Verdict> {
  const acting = actingOf(context);
  const { operation, purpose } = context.subject;
  const walker = await walkReady(acting);
  const before = await look(acting, walker);
  if (before === undefined) throw new CannotJudge('the record is not read');
  const members =
    purpose === undefined ? {} : (await countedFor(context, acting.resource, operation, 'all', walker)).members;
  const request = requestFor(context, operation, walker, members);
  const all = await context.sendTogether(Array.from({ length: Math.min(3, context.options.parallel) }, () => request));
  const done = all.filter((one) => isSuccess(one) && one.response?.status !== 202);
  if (done.length === 0) throw new CannotJudge(skip('none of them was done'));
  if (done.some((one) => isUnsettled(context, one)))
    throw new CannotJudge(skip('what was made is still to be settled'));
  if (done.length === 1) return PASS;
  return fail({
    expected: 'one that is done, since the others come after it',
    actual: `${done.length} of ${all.length} requests at once were done`,
    exchanges: [before.exchange, ...done],
    key: 'at once',
  });
}
