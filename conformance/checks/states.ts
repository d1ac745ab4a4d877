import { documents, jsonIn, own, plain, propertiesOf, type Resource, successOf, typesOf } from '../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, jsonOf, outcomeOf } from '../exchange/exchange';
import { memberedBodyOf, type Subject } from '../exchange/subject';
import { type Action, actionOf } from '../records/action-words';
import { LOOK_MS } from '../records/listing';
import type { JsonRecord } from '../records/records';
import { type States, statesOf } from '../records/states';
import { wrapped } from '../requests/valid';
import { isSameValue } from '../rules/relations/same-value';
import { act, actionsOn, ownerOf, type Walker, walkTo, waysIn } from '../steps/actions';
import type { CaseContext, Check } from '../steps/check';
import { readRecord } from '../steps/records';
import { brief } from '../verdict/brief';
import { CannotJudge, clauseOf, fail, type Observation, PASS, replied, skip, type Verdict } from '../verdict/verdict';
import { isOnMade, otherValues } from './changes/change';

/** An action that is done brings its record into the state that is named, from one in which it is done. */
export const statesAction: Check = {
  id: 'states.action',
  title: 'An action leads to its state, and from the states that are named',
  level: 'MUST',
  applies: (subject) => {
    const found = statesFor(subject);
    if (found === undefined || subject.purpose === undefined) return found !== undefined;
    const { from, notFrom } = actionOf(subject.operation, found.states);
    return from !== undefined || notFrom.length > 0;
  },
  clause: (subject) =>
    clauseOf(
      subject,
      successOf(subject.operation)?.status ?? 200,
      'What an action does to a record is seen from then on.',
    ),
  cases: () => [{ name: 'in each state', tier: 1, run: actInEach }],
};

/** The resource on whose record an operation acts, or which it changes, and its states. */
function statesFor({ contract, operation, purpose }: Subject) {
  const isChange = purpose !== undefined && isOnMade({ contract, operation, purpose }, ['replace', 'patch', 'delete']);
  const resource = purpose === undefined ? ownerOf(contract, operation) : isChange ? purpose.resource : undefined;
  const states = resource && statesOf(resource);
  return resource?.operations.read === undefined || states === undefined ? undefined : { resource, states };
}

/** What is looked at before and after an action. */
interface Look {
  readonly exchange: Exchange;
  readonly record: JsonRecord;
  readonly state: string;
}

interface Acting {
  readonly context: CaseContext;
  readonly resource: Resource;
  readonly states: States;
  readonly action: Action;
  /** The states that other actions lead to. */
  readonly others: ReadonlySet<string | undefined>;
}

async function* actInEach(context: CaseContext): AsyncGenerator<Verdict> {
  const { operation, purpose } = context.subject;
  const found = statesFor(context.subject);
  if (found === undefined) throw new CannotJudge(skip('no state is documented'));
  const { resource, states } = found;
  const action = actionOf(operation, states);
  const others = actionsOn(context, resource).map((one) => actionOf(one, states).target);
  const acting = { context, ...found, action, others: new Set(others.filter((one) => one !== action.target)) };
  const ways = await waysIn(context, resource, states);
  let isDone = false;
  for (const way of [...ways.values()].toSorted((one, other) => one.length - other.length)) {
    const walker = await walkTo(context, resource, way);
    const before = await look(acting, walker);
    if (before === undefined) continue;
    const isChange = purpose !== undefined && purpose.role !== 'delete';
    const body = isChange ? otherValues(context.subject, before.record, context.options.seed + 9) : undefined;
    const exchange = replied(await act(context, operation, walker, body && wrapped(context, context.subject, body)));
    isDone ||= isSuccess(exchange);
    const after = await look(acting, walker);
    const judge = isSuccess(exchange) ? judgeDone : isRefusal(exchange) ? judgeRefused : undefined;
    if (after !== undefined && judge !== undefined) yield await judge(acting, walker, before, exchange, after);
  }
  if (!isDone) yield skip('it was done in no state that is known');
}

async function look({ context, resource, states }: Acting, { id, path }: Walker): Promise<Look | undefined> {
  const seen = await readRecord(context, resource, id, path);
  const state = seen?.record && own(seen.record, states.property);
  return seen?.record === undefined || typeof state !== 'string'
    ? undefined
    : { exchange: seen.exchange, record: seen.record, state };
}

