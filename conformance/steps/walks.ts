import { type Operation, own, type Purpose, propertiesOf, type Resource, validatorOf } from '../../openapi/contract';
import { plainValue } from '../arbitraries/plain';
import { figureLike, isFigure, numberIn } from '../exchange/decimals';
import { type Exchange, isRefusal, isSuccess } from '../exchange/exchange';
import { recordBodyOf } from '../exchange/record-body';
import { memberedBodyOf, type Subject } from '../exchange/subject';
import { actionOf, beginOf } from '../records/action-words';
import { beginningsOf } from '../records/beginnings';
import { idOf, type JsonRecord, recordOf } from '../records/records';
import { type States, statesOf } from '../records/states';
import { restOf, sumOf } from '../records/sums';
import { referencesIn } from '../requests/references';
import { toRequest } from '../requests/request';
import { noteProved, placeOf } from '../requests/unfit';
import { wrapped } from '../requests/valid';
import { CannotJudge, skip, unlessUnjudged } from '../verdict/verdict';
import {
  act,
  addersTo,
  type Below,
  createsBelow,
  isDoneIn,
  neededFor,
  requestFor,
  saysLacking,
  stepsOn,
  wholeOf,
} from './actions';
import { type CaseContext, inRole, type Step, type Walker } from './check';
import { type Needed, neededBy, tellingOf } from './named-states';
import { createWithOwed, reachSum } from './owed';
import { createRecord, type Made, readRecord } from './records';
import { asksForLess, createSized, makeAmple } from './sizes';

/** @throws CannotJudge where none is made, or it does not get there */
export async function walkTo(context: CaseContext, resource: Resource, way: readonly Step[] = []): Promise<Walker> {
  const walker = await begin(context, resource, way[0]?.begin);
  const refused = await refusedOn(context, walker, way);
  if (refused === undefined) return walker;
  if (await asksForLess(context, resource, walker, refused.exchange)) return walkTo(context, resource, way);
  throw new CannotJudge(skip(`${refused.step.operation.id} was refused`));
}

/**
 * A record is made. Where that is refused, and words say in which states a record has to be that it names, once more with such a one:
 * those that were named before may be in others by now.
 */
async function createFor(context: CaseContext, resource: Resource): Promise<Made> {
  const there = inRole(context, resource, 'create');
  const whole = await createWhole(there, resource);
  if (whole !== undefined) return whole;
  if (needsStates(there.subject).length === 0) return createRecord(there);
  const made = await unlessUnjudged(createRecord(there));
  if (made !== undefined) return made;
  await makeNamed(there, true);
  return createRecord(there);
}

/** What a body names of which words say in which of the states it has to be into which actions bring it. */
const needsStates = (subject: Subject): readonly Needed[] =>
  neededBy(subject).filter(({ reference }) => statesOf(reference.resource) !== undefined);

/**
 * Has a record be there for each that the body of the subject's operation names, in a state in which words say that it has to be. The
 * one that was made last may be in another, and would be refused.
 *
 * @param isRefused whether those that are named now were; else it is done where a new one is in none of these states
 */
export async function makeNamed(context: CaseContext, isRefused = false): Promise<void> {
  const { notes, subject } = context;
  const { namable } = notes.values;
  for (const one of needsStates(subject)) {
    const { name, resource } = one.reference;
    const place = placeOf(subject.operation, name);
    const { id, made } = namable.get(place) ?? { id: undefined, made: 0 };
    const begin = [...(notes.ways.get(resource)?.keys() ?? [])][0] ?? beginOf(resource);
    const isBad = begin !== undefined && !isDoneIn(one.condition, begin);
    if (id !== undefined || made === MOST_NAMED || !(isRefused || isBad)) continue;
    namable.set(place, { id: undefined, made: made + 1 });
    const walker = await unlessUnjudged(enterGood(context, one));
    if (walker !== undefined) namable.set(place, { id: walker.id, made: made + 1 });
  }
}

/** So often another one is made to be named by an operation, since the one before was refused. */
const MOST_NAMED = 8;

