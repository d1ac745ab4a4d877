import { memoized } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import type { OtherCondition } from '../../records/related/named-conditions';
import { actionOf } from '../../records/states/action-words';
import { statesOf } from '../../records/states/states';
import { bodyNaming } from '../../requests/bodies/record-in-body';
import type { Reference } from '../../requests/bodies/references';
import { noteBrought } from '../../requests/bodies/unfit';
import { toRequest } from '../../requests/request';
import { type CaseContext, type Check, inRole, oneAfterTheOther, type Walker } from '../../steps/check';
import { readyPath } from '../../steps/paths/paths';
import { fetchRecord, madeIn } from '../../steps/records';
import { act, isDoneIn } from '../../steps/ways/actions';
import { bringInto, enter, entriesOf } from '../../steps/ways/named';
import { type Needed, neededBy, neededByAct, stateOfNamed } from '../../steps/ways/named-states';
import { owedMembers } from '../../steps/ways/owed';
import { ownerOf } from '../../steps/ways/owners';
import { makeNeeded, walkerOf, walkOn, waysIn } from '../../steps/ways/ways';
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
} from '../../verdict/verdict';

/** What names another record is refused where that is in a state in which words say that it is. */
export const relatedStates: Check = {
  id: 'related.states',
  title: 'A request that names a record in a wrong state is refused',
  level: 'MUST',
  applies: (subject) => neededBy(subject).length > 0 || neededFor(subject).length > 0,
  clause: (subject) => {
    const [first] = [...neededBy(subject), ...neededFor(subject)];
    return clauseOf(subject, first?.condition.statuses[0] ?? 409, 'What is named has to be in a state for it.');
  },
  cases: (subject) => [
    ...oneAfterTheOther(neededBy(subject), nameOf, nameInStates),
    ...oneAfterTheOther(neededFor(subject), nameOf, actInStates),
  ],
};

const nameOf = ({ reference }: Needed): string => reference.steps.join('.');

/** What the record names to which an operation does something, and in which states that has to be then. */
const neededFor = memoized((subject: Subject): readonly Needed[] => {
  const owner = subject.purpose === undefined ? ownerOf(subject.contract, subject.operation) : undefined;
  return owner === undefined ? [] : neededByAct(subject, owner);
});

/** So many states are tried that words forbid. */
const MOST_FORBIDDEN = 3;

/** How what is named gets into a good state, and into those that words forbid. @throws CannotJudge where it gets into no good one */
async function knownEntries(context: CaseContext, needed: Needed) {
  const entries = await entriesOf(context, needed);
  const good = entries.find(({ state }) => isDoneIn(needed.condition, state));
  if (good === undefined) throw new CannotJudge(skip('no record is known to get into a state for it'));
  return { good, forbidden: entries.filter(({ state }) => !isDoneIn(needed.condition, state)) };
}

async function* nameInStates(context: CaseContext, needed: Needed): AsyncGenerator<Verdict> {
  const { reference, condition } = needed;
  const { resource } = reference;
  const { good, forbidden } = await knownEntries(context, needed);
  let control = await sendNaming(context, reference, await enter(context, resource, good));
  // What was named beside it may have been brought into a wrong state itself.
  if (!isSuccess(control) && (await nameOthers(context, reference)))
    control = await sendNaming(context, reference, await enter(context, resource, good));
  if (!isSuccess(control)) throw new CannotJudge(skip(`it is refused anyway: ${outcomeOf(control)}`));
  for (const entry of forbidden.slice(0, MOST_FORBIDDEN)) {
    // Before what is in a wrong state is there: it would be the first to be named by what is made for it.
    const path = await hostPath(context);
    const walker = await unlessUnjudged(enter(context, resource, entry));
    // Else it may be refused for what it lacks.
    if (walker !== undefined && entry.way.length === 0)
      for (const { operation } of good.way) await makeNeeded(inRole(context, resource, 'create'), operation, walker);
    const seen = walker && (await fetchRecord(context, resource, walker.id, walker.path));
    const state = seen?.record && stateOfNamed(needed, seen.record);
    if (walker === undefined || seen === undefined || state !== entry.state) continue;
    noteBrought(context.notes.values.unfit, reference.name, walker.id);
    const exchange = replied(await sendNaming(context, reference, walker, path));
    const isOther = isRefusedOtherwise(condition, exchange);
    // It may be refused for something else that was sent.
    const isForIt = isOther && isSuccess(await sendNaming(context, reference, await enter(context, resource, good)));
    if (isSuccess(exchange) || isForIt) yield failAt(context, needed, state, [seen.exchange, exchange]);
    else yield PASS;
  }
}

