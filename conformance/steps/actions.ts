import { type Operation, own, plain, propertiesOf, type Resource, replyFor } from '../../openapi/contract';
import { plainValue } from '../arbitraries/plain';
import { type Exchange, isRefusal, isSuccess, type Request } from '../exchange/exchange';
import { memberedBodyOf, type Subject } from '../exchange/subject';
import { type Action, actionOf, sentencesOf } from '../records/action-words';
import { deedOf, isWrite } from '../records/deeds';
import { idOf, type JsonRecord, recordOf } from '../records/records';
import { type States, statesOf } from '../records/states';
import { partOf, restOf, type Sum, sumOf } from '../records/sums';
import { toRequest } from '../requests/request';
import { amplified, fits, knownBody, knownRecordBody } from '../requests/valid';
import { CannotJudge, skip, unlessUnjudged } from '../verdict/verdict';
import { type CaseContext, inRole, type Step } from './check';
import { createRecord, type Made, readRecord } from './records';

/** The resource to one of whose records an operation does something: at a path right below the record's own. */
export function actedOn(
  { contract, known }: Pick<CaseContext, 'contract' | 'known'>,
  operation: Operation,
): Resource | undefined {
  return known.purposeOf(operation) === undefined ? ownerOf(contract, operation) : undefined;
}

export function ownerOf({ resources }: CaseContext['contract'], operation: Operation): Resource | undefined {
  const above = operation.path.slice(0, operation.path.search(/\/[^/{}]+$/));
  if (!isWrite(operation) || operation.method === 'DELETE') return undefined;
  return resources.find(
    ({ itemPath, collectionPath, idProperty, isSure, operations: { create, read } }) =>
      isSure &&
      itemPath === above &&
      collectionPath !== operation.path &&
      idProperty !== undefined &&
      create !== undefined &&
      read !== undefined,
  );
}

/** The resource right below whose records an operation makes others. */
export function hostOf({ resources }: CaseContext['contract'], { path, method }: Operation): Resource | undefined {
  const above = path.slice(0, path.lastIndexOf('/'));
  return resources.find(
    ({ itemPath, isSure, idProperty, operations: { create, read } }) =>
      method === 'POST' && isSure && itemPath === above && idProperty !== undefined && create && read,
  );
}

/** The operations that do something to a record, those last that end it. */
export const actionsOn = (context: CaseContext, resource: Resource): readonly Operation[] =>
  context.contract.operations
    .filter((one) => actedOn(context, one) === resource)
    .toSorted((one, other) => rankOf(one) - rankOf(other));

const rankOf = (operation: Operation): number => ['begins', undefined, 'undoes', 'ends'].indexOf(deedOf(operation));

/** A create below the records of a resource, of whose states its words speak. */
export interface Below extends Action {
  readonly operation: Operation;
  readonly sum: Sum | undefined;
}

export function createsBelow({ contract }: CaseContext, resource: Resource, states: States): readonly Below[] {
  return contract.resources.flatMap(({ operations: { create } }) => {
    if (create === undefined || hostOf(contract, create) !== resource) return [];
    const sum = sumOf(resource, create, states);
    const action = actionOf(create, states);
    const isTold = action.from !== undefined || action.notFrom.length > 0 || action.isSaid;
    // What comes of a part of a sum is not what comes of each.
    const target = sum === undefined && action.isSaid ? action.target : undefined;
    return isTold || sum !== undefined ? [{ ...action, target, operation: create, sum }] : [];
  });
}

/** All that words say can be done to a record in some state, and where it leads. */
function stepsOn(context: CaseContext, resource: Resource, states: States): readonly (Step & Action)[] {
  const below = createsBelow(context, resource, states).flatMap((one): readonly (Step & Action)[] => {
    const { sum } = one;
    if (sum === undefined) return [one];
    return [
      { ...one, part: 'some', target: sum.short },
      { ...one, part: 'all', target: sum.reached },
    ];
  });
  return [
    ...below,
    ...actionsOn(context, resource).map((operation) => ({ operation, ...actionOf(operation, states) })),
  ];
}

export const isDoneIn = ({ from, notFrom }: Pick<Action, 'from' | 'notFrom'>, state: string): boolean =>
  from?.includes(state) ?? !notFrom.includes(state);

/** A record that was made to have something done to it. */
export interface Walker {
  readonly path: JsonRecord;
  readonly id: unknown;
  readonly record: JsonRecord;
  /** What was counted below it. */
  sent: number;
  /** What was made below it for the actions that ask for that. */
  readonly needed: Set<Operation>;
}

/** @throws CannotJudge where none is made, or it does not get there */
export async function walkTo(context: CaseContext, resource: Resource, way: readonly Step[] = []): Promise<Walker> {
  const made = (await createAmple(context, resource)) ?? (await createRecord(inRole(context, resource, 'create')));
  const walker = walkerOf(resource, made);
  await walkOn(context, walker, way);
  return walker;
}

export const walkerOf = (resource: Resource, { id, record, exchange }: Made): Walker => ({
  path: { ...exchange.request.path, [resource.idParameter?.name ?? '']: id },
  ...{ id, record, sent: 0, needed: new Set() },
});

/** @throws CannotJudge where it does not get there */
export async function walkOn(context: CaseContext, walker: Walker, way: readonly Step[]): Promise<void> {
  for (const step of way)
    if (!isSuccess(await prepareAndAct(context, step, walker)))
      throw new CannotJudge(skip(`${step.operation.id} was refused`));
}

