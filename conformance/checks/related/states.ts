import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import type { OtherCondition } from '../../records/action-words';
import { bodyNaming, type Reference } from '../../requests/references';
import { toRequest } from '../../requests/request';
import { isDoneIn } from '../../steps/actions';
import { type CaseContext, type Check, oneAfterTheOther, type Walker } from '../../steps/check';
import { type Needed, neededBy, stateOfNamed } from '../../steps/named-states';
import { readyPath } from '../../steps/paths';
import { fetchRecord } from '../../steps/records';
import { enter, entriesOf } from '../../steps/walks';
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
  applies: (subject) => neededBy(subject).length > 0,
  clause: (subject) =>
    clauseOf(subject, neededBy(subject)[0]?.condition.statuses[0] ?? 409, 'What is named has to be in a state for it.'),
  cases: (subject) => oneAfterTheOther(neededBy(subject), (one) => one.reference.steps.join('.'), nameInStates),
};

/** So many states are tried that words forbid. */
const MOST_FORBIDDEN = 3;

async function* nameInStates(context: CaseContext, needed: Needed): AsyncGenerator<Verdict> {
  const { reference, condition } = needed;
  const { resource } = reference;
  const entries = await entriesOf(context, needed);
  const good = entries.find(({ state }) => isDoneIn(condition, state));
  if (good === undefined) throw new CannotJudge(skip('no record is known to get into a state for it'));
  let control = await sendNaming(context, reference, await enter(context, resource, good));
  // What was named beside it may have been brought into a wrong state itself.
  if (!isSuccess(control) && (await nameOthers(context, reference)))
    control = await sendNaming(context, reference, await enter(context, resource, good));
  if (!isSuccess(control)) throw new CannotJudge(skip(`it is refused anyway: ${outcomeOf(control)}`));
  for (const entry of entries.filter(({ state }) => !isDoneIn(condition, state)).slice(0, MOST_FORBIDDEN)) {
    const walker = await unlessUnjudged(enter(context, resource, entry));
    const seen = walker && (await fetchRecord(context, resource, walker.id, walker.path));
    const state = seen?.record && stateOfNamed(needed, seen.record);
    if (walker === undefined || seen === undefined || state !== entry.state) continue;
    const exchange = replied(await sendNaming(context, reference, walker));
    const isOther = isRefusedOtherwise(condition, exchange);
    // It may be refused for something else that was sent.
    const isForIt = isOther && isSuccess(await sendNaming(context, reference, await enter(context, resource, good)));
    if (isSuccess(exchange) || isForIt) yield failAt(context, needed, state, [seen.exchange, exchange]);
    else yield PASS;
  }
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

async function sendNaming(context: CaseContext, { steps }: Reference, { id }: Walker): Promise<Exchange> {
  const { subject } = context;
  const path = subject.purpose?.role === 'create' ? {} : await readyPath(context);
  const body = bodyNaming(context, steps, id);
  if (body === undefined) throw new CannotJudge(skip('no valid body is known'));
  return context.send(toRequest(subject.operation, { path, body }));
}