/** What is done to a record is refused once what it names is in a state in which words say that it is: it was in a good one before. */
async function* actInStates(context: CaseContext, needed: Needed): AsyncGenerator<Verdict> {
  const { reference } = needed;
  const { resource } = reference;
  const { good, forbidden } = await knownEntries(context, needed);
  for (const entry of forbidden.slice(0, MOST_ACTED)) {
    const named = await enter(context, resource, good);
    const host = await unlessUnjudged(makeReady(context, reference, named));
    if (host === undefined) continue;
    await bringInto(context, resource, named, good, entry);
    const seen = await fetchRecord(context, resource, named.id, named.path);
    const state = seen.record && stateOfNamed(needed, seen.record);
    if (state !== entry.state) continue;
    noteBrought(context.notes.values.unfit, reference.name, named.id);
    const exchange = replied(await act(context, { operation: context.subject.operation }, host));
    yield isSuccess(exchange) ? failAt(context, needed, state, [seen.exchange, exchange]) : PASS;
  }
}

const MOST_ACTED = 2;

/** A record that names another one, in a state in which the operation works. @throws CannotJudge where none gets there */
async function makeReady(context: CaseContext, { steps }: Reference, named: Walker): Promise<Walker> {
  const { contract, operation } = context.subject;
  const owner = ownerOf(contract, operation);
  if (owner?.operations.create === undefined) throw new CannotJudge(skip('nothing of the kind is made'));
  const there = inRole(context, owner, 'create');
  const states = statesOf(owner);
  const ways = states && (await waysIn(there, owner, states));
  const action = states && actionOf(operation, states);
  const way = [...(ways ?? [['', []] as const])].find(([state]) => action === undefined || isDoneIn(action, state));
  const body = bodyNaming(there, steps, named.id);
  if (way === undefined || body === undefined) throw new CannotJudge(skip('no record is known to get ready for it'));
  const owed = await owedMembers(context, owner, operation, body);
  const exchange = await context.send(toRequest(owner.operations.create, { body: { ...owed, ...body } }));
  const made = madeIn(exchange, owner);
  if (made === undefined) throw new CannotJudge(skip(`it is not named: ${outcomeOf(exchange)}`));
  const host = walkerOf(owner, made);
  await walkOn(there, host, way[1]);
  await makeNeeded(context, operation, host);
  return host;
}

/** Makes new records of what else is named and has to be in a state: the last ones that were made are named. */
async function nameOthers(context: CaseContext, reference: Reference): Promise<boolean> {
  const others = neededBy(context.subject).filter((one) => one.reference.resource !== reference.resource);
  for (const one of others) {
    const good = (await entriesOf(context, one)).find(({ state }) => isDoneIn(one.condition, state));
    if (good !== undefined) await unlessUnjudged(enter(context, one.reference.resource, good));
  }
  return others.length > 0;
}

function failAt(
  { subject }: CaseContext,
  { reference: { resource, steps }, condition: { statuses } }: Needed,
  state: string,
  exchanges: readonly [Exchange, Exchange],
): Verdict {
  const [name, [, { response }]] = [steps.join('.'), exchanges];
  const isOther = isRefusal(exchanges[1]);
  return fail({
    expected: `the status ${statuses.join(' or ')}, since the record of ${resource.name} that ${name} names is ${state}`,
    actual: outcomeOf(exchanges[1]),
    exchanges,
    key: isOther ? `${name} refused otherwise when ${state}` : `${name} when ${state}`,
    topic: {
      ...{ member: name, wanted: statuses[0] ?? 409 },
      ...(isOther ? { defect: `${subject.operation.id} refused by ${response?.status}` } : {}),
    },
  });
}

const isRefusedOtherwise = ({ statuses }: OtherCondition, { response: { status } }: Replied): boolean =>
  OF_BODIES.includes(status) && !statuses.includes(status);

const OF_BODIES: readonly number[] = [400, 404, 409, 422];

async function sendNaming(
  context: CaseContext,
  { steps }: Reference,
  { id }: Walker,
  path?: JsonRecord,
): Promise<Exchange> {
  const body = bodyNaming(context, steps, id);
  if (body === undefined) throw new CannotJudge(skip('no valid body is known'));
  return context.send(toRequest(context.subject.operation, { path: path ?? (await hostPath(context)), body }));
}

/** Of what a body is sent to that makes no record of its own: a line to an order. */
const hostPath = async (context: CaseContext): Promise<JsonRecord> =>
  context.subject.purpose?.role === 'create' ? {} : await readyPath(context);
