import { type Operation, own, propertiesOf, type Resource } from '../../openapi/contract';
import { plainValue } from '../arbitraries/plain';
import { type Exchange, isRefusal, isSuccess } from '../exchange/exchange';
import { memberedBodyOf, type Subject } from '../exchange/subject';
import { actionOf } from '../records/action-words';
import { deedOf } from '../records/deeds';
import type { JsonRecord } from '../records/records';
import { type States, statesOf } from '../records/states';
import { toRequest } from '../requests/request';
import { fits, knownBody } from '../requests/valid';
import { CannotJudge, skip } from '../verdict/verdict';
import { type CaseContext, inRole } from './check';
import { fetchPath, isWrite } from './paths';
import { createRecord, readRecord } from './records';

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

/** The operations that do something to a record, those last that end it. */
export const actionsOn = (context: CaseContext, resource: Resource): readonly Operation[] =>
  context.contract.operations
    .filter((one) => actedOn(context, one) === resource)
    .toSorted((one, other) => rankOf(one) - rankOf(other));

const rankOf = (operation: Operation): number => ['begins', undefined, 'undoes', 'ends'].indexOf(deedOf(operation));

/** A record that was made to have something done to it. */
export interface Walker {
  readonly path: JsonRecord;
  readonly id: unknown;
}

/** @throws CannotJudge where none is made, or it does not get there */
export async function walkTo(
  context: CaseContext,
  resource: Resource,
  way: readonly Operation[] = [],
): Promise<Walker> {
  const { id, exchange } = await createRecord(inRole(context, resource, 'create'));
  const walker = { path: { ...exchange.request.path, [resource.idParameter?.name ?? '']: id }, id };
  for (const action of way)
    if (!isSuccess(await act(context, action, walker))) throw new CannotJudge(skip(`${action.id} was refused`));
  return walker;
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

/** Sends an action for a record. */
export function act(
  context: CaseContext,
  operation: Operation,
  { path }: Walker,
  body?: JsonRecord,
): Promise<Exchange> {
  const subject = { contract: context.contract, operation, purpose: undefined };
  const sent = memberedBodyOf(operation) === undefined ? undefined : (body ?? textsBody(context, subject));
  return context.send(toRequest(operation, { path, ...(sent && { body: sent }) }));
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

/** By which actions a new record gets into each state that it is known to get into; what a sentence forbids is not tried for it. */
export async function waysIn(
  context: CaseContext,
  resource: Resource,
  states: States,
): Promise<ReadonlyMap<string, readonly Operation[]>> {
  const known = context.notes.ways.get(resource);
  if (known !== undefined) return known;
  const actions = actionsOn(context, resource);
  const ways = new Map<string, readonly Operation[]>();
  context.notes.ways.set(resource, ways);
  const first = await stateOf(context, resource, states, await walkTo(context, resource));
  if (first === undefined) throw new CannotJudge('no read shows its state');
  ways.set(first, []);
  let tried = 0;
  for (const [state, way] of ways) {
    let walker: Walker | undefined;
    for (const action of actions) {
      const { from, notFrom } = actionOf(action, states);
      if (from?.includes(state) === false || notFrom.includes(state) || tried === MOST_TRIED) continue;
      tried += 1;
      walker ??= await walkTo(context, resource, way);
      const exchange = await act(context, action, walker);
      if (isRefusal(exchange)) continue;
      const now = isSuccess(exchange) ? await stateOf(context, resource, states, walker) : undefined;
      walker = undefined;
      if (now !== undefined && !ways.has(now)) ways.set(now, [...way, action]);
    }
  }
  return ways;
}

/** A path for the subject's operation: to a record that is made for it in a state in which it works, where it does something to one. */
export async function readyPath(context: CaseContext): Promise<JsonRecord> {
  const { operation } = context.subject;
  const resource = actedOn(context, operation);
  if (resource === undefined) return fetchPath(context);
  const states = statesOf(resource);
  const ways = states === undefined ? undefined : await waysIn(context, resource, states);
  const { from, notFrom = [] } = states === undefined ? {} : actionOf(operation, states);
  const all = [...(ways ?? [])].filter(([state]) => from?.includes(state) ?? !notFrom.includes(state));
  return (await walkTo(context, resource, all[0]?.[1])).path;
}
