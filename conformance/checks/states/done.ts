/** What is judged of an action that was done: that it may be, what it leads to, and that this is seen. */
import { documents, jsonIn, keywordOf, own, plain, propertiesOf, typesOf } from '../../../openapi/contract';
import { type Exchange, jsonOf, outcomeOf } from '../../exchange/exchange';
import { bodyMembers } from '../../exchange/subject';
import { LOOK_MS } from '../../records/lists/listing';
import type { JsonRecord } from '../../records/records';
import { isFinal, type States } from '../../records/states/states';
import type { Walker } from '../../steps/check';
import { fetchRecord } from '../../steps/records';
import { lackOf } from '../../steps/ways/owed';
import { brief } from '../../verdict/brief';
import { fail, type Observation, PASS, type Verdict } from '../../verdict/verdict';
import { notAsGiven, notKept, notSet } from './given';
import { type Acting, type Look, look } from './look';

export async function judgeDone(
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
    ? (notAsGiven(operation, resource, sent, record) ??
      notKept(operation, resource, sent, before.record, record) ??
      notSet(operation, resource, sent, record))
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
