import { isSuccess } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { LOOK_MS } from '../../records/lists/listing';
import { sumOf } from '../../records/related/sums';
import { actionOf } from '../../records/states/action-words';
import type { CaseContext } from '../../steps/check';
import { actionsOn, countedFor, isDoneIn, requestFor } from '../../steps/ways/actions';
import { walkTo, waysIn } from '../../steps/ways/ways';
import { CannotJudge, fail, PASS, skip, type Verdict } from '../../verdict/verdict';
import { actingOf, look, statesFor, walkReady } from './look';
import { isUnsettled, sumFor } from './sums';

/** Whether words refuse an action for what it has just done: it brings its record into a state in which it is not done. */
export function isOnceOnly(subject: Subject): boolean {
  const found = statesFor(subject);
  if (found === undefined) return false;
  const sum = sumFor(subject, found);
  // What has to be the whole total comes once, as the state that it leads to says.
  if ((subject.purpose !== undefined || sum !== undefined) && sum?.isExact !== true) return sum?.isBound === true;
  const action = actionOf(subject.operation, found.states);
  return action.target !== undefined && !isDoneIn(action, action.target);
}

/** Of equal requests at once one alone is done, where the next one is refused for what the one before has done. */
export async function actAtOnce(context: CaseContext): Promise<Verdict> {
  const acting = actingOf(context);
  const { operation } = context.subject;
  const walker = await walkReady(acting);
  const before = await look(acting, walker);
  if (before === undefined) throw new CannotJudge('the record is not read');
  const isCounted = sumFor(context.subject, acting) !== undefined;
  const { members } = isCounted
    ? await countedFor(context, acting.resource, operation, 'all', walker)
    : { members: {} };
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

/** Of two actions that each bring a record where the other is not done, one alone is done at once, and its state is the last. */
export async function actAgainst(context: CaseContext): Promise<Verdict> {
  const acting = actingOf(context);
  const { action, resource, states } = acting;
  const { operation } = context.subject;
  const ways = await waysIn(context, resource, states);
  const pairs = actionsOn(context, resource).flatMap((other) => {
    const against = actionOf(other, states);
    const isApart =
      action.isSaid &&
      against.isSaid &&
      action.target !== undefined &&
      against.target !== undefined &&
      action.target !== against.target &&
      sumOf(resource, other, states, true) === undefined &&
      !isDoneIn(action, against.target) &&
      !isDoneIn(against, action.target);
    // Each pair is tried for the first of the two.
    if (!isApart || other.id <= operation.id) return [];
    const way = [...ways].find(([state]) => isDoneIn(action, state) && isDoneIn(against, state))?.[1];
    return way === undefined ? [] : [{ other, target: against.target, way }];
  });
  const [pair] = pairs;
  if (pair === undefined) throw new CannotJudge(skip('no other action excludes it'));
  for (let turn = 0; turn < TURNS; turn += 1) {
    const walker = await walkTo(context, resource, pair.way);
    const before = await look(acting, walker);
    const requests = [operation, pair.other].map((one) => requestFor(context, one, walker));
    const all = await context.sendTogether(turn % 2 === 0 ? requests : requests.toReversed());
    const done = all.filter((one) => isSuccess(one) && one.response?.status !== 202);
    if (before === undefined || done.length === 0) throw new CannotJudge(skip('none of them was done'));
    if (done.length > 1)
      return fail({
        expected: `${operation.id} or ${pair.other.id}, since neither is done after the other`,
        actual: 'both were done at once',
        exchanges: [before.exchange, ...done],
        key: `at once with ${pair.other.id}`,
      });
    const wanted = done[0]?.request.operation === operation ? action.target : pair.target;
    const isOff = async () => {
      const after = await look(acting, walker);
      return after !== undefined && after.state !== wanted ? after : undefined;
    };
    if ((await isOff()) === undefined) continue;
    await context.wait(LOOK_MS, 'a further look at what was done');
    const after = await isOff();
    if (after !== undefined)
      return fail({
        expected: `${states.property}: ${wanted}, since that alone was done`,
        actual: `${states.property}: ${after.state}, with both at once`,
        exchanges: [...done, after.exchange],
        key: `left at once with ${pair.other.id}`,
      });
  }
  return PASS;
}

/** Each of the two comes first once. */
const TURNS = 2;
