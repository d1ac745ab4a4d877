/** Ways: the steps by which a new record gets into its states, tried once for a run and then walked again. */
import { jsonIn, type Operation, own, type Resource, validatorOf } from '../../../openapi/contract';
import { plainValue } from '../../arbitraries/plain';
import { figureLike, isFigure, numberIn } from '../../exchange/decimals';
import { type Exchange, isRefusal, isSuccess } from '../../exchange/exchange';
import { bodyMembers } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { beginningsOf } from '../../records/states/beginnings';
import { type States, statesOf } from '../../records/states/states';
import { noteProved } from '../../requests/bodies/unfit';
import { CannotJudge, skip, unlessUnjudged } from '../../verdict/verdict';
import { type CaseContext, inRole, type Step, type Walker } from '../check';
import { type Made, readRecord } from '../records';
import { act, addersTo, isDoneIn, neededFor, requestFor, saysLacking, stepsOn } from './actions';
import { reachSum } from './owed';
import { wholeOf } from './owners';
import { asksForLess } from './sizes';

/** @throws CannotJudge where none is made, or it does not get there */
export async function walkTo(context: CaseContext, resource: Resource, way: readonly Step[] = []): Promise<Walker> {
  // The one before may have left no room below its parent; of what lies below it nothing is chosen anew.
  const { path = '' } = resource.operations.create ?? {};
  for (const place of [...context.hosts]) if (path.startsWith(`${place}/`)) context.hosts.delete(place);
  const walker = await context.ground.begin(context, resource, way[0]?.begin);
  const refused = await refusedOn(context, walker, way);
  if (refused === undefined) return walker;
  if (await asksForLess(context, resource, walker, refused.exchange)) return walkTo(context, resource, way);
  throw new CannotJudge(skip(`${refused.step.operation.id} was refused`));
}

export const walkerOf = (resource: Resource, { id, record, exchange }: Made): Walker => ({
  path: { ...exchange.request.path, [resource.idParameter?.name ?? '']: id },
  ...{ id, record, sent: 0, needed: new Set(), below: [] },
});

/** The members with which a record is made that begins a way; undefined where any will do. */
export const beginOf = (way: readonly Step[]): JsonRecord | undefined =>
  way.find((step) => step.begin !== undefined)?.begin;

/** @throws CannotJudge where it does not get there */
export async function walkOn(context: CaseContext, walker: Walker, way: readonly Step[]): Promise<void> {
  const refused = await refusedOn(context, walker, way);
  if (refused !== undefined) throw new CannotJudge(skip(`${refused.step.operation.id} was refused`));
}

/** The first step of a way that is refused. */
export async function refusedOn(context: CaseContext, walker: Walker, way: readonly Step[]) {
  for (const step of way.filter((one) => one.begin === undefined)) {
    const exchange = await prepareAndAct(context, step, walker);
    if (!isSuccess(exchange)) return { step, exchange };
  }
  return undefined;
}

/** Takes a step, with what has to be there for it. */
async function prepareAndAct(context: CaseContext, step: Step, walker: Walker): Promise<Exchange> {
  await makeNeeded(context, step.operation, walker);
  const exchange = await act(context, step, walker);
  if (isSuccess(exchange)) noteProved(context.notes.values.unfit, walker.record);
  return exchange;
}

/** What makes what an operation needs below a record: as its words say, or as refusals have shown. */
export const needsOf = (context: CaseContext, operation: Operation): readonly Operation[] =>
  context.notes.needs.get(operation) ?? neededFor(context, operation);

