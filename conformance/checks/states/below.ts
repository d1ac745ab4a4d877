/** What lies below a record is changed and removed only in the states of that record of which words say so: lines of a draft. */
import { namesAbove } from '../../../openapi/contract';
import { isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { actionOf } from '../../records/action-words';
import { statesOf } from '../../records/states';
import { toRequest } from '../../requests/request';
import { knownBody, wrapped } from '../../requests/valid';
import { isDoneIn } from '../../steps/actions';
import { type CaseContext, inRole, resourceOf } from '../../steps/check';
import { createRecord, pathTo } from '../../steps/records';
import { walkOn, walkTo, waysIn } from '../../steps/ways';
import { CannotJudge, fail, PASS, replied, skip, unlessUnjudged, type Verdict } from '../../verdict/verdict';
import { otherValues } from '../changes/change';
import { type Acting, judgeUnchanged, look } from './look';

const CHANGES: readonly string[] = ['replace', 'patch', 'delete'];

/** The resource right below whose records the subject's ones lie, and what words say of its states; undefined where they say nothing. */
export function hostFor({ contract, operation, purpose }: Subject) {
  if (purpose === undefined || !CHANGES.includes(purpose.role)) return undefined;
  const { resource: child } = purpose;
  // Of two that have states, words may mean either.
  if (statesOf(child) !== undefined || child.operations.create === undefined) return undefined;
  const resource = contract.resources.find(
    ({ itemPath, isSure, operations: { create, read } }) =>
      isSure &&
      create !== undefined &&
      read !== undefined &&
      namesAbove(child.collectionPath, itemPath) !== undefined &&
      child.collectionPath.slice(0, child.collectionPath.lastIndexOf('/')) === itemPath,
  );
  const states = resource && statesOf(resource);
  if (resource === undefined || states === undefined) return undefined;
  const action = actionOf(operation, states);
  return action.from === undefined && action.notFrom.length === 0 ? undefined : { resource, states, action };
}

/** So many states are tried that words forbid. */
const MOST_FORBIDDEN = 3;

export async function* changeBelow(context: CaseContext): AsyncGenerator<Verdict> {
  const found = hostFor(context.subject);
  if (found === undefined) throw new CannotJudge(skip('no state is documented'));
  const { resource, states, action } = found;
  const acting: Acting = { ...found, context, others: new Set() };
  const ways = await waysIn(inRole(context, resource, 'create'), resource, states);
  const forbidden = [...ways].filter(([state]) => !isDoneIn(action, state));
  if (forbidden.length === 0) throw new CannotJudge(skip('no other state is known to be reached'));
  for (const [state, way] of forbidden.slice(0, MOST_FORBIDDEN)) {
    const changing = await unlessUnjudged(changeWhen(context, acting, way));
    if (changing === undefined) continue;
    const { walker, before, exchange } = changing;
    if (before === undefined || before.state !== state) continue;
    if (isSuccess(exchange))
      yield fail({
        expected: `the status 409, since the record of ${resource.name} is ${state}`,
        actual: outcomeOf(exchange),
        exchanges: [before.exchange, exchange],
        key: `done when ${state}`,
        topic: { wanted: 409 },
      });
    else if (isRefusal(exchange)) {
      const after = await look(acting, walker);
      yield after === undefined ? PASS : await judgeUnchanged(acting, walker, before, exchange, after);
    }
  }
}

/** Makes a record, something below it, brings the record into a state, and changes what lies below it. */
async function changeWhen(context: CaseContext, acting: Acting, way: Parameters<typeof walkOn>[2]) {
  const { subject } = context;
  const child = resourceOf(context);
  const walker = await walkTo(inRole(context, acting.resource, 'create'), acting.resource);
  const made = await createRecord(inRole(context, child, 'create'), {}, walker.path);
  await walkOn(context, walker, way);
  const before = await look(acting, walker);
  const values = bodyOf(subject.operation) && otherValues(context, made.record, context.options.seed + 7);
  const body =
    values === undefined || Object.keys(values).length > 0
      ? values && wrapped(context, subject, values)
      : knownBody(context, subject).body;
  const path = { ...walker.path, ...pathTo(child, made.id) };
  const exchange = replied(await context.send(toRequest(subject.operation, { path, body })));
  return { walker, before, exchange };
}