/** A new record of a resource that the body of the subject's operation may name: in a state in which words say that it has to be. @throws CannotJudge where none gets there */
export async function makeToName(context: CaseContext, resource: Resource): Promise<Walker> {
  const needed = needsStates(context.subject).find(({ reference }) => reference.resource === resource);
  return needed === undefined
    ? walkerOf(resource, await createRecord(inRole(context, resource, 'create')))
    : enterGood(context, needed);
}

/** A record in a state in which it may be named. @throws CannotJudge where none gets there */
async function enterGood(context: CaseContext, needed: Needed): Promise<Walker> {
  const good = (await entriesOf(context, needed)).find(({ state }) => isDoneIn(needed.condition, state));
  if (good === undefined) throw new CannotJudge(skip('no way leads to such a state'));
  const { resource } = needed.reference;
  const walker = await enter(context, resource, good);
  const states = statesOf(resource);
  const sum = states && sumOf(resource, context.subject.operation, states);
  const { record } = (sum?.isBound === true && (await readRecord(context, resource, walker.id, walker.path))) || {};
  const rest = sum && record && restOf(sum, record, 0);
  if (rest === undefined || rest >= MUCH_LEFT) return walker;
  // Of what costs next to nothing no part can be paid: then it names something dearer.
  for (const one of referencesIn(inRole(context, resource, 'create').subject))
    await makeAmple(context, one.name, one.resource);
  return enter(context, resource, good);
}

/** So much is left where several are made that count. */
const MUCH_LEFT = 200;

/** A record that has to be the whole total of one above, made below a new one of those in a state for it; undefined where none has to. */
async function createWhole(context: CaseContext, resource: Resource): Promise<Made | undefined> {
  const { operation } = context.subject;
  const host = wholeOf(context, operation)?.resource;
  const states = host && statesOf(host);
  if (host === undefined || states === undefined || sumOf(host, operation, states)?.isExact !== true) return undefined;
  const action = actionOf(operation, states);
  const way = [...(await waysIn(inRole(context, host, 'create'), host, states))].find(([one]) => isDoneIn(action, one));
  const above = way && (await unlessUnjudged(walkTo(context, host, way[1])));
  const exchange = above && (await act(context, { operation }, above));
  const record = exchange && isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  const id = record && idOf(record, resource);
  return exchange === undefined || record === undefined || id === undefined ? undefined : { exchange, record, id };
}

/** How a record gets into a state: by a way from that of a new one, or by what is sent when it is made. */
export interface Entry {
  readonly state: string;
  readonly way: readonly Step[];
  /** What is sent when it is made, or by a change after that. */
  readonly members: JsonRecord;
  readonly isChange: boolean;
}

/** How records that a body names get into the states of which words speak. */
export async function entriesOf(
  context: CaseContext,
  { reference: { resource }, property }: Needed,
): Promise<readonly Entry[]> {
  const { create, patch } = resource.operations;
  const takes = (operation: Operation | undefined): boolean =>
    propertiesOf(
      (operation && recordBodyOf({ operation, purpose: purposeFor(resource, operation) })?.schema) ?? {},
    ).get(property)?.readOnly === false;
  const isChange = !takes(create);
  const states = statesOf(resource);
  const ways = states && (await waysIn(inRole(context, resource, 'create'), resource, states));
  const entered = [...(ways ?? [])].map(([state, way]) => ({ state, way, members: {}, isChange: false }));
  if (isChange && !takes(patch)) return entered;
  const [telling] = tellingOf(resource).filter((one) => one.property === property);
  const others = (telling?.values ?? []).flatMap((state, nth) =>
    ways?.has(state) === true
      ? []
      : [{ state, way: [], members: { [property]: telling?.isFlag === true ? nth === 0 : state }, isChange }],
  );
  return [...entered, ...others];
}

const purposeFor = (resource: Resource, operation: Operation): Purpose => ({
  resource,
  role: operation === resource.operations.create ? 'create' : 'patch',
});

/** A record in such a state. @throws CannotJudge where none gets there */
export async function enter(
  context: CaseContext,
  resource: Resource,
  { way, members, isChange }: Entry,
): Promise<Walker> {
  const there = inRole(context, resource, 'create');
  if (Object.keys(members).length === 0) return walkTo(there, resource, way);
  if (!isChange) return walkerOf(resource, await createRecord(there, members));
  const walker = await walkTo(there, resource);
  await changeInto(context, resource, walker, members);
  return walker;
}

