import { isObject, itemsOf, type Operation, own, partAt, propertiesOf, type Resource } from '../../../openapi/contract';
import { plainValue } from '../../arbitraries/plain';
import { type Exchange, isRefusal, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import { recordBodyOf, recordMembers } from '../../exchange/record-body';
import { bodyMembers, type Subject, takenSteps } from '../../exchange/subject';
import { LOOK_MS } from '../../records/lists/listing';
import type { JsonRecord } from '../../records/records';
import { type Effect, effectsOn, shortageOf } from '../../records/related/effect-words';
import { actionOf } from '../../records/states/action-words';
import { statesOf } from '../../records/states/states';
import { knownRecordBody } from '../../requests/bodies/record-in-body';
import { fits } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { type CaseContext, type Check, inRole, type Step, type Walker } from '../../steps/check';
import { createRecord, fetchRecord } from '../../steps/records';
import { isDoneIn, requestFor } from '../../steps/ways/actions';
import { owedMembers } from '../../steps/ways/owed';
import { ownerOf } from '../../steps/ways/owners';
import { isOnWay, walkerOf, walkOn, waysIn } from '../../steps/ways/ways';
import {
  CannotJudge,
  clauseOf,
  fail,
  PASS,
  type Replied,
  replied,
  skip,
  unlessUnjudged,
  type Verdict,
  verdictsOf,
} from '../../verdict/verdict';
import { isOnMade } from '../changes/change';

/** What is done to a record counts in the records that it names, as words say: the stock of products goes down by what is ordered. */
export const relatedEffects: Check = {
  id: 'related.effects',
  title: 'What is done to a record goes up and down in those that it names, and no further than there is',
  level: 'MUST',
  applies: (subject) => actedFor(subject) !== undefined,
  clause: (subject) =>
    clauseOf(subject, 200, `It counts in ${actedFor(subject)?.effect.figure} of the records that are named.`),
  cases: (subject, { parallel }) => {
    const { effect } = actedFor(subject) ?? {};
    const isBound = effect !== undefined && effect.sign < 0 && shortageOf(subject.operation, effect).length > 0;
    return [
      ...(effect === undefined
        ? []
        : [{ name: 'what it takes, and what it gives back', tier: 1 as const, run: countIn }]),
      ...(isBound && parallel > 1 ? [{ name: 'all that there is at once', tier: 1 as const, run: takeAtOnce }] : []),
    ];
  },
};

interface Acted {
  readonly host: Resource;
  readonly effect: Effect;
  /** The effects of all that is done to such records. */
  readonly all: ReadonlyMap<Operation, readonly Effect[]>;
}

function actedFor(subject: Subject): Acted | undefined {
  const { contract, operation, purpose } = subject;
  const isOwn = purpose?.role === 'create' || isOnMade(subject, ['delete']);
  const host = purpose === undefined ? ownerOf(contract, operation) : isOwn ? purpose.resource : undefined;
  if (host?.operations.create === undefined || host.idProperty === undefined) return undefined;
  const { create, delete: remove } = host.operations;
  const actions = contract.operations.filter((one) => ownerOf(contract, one) === host);
  const all = effectsOn(contract, host, [create, ...(remove === undefined ? [] : [remove]), ...actions]);
  const [effect, other] = all.get(operation) ?? [];
  return effect === undefined || other !== undefined ? undefined : { host, effect, all };
}

/** A record that is named, and its figure as it was read last. */
interface Item {
  readonly id: unknown;
  readonly figure: number;
  readonly exchange: Exchange;
}

/** Of the one a little is taken, and of the other a little more. */
const AMOUNTS: readonly number[] = [2, 3];
/** So much is there of each, where a client says how much there is. */
const STOCKS: readonly number[] = [40, 30];

async function* countIn(context: CaseContext): AsyncGenerator<Verdict> {
  const acted = actedFor(context.subject);
  if (acted === undefined) throw new CannotJudge(skip('no effect is told'));
  const { effect } = acted;
  const ways = await waysFor(context, acted);
  const items = await makeItems(context, effect);
  let way: Way | undefined;
  for (const one of ways) {
    const tried = await unlessUnjudged(attempt(context, acted, one, items, AMOUNTS));
    if (tried === undefined || !isSuccess(tried.exchange) || tried.exchange.response?.status === 202) continue;
    way ??= one;
    yield await judgeDone(context, acted, one, tried);
  }
  if (way === undefined) throw new CannotJudge(skip('it was done to no record that names others'));
  const statuses = shortageOf(context.subject.operation, effect);
  if (effect.sign >= 0 || statuses.length === 0) return;
  yield* await verdictsOf(() => takeMore(context, acted, way, items, statuses));
}

interface Way {
  readonly state: unknown;
  readonly steps: readonly Step[];
  /** The states on the way, its own included. */
  readonly been: readonly unknown[];
}

/** Ways to records of the host in states of different effect, the shortest of each. */
async function waysFor(context: CaseContext, { host, effect, all }: Acted): Promise<readonly Way[]> {
  const { operation, purpose } = context.subject;
  const states = statesOf(host);
  if (states === undefined || purpose?.role === 'create') return [{ state: undefined, steps: [], been: [] }];
  const known = [...(await waysIn(inRole(context, host, 'create'), host, states))];
  const action = actionOf(operation, states);
  const ways = known
    .filter(([state]) => isDoneIn(action, state))
    .map(([state, steps]) => {
      const before = known.filter(([, way]) => way.length <= steps.length && isOnWay(way, steps));
      return { state, steps, been: before.map(([one]) => one) };
    })
    .toSorted((one, other) => one.steps.length - other.steps.length);
  const counts = ways.map((way) => countOf(way, host, effect, all));
  return ways.filter((_, nth) => counts[nth] !== undefined && counts.indexOf(counts[nth]) === nth);
}

/** How often what a record names counts by an effect in a state; undefined where words leave that open. */
function countOf(
  { state, steps, been }: Way,
  { operations: { create } }: Resource,
  { states, isPast, sign, ...place }: Effect,
  all: Acted['all'],
): number | undefined {
  if (sign === 0) return 0;
  const isTaken = [create, ...steps.map(({ operation }) => operation)].some((one) =>
    (one === undefined ? [] : (all.get(one) ?? [])).some(
      (other) => other.sign < 0 && other.figure === place.figure && other.amount === place.amount,
    ),
  );
  const isTold = [...all.values()].flat().some((one) => one.sign < 0 && one.figure === place.figure);
  if (states === undefined) return sign < 0 || isTaken ? sign : isTold ? 0 : undefined;
  if (states.includes(String(state)) || (isPast && states.some((one) => been.includes(one)))) return sign;
  // Of what was never taken nothing comes back.
  return sign > 0 && isTold && !isTaken ? 0 : undefined;
}

interface Tried {
  readonly before: readonly Item[];
  readonly amounts: readonly number[];
  readonly exchange: Replied;
}

/** Does it to a new record that names the items with such amounts. @throws CannotJudge where there is no such record */
async function attempt(
  context: CaseContext,
  { host, effect }: Acted,
  { steps }: Way,
  items: readonly Item[],
  amounts: readonly number[],
): Promise<Tried> {
  const request = await prepare(context, { host, effect }, steps, items, amounts);
  const before = await readItems(context, effect, items);
  return { before, amounts, exchange: replied(await context.send(request)) };
}

/** The request that does it to a record which names the items, or that makes one. @throws CannotJudge where there is no such record */
async function prepare(
  context: CaseContext,
  { host, effect }: Pick<Acted, 'host' | 'effect'>,
  steps: readonly Step[],
  items: readonly Item[],
  amounts: readonly number[],
): Promise<Request> {
  const { operation, purpose } = context.subject;
  if (purpose?.role === 'create') {
    const { body } = knownRecordBody(context, context.subject, membersFor(context, effect, items, amounts));
    return toRequest(operation, { body });
  }
  const walker = await makeWalker(context, host, effect, items, amounts);
  await walkOn(context, walker, steps);
  return purpose === undefined ? requestFor(context, operation, walker) : toRequest(operation, { path: walker.path });
}

/** Of requests at once each of which takes more than half of what there is one alone is done. */
async function* takeAtOnce(context: CaseContext): AsyncGenerator<Verdict> {
  const acted = actedFor(context.subject);
  const [way] = acted === undefined ? [] : await waysFor(context, acted);
  if (acted === undefined || way === undefined) throw new CannotJudge(skip('it is done in no state that is known'));
  const { effect } = acted;
  const items = await readItems(context, effect, (await makeItems(context, effect)).slice(0, 1));
  const [item] = items;
  const most = Math.floor((item?.figure ?? 0) / 2) + 1;
  const requests: Request[] = [];
  for (let count = 0; count < AT_ONCE; count += 1)
    requests.push(await prepare(context, acted, way.steps, items, [most]));
  const all = await context.sendTogether(requests);
  const done = all.filter((one) => isSuccess(one) && one.response?.status !== 202);
  if (item === undefined || done.length === 0) throw new CannotJudge(skip('none of them was done'));
  if (done.length === 1) return yield PASS;
  yield fail({
    expected: `one that is done, since ${effect.figure} of ${effect.resource.name} is ${item.figure}, and each asks for ${most}`,
    actual: `${done.length} of ${all.length} requests at once were done`,
    exchanges: [item.exchange, ...done],
    key: `more than ${effect.figure} at once`,
  });
}

const AT_ONCE = 2;

/** A new record that names the items. @throws CannotJudge where none is made */
async function makeWalker(
  context: CaseContext,
  host: Resource,
  effect: Effect,
  items: readonly Item[],
  amounts: readonly number[],
): Promise<Walker> {
  const there = inRole(context, host, 'create');
  const members = membersFor(there, effect, items, amounts);
  const owed = await owedMembers(context, host, context.subject.operation);
  const walker = walkerOf(host, await createRecord(there, { ...owed, ...members }));
  const adders = context.contract.operations.filter((one) => isAdderOf(one, host, effect));
  // It has what actions ask for.
  for (const adder of adders) walker.needed.add(adder);
  if (Object.keys(members).length > 0) return walker;
  const [adder] = adders;
  if (adder === undefined) return walker;
  for (const [nth, { id }] of items.entries())
    await context.send(requestFor(context, adder, walker, namedBy(effect, id, amounts[nth])));
  return walker;
}

/** Whether an operation puts what names others into the list of a record. */
const isAdderOf = (operation: Operation, { itemPath }: Resource, { list, reference }: Effect): boolean =>
  list !== undefined &&
  operation.method === 'POST' &&
  operation.path.slice(0, operation.path.lastIndexOf('/')) === itemPath &&
  bodyMembers(operation).has(reference);

const namedBy = ({ reference, amount }: Effect, id: unknown, count = 1): JsonRecord => ({
  [reference]: id,
  ...(amount === undefined ? {} : { [amount]: count }),
});

/** The members by which a new record names the items; none where its create takes none. @throws CannotJudge where they don't fit */
function membersFor(
  context: CaseContext,
  effect: Effect,
  items: readonly Item[],
  amounts: readonly number[],
): JsonRecord {
  const { subject } = context;
  const media = recordBodyOf(subject);
  const property = propertiesOf(media?.schema ?? {}).get(effect.list ?? effect.reference);
  if (media === undefined || property === undefined || property.readOnly) return {};
  const { body } = knownRecordBody(context, subject, {});
  const known = Object(partAt(body, takenSteps(subject))) as JsonRecord;
  const item = itemsOf(property.schema) ?? {};
  const [shown] = [own(known, effect.list ?? '')].flat();
  // Of what one item has the other has a like.
  const around = isObject(shown) ? shown : Object(plainValue(item));
  const members =
    effect.list === undefined
      ? namedBy(effect, items[0]?.id, amounts[0])
      : { [effect.list]: items.map(({ id }, nth) => ({ ...around, ...namedBy(effect, id, amounts[nth]) })) };
  if (!fits(media, { ...known, ...members })) throw new CannotJudge(skip('no body names several records'));
  return members;
}

/** New records to be named, of which there is enough. @throws CannotJudge where none are made, or they have no such figure */
async function makeItems(context: CaseContext, { resource, figure, list }: Effect): Promise<readonly Item[]> {
  const there = inRole(context, resource, 'create');
  const isSettable = recordMembers(there.subject).get(figure)?.readOnly === false;
  const items: Item[] = [];
  for (const stock of list === undefined ? STOCKS.slice(0, 1) : STOCKS) {
    const { id, exchange } = await createRecord(there, isSettable ? { [figure]: stock } : {});
    items.push({ id, figure: stock, exchange });
  }
  return items;
}

/** @throws CannotJudge where one is not read with its figure */
async function readItems(
  context: CaseContext,
  { resource, figure }: Pick<Effect, 'resource' | 'figure'>,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const read: Item[] = [];
  for (const { id } of items) {
    const { record, exchange } = await fetchRecord(context, resource, id);
    const value = record && own(record, figure);
    if (typeof value !== 'number') throw new CannotJudge('what is named is not read');
    read.push({ id, figure: value, exchange });
  }
  return read;
}

/** What is done counts in each record that is named, and by as much as is said. */
async function judgeDone(context: CaseContext, acted: Acted, way: Way, tried: Tried): Promise<Verdict> {
  const count = countOf(way, acted.host, acted.effect, acted.all) ?? 0;
  const why = way.state === undefined ? '' : ` of one that was ${way.state}`;
  return judgeFigures(
    context,
    acted.effect,
    tried,
    (nth) => count * (tried.amounts[nth] ?? 1),
    `${context.subject.operation.id}${why}`,
  );
}

/** Holds the figures against what they were, and what is to be added to each. */
async function judgeFigures(
  context: CaseContext,
  effect: Effect,
  { before, exchange }: Tried,
  addedTo: (nth: number) => number,
  what: string,
): Promise<Verdict> {
  const { resource, figure } = effect;
  const wrong = async () => {
    const after = await readItems(context, effect, before);
    const nth = after.findIndex((one, at) => one.figure !== (before[at]?.figure ?? 0) + addedTo(at));
    const [was, is] = [before[nth], after[nth]];
    return was === undefined || is === undefined ? undefined : { was, is, wanted: was.figure + addedTo(nth), nth };
  };
  if ((await wrong()) === undefined) return PASS;
  // What is read may come from a copy, or follow a moment later.
  await context.wait(LOOK_MS, 'a further look at what was counted');
  const found = await wrong();
  if (found === undefined) return PASS;
  const { was, is, wanted, nth } = found;
  const isKept = wanted === was.figure;
  return fail({
    expected: `${figure}: ${wanted} of ${resource.name}, ${isKept ? 'as before' : `after ${was.figure}`}, by ${what}`,
    actual: `${figure}: ${is.figure}`,
    exchanges: [was.exchange, exchange, is.exchange],
    key: `${figure} ${isKept ? 'changed' : nth === 0 ? 'off' : 'off by a later one'}${isRefusal(exchange) ? ', though refused' : ''}`,
    topic: { member: figure },
  });
}

/** Of more than there is nothing is taken, also where the first that is named has enough; all that there is may be taken. */
async function* takeMore(
  context: CaseContext,
  acted: Acted,
  way: Way,
  items: readonly Item[],
  statuses: readonly number[],
): AsyncGenerator<Verdict> {
  const { effect } = acted;
  const { operation } = context.subject;
  const there = await readItems(context, effect, items);
  const isShort = (nth: number): boolean => nth === there.length - 1;
  const more = there.map(({ figure }, nth) => (isShort(nth) ? figure + 1 : 1));
  const tried = await attempt(context, acted, way, there, more);
  const last = tried.before.at(-1);
  if (last === undefined) return;
  if (isSuccess(tried.exchange) && tried.exchange.response.status !== 202)
    return yield fail({
      expected: `the status ${statuses.join(' or ')}, since ${effect.figure} of ${effect.resource.name} is ${last.figure}, and ${more.at(-1)} are asked for`,
      actual: outcomeOf(tried.exchange),
      exchanges: [last.exchange, tried.exchange],
      key: `more than ${effect.figure}`,
      topic: { wanted: statuses[0] ?? 409 },
    });
  if (!isRefusal(tried.exchange)) return;
  yield await judgeFigures(context, effect, tried, () => 0, `a refused ${operation.id}`);
  const all = tried.before.map(({ figure }, nth) => (isShort(nth) ? figure : 1));
  const whole = await attempt(context, acted, way, there, all);
  // What was never done may be refused for something else.
  const isDone = context.notes.values.worked.has(operation.id);
  yield isDone && isRefusal(whole.exchange) && whole.exchange.response.status === tried.exchange.response.status
    ? fail({
        expected: `that it is done, since ${effect.figure} of ${effect.resource.name} is as much as is asked for`,
        actual: outcomeOf(whole.exchange),
        exchanges: [...whole.before.slice(-1).map(({ exchange }) => exchange), whole.exchange],
        key: `all of ${effect.figure} refused`,
      })
    : PASS;
}
