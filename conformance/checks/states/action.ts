import {
  documents,
  jsonIn,
  keywordOf,
  type Operation,
  own,
  plain,
  propertiesOf,
  successOf,
  typesOf,
} from '../../../openapi/contract';
import { numberIn } from '../../exchange/decimals';
import { type Exchange, isRefusal, isSuccess, jsonOf, outcomeOf } from '../../exchange/exchange';
import { recordBodyOf } from '../../exchange/record-body';
import { bodyMembers, type Subject } from '../../exchange/subject';
import { valueIn } from '../../records/inner';
import { LOOK_MS } from '../../records/lists/listing';
import { withNoun } from '../../records/marked';
import type { JsonRecord } from '../../records/records';
import { restOf, sumOf } from '../../records/related/sums';
import { actionOf } from '../../records/states/action-words';
import { isFinal, type States } from '../../records/states/states';
import { wrapped } from '../../requests/bodies/record-in-body';
import { type Case, type CaseContext, type Check, inRole, type Step, type Walker } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { createRecord, fetchRecord } from '../../steps/records';
import { act, actionBelow, addersTo, isDoneIn, listNeeded, neededFor } from '../../steps/ways/actions';
import { neededBy } from '../../steps/ways/named-states';
import { asksForAll, figureAgainst, lackOf, reachSum } from '../../steps/ways/owed';
import { type Child, childrenOf, sendChild } from '../../steps/ways/related';
import { goTo, stay } from '../../steps/ways/standing';
import { makeNeeded, needsOf, walkerOf, walkOn, walkTo, waysIn } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import {
  clauseOf,
  fail,
  type Observation,
  PASS,
  replied,
  skip,
  unlessUnjudged,
  type Verdict,
  verdictsOf,
} from '../../verdict/verdict';
import { sendOther } from '../changes/change';
import { actAgainst, actAtOnce, isOnceOnly } from './at-once';
import { changeBelow, hostFor } from './below';
import { notAsGiven, notKept } from './given';
import { changeLimited } from './limited';
import { type Acting, actingOf, judgeRefused, judgeUnchanged, type Look, look, statesFor } from './look';
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
  if (done !== undefined) yield* await verdictsOf(() => actShort(acting, done[1]));
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

/** Where all of a sum is asked for, some of it is not enough. */
async function* actShort(acting: Acting, way: readonly Step[]): AsyncGenerator<Verdict> {
  const { context, resource } = acting;
  const { operation, purpose } = context.subject;
  const [adder] = purpose === undefined && asksForAll(operation) ? addersOf(acting) : [];
  if (adder === undefined) return;
  const walker = await walkTo(context, resource, way);
  replied(await act(context, { operation: adder, part: 'some' }, walker));
  const before = await look(acting, walker);
  const lack = before && lackOf(context, operation, resource, before.record);
  if (before === undefined || lack === undefined) return;
  const exchange = replied(await act(context, { operation }, walker));
  yield isSuccess(exchange) ? await judgeDone(acting, walker, before, exchange) : PASS;
}

/** The creates of parts of a sum below the record of an action. */
const addersOf = ({ context, resource, states }: Acting): readonly Operation[] =>
  addersTo(context, context.subject.operation).filter((one) => sumOf(resource, one, states) !== undefined);

/** Of other values each time: some may not come twice. */
function seedFor({ notes, options }: CaseContext): number {
  notes.values.made += 1;
  return options.seed + notes.values.made;
}

/** Where a figure of a record stands in the way, as words say, nothing is done once something counts there. */
async function* actThough(
  acting: Acting,
  ways: readonly (readonly [string, readonly Step[]])[],
): AsyncGenerator<Verdict> {
  const { context, resource } = acting;
  const { operation, purpose } = context.subject;
  const figure = purpose === undefined ? figureAgainst(operation, resource) : undefined;
  for (const [state, way] of figure === undefined ? [] : ways) {
    const walker = await unlessUnjudged(walkTo(context, resource, way));
    if (walker === undefined) continue;
    const figureIn = ({ record }: Look): number => numberIn(valueIn(record, figure ?? '')) ?? 0;
    let before = await look(acting, walker);
    if (before === undefined) continue;
    // What is still to be paid counts from the beginning.
    if (figureIn(before) <= 0) {
      for (const adder of addersTo(context, operation)) await reachSum(context, adder, walker);
      for (const child of partsOf(acting, figure ?? '', state)) await sendChild(context, resource, child, walker);
      before = await look(acting, walker);
    }
    const value = before === undefined ? 0 : figureIn(before);
    if (before === undefined || value <= 0) continue;
    const exchange = replied(await act(context, { operation }, walker));
    if (!isSuccess(exchange)) return yield PASS;
    return yield fail({
      expected: `the status 409 for a record whose ${figure} is ${value}`,
      actual: outcomeOf(exchange),
      exchanges: [before.exchange, exchange],
      key: `done though ${figure}`,
      topic: { wanted: 409 },
    });
  }
}