async function changeInto(context: CaseContext, resource: Resource, { path }: Walker, members: JsonRecord) {
  const { subject } = inRole(context, resource, 'patch');
  const body = wrapped(context, subject, members);
  const exchange = await context.send(toRequest(subject.operation, { path, body }));
  if (!isSuccess(exchange)) throw new CannotJudge(skip(`${subject.operation.id} was refused`));
}

/** Brings a record that is at the end of a way into another state. @throws CannotJudge where it does not get there from here */
export async function bringInto(
  context: CaseContext,
  resource: Resource,
  walker: Walker,
  from: Entry,
  { way, members }: Entry,
): Promise<void> {
  if (Object.keys(members).length > 0) return changeInto(context, resource, walker, members);
  if (!isOnWay(from.way, way)) throw new CannotJudge(skip('no way leads there from here'));
  return walkOn(inRole(context, resource, 'create'), walker, way.slice(from.way.length));
}

export const walkerOf = (resource: Resource, { id, record, exchange }: Made): Walker => ({
  path: { ...exchange.request.path, [resource.idParameter?.name ?? '']: id },
  ...{ id, record, sent: 0, needed: new Set() },
});

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

/** A new record at the beginning of its ways. @throws CannotJudge where none is made */
async function begin(context: CaseContext, resource: Resource, members?: JsonRecord): Promise<Walker> {
  await makeNamed(inRole(context, resource, 'create'));
  if (members !== undefined) return beginWith(context, resource, members);
  const owed = await createWithOwed(context, resource);
  if (owed !== undefined) return walkerOf(resource, owed);
  const size = context.notes.sizes.get(resource) ?? 'ample';
  const sized = () => (size === 'usual' ? undefined : createSized(context, resource, size));
  const made = await sized();
  if (made !== undefined) return walkerOf(resource, made);
  const usual = await createFor(context, resource);
  // Once there is a record that it may name, another one has room.
  return walkerOf(resource, (await sized()) ?? usual);
}

/** The same of one that is made with some members. @throws CannotJudge where none is made */
async function beginWith(context: CaseContext, resource: Resource, members: JsonRecord): Promise<Walker> {
  const size = context.notes.sizes.get(resource) ?? 'ample';
  const there = inRole(context, resource, 'create');
  const sized = size === 'usual' ? undefined : await createSized(context, resource, size, members);
  const made = sized ?? (await unlessUnjudged(createRecord(there, members)));
  if (made !== undefined) return walkerOf(resource, made);
  // What it names may be used up by those before it.
  await makeNamed(there, true);
  return walkerOf(resource, await createRecord(there, members));
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
    const request = requestFor(context, adder, walker, pricesOf(adder));
    const exchange = await context.send(request);
    // What it named may have been closed: then it names another one.
    const purpose = context.known.purposeOf(adder);
    if (isRefusal(exchange))
      await makeNamed({ ...context, subject: { ...context.subject, operation: adder, purpose } }, true);
    const other = isRefusal(exchange) ? requestFor(context, adder, walker) : request;
    const last = other.body === request.body ? exchange : await context.send(other);
    if (isSuccess(last)) made.push(adder);
  }
  return made;
}

/** Prices: by what is there already a thing may cost next to nothing, and so it may by the least that its schema allows; then no part of it can be paid. */
function pricesOf(adder: Operation): JsonRecord {
  const members = [...propertiesOf(memberedBodyOf(adder)?.schema ?? {}).values()];
  const prices = members.filter(({ name, schema, readOnly }) => !readOnly && isFigure(schema) && PRICE.test(name));
  const values = prices.map(({ name, schema, required }) => {
    const plain = plainValue(schema, name);
    const ample = required ? AMPLE_PRICES.map((one) => figureLike(one, plain)) : [];
    return [name, ample.find((one) => validatorOf(schema, 'request')(one) === undefined) ?? plain] as const;
  });
  return Object.fromEntries(values.filter(([, value]) => (numberIn(value) ?? 0) > 0));
}