/** A record with large numbers, where some that are made below it add up to its total: so there is room for several. */
async function createAmple(context: CaseContext, resource: Resource) {
  const states = statesOf(resource);
  const { subject } = inRole(context, resource, 'create');
  const media = memberedBodyOf(subject.operation);
  if (states === undefined || !createsBelow(context, resource, states).some(({ sum }) => sum !== undefined))
    return undefined;
  const { body } = knownBody(context, subject);
  const ample = media && amplified(media.schema, body);
  if (ample === undefined) return undefined;
  const exchange = await context.send(toRequest(subject.operation, { body: ample }));
  const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  const id = record && idOf(record, resource);
  return record === undefined || id === undefined ? undefined : { record, id, exchange };
}

/** The least body, with a text in each member that has room for one: of that it can be told whether the record shows it. */
function textsBody(context: CaseContext, subject: Subject): JsonRecord {
  const { body } = knownBody(context, subject);
  const media = memberedBodyOf(subject.operation);
  const texts = [...propertiesOf(media?.schema ?? {}).values()].filter(
    ({ readOnly, schema: { type, enum: choices, format, pattern } }) =>
      !readOnly && type === 'string' && [choices, format, pattern].every((one) => one === undefined),
  );
  const more = Object.fromEntries(texts.map(({ name, schema }) => [name, plainValue(schema, name)]));
  const whole = { ...more, ...body };
  return media !== undefined && fits(media, whole) ? whole : body;
}

/** Does something to a record. @throws CannotJudge where a sum has no such part */
export async function act(
  context: CaseContext,
  { operation, part }: Step,
  walker: Walker,
  body?: JsonRecord,
): Promise<Exchange> {
  const host = part === undefined ? undefined : hostOf(context.contract, operation);
  const counted = host && part && (await countedFor(context, host, operation, part, walker));
  const exchange = await context.send(requestFor(context, operation, walker, counted?.members, body));
  if (isSuccess(exchange)) walker.sent += counted?.amount ?? 0;
  return exchange;
}

/** Makes below a record what the words of an action say that there has to be for it: "has at least one line", a 409 where it "has no lines". */
export async function makeNeeded(context: CaseContext, operation: Operation, walker: Walker): Promise<void> {
  for (const create of neededBelow(context, operation)) {
    if (walker.needed.has(create)) continue;
    walker.needed.add(create);
    await context.send(requestFor(context, create, walker));
  }
}

/**
 * What makes the things that an action's record has to have below it, as its words say.
 *
 * @param isForbidden whether those alone count without which its 409 refuses it
 */
export function neededBelow(context: CaseContext, operation: Operation, isForbidden = false): readonly Operation[] {
  const host = actedOn(context, operation);
  const asked = [
    ...(isForbidden ? [] : sentencesOf(operation.description).flatMap((text) => [...text.matchAll(SOME)])),
    ...sentencesOf(replyFor(operation, 409)?.description ?? '').flatMap((text) => [...text.matchAll(NONE)]),
  ].flatMap(([, ...names]) => names.filter((name = '') => name.length > 2));
  return context.contract.resources.flatMap(({ collectionPath, operations: { create } }) => {
    if (create === undefined || host === undefined || hostOf(context.contract, create) !== host) return [];
    const called = plain(collectionPath.slice(collectionPath.lastIndexOf('/')));
    return asked.some((name) => called.startsWith(plain(name))) ? [create] : [];
  });
}

const SOME = /\b(?:at least (?:one|1)|one or more) (\p{L}+)(?: (\p{L}+))?/giu;
const NONE = /\b(?:ha[sd] no|have no|without(?: an?y?)?) (\p{L}+)(?: (\p{L}+))?/giu;

async function prepareAndAct(context: CaseContext, step: Step, walker: Walker): Promise<Exchange> {
  await makeNeeded(context, step.operation, walker);
  return act(context, step, walker);
}

/** The request that does something to a record. */
export function requestFor(
  context: CaseContext,
  operation: Operation,
  { path }: Pick<Walker, 'path'>,
  members: JsonRecord = {},
  body?: JsonRecord,
): Request {
  const purpose = context.known.purposeOf(operation);
  const subject = { contract: context.contract, operation, purpose };
  if (memberedBodyOf(operation) === undefined) return toRequest(operation, { path });
  const made = purpose?.role === 'create' ? knownRecordBody(context, subject, members).body : undefined;
  return toRequest(operation, { path, body: body ?? made ?? textsBody(context, { ...subject, purpose: undefined }) });
}

/** What counts so much of what is left of a record's sum. */
export async function countedFor(
  context: CaseContext,
  host: Resource,
  operation: Operation,
  part: NonNullable<Step['part']>,
  { id, path, sent }: Pick<Walker, 'id' | 'path' | 'sent'>,
): Promise<{ readonly amount: number; readonly members: JsonRecord }> {
  const states = statesOf(host);
  const sum = states && sumOf(host, operation, states);
  const { record } = (sum && (await readRecord(context, host, id, path))) ?? {};
  const rest = sum && record && restOf(sum, record, sent);
  const amount = sum && rest !== undefined ? partOf(sum, rest, part) : undefined;
  if (sum === undefined || amount === undefined) throw new CannotJudge(skip('no such part of the sum is left'));
  return { amount, members: { [sum.part]: amount } };
}

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
      const exchange = await unlessUnjudged(prepareAndAct(context, step, walker));
      if (exchange === undefined || isRefusal(exchange)) continue;
      if (isSuccess(exchange)) done.add(operation);
      const now = isSuccess(exchange) ? await stateOf(context, resource, states, walker) : undefined;
      walker = undefined;
      if (now !== undefined && !ways.has(now)) ways.set(now, [...way, step]);
    }
  }
  return ways;
}

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
  for (const step of wayByWords(context, resource, states, state, (one) => isDoneIn(below, one)) ?? []) {
    const exchange = await unlessUnjudged(prepareAndAct(context, step, walker));
    if (exchange === undefined || !isSuccess(exchange)) return walker;
  }
  return walker;
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