/** What names such a record in its body and counts in a figure of it, as words beside the one or the other say, as far as it is made in a state. */
function partsOf({ context, resource }: Acting, figure: string, state: string): readonly Child[] {
  const said = String(propertiesOf(resource.schema).get(figure)?.schema.description ?? '');
  return childrenOf(context, resource).filter((child) => {
    const { create, member, resource: part } = child;
    const isCounted = withNoun(said, part).includes('‹›') || create.description.includes(`\`${figure}\``);
    if (member === undefined || !isCounted) return false;
    const purpose = { resource: part, role: 'create' } as const;
    const needed = neededBy({ contract: context.contract, operation: create, purpose });
    return needed.every(({ reference, condition }) => reference.resource !== resource || isDoneIn(condition, state));
  });
}

/** Whether a record gets on. */
const hasWalked = async (context: CaseContext, walker: Walker, way: readonly Step[]): Promise<boolean> =>
  (await unlessUnjudged(walkOn(context, walker, way).then(() => true))) === true;

/** In so many states an action is tried that words forbid, and where they forbid none in so many others. */
const MOST_FORBIDDEN = 4;
const MOST_OPEN = 2;

/** Without what its 409 says that the record has to have below it, an action is not done. */
async function* actWithout(acting: Acting, way: readonly Step[]): AsyncGenerator<Verdict> {
  const { context, resource } = acting;
  const { operation } = context.subject;
  const isBare = way.every((step) => needsOf(context, step.operation).length === 0);
  const [needed] = neededFor(context, operation, true);
  const there = inRole(context, resource, 'create');
  const list = needed === undefined ? listNeeded(operation, recordBodyOf(there.subject)?.schema ?? {}) : undefined;
  if (!isBare || (needed ?? list) === undefined) return;
  const begun = list === undefined ? undefined : await unlessUnjudged(createRecord(there, { [list]: [] }));
  const walker =
    list === undefined ? await unlessUnjudged(walkTo(context, resource, way)) : begun && walkerOf(resource, begun);
  if (walker === undefined || (list !== undefined && !(await hasWalked(context, walker, way)))) return;
  const before = await look(acting, walker);
  if (before === undefined || hasSome(before.record, list ?? needed?.path ?? '')) return;
  const exchange = replied(await act(context, { operation }, walker));
  const after = await look(acting, walker);
  if (isRefusal(exchange) && after !== undefined) yield await judgeUnchanged(acting, walker, before, exchange, after);
  if (!isSuccess(exchange)) return;
  yield fail({
    expected: `a refusal, since ${list === undefined ? `nothing was made at ${needed?.path}` : `${list} is empty`}`,
    actual: outcomeOf(exchange),
    exchanges: [before.exchange, exchange],
    key: 'done without',
    topic: { wanted: 409 },
  });
}

/** Whether a record shows that it has some of what is made below it, or in its list: it may have been made with them. */
function hasSome(record: JsonRecord, path: string): boolean {
  const called = plain(path.slice(path.lastIndexOf('/')));
  return Object.entries(record).some(
    ([name, value]) => plain(name) === called && (Array.isArray(value) ? value.length > 0 : Number(value) > 0),
  );
}

async function judgeDone(
  acting: Acting,
  walker: Walker,
  before: Look,
  exchange: Exchange,
  after?: Look,
): Promise<Verdict> {
  const { context, action, resource, states } = acting;
  const { state } = before;
  const exchanges = [before.exchange, exchange, ...(after === undefined ? [] : [after.exchange])];
  const listed = action.target === undefined || state === action.target ? undefined : states.entered.get(action.target);
  const from = action.from ?? (listed && [...listed]);
  if (from?.includes(state) === false || action.notFrom.includes(state))
    return fail({
      expected: `the status 409 for a record that is ${state}${from === undefined ? '' : `, and not ${from.join(' or ')}`}`,
      actual: outcomeOf(exchange),
      exchanges,
      key: `done when ${state}`,
      topic: { wanted: 409 },
    });
  const lack =
    context.subject.purpose === undefined && lackOf(context, context.subject.operation, resource, before.record);
  if (lack)
    return fail({
      expected: `the status 409 for a record ${lack}`,
      actual: outcomeOf(exchange),
      exchanges,
      key: `done ${lack.replaceAll(/\d+/g, 'some')}`,
      topic: { wanted: 409 },
    });
  const wrong =
    exchange.response?.status === 202 || after === undefined
      ? undefined
      : (wrongState(acting, before, exchange, after) ?? notSeen(acting, before, exchange, after));
  if (wrong === undefined) return (await goesOn(acting, walker, exchange, after)) ?? PASS;
  // What is read may come from a copy.
  await context.wait(LOOK_MS, 'a further look at what was done');
  const later = await look(acting, walker);
  const again = later && (wrongState(acting, before, exchange, later) ?? notSeen(acting, before, exchange, later));
  return again === undefined
    ? PASS
    : fail({
        ...again,
        exchanges: [before.exchange, exchange, ...(later === undefined ? [] : [later.exchange])],
        topic: { symptom: `${resource.collectionPath} ${again.key}` },
      });
}