const AMPLE_PRICES: readonly number[] = [1000, 100];

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
  const first = await stateOf(context, resource, states, await walkTo(context, resource));
  if (first === undefined) throw new CannotJudge('no read shows its state');
  ways.set(first, []);
  for (const members of beginningsOf(resource)) {
    const step = { operation: inRole(context, resource, 'create').subject.operation, begin: members };
    const walker = await unlessUnjudged(walkTo(context, resource, [step]));
    const state = walker && (await stateOf(context, resource, states, walker));
    if (state !== undefined && !ways.has(state)) ways.set(state, [step]);
  }
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
      if (walker === undefined) break;
      const step = { operation, ...(part && { part }) };
      const before = walker.needed.size;
      const isItsState = action.from?.includes(state) === true;
      let exchange = await tryStep(context, step, walker, isItsState);
      while (exchange !== undefined && (await asksForLess(context, resource, walker, exchange, isItsState))) {
        walker = await unlessUnjudged(walkTo(context, resource, way));
        if (walker === undefined) break;
        exchange = await tryStep(context, step, walker, isItsState);
      }
      if (walker === undefined) break;
      // What was made below it may have changed it.
      if ((exchange === undefined || isRefusal(exchange)) && walker.needed.size > before) walker = undefined;
      if (exchange === undefined || isRefusal(exchange) || walker === undefined) continue;
      if (isSuccess(exchange)) done.add(operation);
      const now = isSuccess(exchange) ? await stateOf(context, resource, states, walker) : undefined;
      walker = undefined;
      if (now !== undefined && !ways.has(now)) ways.set(now, [...way, step]);
    }
  }
  return ways;
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

/** The shortest way by what words say of the actions; undefined where they lead to no such state. */
function wayByWords(
  context: CaseContext,
  resource: Resource,
  states: States,
  from: string,
  isWanted: (state: string) => boolean,
): readonly Step[] | undefined {
  const ways = new Map<string, readonly Step[]>([[from, []]]);
  const steps = stepsOn(context, resource, states);
  for (const [state, way] of ways) {
    if (isWanted(state)) return way;
    for (const { operation, part, ...action } of steps)
      if (action.target !== undefined && isDoneIn(action, state) && !ways.has(action.target))
        ways.set(action.target, [...way, { operation, ...(part && { part }) }]);
  }
  return undefined;
}

/** What words say of the create of the subject's resource below records of another; undefined where they say nothing. */
export function belowIn(context: CaseContext, resource: Resource): Below | undefined {
  const states = statesOf(resource);
  const all = states === undefined ? [] : createsBelow(context, resource, states);
  const { create } = context.subject.purpose?.resource.operations ?? {};
  return all.find(({ operation }) => operation === create) ?? all[0];
}

/** A new record to make others below: in a state in which that is done, as far as words say which one is and lead there. */
export async function makeHost(context: CaseContext, resource: Resource): Promise<Walker | undefined> {
  const walker = await unlessUnjudged(walkTo(context, resource));
  const states = statesOf(resource);
  const below = belowIn(context, resource);
  const state = walker && states && own(walker.record, states.property);
  if (walker === undefined || states === undefined || below === undefined || typeof state !== 'string') return walker;
  const way = wayByWords(context, resource, states, state, (one) => isDoneIn(below, one)) ?? [];
  const refused = await unlessUnjudged(refusedOn(context, walker, way));
  return refused !== undefined && (await asksForLess(context, resource, walker, refused.exchange))
    ? makeHost(context, resource)
    : walker;
}

/** Whether nothing more is made below a record, by its state or since its sum is all but reached. */
export async function isSpent(context: CaseContext, resource: Resource, id: unknown): Promise<boolean> {
  const states = statesOf(resource);
  const below = belowIn(context, resource);
  if (states === undefined || below === undefined) return false;
  const { record } = (await readRecord(context, resource, id)) ?? {};
  const state = record && own(record, states.property);
  if (record === undefined || typeof state !== 'string') return false;
  const rest = below.sum && restOf(below.sum, record, 0);
  return (
    !isDoneIn(below, state) || (rest !== undefined && rest < LEAST_REST && rest !== own(record, below.sum?.total ?? ''))
  );
}

/** So much of a sum is left for what a case makes. */
const LEAST_REST = 20;
