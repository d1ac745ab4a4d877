import { own, type Resource } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { LOOK_MS } from '../../records/lists/listing';
import type { JsonRecord } from '../../records/records';
import { type Guard, guardOf } from '../../records/related/guard-words';
import { actionOf } from '../../records/states/action-words';
import { isFinal, statesOf } from '../../records/states/states';
import { toRequest } from '../../requests/request';
import { type CaseContext, type Check, inRole, oneAfterTheOther, type Step, type Walker } from '../../steps/check';
import { createRecord, fetchRecord, type Made } from '../../steps/records';
import { isDoneIn, requestFor } from '../../steps/ways/actions';
import { ownerOf } from '../../steps/ways/owners';
import { type Child, childrenOf, createPart } from '../../steps/ways/related';
import { beginOf, isOnWay, walkerOf, walkOn, walkTo, waysIn } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import {
  CannotJudge,
  clauseOf,
  fail,
  PASS,
  replied,
  skip,
  unlessUnjudged,
  type Verdict,
  verdictsOf,
} from '../../verdict/verdict';
import { isOnMade } from '../changes/change';
import { changedIn } from '../states/look';

/** A record is not deleted, and nothing is done to it, while others stand in the way, as words say: then all is as before. */
export const relatedGuards: Check = {
  id: 'related.guards',
  title: 'What belongs to a record keeps it from being deleted or acted on where the document says so',
  level: 'MUST',
  applies: (subject) => guardsOf(subject).length > 0,
  clause: (subject) =>
    clauseOf(subject, guardsOf(subject)[0]?.guard.status ?? 409, 'It is refused while others belong to the record.'),
  cases: (subject) => oneAfterTheOther(guardsOf(subject), (one) => one.child.resource.name, tryGuarded),
};

interface Guarded {
  readonly owner: Resource;
  readonly child: Child;
  readonly guard: Guard;
}

function guardsOf(subject: Subject): readonly Guarded[] {
  const { contract, operation, purpose } = subject;
  const owner = purpose === undefined ? ownerOf(contract, operation) : purpose.resource;
  if (owner?.operations.read === undefined) return [];
  if (purpose !== undefined && !isOnMade(subject, ['delete'])) return [];
  return childrenOf(subject, owner).flatMap((child) => {
    const guard = guardOf(operation, child.resource, owner);
    return guard === undefined || child.resource.operations.read === undefined ? [] : [{ owner, child, guard }];
  });
}

/** In so many other states it is tried. */
const MOST_OTHERS = 2;

/** A record, and one that belongs to it. */
export interface Pair {
  readonly host: Walker;
  readonly made: Made;
  readonly part: Walker;
}

async function* tryGuarded(context: CaseContext, guarded: Guarded): AsyncGenerator<Verdict> {
  const { child, guard } = guarded;
  const pair = await makePair(context, guarded);
  if (pair === undefined) throw new CannotJudge(skip('nothing that belongs to such a record is made'));
  const ways = await waysOf(context, child.resource, pair.made);
  // As it was made, or in the first state in which it stands in the way.
  const holding = ways.filter(([state]) => guard.holds(state));
  const first = holding[0]?.[1];
  if (first === undefined) throw new CannotJudge(skip('no state is known in which it stands in the way'));
  const begin = beginOf(first);
  const held = begin === undefined ? pair : await makePair(context, guarded, begin);
  if (held === undefined) throw new CannotJudge(skip('nothing is made in a state in which it stands in the way'));
  yield* tryHeld(context, guarded, held, first, ways);
  // Also in each other that words name, and in those in which it is over, where they stand in the way as well.
  const states = statesOf(child.resource);
  const isNamed = guard.holds(undefined) === false;
  const others = holding.filter(
    ([state, way]) => way.length > first.length && states !== undefined && (isNamed || isFinal(states, String(state))),
  );
  for (const [, way] of others.slice(0, MOST_OTHERS)) {
    const other = await makePair(context, guarded, way[0]?.begin);
    if (other !== undefined) yield* await verdictsOf(() => tryHeld(context, guarded, other, way, []));
  }
}

