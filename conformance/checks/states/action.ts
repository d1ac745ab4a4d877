import { successOf } from '../../../openapi/contract';
import { isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { restOf, sumOf } from '../../records/related/sums';
import { actionOf } from '../../records/states/action-words';
import { wrapped } from '../../requests/bodies/record-in-body';
import type { Case, CaseContext, Check, Walker } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { act, actionBelow, addersTo, isDoneIn } from '../../steps/ways/actions';
import { goTo, stay } from '../../steps/ways/standing';
import { makeNeeded, waysIn } from '../../steps/ways/ways';
import { clauseOf, fail, PASS, replied, skip, unlessUnjudged, type Verdict, verdictsOf } from '../../verdict/verdict';
import { sendOther } from '../changes/change';
import { actAgainst, actAtOnce, isOnceOnly } from './at-once';
import { changeBelow, hostFor } from './below';
import { judgeDone } from './done';
import { actShort, actThough, actWithout, actWithoutMember } from './lacking';
import { changeLimited } from './limited';
import { type Acting, actingOf, judgeRefused, look, statesFor } from './look';
import { countUp, isCounted, sumFor } from './sums';

/** An action that is done brings its record into the state that is named, from one in which it is done. */
export const statesAction: Check = {
  id: 'states.action',
  isOfEach: true,
  title: 'An action leads to its state, and from the states that are named',
  level: 'MUST',
  applies: (subject) => {
    if (hostFor(subject) !== undefined) return true;
    const found = statesFor(subject);
    if (found === undefined || subject.purpose === undefined) return found !== undefined;
    const { operation, purpose } = subject;
    const {
      from,
      notFrom,
      also = [],
    } = purpose.role === 'create'
      ? actionBelow(found.resource, operation, found.states)
      : actionOf(operation, found.states);
    return from !== undefined || notFrom.length > 0 || also.length > 0 || sumFor(subject, found) !== undefined;
  },
  clause: (subject) =>
    clauseOf(
      subject,
      successOf(subject.operation)?.status ?? 200,
      'What an action does to a record is seen from then on.',
    ),
  cases: (subject, { parallel }) => [
    ...(hostFor(subject) === undefined
      ? []
      : [{ name: 'below a record in each state', tier: 1 as const, run: changeBelow }]),
    ...(statesFor(subject) === undefined ? [] : inStates(subject, parallel)),
  ],
};

function inStates(subject: Subject, parallel: number): readonly Case[] {
  // What counts is another kind of case, that comes as soon. Both are short, whatever the story of an action takes.
  const atOnce = isCounted(subject) ? 'all that is left at once' : 'at once';
  return [
    { name: 'in each state', tier: 1, run: isCounted(subject) ? actAndCount : actInEach },
    ...(parallel < 2 || !isOnceOnly(subject) ? [] : [{ name: atOnce, kind: atOnce, tier: 1 as const, run: actAtOnce }]),
  ];
}

async function* actAndCount(context: CaseContext): AsyncGenerator<Verdict> {
  // What can't be counted is tried in each state all the same.
  yield* await verdictsOf(() => countUp(context));
  yield* await verdictsOf(() => actInEach(context));
}

async function* actInEach(context: CaseContext): AsyncGenerator<Verdict> {
  const { operation, purpose } = context.subject;
  const acting = actingOf(context);
  const { resource, states, action } = acting;
  const isFirst = !context.notes.ways.has(resource);
  const known = await waysIn(context, resource, states);
  // Records are in all states now: whether the list by state has those of each alone is for the relation to say.
  const filter = resource.filters.find(({ property }) => property === states.property)?.parameter.name;
  if (isFirst && filter !== undefined)
    for (const state of known.keys()) await requestWholeList(context, resource, { [filter]: state });
  const ways = [...known].toSorted((one, other) => one[1].length - other[1].length);
  // In one in which it is done, and in those that words forbid.
  const done = ways.find(([state]) => isDoneIn(action, state));
  const forbidden = ways.filter(([state]) => !isDoneIn(action, state)).slice(0, MOST_FORBIDDEN);
  const open = ways.slice(0, forbidden.length > 0 ? 0 : MOST_OPEN);
  const chosen = ways.filter((one) => one === done || forbidden.includes(one) || open.includes(one));
  if (done !== undefined) yield* actWithout(acting, done[1]);
  let isDone = false;
  for (const [state, way] of chosen) {
    const walker = await unlessUnjudged(goTo(context, resource, way));
    if (walker === undefined) continue;
    if (isDoneIn(action, state)) await makeNeeded(context, operation, walker);
    else await makeRoom(acting, walker);
    const before = await look(acting, walker);
    if (before === undefined) continue;
    const isChange = purpose?.role === 'replace' || purpose?.role === 'patch';
    const changed = isChange
      ? await sendOther(context, before.record, seedFor(context), (values) =>
          act(context, { operation }, walker, wrapped(context, context.subject, values)),
        )
      : undefined;
    const exchange = replied(changed?.exchange ?? (await act(context, { operation }, walker)));
    isDone ||= isSuccess(exchange);
    const after = await look(acting, walker);
    if (isSuccess(exchange)) yield await judgeDone(acting, walker, before, exchange, after);
    else if (after !== undefined && isRefusal(exchange)) {
      const isToBeDone = isDone && exchange.response.status === 409 && action.also?.includes(state) === true;
      const verdict = isToBeDone
        ? fail({
            expected: `that it is done for a record that is ${state}, as for others`,
            actual: outcomeOf(exchange),
            exchanges: [before.exchange, exchange],
            key: `refused when ${state}`,
          })
        : await judgeRefused(acting, walker, before, exchange, after);
      yield verdict;
      if (verdict === PASS) stay(context, resource, { walker, way });
    }
  }
  if (!isDone) yield skip('it was done in no state that is known');
  if (done !== undefined) {
    yield* await verdictsOf(() => actWithoutMember(acting, done[1]));
    yield* await verdictsOf(() => actShort(acting, done[1]));
  }
  yield* await verdictsOf(() => changeLimited(acting, ways, seedFor(context)));
  yield* await verdictsOf(() =>
    actThough(
      acting,
      ways.filter(([state]) => isDoneIn(action, state)),
    ),
  );
  if (purpose === undefined && context.options.parallel > 1) yield* await verdictsOf(() => actAgainst(context));
}

/** Where nothing is left of a sum, something is put below the record that adds to its total: else that would be what it is refused for. */
async function makeRoom(acting: Acting, walker: Walker): Promise<void> {
  const { context, resource, states } = acting;
  const { operation } = context.subject;
  const sum = sumFor(context.subject, acting);
  const empty = sum && (await look(acting, walker));
  if (sum === undefined || empty === undefined || restOf(sum, empty.record, 0) !== 0) return;
  const filler = addersTo(context, operation).find(
    (one) => sumOf(resource, one, states) === undefined && isDoneIn(actionBelow(resource, one, states), empty.state),
  );
  if (filler !== undefined) await unlessUnjudged(act(context, { operation: filler }, walker));
}

/** Of other values each time: some may not come twice. */
function seedFor({ notes, options }: CaseContext): number {
  notes.values.made += 1;
  return options.seed + notes.values.made;
}

/** In so many states an action is tried that words forbid, and where they forbid none in so many others. */
const MOST_FORBIDDEN = 4;
const MOST_OPEN = 2;