type Wrong = Pick<Observation, 'expected' | 'actual' | 'key'>;

/** That a job goes on all the same which an action has brought to an end. */
async function goesOn(
  { context, action, resource, states }: Acting,
  walker: Walker,
  exchange: Exchange,
  after: Look | undefined,
): Promise<Verdict | undefined> {
  const { create } = resource.operations;
  const isJob = create !== undefined && documents(create, 202);
  if (!isJob || after === undefined || after.state !== action.target || !isFinal(states, after.state)) return undefined;
  await context.wait(JOB_MS, 'a job that was brought to an end');
  const { record, exchange: read } = await fetchRecord(context, resource, walker.id, walker.path);
  const state = record && own(record, states.property);
  if (state === undefined || state === after.state) return undefined;
  return fail({
    expected: `${states.property}: ${after.state}, which is an end`,
    actual: `${states.property}: ${brief(state)}, a moment later`,
    exchanges: [exchange, after.exchange, read],
    key: 'goes on',
  });
}

/** So soon a job goes on. */
const JOB_MS = 1000;

/** The state after an action: the one that its words name; of one that is only called by a state, another one than before. */
function wrongState(acting: Acting, before: Look, exchange: Exchange, { state }: Look): Wrong | undefined {
  const { action, states, context, others } = acting;
  const { target, isSaid } = action;
  const shown = shownState(exchange, states);
  const actual = `${states.property}: ${state}`;
  const isOff = target !== undefined && state !== target && (isSaid || state === before.state || others.has(state));
  if (isOff)
    return {
      expected: `${states.property}: ${target}, as ${context.subject.operation.id} makes it`,
      actual,
      key: 'another state',
    };
  // Where it is said to lead there, its reply shows it there.
  if (target !== undefined && state === target && state !== before.state && shown === before.state)
    return {
      expected: `${states.property}: ${target} in the reply, as it is read then`,
      actual: `${states.property}: ${shown}`,
      key: 'as it was before',
    };
  if (shown !== undefined && shown !== before.state && state === before.state)
    return { expected: `${states.property}: ${shown}, as the reply shows it`, actual, key: 'not seen' };
  return undefined;
}

/** The state in the reply to an action, wherever in it the record stands. */
function shownState(exchange: Exchange, { property, values }: States): string | undefined {
  const reply = jsonOf(exchange);
  const shown = [reply, ...Object.values(Object(reply) as JsonRecord)]
    .map((one) => (typeof one === 'object' && one !== null ? own(one as JsonRecord, property) : undefined))
    .find((one) => typeof one === 'string' && values.includes(one));
  return typeof shown === 'string' ? shown : undefined;
}

/** What an action was sent, and when it was done, where the record has room for that. */
function notSeen(
  { action, resource, context }: Acting,
  before: Look,
  exchange: Exchange,
  { record, state }: Look,
): Wrong | undefined {
  const { operation } = context.subject;
  const properties = propertiesOf(resource.schema);
  const sent = Object(jsonIn(exchange.request.body ?? '')) as JsonRecord;
  const members = [...bodyMembers(operation).values()];
  // What a create sends is in what it makes.
  const isAction = context.subject.purpose === undefined;
  const lost = members.find(
    ({ name, writeOnly, schema }) =>
      isAction &&
      !writeOnly &&
      properties.get(name)?.writeOnly === false &&
      typesOf(schema).some((type) => typesOf(properties.get(name)?.schema ?? {}).includes(type)) &&
      (own(sent, name) ?? null) !== null &&
      (own(record, name) ?? null) === null,
  );
  if (lost !== undefined)
    return {
      expected: `${lost.name}: ${brief(own(sent, lost.name))}, as it was sent`,
      actual: 'nothing',
      key: `${lost.name} lost`,
    };
  const changed = isAction
    ? (notAsGiven(operation, resource, sent, record) ?? notKept(operation, resource, sent, before.record, record))
    : undefined;
  if (changed !== undefined) return changed;
  if (action.target === undefined || state !== action.target) return undefined;
  const time = [...properties.values()].find(
    ({ name, readOnly, schema }) =>
      [`${action.target}at`, `${action.target}on`].includes(plain(name)) &&
      ((readOnly && keywordOf(schema, 'format') === 'date-time') ||
        /\b(?:when|time|moment|date|since)\b/i.test(String(schema.description ?? ''))),
  );
  return time !== undefined && (own(record, time.name) ?? null) === null
    ? { expected: `${time.name}: when it was ${state}`, actual: 'nothing', key: `${time.name} missing` }
    : undefined;
}