/** @returns what was made */
export async function makeNeeded(
  context: CaseContext,
  operation: Operation,
  walker: Walker,
  needs = needsOf(context, operation),
): Promise<readonly Operation[]> {
  const made: Operation[] = [];
  for (const adder of needs) {
    if (walker.needed.has(adder)) continue;
    walker.needed.add(adder);
    if (await reachSum(context, adder, walker)) {
      made.push(adder);
      continue;
    }
    const request = requestFor(context, adder, walker, { ...pricesOf(adder), ...piecesOf(context, adder) });
    const exchange = await context.send(request);
    // What it named may have been closed: then it names another one.
    const purpose = context.known.purposeOf(adder);
    if (isRefusal(exchange))
      await context.ground.makeNamed({ ...context, subject: { ...context.subject, operation: adder, purpose } }, true);
    const other = isRefusal(exchange) ? requestFor(context, adder, walker) : request;
    const last = other.body === request.body ? exchange : await context.send(other);
    if (!isSuccess(last)) continue;
    walker.below.push(jsonIn(last.request.body ?? ''));
    made.push(adder);
  }
  return made;
}

/** Prices: by what is there already a thing may cost next to nothing, and so it may by the least that its schema allows; then no part of it can be paid. */
function pricesOf(adder: Operation): JsonRecord {
  const members = [...bodyMembers(adder).values()];
  const prices = members.filter(({ name, schema, readOnly }) => !readOnly && isFigure(schema) && PRICE.test(name));
  const values = prices.map(({ name, schema, required }) => {
    const plain = plainValue(schema, name);
    const ample = required ? AMPLE_PRICES.map((one) => figureLike(one, plain)) : [];
    return [name, ample.find((one) => validatorOf(schema, 'request')(one) === undefined) ?? plain] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => (numberIn(value) ?? 0) > 0));
}

const AMPLE_PRICES: readonly number[] = [1000, 100];

/** Several pieces below a record of whose total parts are to be paid, as long as a server has taken so many: of one there may be little left. */
function piecesOf(context: CaseContext, adder: Operation): JsonRecord {
  const host = wholeOf(context, adder)?.resource;
  const states = host && statesOf(host);
  const pieces = host === undefined ? 0 : PIECES[context.notes.sizes.get(host) ?? 'ample'];
  if (host === undefined || states === undefined || pieces === 0) return {};
  if (stepsOn(context, host, states).every(({ part }) => part === undefined)) return {};
  const members = [...bodyMembers(adder).values()].filter(
    ({ name, schema, required, readOnly }) => required && !readOnly && isFigure(schema) && COUNT.test(name),
  );
  return Object.fromEntries(
    members.flatMap(({ name, schema }) =>
      validatorOf(schema, 'request')(pieces) === undefined ? [[name, pieces] as const] : [],
    ),
  );
}

const PIECES = { ample: 10, roomy: 4, usual: 0, least: 0 } as const;

const COUNT = /quantit|qty|pieces|units|copies/i;

const PRICE = /price|amount|cost/i;

/** The state of a record, as a read shows it. */
export async function stateOf(
  context: CaseContext,
  resource: Resource,
  { property }: States,
  { id, path }: Walker,
): Promise<string | undefined> {
  const { record } = (await readRecord(context, resource, id, path)) ?? {};
  const state = record && own(record, property);
  return typeof state === 'string' ? state : undefined;
}

/** So many actions are tried to find the ways to the states. */
const MOST_TRIED = 24;

/** Whether a way leads on from the end of another one. */
export const isOnWay = (from: readonly Step[], way: readonly Step[]): boolean =>
  from.every((step, nth) => step === way[nth]) && (from.length > 0 || way[0]?.begin === undefined);