async function* tryHeld(
  context: CaseContext,
  guarded: Guarded,
  pair: Pair,
  holding: readonly Step[],
  ways: readonly (readonly [unknown, readonly Step[]])[],
): AsyncGenerator<Verdict> {
  const { owner, child, guard } = guarded;
  const { host, made, part } = pair;
  await walkOn(context, part, holding);
  const shown = await fetchRecord(context, child.resource, part.id, part.path);
  const before = await fetchRecord(context, owner, host.id, host.path);
  const state = stateIn(child.resource, shown.record);
  if (shown.record === undefined || before.record === undefined || !guard.holds(state))
    throw new CannotJudge('what belongs to it is not read');
  // What was made for it, or done there, may have brought it where it is refused for that.
  if (!isDoneHere(context, owner, before.record)) throw new CannotJudge(skip('the record is in another state then'));
  const exchange = replied(await send(context, host));
  const which = `the record ${brief(part.id)} of ${child.resource.name}${state === undefined ? '' : `, which is ${state},`}`;
  if (isSuccess(exchange))
    return yield fail({
      expected: `the status ${guard.status}, since ${which} belongs to it`,
      actual: outcomeOf(exchange),
      exchanges: [made.exchange, shown.exchange, exchange],
      key: `done with ${child.resource.name}`,
      topic: { wanted: guard.status },
    });
  if (!isRefusal(exchange)) throw new CannotJudge(outcomeOf(exchange));
  const { status } = exchange.response;
  if (guard.isTold && status !== guard.status && OF_STATES.includes(status))
    yield fail({
      expected: `the status ${guard.status}, since ${which} belongs to it`,
      actual: outcomeOf(exchange),
      exchanges: [made.exchange, shown.exchange, exchange],
      key: `refused otherwise for ${child.resource.name}`,
      topic: { wanted: guard.status },
    });
  yield await judgeKept(context, owner, host, before.record, exchange);
  yield await judgeKept(context, child.resource, part, shown.record, exchange);
  const released = ways.find(([one, way]) => guard.holds(one) === false && isOnWay(holding, way));
  if (guard.isAlone && exchange.response.status === guard.status)
    yield await tryReleased(context, guarded, pair, released?.[1].slice(holding.length));
}

/** By these a server tells that it does not suit what is there. */
const OF_STATES: readonly number[] = [400, 409, 422, 423];

/** What is refused leaves both as they are. */
async function judgeKept(
  context: CaseContext,
  resource: Resource,
  { id, path }: Walker,
  before: JsonRecord,
  refused: Exchange,
): Promise<Verdict> {
  const { record, exchange } = await fetchRecord(context, resource, id, path);
  const isGone = record === undefined && exchange.response?.status === 404;
  const name = record && changedIn(resource, before, record);
  if (!isGone && (record === undefined || name === undefined)) return PASS;
  // What goes on by itself does so still, and what is read may come from a copy.
  if (!isGone) await context.wait(LOOK_MS, 'a further look at what differs');
  const later = isGone ? undefined : (await fetchRecord(context, resource, id, path)).record;
  if (record !== undefined && later !== undefined && changedIn(resource, record, later) !== undefined) return PASS;
  return fail({
    expected: `the record ${brief(id)} of ${resource.name} as before, since ${context.subject.operation.id} was refused`,
    actual: isGone
      ? outcomeOf(exchange)
      : `${name}: ${brief(own(before, name ?? ''))}, then ${brief(own(record ?? {}, name ?? ''))}`,
    exchanges: [refused, exchange],
    key: `refused, and ${resource.name} ${isGone ? 'gone' : 'changed'}`,
  });
}