/** A refused action has changed nothing; what runs by itself goes on at a further look, too. */
async function judgeRefused(acting: Acting, walker: Walker, before: Look, exchange: Exchange, after: Look) {
  const name = changedIn(acting.resource, before.record, after.record);
  if (name === undefined)
    return otherwiseRefused(acting, before, exchange) ?? refusedThough(acting, before, exchange) ?? PASS;
  await acting.context.wait(LOOK_MS, 'a further look at what differs');
  const later = await look(acting, walker);
  if (later === undefined || changedIn(acting.resource, after.record, later.record) !== undefined) return PASS;
  return fail({
    expected: `${name}: ${brief(own(before.record, name))}, since ${acting.context.subject.operation.id} was refused`,
    actual: `${name}: ${brief(own(after.record, name))}`,
    exchanges: [before.exchange, exchange, after.exchange],
    key: `refused, and ${name} changed`,
    topic: { member: name },
  });
}

/** That an action was refused as a wrong request, where the document says that a 409 is for the state of the record. */
function otherwiseRefused({ context, action }: Acting, { state, exchange: shown }: Look, exchange: Exchange) {
  const { operation } = context.subject;
  const isForbidden = action.from?.includes(state) === false || action.notFrom.includes(state);
  if (!isForbidden || !documents(operation, 409) || ![400, 422].includes(exchange.response?.status ?? 0))
    return undefined;
  // What was sent with it may be wrong by a rule of the server's own.
  if (propertiesOf(memberedBodyOf(operation)?.schema ?? {}).size > 0) return undefined;
  return fail({
    expected: `the status 409 for a record that is ${state}`,
    actual: outcomeOf(exchange),
    exchanges: [shown, exchange],
    key: `refused otherwise when ${state}`,
    topic: { wanted: 409, defect: `${operation.id} refused by ${exchange.response?.status}` },
  });
}

/** That an action was refused by the documented 409 in the very state in which it says that it is done. */
function refusedThough({ context, action }: Acting, { state, exchange: shown }: Look, exchange: Exchange) {
  const { operation } = context.subject;
  const isStated = exchange.response?.status === 409 && action.from?.includes(state) === true;
  // Its own words say what a 409 is for.
  const said = isStated
    ? actionOf({ ...operation, summary: '', description: '' }, { values: action.from ?? [] })
    : undefined;
  if (said?.from?.includes(state) !== true) return undefined;
  return fail({
    expected: `the status ${successOf(operation)?.status ?? 200} for a record that is ${state}`,
    actual: outcomeOf(exchange),
    exchanges: [shown, exchange],
    key: `refused when ${state}`,
  });
}

const changedIn = ({ schema }: Resource, one: JsonRecord, other: JsonRecord): string | undefined =>
  [...propertiesOf(schema).values()].find(
    (property) => !isSameValue(property.schema, own(one, property.name) ?? null, own(other, property.name) ?? null),
  )?.name;

async function judgeDone(acting: Acting, walker: Walker, before: Look, exchange: Exchange, after: Look) {
  const { context, action, resource, states } = acting;
  const { state } = before;
  const exchanges = [before.exchange, exchange, after.exchange];
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
  const wrong =
    exchange.response?.status === 202
      ? undefined
      : (wrongState(acting, before, exchange, after) ?? notSeen(acting, exchange, after));
  if (wrong === undefined) return PASS;
  // What is read may come from a copy.
  await context.wait(LOOK_MS, 'a further look at what was done');
  const later = await look(acting, walker);
  const again = later && (wrongState(acting, before, exchange, later) ?? notSeen(acting, exchange, later));
  return again === undefined
    ? PASS
    : fail({
        ...again,
        exchanges: [before.exchange, exchange, ...(later === undefined ? [] : [later.exchange])],
        topic: { symptom: `${resource.collectionPath} ${again.key}` },
      });
}

type Wrong = Pick<Observation, 'expected' | 'actual' | 'key'>;

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
  exchange: Exchange,
  { record, state }: Look,
): Wrong | undefined {
  const { operation } = context.subject;
  const properties = propertiesOf(resource.schema);
  const sent = Object(jsonIn(exchange.request.body ?? '')) as JsonRecord;
  const members = [...propertiesOf(memberedBodyOf(operation)?.schema ?? {}).values()];
  const lost = members.find(
    ({ name, writeOnly, schema }) =>
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
  if (action.target === undefined || state !== action.target) return undefined;
  const time = [...properties.values()].find(
    ({ name, schema }) =>
      [`${action.target}at`, `${action.target}on`].includes(plain(name)) &&
      /\b(?:when|time|moment|date|since)\b/i.test(String(schema.description ?? '')),
  );
  return time !== undefined && (own(record, time.name) ?? null) === null
    ? { expected: `${time.name}: when it was ${state}`, actual: 'nothing', key: `${time.name} missing` }
    : undefined;
}