/** How a new record gets into each state that it is known to get into; what a sentence forbids is not tried for it. */
export async function waysIn(
  context: CaseContext,
  resource: Resource,
  states: States,
): Promise<ReadonlyMap<string, readonly Step[]>> {
  const known = context.notes.ways.get(resource);
  if (known !== undefined) return known;
  const ways = new Map<string, readonly Step[]>();
  context.notes.ways.set(resource, ways);
  await findBeginnings(context, resource, states, ways);
  let tried = 0;
  const done = new Set<Operation>();
  for (const [state, way] of ways) {
    let walker: Walker | undefined;
    for (const { operation, part, ...action } of stepsOn(context, resource, states)) {
      if (!isDoneIn(action, state) || tried === MOST_TRIED) continue;
      // What leads to no other state by its words is not tried for it, nor again what has been done.
      if (action.target === undefined ? done.has(operation) : ways.has(action.target)) continue;
      tried += 1;
      walker ??= await unlessUnjudged(walkTo(context, resource, way));
      const step = { operation, ...(part && { part }) };
      const end = { resource, way, isItsState: action.from?.includes(state) === true };
      const last = walker && (await leave(context, end, walker, step));
      if (last === undefined) break;
      walker = last.isThere ? last.walker : undefined;
      if (last.exchange === undefined || !isSuccess(last.exchange)) continue;
      done.add(operation);
      const now = await stateOf(context, resource, states, last.walker);
      if (now !== undefined && !ways.has(now)) ways.set(now, [...way, step]);
    }
  }
  return ways;
}

/** The states in which a record begins, by what it is made with. */
async function findBeginnings(
  context: CaseContext,
  resource: Resource,
  states: States,
  ways: Map<string, readonly Step[]>,
): Promise<void> {
  const first = await stateOf(context, resource, states, await walkTo(context, resource));
  if (first === undefined) throw new CannotJudge('no read shows its state');
  ways.set(first, []);
  for (const members of beginningsOf(resource)) {
    const step = { operation: inRole(context, resource, 'create').subject.operation, begin: members };
    const walker = await unlessUnjudged(walkTo(context, resource, [step]));
    const state = walker && (await stateOf(context, resource, states, walker));
    if (state !== undefined && !ways.has(state)) ways.set(state, [step]);
  }
}

/** The end of a way, and whether words say that what is done next is done in its state. */
interface End {
  readonly resource: Resource;
  readonly way: readonly Step[];
  readonly isItsState: boolean;
}

/** What came of a step from the end of a way. */
interface Left {
  readonly exchange: Exchange | undefined;
  readonly walker: Walker;
  /** Whether the record is as it was. */
  readonly isThere: boolean;
}

/**
 * Takes a step from the end of a way; where what is refused would be taken of a smaller one, by a new record.
 * @returns undefined where no record gets there any more
 */
async function leave(context: CaseContext, end: End, walker: Walker, step: Step): Promise<Left | undefined> {
  const before = walker.needed.size;
  const exchange = await tryStep(context, step, walker, end.isItsState);
  if (exchange !== undefined && (await asksForLess(context, end.resource, walker, exchange, end.isItsState))) {
    const again = await unlessUnjudged(walkTo(context, end.resource, end.way));
    return again && leave(context, end, again, step);
  }
  const isRefused = exchange === undefined || isRefusal(exchange);
  // What was made below it may have changed it.
  return { exchange, walker, isThere: isRefused && walker.needed.size === before };
}

/** Takes a step; where it is refused, once more with all that can be made for it: "the order is empty". */
async function tryStep(
  context: CaseContext,
  step: Step,
  walker: Walker,
  isItsState: boolean,
): Promise<Exchange | undefined> {
  const exchange = await unlessUnjudged(prepareAndAct(context, step, walker));
  const { status = 0 } = exchange?.response ?? {};
  const { operation, part } = step;
  const isLacking = [wordsAgainst(operation), exchange?.response?.body.text ?? ''].some(saysLacking);
  const isBare = status === 422 || (status === 409 && (isItsState || isLacking));
  const needs = part === undefined && isBare ? addersTo(context, operation) : [];
  if (needs.every((one) => walker.needed.has(one))) return exchange;
  const made = await makeNeeded(context, operation, walker, needs);
  const second = await unlessUnjudged(act(context, step, walker));
  if (second === undefined || !isSuccess(second)) return exchange;
  context.notes.needs.set(operation, made);
  return second;
}

const wordsAgainst = ({ replies }: Operation): string =>
  replies.flatMap(({ status, description }) => (Number(status) >= 400 ? [description] : [])).join(' ');