/** When nothing stands in the way any more it is done, where its refusal is for nothing else. */
async function tryReleased(
  context: CaseContext,
  { child, guard }: Guarded,
  { host, part }: Pair,
  way: readonly Step[] | undefined,
): Promise<Verdict> {
  const { delete: remove } = child.resource.operations;
  if (way !== undefined) await walkOn(context, part, way);
  else if (remove === undefined || !isSuccess(await context.send(toRequest(remove, { path: part.path })))) return PASS;
  const seen = await fetchRecord(context, child.resource, part.id, part.path);
  const isReleased =
    way === undefined
      ? seen.exchange.response?.status === 404
      : seen.record !== undefined && guard.holds(stateIn(child.resource, seen.record)) === false;
  if (!isReleased) return PASS;
  const exchange = replied(await send(context, host));
  if (exchange.response.status !== guard.status) return PASS;
  return fail({
    expected: `that it is done, since nothing of ${child.resource.name} stands in its way any more`,
    actual: outcomeOf(exchange),
    exchanges: [seen.exchange, exchange],
    key: 'refused without reason',
  });
}

const send = (context: CaseContext, host: Walker): Promise<Exchange> =>
  context.send(requestFor(context, context.subject.operation, host));

/** Whether words allow the subject's operation in the state of a record. */
function isDoneHere({ subject }: CaseContext, owner: Resource, record: JsonRecord): boolean {
  const states = statesOf(owner);
  return states === undefined || isDoneIn(actionOf(subject.operation, states), String(own(record, states.property)));
}

/**
 * A record on which the operation is done but for what belongs to it; undefined where none gets something that does.
 *
 * @param begin what that is made with
 * @param hosting what the record itself is made with
 */
export async function makePair(
  context: CaseContext,
  { owner, child }: Pick<Guarded, 'owner' | 'child'>,
  begin?: JsonRecord,
  hosting: JsonRecord = {},
): Promise<Pair | undefined> {
  // What is made to find the ways may name whatever record was made last: that is not to be this one.
  const ofChild = statesOf(child.resource);
  if (ofChild !== undefined)
    await unlessUnjudged(waysIn(inRole(context, child.resource, 'create'), child.resource, ofChild));
  const states = statesOf(owner);
  const action = states && actionOf(context.subject.operation, states);
  const ways = states === undefined ? [] : [...(await waysIn(inRole(context, owner, 'create'), owner, states))];
  const chosen = ways.filter(([state]) => action !== undefined && isDoneIn(action, state)).map(([, way]) => way);
  const some = states === undefined ? [[]] : chosen.slice(0, MOST_WAYS);
  // Where several were made for the first one, the next has one alone.
  for (const way of [...some, ...some.slice(0, 1)]) {
    const host = await unlessUnjudged(
      states === undefined
        ? createRecord(inRole(context, owner, 'create'), hosting).then((one) => walkerOf(owner, one))
        : walkTo(context, owner, begunWith(context, owner, hosting, way)),
    );
    const made = host && (await unlessUnjudged(createPart(context, owner, child, host, begin)));
    if (host !== undefined && made !== undefined) return { host, made, part: walkerOf(child.resource, made) };
  }
  return undefined;
}

/** The same way, of a record that is made with some members. */
function begunWith(context: CaseContext, owner: Resource, members: JsonRecord, way: readonly Step[]): readonly Step[] {
  if (Object.keys(members).length === 0) return way;
  const { operation } = inRole(context, owner, 'create').subject;
  return [{ operation, begin: { ...beginOf(way), ...members } }, ...way.filter((step) => step.begin === undefined)];
}

/** In so many states it is tried to make something for a record. */
const MOST_WAYS = 3;

export const stateIn = (resource: Resource, record: JsonRecord | undefined): unknown => {
  const states = statesOf(resource);
  return states && record && own(record, states.property);
};

/** The states that its actions lead to, each by its way from that of a new record; of one without states that alone. */
export async function waysOf(
  context: CaseContext,
  resource: Resource,
  made: Made,
): Promise<readonly (readonly [unknown, readonly Step[]])[]> {
  const states = statesOf(resource);
  if (states === undefined) return [[undefined, []]];
  const begin = own(made.record, states.property);
  return [...new Map([[begin, []] as const, ...(await waysIn(inRole(context, resource, 'create'), resource, states))])];
}
